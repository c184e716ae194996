/** Element of a sprayer on the page of the sprayers' week. */
export const sprayerElement = (id: number): string => `sprayer-${id}`;

/** The week of a sprayer on the page of all sprayers. */
export const sprayerAddress = (id: number): string => `/sprayers#${sprayerElement(id)}`;
