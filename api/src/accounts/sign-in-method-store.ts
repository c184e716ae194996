import type { Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

const hasMethodStatement = statement(
  'has_sign_in_method',
  `select u.password_hash is not null or exists (select 1 from passkey k where k.user_id = u.id)
       or exists (select 1 from oidc_identity d join oidc_issuer i on i.id = d.issuer_id where d.user_id = u.id and i.enabled)
       or ($2::boolean and exists (select 1 from verified_phone v where v.user_id = u.id and v.phone_key = u.phone_key))
     from app_user u where u.id = $1`,
);

/** Whether the user can sign in: by password, passkey, issuer or code by SMS. The transaction has locked the user. */
export async function hasSignInMethod(tx: Tx, userId: string, hasPhoneCodes: boolean): Promise<boolean> {
  return (await tx.rows(hasMethodStatement, [userId, hasPhoneCodes]))[0]?.[0] === 't';
}
