/** In the currency's smallest unit, whole: adding and taking away is exact there. */
const toUnits = (amount: number, digits: number): number => Math.round(amount * 10 ** digits);
const fromUnits = (units: number, digits: number): number => units / 10 ** digits;

export function sumOf(amounts: readonly number[], digits: number): number {
  return fromUnits(
    amounts.reduce((units, amount) => units + toUnits(amount, digits), 0),
    digits,
  );
}

/** What to give back; below nothing: what is short. */
export const changeOf = (received: number, due: number, digits: number): number =>
  fromUnits(toUnits(received, digits) - toUnits(due, digits), digits);

/** Amounts that people are likely to hand over: what it costs, and rounded up to common notes. */
export function likelyAmounts(due: number, digits: number): number[] {
  const units = toUnits(due, digits);
  const power = 10 ** (String(units).length - 1);
  const notes = [power / 2, power, power * 2, power * 5, power * 10, power * 20].filter((note) => note >= 1);
  const amounts = [units, ...notes.map((note) => Math.ceil(units / note) * note)];
  const distinct = [...new Set(amounts)].sort((one, other) => one - other);
  return distinct.slice(0, 3).map((amount) => fromUnits(amount, digits));
}
