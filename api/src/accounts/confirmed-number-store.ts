import type { Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

const lockNumberStatement = statement('lock_phone_number', 'select pg_advisory_xact_lock(773628407, hashtext($1))');

/** Confirmations of one number run one after the other. Call it before accounts are locked. */
export async function lockNumber(tx: Tx, phoneKey: string): Promise<void> {
  await tx.rows(lockNumberStatement, [phoneKey]);
}

const removeStatement = statement(
  'remove_unconfirmed_numbers',
  `with holder as (
     select id, phone_number from app_user where phone_key = any($1::text[]) and not phone_confirmed order by id for no key update
   )
   update app_user u set phone_number = null from holder where u.id = holder.id returning u.id, holder.phone_number`,
);

/** Removes numbers from the accounts that have not confirmed them. Returns these accounts with the number as it was written. */
export async function removeUnconfirmedNumbers(tx: Tx, phoneKeys: readonly string[]): Promise<{ userId: string; phoneNumber: string }[]> {
  const rows = await tx.rows(removeStatement, [phoneKeys]);
  return rows.map(([userId, phoneNumber]) => ({ userId: String(userId), phoneNumber: String(phoneNumber) }));
}
