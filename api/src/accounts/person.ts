import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import { Exact, Line, LineOrEmpty, named, OneOf } from '../platform/http/schemas.ts';
import { contactErrors, digitsOfPhone, findPhoneError, normalizePhone, phoneKey } from './account-rules.ts';
import type { Person } from './person-store.ts';
import { userExample, userFields } from './user.ts';

export const languages = ['en', 'vi'] as const;

/** A user's own profile: the user and the language of messages. */
export const ProfileSchema = named('Profile', Exact({ ...userFields, language: OneOf(languages) }));
export const profileExample = { ...userExample, language: 'vi' };

const emailPart = '[^\\s\\u0000-\\u001f\\u007f-\\u009f@<>"(),:;[\\]\\\\]+';
const emailText = `${emailPart}@${emailPart}\\.${emailPart}`;
const clears = 'An empty text takes it away.';
const clearable = (longest: number) => Type.Optional(LineOrEmpty(longest, { description: clears }));

/** Fields of a change; omitted fields stay unchanged. */
export const personChangeFields = {
  email: Type.Optional(
    Type.String({ maxLength: 254, pattern: `^(?:\\s*|${emailText})$`, patternHint: 'must be an e-mail address', description: clears }),
  ),
  fullName: Type.Optional(Line(200)),
  phoneNumber: Type.Optional(
    Type.String({
      maxLength: 30,
      findError: (text: string) => (digitsOfPhone(text) === '' ? undefined : findPhoneError(text)),
      description: `0 or +84, then 9 or 10 digits; spaces allowed. ${clears}`,
    }),
  ),
  street: clearable(200),
  city: clearable(100),
  province: clearable(100),
  postalCode: clearable(20),
  language: Type.Optional(OneOf(languages, { description: 'Language of messages to this person.' })),
};

export type PersonInput = Partial<{ [K in Exclude<keyof typeof personChangeFields, 'language'>]: string }> & {
  language?: Person['language'];
};

const nullIfEmpty = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const isSameNumber = (a: string | null, b: string | null): boolean => (a === null || b === null ? a === b : phoneKey(a) === phoneKey(b));

/**
 * The person with the changes of the input; throws if the contact data is invalid. A new number is confirmed if the office enters it; staff
 * are trusted with their own.
 */
export function withChanges(before: Person, { fullName, language, phoneNumber, ...texts }: PersonInput, by: 'owner' | 'office'): Person {
  const after: Person = { ...before };
  for (const key of ['email', 'street', 'city', 'province', 'postalCode'] as const) {
    const text = texts[key];
    if (text !== undefined) after[key] = nullIfEmpty(text);
  }
  if (fullName !== undefined) after.fullName = fullName.trim();
  if (language !== undefined) after.language = language;
  if (phoneNumber !== undefined) after.phoneNumber = normalizePhone(phoneNumber) || null;
  if (!isSameNumber(after.phoneNumber, before.phoneNumber)) after.phoneConfirmed = by === 'office' || before.role !== 'farmer';
  if (after.email !== before.email || after.phoneNumber !== before.phoneNumber) {
    const errors = contactErrors(after);
    if (errors.length > 0) throw invalid(...errors);
  }
  return after;
}
