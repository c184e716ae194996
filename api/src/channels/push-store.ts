import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';

export interface PushSubscription {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A device, as a message is about to be sent to it. */
export interface PushDevice extends PushSubscription {
  /** It failed repeatedly and gets nothing for a while. */
  isPaused: boolean;
}

export const maxDevices = 10;

const listStatement = statement(
  'push_subscriptions_of',
  `select s.id, s.endpoint, s.p256dh, s.auth, coalesce(s.paused_until > $2::timestamptz, false) from push_subscription s join app_user u on u.id = s.user_id
    where s.user_id = $1 and u.active order by s.id desc limit ${maxDevices}`,
);

/** Of an active user, newest first. */
export async function readSubscriptionsOf(db: Db, userId: string, now: Date): Promise<PushDevice[]> {
  return (await db.rows(listStatement, [userId, now.toISOString()])).map(([id, endpoint, p256dh, auth, isPaused]) => ({
    id: String(id),
    endpoint: String(endpoint),
    p256dh: String(p256dh),
    auth: String(auth),
    isPaused: isPaused === 't',
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

const forgetStatement = statement('forget_push_devices', 'delete from push_subscription');

/** For new keys of the service: browsers are bound to the old ones. */
export async function forgetAllDevices(tx: Tx): Promise<void> {
  await tx.rows(forgetStatement);
}

// Only with the keys that the push service refused: the browser may have subscribed again since.
const expireStatement = statement('expire_push_subscription', 'delete from push_subscription where id = $1 and auth = $2');

/** The push service says that the browser no longer takes messages. */
export async function expireSubscription(db: Db, { id, auth }: PushSubscription): Promise<void> {
  await db.rows(expireStatement, [id, auth]);
}

const usedStatement = statement(
  'use_push_subscription',
  `with working as (
     update push_service_state set failed_user_ids = '{}', openings = 0, open_until = null
      where service = $3 and (openings > 0 or failed_user_ids <> '{}'))
   update push_subscription set last_used_at = $2, failures = 0, paused_until = null where id = $1`,
);

/** The device and its push service work. */
export async function markSubscriptionUsed(db: Db, id: string, service: string, now: Date): Promise<void> {
  await db.rows(usedStatement, [id, now.toISOString(), service]);
}

// After five failures in a row a device gets nothing for 5 seconds, then 10, at most an hour.
const deviceFailedStatement = statement(
  'push_device_failed',
  `update push_subscription
      set failures = failures + 1,
          paused_until = case when failures >= 4 then $2::timestamptz + make_interval(secs => least(3600, 5 * 2 ^ least(failures - 4, 10))) end
    where id = $1`,
);

export async function countDeviceFailure(db: Db, id: string, now: Date): Promise<void> {
  await db.rows(deviceFailedStatement, [id, now.toISOString()]);
}

// Each opening needs failures for five users, so that one of them cannot stop the messages of the others. Then the service is not called for
// 5 seconds, then 10, at most 120. What was on its way at that moment does not count.
const isFifthUser = 's.failed_user_ids @> array[$2::bigint] is false and cardinality(s.failed_user_ids) >= 4';
const serviceFailedStatement = statement(
  'push_service_failed',
  `insert into push_service_state as s (service, failed_user_ids) values ($1, array[$2::bigint])
   on conflict (service) do update
      set failed_user_ids = case when ${isFifthUser} then '{}'
                                 when s.failed_user_ids @> array[$2::bigint] then s.failed_user_ids
                                 else s.failed_user_ids || $2::bigint end,
          openings = s.openings + case when ${isFifthUser} then 1 else 0 end,
          open_until = case when ${isFifthUser} then $3::timestamptz + make_interval(secs => least(120, 5 * 2 ^ least(s.openings, 10))) end
    where s.open_until is null or s.open_until <= $3::timestamptz`,
);

/** The service failed when it was called for a user. */
export async function countServiceFailure(db: Db, service: string, userId: string, now: Date): Promise<void> {
  await db.rows(serviceFailedStatement, [service, userId, now.toISOString()]);
}

const failingServicesStatement = statement(
  'failing_push_services',
  'select service from push_service_state where open_until > $1::timestamptz',
);

/** Services that are not called for a while. */
export async function readFailingServices(db: Db, now: Date): Promise<Set<string>> {
  return new Set((await db.rows(failingServicesStatement, [now.toISOString()])).map(([service]) => String(service)));
}

const countStatement = statement('count_push_devices', 'select count(*) from push_subscription where user_id = $1');

export async function countDevices(db: Db, userId: string): Promise<number> {
  return Number((await db.rows(countStatement, [userId]))[0]?.[0]);
}

export const deviceSortColumns: Record<string, string> = { id: 's.id' };
const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** `patterns`: regular expressions of the addresses at known push services. */
export function listDevices(
  db: Db,
  { userId, patterns, now }: { userId: string; patterns: readonly string[]; now: Date },
  sort: Sort[],
  limit: number,
  offset: number,
): Promise<Row[]> {
  const order = orderBy(sort, deviceSortColumns, 's.id desc', 's.id');
  const build = (limits: string) =>
    `select s.id, s.device, ${time('s.created_at')}, ${time('s.last_used_at')},
            case when s.endpoint !~ all($2::text[]) then 'not_supported' when s.paused_until > $3::timestamptz then 'failing' else 'ready' end
       from push_subscription s where s.user_id = $1 order by ${order} ${limits}`;
  return db.rows(pageStatement('push devices', sort, limit, offset, build), [userId, patterns, now.toISOString()]);
}
