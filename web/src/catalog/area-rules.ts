/** Limits of the service, in the company's unit. */
export const smallestArea = 1;
export const maxArea = 1_000_000;

export const isArea = (area: number | undefined): area is number => area !== undefined && area >= smallestArea && area <= maxArea;
