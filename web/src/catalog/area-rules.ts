/** What the service takes, in the company's unit. */
export const smallestArea = 1;
export const largestArea = 1_000_000;

export const isArea = (area: number | undefined): area is number => area !== undefined && area >= smallestArea && area <= largestArea;
