import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';
import { type EndedCounts, type EndedKind, type EndReason, endedAccessDays, endedKinds, endingOf } from './ended-access-rules.ts';

// The condition on the account sees it as it was before this statement.
const endStatement = statement(
  'end_access',
  `with tokens as (delete from access_token where user_id = $1 returning browser, system, expires_at),
     passkeys as (delete from passkey where user_id = $1 returning id, name),
     identities as (delete from oidc_identity d using oidc_issuer i where i.id = d.issuer_id and d.user_id = $1 returning i.id, i.name),
     subscriptions as (delete from push_subscription where user_id = $1 returning id, device),
     calendars as (delete from calendar_feed where user_id = $1 returning 1),
     phones as (delete from verified_phone where $3 and user_id = $1 returning phone_key),
     keys as (update api_key set revoked_at = $2 where $4 and user_id = $1 and revoked_at is null returning name),
     challenges as (delete from passkey_challenge where user_id = $1),
     attempts as (delete from oidc_attempt where user_id = $1),
     codes as (delete from phone_code where user_id = $1),
     gone (kind, name, issuer_id) as (
       select 'device', coalesce(browser || coalesce(' (' || system || ')', ''), system), null::bigint from tokens where expires_at > $2
       union all select 'passkey', name, null from passkeys
       union all select 'sign_in_provider', name, id from identities
       union all select 'push_device', device, null from subscriptions
       union all select 'calendar_address', null, null from calendars
       union all select 'phone_confirmation', phone_key, null from phones
       union all select 'api_key', name, null from keys),
     ended as (
       insert into ended_access (user_id, kind, name, issuer_id, ended_at, expires_at)
       select $1, kind, name, issuer_id, $2, $2::timestamptz + make_interval(days => $5) from gone returning kind),
     marked as (
       update app_user set access_ended_at = $2 where id = $1 and (has_sign_in(id) or exists (select 1 from ended)))
   select kind, count(*) from ended group by kind`,
);
const announceStatement = statement('announce_ended_access', "select pg_notify('swath_revoked', '')");

/**
 * Ends every way into an account, except its password. The transaction has locked the user, so nothing is added meanwhile: whoever adds
 * something locks the user and checks the token, which is gone then. Call it before the password is changed.
 */
export async function endAccess(tx: Tx, userId: string, reason: EndReason, now: Date): Promise<EndedCounts> {
  const { endsPhoneConfirmation, endsApiKeys } = endingOf(reason);
  const rows = await tx.rows(endStatement, [userId, now.toISOString(), endsPhoneConfirmation, endsApiKeys, endedAccessDays]);
  await tx.rows(announceStatement);
  const counts = new Map(rows.map(([kind, count]) => [kind, Number(count)]));
  return Object.fromEntries(endedKinds.flatMap((kind) => (counts.has(kind) ? [[kind, counts.get(kind)]] : [])));
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const endedSortColumns: Record<string, string> = { id: 'e.id', endedAt: 'e.ended_at' };

const countStatement = statement('count_ended_access', 'select count(*) from ended_access where user_id = $1 and expires_at > $2');

export async function countEnded(db: Db, userId: string, now: Date): Promise<number> {
  return Number((await db.rows(countStatement, [userId, now.toISOString()]))[0]?.[0]);
}

export function listEnded(db: Db, userId: string, now: Date, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, endedSortColumns, 'e.id', 'e.id');
  const build = () =>
    `select e.id, e.kind, e.name, e.issuer_id, ${time('e.ended_at')} from ended_access e
      where e.user_id = $1 and e.expires_at > $2 order by ${order} limit $3 offset $4`;
  return db.rows(listStatement('ended access', sort, build), [userId, now.toISOString(), limit, offset]);
}

const moveStatement = statement('move_ended_access', 'update ended_access set user_id = $2 where user_id = $1');

/** Lists what has ended at the account into which this one is merged. */
export async function moveEnded(tx: Tx, userId: string, toUserId: string): Promise<void> {
  await tx.rows(moveStatement, [userId, toUserId]);
}

const dismissStatement = statement('dismiss_ended_access', 'delete from ended_access where user_id = $1');

export async function dismissEnded(db: Db, userId: string): Promise<void> {
  await db.rows(dismissStatement, [userId]);
}

// The one with the same name, otherwise the oldest one.
const addedAgainStatement = statement(
  'added_again',
  `delete from ended_access where id = (
     select id from ended_access where user_id = $1 and kind = $2 and ($4::bigint is null or issuer_id = $4)
      order by name is not distinct from $3 desc, id limit 1)`,
);

/** Removes what was added again from the list of what a reset has ended. */
export async function noteAddedAgain(
  tx: Tx,
  userId: string,
  kind: EndedKind,
  { name = null, issuerId = null }: { name?: string | null; issuerId?: string | null } = {},
): Promise<void> {
  await tx.rows(addedAgainStatement, [userId, kind, name, issuerId]);
}
