import type { Shape } from '../api/client.ts';
import type { Role } from '../api/session.ts';
import { isEmailOrNothing, isPhoneNumber } from '../ui/contact-rules.ts';
import type { Language } from '../ui/language.tsx';

export const personFields = ['fullName', 'phoneNumber', 'email', 'street', 'city', 'province', 'postalCode'] as const;
export const roles = ['farmer', 'receptionist', 'sprayer', 'admin'] as const;
export const expertises = ['apprentice', 'adept', 'expert'] as const;

type PersonField = (typeof personFields)[number];
export type Expertise = (typeof expertises)[number];

/** Form values of a user. A type, not an interface: Mantine forms need an index signature. */
export type PersonForm = Record<PersonField, string> & { role: Role; expertise: Expertise | ''; language: Language };

export const emptyPerson: Omit<PersonForm, 'language'> = {
  fullName: '',
  phoneNumber: '',
  email: '',
  street: '',
  city: '',
  province: '',
  postalCode: '',
  role: 'sprayer',
  expertise: '',
};

export const formOf = (user: Shape<'User'>, language: Language): PersonForm => ({
  fullName: user.fullName,
  phoneNumber: user.phoneNumber ?? '',
  email: user.email ?? '',
  street: user.street ?? '',
  city: user.city ?? '',
  province: user.province ?? '',
  postalCode: user.postalCode ?? '',
  role: user.role,
  expertise: user.expertise ?? '',
  language,
});

interface PersonErrorWords {
  required: string;
  badPhone: string;
  badEmail: string;
  phoneNeeded: string;
  expertiseNeeded: string;
}

/** Validation before the request. */
export const personRules = ({ required, badPhone, badEmail, phoneNeeded, expertiseNeeded }: PersonErrorWords) => ({
  fullName: (text: string) => (text.trim() === '' ? required : null),
  phoneNumber: (text: string, { role }: PersonForm) =>
    text.trim() === '' ? (role === 'farmer' ? phoneNeeded : null) : isPhoneNumber(text) ? null : badPhone,
  email: (text: string) => (isEmailOrNothing(text) ? null : badEmail),
  expertise: (expertise: string, { role }: PersonForm) => (role === 'sprayer' && expertise === '' ? expertiseNeeded : null),
});

/** Only the changed fields, so that concurrent changes of other fields are not overwritten. */
export function changesOf(before: PersonForm, form: PersonForm): Shape<'UserChange'> {
  const change: Shape<'UserChange'> = {};
  for (const field of personFields) if (form[field].trim() !== before[field]) change[field] = form[field].trim();
  if (form.language !== before.language) change.language = form.language;
  if (form.role !== before.role) change.role = form.role;
  if (form.role === 'sprayer' && form.expertise !== '' && form.expertise !== before.expertise) change.expertise = form.expertise;
  return change;
}

/** Empty fields are omitted. */
export function newUserOf({ role, expertise, language, ...texts }: PersonForm): Shape<'NewUser'> {
  const user: Shape<'NewUser'> = { role, language, fullName: texts.fullName.trim() };
  if (role === 'sprayer' && expertise !== '') user.expertise = expertise;
  for (const field of personFields) if (texts[field].trim() !== '') user[field] = texts[field].trim();
  return user;
}
