import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import { Exact, named, OneOf, Text } from '../platform/http/schemas.ts';
import { contactErrors, digitsOfPhone, findPhoneError, normalizePhone } from './account-rules.ts';
import type { Person } from './person-store.ts';
import { userExample, userFields } from './user.ts';

export const languages = ['en', 'vi'] as const;

/** A user's own profile: the user and the language of messages. */
export const ProfileSchema = named('Profile', Exact({ ...userFields, language: OneOf(languages) }));
export const profileExample = { ...userExample, language: 'vi' };

const emailText = '[^\\s@<>"(),:;[\\]\\\\]+@[^\\s@<>"(),:;[\\]\\\\]+\\.[^\\s@<>"(),:;[\\]\\\\]+';
const clears = 'An empty text takes it away.';
const clearable = (maxLength: number) => Type.Optional(Type.String({ maxLength, description: clears }));

/** Fields of a change; omitted fields stay unchanged. */
export const personChangeFields = {
  email: Type.Optional(
    Type.String({ maxLength: 254, pattern: `^(?:\\s*|${emailText})$`, patternHint: 'must be an e-mail address', description: clears }),
  ),
  fullName: Type.Optional(Text(200)),
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

/** The person with the changes of the input; throws if the contact data is invalid. */
export function withChanges(before: Person, { fullName, language, phoneNumber, ...texts }: PersonInput): Person {
  const after: Person = { ...before };
  for (const key of ['email', 'street', 'city', 'province', 'postalCode'] as const) {
    const text = texts[key];
    if (text !== undefined) after[key] = nullIfEmpty(text);
  }
  if (fullName !== undefined) after.fullName = fullName.trim();
  if (language !== undefined) after.language = language;
  if (phoneNumber !== undefined) after.phoneNumber = normalizePhone(phoneNumber) || null;
  if (after.email !== before.email || after.phoneNumber !== before.phoneNumber) {
    const errors = contactErrors(after);
    if (errors.length > 0) throw invalid(...errors);
  }
  return after;
}
