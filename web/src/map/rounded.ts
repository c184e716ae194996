/** Five decimals are about one metre, the accuracy of phones. */
export const rounded = (degrees: number): number => Math.round(degrees * 100_000) / 100_000;
