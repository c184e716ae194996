/** An amount this many times the last one, or a part of it, is probably a slip: a separator read as another one, or zeros too many. */
const farOffFactor = 100;

export const isFarOff = (amount: number, last: number | undefined): boolean =>
  last !== undefined && last > 0 && amount > 0 && (amount >= last * farOffFactor || amount * farOffFactor <= last);
