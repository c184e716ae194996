import type { Db } from '../postgres/database.ts';
import { statement } from '../postgres/sql.ts';
import { sealedMark } from './sealed-bytes.ts';

const markLength = sealedMark.length;
const findStatement = statement(
  'installation_key',
  `with made as (
     insert into installation_key (name, key) select $1::text, $2::bytea
      where exists (select from installation_key where substring(key for ${markLength}) <> $3::bytea) on conflict do nothing returning key)
   select encode(key, 'hex') from made union all select encode(key, 'hex') from installation_key where name = $1`,
);

/**
 * The stored key. Undefined: there is none. While keys are stored in clear, a process of an earlier version may run, which would make a
 * random key: then the given one is stored first.
 */
export async function findInstallationKey(db: Db, name: string, fallback: Buffer): Promise<Buffer | undefined> {
  const query = async () => (await db.rows(findStatement, [name, fallback, sealedMark]))[0];
  // Empty also if another process inserts the key at the same time; the second query then finds it.
  const row = (await query()) ?? (await query());
  return row && Buffer.from(String(row[0]), 'hex');
}

const listStatement = statement('installation_keys', "select name, encode(key, 'hex') from installation_key order by name");

export async function listInstallationKeys(db: Db): Promise<{ name: string; key: Buffer }[]> {
  return (await db.rows(listStatement)).map(([name, key]) => ({ name: String(name), key: Buffer.from(String(key), 'hex') }));
}

const replaceStatement = statement('replace_installation_key', 'update installation_key set key = $3 where name = $1 and key = $2');

/** No effect if the key is no longer `before`. */
export async function replaceInstallationKey(db: Db, name: string, before: Buffer, after: Buffer): Promise<void> {
  await db.rows(replaceStatement, [name, before, after]);
}
