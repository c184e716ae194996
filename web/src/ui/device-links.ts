/** A tel: link with the digits and the leading plus of the number. */
export const telephoneLink = (phoneNumber: string): string => `tel:${phoneNumber.replace(/[^+\d]/g, '')}`;

interface Place {
  latitude: number;
  longitude: number;
  location: string;
}

/** A geo: link on Android, which lets the user choose an offline map app; a Google Maps link elsewhere. */
export function routeLink({ latitude, longitude, location }: Place, userAgent: string): string {
  const place = `${latitude},${longitude}`;
  if (!/Android/.test(userAgent)) return `https://www.google.com/maps/dir/?api=1&destination=${place}`;
  // The label is in parentheses, so parentheses in it are escaped.
  const label = encodeURIComponent(location).replaceAll('(', '%28').replaceAll(')', '%29');
  return `geo:${place}?q=${place}(${label})`;
}
