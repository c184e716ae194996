import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';

export interface PushSubscription {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

export const maxDevices = 10;

const listStatement = statement(
  'push_subscriptions_of',
  `select s.id, s.endpoint, s.p256dh, s.auth from push_subscription s join app_user u on u.id = s.user_id
    where s.user_id = $1 and u.active order by s.id desc limit ${maxDevices}`,
);

/** Of an active user, newest first. */
export async function readSubscriptionsOf(db: Db, userId: string): Promise<PushSubscription[]> {
  return (await db.rows(listStatement, [userId])).map(([id, endpoint, p256dh, auth]) => ({
    id: String(id),
    endpoint: String(endpoint),
    p256dh: String(p256dh),
    auth: String(auth),
  }));
}

const saveStatement = statement(
  'save_push_subscription',
  `with old as (
     delete from push_subscription where id in (
       select id from push_subscription where user_id = $1 and endpoint <> $2 order by id desc offset ${maxDevices - 1})
   )
   insert into push_subscription (user_id, endpoint, p256dh, auth, device, created_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (endpoint) do update set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device`,
);

/** A browser belongs to the user who signed in last. The oldest devices are forgotten. */
export async function saveSubscription(
  db: Db,
  userId: string,
  { endpoint, p256dh, auth, device }: Omit<PushSubscription, 'id'> & { device: string },
  now: Date,
): Promise<void> {
  await db.rows(saveStatement, [userId, endpoint, p256dh, auth, device, now.toISOString()]);
}

const removeStatement = statement('remove_push_endpoint', 'delete from push_subscription where user_id = $1 and endpoint = $2 returning 1');

export async function removeEndpoint(db: Db, userId: string, endpoint: string): Promise<boolean> {
  return (await db.rows(removeStatement, [userId, endpoint])).length > 0;
}

const removeOwnStatement = statement('remove_push_device', 'delete from push_subscription where user_id = $1 and id = $2 returning 1');

export async function removeDevice(db: Db, userId: string, id: string): Promise<boolean> {
  return (await db.rows(removeOwnStatement, [userId, id])).length > 0;
}

// Only with the keys that the push service refused: the browser may have subscribed again since.
const expireStatement = statement('expire_push_subscription', 'delete from push_subscription where id = $1 and auth = $2');

/** The push service says that the browser no longer takes messages. */
export async function expireSubscription(db: Db, { id, auth }: PushSubscription): Promise<void> {
  await db.rows(expireStatement, [id, auth]);
}

const usedStatement = statement('use_push_subscription', 'update push_subscription set last_used_at = $2 where id = $1');

export async function markSubscriptionUsed(db: Db, id: string, now: Date): Promise<void> {
  await db.rows(usedStatement, [id, now.toISOString()]);
}

const countStatement = statement('count_push_devices', 'select count(*) from push_subscription where user_id = $1');

export async function countDevices(db: Db, userId: string): Promise<number> {
  return Number((await db.rows(countStatement, [userId]))[0]?.[0]);
}

export const deviceSortColumns: Record<string, string> = { id: 's.id' };
const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export function listDevices(db: Db, userId: string, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, deviceSortColumns, 's.id desc', 's.id');
  const build = (limits: string) =>
    `select s.id, s.device, ${time('s.created_at')}, ${time('s.last_used_at')} from push_subscription s where s.user_id = $1 order by ${order} ${limits}`;
  return db.rows(pageStatement('push devices', sort, limit, offset, build), [userId]);
}
