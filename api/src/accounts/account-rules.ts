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

/**
 * Spaces of every kind, and the invisible direction marks that come along when a number is copied. PostgreSQL does not
 * count all of them as spaces, so none of them may reach it.
 */
const phoneSpaces = /[\s\p{Z}\p{Cf}]+/gu;
const phoneDigits = (phone: string): string => phone.replace(phoneSpaces, '');

/** `0` or `+84`, then nine or ten digits; spaces where people put them. */
export function phoneErrors(path: string, phone: string): FieldError[] {
  return /^(?:0|\+84)\d{9,10}$/.test(phoneDigits(phone)) ? [] : [{ path, message: 'must be 0 or +84 followed by 9 or 10 digits' }];
}

/** As it is stored: with plain, single spaces. */
export function normalizePhone(phone: string): string {
  return phone
    .replace(/\p{Cf}/gu, '')
    .replace(phoneSpaces, ' ')
    .trim();
}

/** The same number, however it was typed. */
export function phoneKey(phone: string): string {
  return phoneDigits(phone).replace(/^\+84/, '0');
}

/** Whether someone looks for a phone number: digits and the signs that people write between them. */
export const looksLikePhone = (typed: string): boolean => /^[\s\p{Z}\p{Cf}\d+().-]+$/u.test(typed);

export const fewestDigits = 3;

/**
 * How the numbers begin that someone may mean by what they have typed so far; none when it is too little to go by.
 * Without its plus, 84 may be the country or the number itself: then it is either. None begins with another.
 */
export function phonePrefixes(typed: string): string[] {
  const digits = typed.replace(/\D/g, '');
  if (digits.length < fewestDigits) return [];
  const abroad = `0${digits.slice(2).replace(/^0/, '')}`;
  if (/^\(?\+/.test(phoneDigits(typed))) return digits.startsWith('84') ? [abroad] : [`+${digits}`];
  if (digits.startsWith('0')) return [digits];
  const home = `0${digits}`;
  return digits.startsWith('84') && !home.startsWith(abroad) ? [home, abroad] : [digits.startsWith('84') ? abroad : home];
}

/** Farmers are called by the office and the crew; everyone needs something to sign in with. */
export function contactErrors({
  role,
  email,
  phoneNumber,
}: {
  role: string;
  email: string | null;
  phoneNumber: string | null;
}): FieldError[] {
  if (role === 'farmer' && phoneNumber === null)
    return [{ path: 'phoneNumber', message: 'is required: the office and the crew call farmers' }];
  if (email === null && phoneNumber === null) {
    return [{ path: 'email', message: 'is required, unless there is a phone number: one of them is needed to sign in' }];
  }
  return phoneNumber === null ? [] : phoneErrors('phoneNumber', phoneNumber);
}

/** Guesses at one account, from one known device at its account, and from one address, before they have to wait. */
export const guessLimits = {
  account: { attempts: 10, windowSeconds: 600 },
  device: { attempts: 10, windowSeconds: 600 },
  address: { attempts: 100, windowSeconds: 60 },
} as const;

/** Registrations from one network, before they have to wait: a village may share an address. */
export const registrationLimit = { attempts: 60, windowSeconds: 3600 } as const;

/** Links to a new password that may be asked for, for one account and from one address. */
export const linkLimits = {
  account: { attempts: 5, windowSeconds: 3600 },
  address: { attempts: 30, windowSeconds: 3600 },
} as const;

export const tokenLifetimeDays = 30;

/** Someone new may not read their mail within the hour. */
export const linkLifetimeHours = { forgotten: 1, reset: 1, invitation: 72 } as const;
export type LinkKind = keyof typeof linkLifetimeHours;
