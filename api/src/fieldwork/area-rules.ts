/** The smallest area of an order, in the company's unit. */
export const minArea = 1;

/** The area of an order for the rest; undefined: too little is left for an order. */
export function restOf(restArea: string): number | undefined {
  const area = Number(restArea);
  return area >= minArea ? area : undefined;
}
