import type { FieldError } from '../errors.ts';

/** At least 8 characters, one capital, one special character. */
export function findPasswordError(password: string): string | undefined {
  const missing = [
    [...password].length < 8 ? 'at least 8 characters' : undefined,
    /\p{Lu}/u.test(password) ? undefined : 'a capital letter',
    /[^\p{L}\p{M}\p{N}\s]/u.test(password) ? undefined : 'a special character',
  ].filter((text) => text !== undefined);
  return missing.length === 0 ? undefined : `needs ${missing.join(', ')}`;
}

/**
 * All kinds of Unicode spaces, and invisible format characters that are copied together with a number. PostgreSQL does not
 * treat all of them as spaces, so they are removed before storage.
 */
const phoneSpaces = /[\s\p{Z}\p{Cf}]+/gu;
/** A number without spaces and invisible characters. */
export const digitsOfPhone = (phone: string): string => phone.replace(phoneSpaces, '');

/** `0` or `+84`, then nine or ten digits, with spaces anywhere. */
export function findPhoneError(phone: string): string | undefined {
  return /^(?:0|\+84)\d{9,10}$/.test(digitsOfPhone(phone)) ? undefined : 'must be 0 or +84 followed by 9 or 10 digits';
}

/** The country code and the leading zero were both typed. */
const doubledZero = /^\+ ?8 ?4 ?0 ?(?=[1-9](?: ?\d){8,9}$)/;

/** The form that is stored: with single ASCII spaces, and without a zero after the country code. */
export function normalizePhone(phone: string): string {
  return phone
    .replace(/\p{Cf}/gu, '')
    .replace(phoneSpaces, ' ')
    .trim()
    .replace(doubledZero, '+84 ');
}

/** Canonical form without spaces and country code, equal for all spellings of a number. */
export function phoneKey(phone: string): string {
  return digitsOfPhone(phone).replace(doubledZero, '+84').replace(/^\+84/, '0');
}

/** Whether a search text can be a phone number: only digits, spaces and the usual separators. */
export const looksLikePhone = (typed: string): boolean => /^[\s\p{Z}\p{Cf}\d+().-]+$/u.test(typed);

export const minPhoneSearchDigits = 3;

/**
 * Prefixes of phone keys that match a partly typed number; none if there are too few digits. `84` without a plus may be the country code
 * or part of the number, so both are returned. No prefix begins with another one.
 */
export function phonePrefixes(typed: string): string[] {
  const digits = typed.replace(/\D/g, '');
  if (digits.length < minPhoneSearchDigits) return [];
  const afterCountryCode = `0${digits.slice(2).replace(/^0/, '')}`;
  if (/^\(?\+/.test(digitsOfPhone(typed))) return digits.startsWith('84') ? [afterCountryCode] : [`+${digits}`];
  if (digits.startsWith('0')) return [digits];
  const national = `0${digits}`;
  if (!digits.startsWith('84')) return [national];
  return national.startsWith(afterCountryCode) ? [afterCountryCode] : [national, afterCountryCode];
}

/** A farmer needs a phone number; every user needs an e-mail address or a phone number to sign in. */
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
  const message = phoneNumber === null ? undefined : findPhoneError(phoneNumber);
  return message === undefined ? [] : [{ path: 'phoneNumber', message }];
}

/** To sign in or to get a link, a user gives an e-mail address or a phone number. */
export const findAddressErrors = ({ email, phoneNumber }: { email?: unknown; phoneNumber?: unknown }): FieldError[] =>
  email === undefined && phoneNumber === undefined ? [{ path: 'email', message: 'is required, unless phoneNumber is given' }] : [];

/** Sprayers must have an expertise, other roles must not. */
export function expertiseErrors(role: string, expertise: string | null | undefined): FieldError[] {
  if (role === 'sprayer' && (expertise === undefined || expertise === null)) {
    return [{ path: 'expertise', message: 'is required for a sprayer' }];
  }
  return role !== 'sprayer' && expertise !== undefined && expertise !== null
    ? [{ path: 'expertise', message: 'is for sprayers only' }]
    : [];
}

/** Rate limits of password attempts per account, per known device of an account, per phone number, and per network address. */
export const guessLimits = {
  account: { attempts: 10, windowSeconds: 600 },
  device: { attempts: 10, windowSeconds: 600 },
  number: { attempts: 10, windowSeconds: 600 },
  address: { attempts: 100, windowSeconds: 60 },
} as const;

/** Rate limit of registrations per network; generous, because a village may share one address. */
export const registrationLimit = { attempts: 60, windowSeconds: 3600 } as const;

/** Rate limits of requests for a password link per account and per network address. */
export const linkLimits = {
  account: { attempts: 5, windowSeconds: 3600 },
  address: { attempts: 30, windowSeconds: 3600 },
} as const;

export const tokenLifetimeDays = 30;

/** Notices of changes of an account per e-mail address or phone number. */
export const noticeLimits = { mail: { attempts: 20, windowSeconds: 86_400 }, sms: { attempts: 3, windowSeconds: 86_400 } } as const;

export const recentSignInMinutes = 10;
/** Whether a sign-in is recent enough to add a way into the account, or to change where new passwords and codes are sent. */
export const isRecentSignIn = (signedInAt: Date, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() <= recentSignInMinutes * 60_000;

/** An invitation is valid for longer, because the receiver does not expect the mail. */
export const linkLifetimeHours = { forgotten: 1, reset: 1, invitation: 72 } as const;
export type LinkKind = keyof typeof linkLifetimeHours;
