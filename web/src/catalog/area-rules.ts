/** Limits of the service, in the company's unit. */
export const minArea = 1;
export const maxArea = 1_000_000;

export const isArea = (area: number | undefined): area is number => area !== undefined && area >= minArea && area <= maxArea;
