import { type Static, Type } from 'typebox';
import { roles } from '../platform/http/auth.ts';
import { Exact, Id, NullableOneOf, NullableText, named, OneOf } from '../platform/http/schemas.ts';

export const expertises = ['apprentice', 'adept', 'expert'] as const;
export type Expertise = (typeof expertises)[number];

export const userFields = {
  id: Id(),
  email: NullableText({ examples: ['farmer@swath.example'] }),
  fullName: Type.String(),
  phoneNumber: NullableText(),
  street: NullableText(),
  city: NullableText(),
  province: NullableText(),
  postalCode: NullableText(),
  expertise: NullableOneOf(expertises),
  role: OneOf(roles),
  active: Type.Boolean(),
};

export const UserSchema = named('User', Exact(userFields));
export type User = Static<typeof UserSchema>;

/** The API contract requires a password field in recipients; its value is always '[redacted]'. */
const { active, ...beforeActive } = userFields;
export const RecipientSchema = named('Recipient', Exact({ ...beforeActive, active, password: Type.Literal('[redacted]') }));

/** The columns of a user, in the order of the fields above. */
export const userColumns = (alias: string): string =>
  ['id', 'email', 'full_name', 'phone_number', 'street', 'city', 'province', 'postal_code', 'expertise', 'role', 'active']
    .map((column) => `${alias}.${column}`)
    .join(', ');

export const userExample = {
  id: 1,
  email: 'farmer@swath.example',
  fullName: 'Nguyễn Văn Lúa',
  phoneNumber: '0901 234 561',
  street: '12 Ấp Long Hòa',
  city: 'Chợ Mới',
  province: 'An Giang',
  postalCode: '90000',
  expertise: null,
  role: 'farmer',
  active: true,
};

export const receptionistExample = {
  ...userExample,
  id: 3,
  email: 'receptionist@swath.example',
  fullName: 'Trần Thị Mai',
  phoneNumber: '0901 234 563',
  role: 'receptionist',
};

export const sprayerExample = {
  ...userExample,
  id: 5,
  email: 'sprayer@swath.example',
  fullName: 'Lê Văn Bay',
  phoneNumber: '0901 234 565',
  expertise: 'expert',
  role: 'sprayer',
};
