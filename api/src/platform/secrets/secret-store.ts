import type { Db, Tx } from '../postgres/database.ts';
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

const lockStatement = statement('lock_stored_secret', 'select 1 from stored_secret where name = $1 for update');

/** One transaction at a time replaces the secret. */
export async function lockSecret(tx: Tx, name: string): Promise<void> {
  await tx.rows(lockStatement, [name]);
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

const allStatement = statement('all_stored_secrets', "select name, encode(sealed, 'hex') from stored_secret order by name");

/** How many secrets are stored, and the names of those that this key cannot read. */
export async function checkSecrets(db: Db, box: SecretBox | undefined): Promise<{ total: number; unreadable: string[] }> {
  const rows = await db.rows(allStatement);
  const isReadable = (name: string, sealed: Buffer): boolean => {
    try {
      return box?.open(name, sealed) !== undefined;
    } catch {
      return false;
    }
  };
  const unreadable = rows.flatMap(([name, sealed]) => (isReadable(String(name), Buffer.from(String(sealed), 'hex')) ? [] : [String(name)]));
  return { total: rows.length, unreadable };
}

/** Whether it is there and readable shows whether all processes have the same key, also while no other secret is stored. */
export const keyCheckName = 'key-check';

/** Whether this key opens all stored secrets. The first process whose key does so stores a value that processes with other keys cannot open. */
export async function isInstallationSecret(db: Db, box: SecretBox, now: Date): Promise<boolean> {
  if ((await checkSecrets(db, box)).unreadable.length > 0) return false;
  await createSecret(db, box, keyCheckName, 'the key is right', now);
  return (await checkSecrets(db, box)).unreadable.length === 0;
}
