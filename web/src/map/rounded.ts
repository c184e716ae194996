/** A ten-thousandth of a degree is eleven metres; one more digit is as exact as phones are. */
export const rounded = (degrees: number): number => Math.round(degrees * 100_000) / 100_000;
