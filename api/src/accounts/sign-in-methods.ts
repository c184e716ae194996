import { AppError } from '../errors.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { hasSignInMethod } from './sign-in-method-store.ts';

/** Fails if the user whom the transaction has locked could not sign in any more. Call it after the removal of a way to sign in. */
export async function requireSignInMethod(tx: Tx, userId: string, hasPhoneCodes: boolean): Promise<void> {
  if (await hasSignInMethod(tx, userId, hasPhoneCodes)) return;
  throw new AppError(
    'LAST_SIGN_IN_METHOD',
    'This is your only way to sign in. Set a password, add a passkey or confirm your phone number first.',
  );
}
