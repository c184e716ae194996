import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { FormOfAddress } from './address-rules.ts';

export interface Addressed {
  form: FormOfAddress | null;
}

const findStatement = statement(
  'find_form_of_address',
  'select form_of_address from app_user where id = $1 and ($2::text is null or role = $2)',
);
const lockStatement = statement(
  'lock_form_of_address',
  'select form_of_address from app_user where id = $1 and ($2::text is null or role = $2) for no key update',
);
const saveStatement = statement('save_form_of_address', 'update app_user set form_of_address = $2 where id = $1');

const toAddressed = (row: readonly (string | null | undefined)[] | undefined): Addressed | undefined =>
  row === undefined ? undefined : { form: (row[0] ?? null) as FormOfAddress | null };

/** undefined: there is no such user, or the user has another role. */
export async function findFormOfAddress(db: Db, userId: string, role: 'farmer' | null): Promise<Addressed | undefined> {
  return toAddressed((await db.rows(findStatement, [userId, role]))[0]);
}

/** undefined: there is no such user, or the user has another role. */
export async function lockFormOfAddress(tx: Tx, userId: string, role: 'farmer' | null): Promise<Addressed | undefined> {
  return toAddressed((await tx.rows(lockStatement, [userId, role]))[0]);
}

export async function saveFormOfAddress(tx: Tx, userId: string, form: FormOfAddress | null): Promise<void> {
  await tx.rows(saveStatement, [userId, form]);
}
