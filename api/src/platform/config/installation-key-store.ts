import { randomBytes } from 'node:crypto';
import type { Db } from '../postgres/database.ts';
import { statement } from '../postgres/sql.ts';

const keyStatement = statement(
  'installation_key',
  `with made as (insert into installation_key (name, key) values ($1, $2) on conflict do nothing returning key)
   select encode(key, 'hex') from made union all select encode(key, 'hex') from installation_key where name = $1`,
);

/** A secret of this installation: made when it is first asked for, the same ever after. */
export async function installationKey(db: Db, name: string): Promise<Buffer> {
  const ask = async () => (await db.rows(keyStatement, [name, randomBytes(32)]))[0];
  // Nothing comes back when another process makes it in the same moment; then it is there.
  const row = (await ask()) ?? (await ask());
  if (row === undefined) throw new Error(`there is no key called ${name}`);
  return Buffer.from(String(row[0]), 'hex');
}
