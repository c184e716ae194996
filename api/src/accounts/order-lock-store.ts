import type { Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { PersonInput } from './person.ts';

// Orders have the words of their farmer's name and number. An edit locks its order and then the farmer, so orders are locked before farmers.
const lockStatement = statement(
  'lock_orders_of_farmers',
  'select id from spray_order where farmer_id = any($1::bigint[]) order by id for no key update',
);

/** Locks the orders of farmers, in the order of their ids. Before the farmers are locked. */
export async function lockOrdersOf(tx: Tx, farmerIds: readonly string[]): Promise<void> {
  await tx.rows(lockStatement, [farmerIds]);
}

const lockRenamedStatement = statement(
  'lock_orders_of_renamed_farmer',
  `select id from spray_order
    where farmer_id = (select id from app_user where id = $1 and (full_name <> coalesce($2, full_name) or $3::text is not null and $3 is distinct from phone_number))
    order by id for no key update`,
);

/** The same for an account that changes, if its name or number does. Before the account is locked. */
export async function lockOrdersOfRenamed(tx: Tx, userId: string, { fullName, phoneNumber }: PersonInput): Promise<void> {
  if (fullName === undefined && phoneNumber === undefined) return;
  await tx.rows(lockRenamedStatement, [userId, fullName ?? null, phoneNumber ?? null]);
}

const lockUnconfirmedStatement = statement(
  'lock_orders_of_unconfirmed_numbers',
  `select id from spray_order
    where farmer_id in (select id from app_user where phone_key = any($1::text[]) and not phone_confirmed)
    order by id for no key update`,
);

/** The same for the accounts that have not confirmed one of these numbers. */
export async function lockOrdersOfUnconfirmed(tx: Tx, phoneKeys: readonly string[]): Promise<void> {
  await tx.rows(lockUnconfirmedStatement, [phoneKeys]);
}
