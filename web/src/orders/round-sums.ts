/** The sums that people hand over for this price: the price itself, and the next round ones above it. */
export function roundSums(cost: number, digits: number): number[] {
  const steps = digits === 0 ? [10_000, 50_000, 100_000, 500_000] : [1, 5, 10, 50, 100];
  const sums = steps.map((step) => Math.ceil(cost / step) * step).filter((sum) => sum > cost);
  return [...new Set(sums)].slice(0, 3);
}
