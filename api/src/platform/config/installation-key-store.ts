import { randomBytes } from 'node:crypto';
import type { Db } from '../postgres/database.ts';
import { statement } from '../postgres/sql.ts';

const keyStatement = statement(
  'installation_key',
  `with made as (insert into installation_key (name, key) values ($1, $2) on conflict do nothing returning key)
   select encode(key, 'hex') from made union all select encode(key, 'hex') from installation_key where name = $1`,
);

/** A random secret of this installation, created on first use. */
export async function installationKey(db: Db, name: string): Promise<Buffer> {
  const query = async () => (await db.rows(keyStatement, [name, randomBytes(32)]))[0];
  // Empty if another process inserts the key at the same time; the second query then finds it.
  const row = (await query()) ?? (await query());
  if (row === undefined) throw new Error(`there is no key called ${name}`);
  return Buffer.from(String(row[0]), 'hex');
}
