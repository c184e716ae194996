import type { FieldError } from '../errors.ts';

/** An entered amount must be a multiple of the currency's smallest unit. */
export function amountErrors(path: string, amount: number, currencyDigits: number): FieldError[] {
  const [, fraction = ''] = /^\d+(?:\.(\d+))?$/.exec(String(amount)) ?? [undefined, 'x'.repeat(20)];
  if (fraction.length <= currencyDigits) return [];
  return [{ path, message: currencyDigits === 0 ? 'must have no decimals' : `must have at most ${currencyDigits} decimals` }];
}
