import { Type } from 'typebox';
import { Text } from '../platform/http/schemas.ts';
import { findPasswordError, findPhoneError } from './account-rules.ts';

export const NewPassword = Type.String({
  minLength: 8,
  maxLength: 200,
  findError: findPasswordError,
  description: 'At least 8 characters, one capital, one special character.',
});

export const PhoneNumber = Text(30, { findError: findPhoneError, description: '0 or +84, then 9 or 10 digits; spaces allowed.' });
