import type { Db } from '../postgres/database.ts';
import { statement } from '../postgres/sql.ts';
import type { SecretBox } from './secret-box.ts';

const readStatement = statement('read_stored_secret', "select encode(sealed, 'hex') from stored_secret where name = $1");
const createStatement = statement(
  'create_stored_secret',
  'insert into stored_secret (name, sealed, changed_at) values ($1, $2, $3) on conflict do nothing',
);
const saveStatement = statement(
  'save_stored_secret',
  'insert into stored_secret (name, sealed, changed_at) values ($1, $2, $3) on conflict (name) do update set sealed = excluded.sealed, changed_at = excluded.changed_at',
);

/** Undefined: there is none. Throws if the key is another one. */
export async function readSecret(db: Db, box: SecretBox, name: string): Promise<string | undefined> {
  const [row] = await db.rows(readStatement, [name]);
  return row === undefined ? undefined : box.open(name, Buffer.from(String(row[0]), 'hex'));
}

/** Keeps a secret that exists already. */
export async function createSecret(db: Db, box: SecretBox, name: string, secret: string, now: Date): Promise<void> {
  await db.rows(createStatement, [name, box.seal(name, secret), now.toISOString()]);
}

export async function saveSecret(db: Db, box: SecretBox, name: string, secret: string, now: Date): Promise<void> {
  await db.rows(saveStatement, [name, box.seal(name, secret), now.toISOString()]);
}

const deleteStatement = statement('delete_stored_secret', 'delete from stored_secret where name = $1');

export async function deleteSecret(db: Db, name: string): Promise<void> {
  await db.rows(deleteStatement, [name]);
}
