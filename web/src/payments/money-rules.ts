/** Amounts as integers in the smallest unit of the currency, so that sums are exact. */
const toUnits = (amount: number, digits: number): number => Math.round(amount * 10 ** digits);
const fromUnits = (units: number, digits: number): number => units / 10 ** digits;

/** Change due; negative: the missing amount. */
export const changeOf = (received: number, due: number, digits: number): number =>
  fromUnits(toUnits(received, digits) - toUnits(due, digits), digits);

/** Likely cash amounts: the exact price, and rounded up to common notes. */
export function likelyAmounts(due: number, digits: number): number[] {
  const units = toUnits(due, digits);
  const power = 10 ** (String(units).length - 1);
  const notes = [power / 2, power, power * 2, power * 5, power * 10, power * 20].filter((note) => note >= 1);
  const amounts = [units, ...notes.map((note) => Math.ceil(units / note) * note)];
  const distinct = [...new Set(amounts)].sort((one, other) => one - other);
  return distinct.slice(0, 3).map((amount) => fromUnits(amount, digits));
}
