import type { FieldError } from '../errors.ts';

/** At least 8 characters, one capital, one special character. */
export function passwordErrors(path: string, password: string): FieldError[] {
  const missing = [
    [...password].length < 8 ? 'at least 8 characters' : undefined,
    /\p{Lu}/u.test(password) ? undefined : 'a capital letter',
    /[^\p{L}\p{M}\p{N}\s]/u.test(password) ? undefined : 'a special character',
  ].filter((text) => text !== undefined);
  return missing.length === 0 ? [] : [{ path, message: `needs ${missing.join(', ')}` }];
}

/** `0` or `+84`, then nine or ten digits; spaces where people put them. */
export function phoneErrors(path: string, phone: string): FieldError[] {
  return /^(?:0|\+84)\d{9,10}$/.test(phone.replace(/\s/g, '')) ? [] : [{ path, message: 'must be 0 or +84 followed by 9 or 10 digits' }];
}

/** As it is kept: with plain spaces only, because the database does not count every kind of space as one. */
export function tidyPhone(phone: string): string {
  return phone.trim().replace(/\s+/g, ' ');
}

/** The same number, however it was typed. */
export function phoneKey(phone: string): string {
  return phone.replace(/\s/g, '').replace(/^\+84/, '0');
}

/** Guesses at one account, and from one address, before they have to wait. */
export const guessLimits = {
  account: { attempts: 10, windowSeconds: 600 },
  address: { attempts: 100, windowSeconds: 60 },
} as const;

export const tokenLifetimeDays = 30;
