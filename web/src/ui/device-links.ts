/** An address that makes the device call the number: its digits and a leading plus, however it was written. */
export const telephoneLink = (phoneNumber: string): string => `tel:${phoneNumber.replace(/[^+\d]/g, '')}`;

interface Place {
  latitude: number;
  longitude: number;
  location: string;
}

/** Android asks which map to open, and some of those work without a network; elsewhere one address opens the app or the page. */
export function routeLink({ latitude, longitude, location }: Place, userAgent: string): string {
  const place = `${latitude},${longitude}`;
  if (!/Android/.test(userAgent)) return `https://www.google.com/maps/dir/?api=1&destination=${place}`;
  // The label stands in parentheses, so its own are escaped as well.
  const label = encodeURIComponent(location).replaceAll('(', '%28').replaceAll(')', '%29');
  return `geo:${place}?q=${place}(${label})`;
}
