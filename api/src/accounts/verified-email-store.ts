import type { Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

const lockOwnerStatement = statement('lock_owner_of_email', 'select id from app_user where lower(email) = lower($1) for no key update');

/** The id of the account with this e-mail address. Its address stays the same until the transaction ends. */
export async function lockEmailOwner(tx: Tx, email: string): Promise<string | undefined> {
  const [row] = await tx.rows(lockOwnerStatement, [email]);
  return row === undefined ? undefined : String(row[0]);
}

export interface AccountHolder {
  /** The account has proved to own its e-mail address, or an admin has entered it. */
  hasVerifiedEmail: boolean;
  /** Someone can sign in to the account, or is signed in. */
  isHeld: boolean;
}

const holderStatement = statement(
  'holder_of_account',
  `select exists (select 1 from verified_email v where v.user_id = u.id and v.email_key = lower(u.email)),
          has_sign_in(u.id) or exists (select 1 from verified_phone p where p.user_id = u.id)
            or exists (select 1 from access_token t where t.user_id = u.id and t.expires_at > $2)
     from app_user u where u.id = $1`,
);

/** Call it after the user is locked, in a statement of its own: it must see what the holder of the lock has changed. */
export async function readHolder(tx: Tx, userId: string, now: Date): Promise<AccountHolder> {
  const [row] = await tx.rows(holderStatement, [userId, now.toISOString()]);
  return { hasVerifiedEmail: row?.[0] === 't', isHeld: row?.[1] === 't' };
}

const verifyStatement = statement(
  'verify_email',
  `insert into verified_email (user_id, email_key, verified_at)
   select u.id, lower(u.email), $3 from app_user u where u.id = $1 and lower(u.email) = lower($2)
   on conflict (user_id) do nothing returning 1`,
);

/** True: the address is that of the account and was not confirmed before. */
export async function verifyEmail(tx: Tx, userId: string, email: string, now: Date): Promise<boolean> {
  return (await tx.rows(verifyStatement, [userId, email, now.toISOString()])).length > 0;
}
