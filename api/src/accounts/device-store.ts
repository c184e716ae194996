import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';
import type { Device } from './device-rules.ts';

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const deviceSortColumns: Record<string, string> = { id: 't.id', lastUsedAt: 't.last_used_at' };

const saveDeviceStatement = statement(
  'save_device',
  'update access_token set browser = $2, system = $3, last_used_at = $4 where hash = $1',
);

/** Saves the device of a sign-in. */
export async function saveDevice(db: Db, hash: Buffer, { browser, system }: Device, now: Date): Promise<void> {
  await db.rows(saveDeviceStatement, [hash, browser, system, now.toISOString()]);
}

const countStatement = statement('count_devices', 'select count(*) from access_token where user_id = $1 and expires_at > $2');

export async function countDevices(db: Db, userId: string, now: Date): Promise<number> {
  return Number((await db.rows(countStatement, [userId, now.toISOString()]))[0]?.[0]);
}

/** `current`: the hash of the token of this request. */
export function listDevices(
  db: Db,
  { userId, current, now }: { userId: string; current: Buffer; now: Date },
  sort: Sort[],
  limit: number,
  offset: number,
): Promise<Row[]> {
  const order = orderBy(sort, deviceSortColumns, '(t.hash = $3) desc, t.last_used_at desc nulls last, t.id desc', 't.id');
  const build = () =>
    `select t.id, t.browser, t.system, ${time('t.created_at')}, ${time('t.last_used_at')}, ${time('t.expires_at')}, t.hash = $3
       from access_token t where t.user_id = $1 and t.expires_at > $2 order by ${order} limit $4 offset $5`;
  return db.rows(listStatement('devices', sort, build), [userId, now.toISOString(), current, limit, offset]);
}

const revokeStatement = statement(
  'revoke_device',
  `with gone as (delete from access_token where user_id = $1 and id = $2 returning 1) select pg_notify('swath_revoked', '') from gone`,
);

/** False: the user has no such device. All processes are notified at the commit. */
export async function revokeDevice(tx: Tx, userId: string, id: string): Promise<boolean> {
  return (await tx.rows(revokeStatement, [userId, id])).length > 0;
}

// Rows that are locked belong to a token that is being used or revoked at this moment; their next use is saved.
const saveUseStatement = statement(
  'save_token_use',
  `with due as (
     select t.hash, used.at from unnest($1::text[], $2::timestamptz[]) used(hash, at) join access_token t on t.hash = decode(used.hash, 'hex')
      where t.last_used_at is null or t.last_used_at < used.at - interval '1 minute'
        for no key update of t skip locked)
   update access_token t set last_used_at = due.at from due where t.hash = due.hash`,
);

/** By hash (hex). To the minute, so that a token in constant use is not written all the time. */
export async function saveTokenUse(db: Db, uses: ReadonlyMap<string, Date>): Promise<void> {
  await db.rows(saveUseStatement, [[...uses.keys()], [...uses.values()].map((at) => at.toISOString())]);
}
