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
