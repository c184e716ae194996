import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx, Value } from '../platform/postgres/database.ts';
import { listStatement, orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';

export const auditActions = [
  'sign_in',
  'device_sign_out',
  'passkey_add',
  'passkey_remove',
  'phone_verify',
  'phone_confirm',
  'phone_remove',
  'email_verify',
  'identity_link',
  'identity_unlink',
  'password_change',
  'password_reset',
  'user_create',
  'user_update',
  'user_deactivate',
  'user_activate',
  'user_reset_password',
  'user_end_access',
  'user_merge',
  'crop_create',
  'crop_update',
  'product_create',
  'product_update',
  'product_import',
  'licence_create',
  'licence_update',
  'licence_retire',
  'drone_create',
  'drone_update',
  'field_create',
  'field_update',
  'field_import',
  'sensitive_place_create',
  'sensitive_place_update',
  'sensitive_place_delete',
  'session_create',
  'session_update',
  'order_update',
  'setting_update',
  'closure_create',
  'closure_delete',
  'absence_create',
  'absence_delete',
  'absence_approve',
  'absence_refuse',
  'ban_create',
  'ban_delete',
  'pin_set',
  'pin_remove',
  'rebooking_apply',
  'rebooking_undo',
  'crew_plan_accept',
  'crew_plan_undo',
  'webhook_create',
  'webhook_update',
  'webhook_rotate_secret',
  'webhook_delete',
  'dead_letter_replay',
  'message_replay',
  'order_payment_method',
  'order_weather_override',
  'order_ban_override',
  'order_mix_override',
  'bank_account_update',
  'api_key_create',
  'api_key_revoke',
  'api_key_write',
  'issuer_create',
  'issuer_update',
  'issuer_delete',
  'spreadsheet_import',
  'spreadsheet_import_undo',
] as const;
export type AuditAction = (typeof auditActions)[number];

export type AuditValue = string | number | boolean | null;

export interface AuditChange {
  field: string;
  from: AuditValue;
  to: AuditValue;
}

export interface AuditEntry {
  actorId: string;
  action: AuditAction;
  subjectType:
    | 'user'
    | 'crop'
    | 'session'
    | 'setting'
    | 'webhook'
    | 'event'
    | 'message'
    | 'order'
    | 'closure'
    | 'absence'
    | 'ban'
    | 'rebooking'
    | 'crew_plan'
    | 'product'
    | 'licence'
    | 'drone'
    | 'field'
    | 'api_key'
    | 'issuer'
    | 'sensitive_place'
    | 'spreadsheet_import';
  subjectId: string | null;
  changes?: AuditChange[];
}

const insertStatement = statement(
  'insert_audit',
  'insert into audit_entry (at, actor_id, action, subject_type, subject_id, changes) values ($1, $2, $3, $4, $5, $6::jsonb)',
);

/** Writes an audit entry in the transaction of the change, so that no change is without an entry. */
export async function insertAudit(tx: Tx, { actorId, action, subjectType, subjectId, changes = [] }: AuditEntry, now: Date): Promise<void> {
  await tx.rows(insertStatement, [now.toISOString(), actorId, action, subjectType, subjectId, JSON.stringify(changes)]);
}

/** The fields that differ between two states; for a new object, `before` is empty. */
export function differences<T extends object>(before: Partial<T>, after: T): AuditChange[] {
  const keys = Object.keys(after) as (keyof T & string)[];
  return keys
    .map((field) => ({ field, from: (before[field] ?? null) as AuditValue, to: after[field] as AuditValue }))
    .filter(({ from, to }) => from !== to);
}

export const auditSortColumns: Record<string, string> = { id: 'a.id', timestamp: 'a.at', action: 'a.action' };

export interface AuditFilter {
  actorId?: string | undefined;
  actions: readonly string[];
  from?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
}

function where({ actorId, actions, from, until }: AuditFilter): { text: string; values: Value[]; key: string } {
  const values: Value[] = [];
  const terms: string[] = [];
  let key = '';
  const add = (letter: string, value: Value | undefined, term: (n: number) => string) => {
    if (value === undefined) return;
    key += letter;
    terms.push(term(values.push(value)));
  };
  add('a', actorId, (n) => `a.actor_id = $${n}`);
  add('c', actions.length === 0 ? undefined : actions, (n) => `a.action = any($${n})`);
  add('f', from?.toISOString(), (n) => `a.at >= $${n}::timestamptz`);
  add('u', until?.toISOString(), (n) => `a.at < $${n}::timestamptz`);
  return { text: terms.length === 0 ? '' : `where ${terms.join(' and ')}`, values, key };
}

const countAllStatement = statement(
  'count_all_audit',
  `select coalesce(sum(size), 0) from tally
    where list = 'audit' and ($1::bigint is null or owner_id = $1) and ($2::text[] = '{}' or status = any($2))`,
  { short: true },
);

const spanStatement = statement(
  'span_of_audit',
  `select extract(epoch from oldest) * 1000, extract(epoch from newest) * 1000
     from (select (select min(at) from audit_entry) as oldest, (select max(at) from audit_entry) as newest) s`,
  { short: true },
);

async function countRange(db: Db, filter: AuditFilter): Promise<number> {
  const { text, values, key } = where(filter);
  const counting = listStatement(`audit ${key} counted`, [], () => `select count(*) from audit_entry a ${text}`);
  return Number((await db.rows(counting, values))[0]?.[0]);
}

/**
 * Materialised counters have the totals by actor and action. For a range of dates, the entries inside are counted in the index, or those
 * outside are counted and subtracted from the total, whichever are probably fewer.
 */
export async function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  const { actorId, actions, from, until } = filter;
  const all = async () => Number((await db.rows(countAllStatement, [actorId ?? null, actions]))[0]?.[0]);
  if (from === undefined && until === undefined) return all();
  const [oldest = 0, newest = 0] = ((await db.rows(spanStatement))[0] ?? []).map(Number);
  const inside = Math.min(until?.getTime() ?? newest, newest) - Math.max(from?.getTime() ?? oldest, oldest);
  if (inside <= (newest - oldest) / 2) return countRange(db, filter);
  const outside = [
    ...(from === undefined ? [] : [{ actorId, actions, until: from }]),
    ...(until === undefined ? [] : [{ actorId, actions, from: until }]),
  ];
  const [total = 0, ...excluded] = await Promise.all([all(), ...outside.map((range) => countRange(db, range))]);
  return excluded.reduce((remaining, count) => remaining - count, total);
}

export function listAudit(db: Db, filter: AuditFilter, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const { text, values, key } = where(filter);
  const order = orderBy(sort, auditSortColumns, 'a.at desc, a.id desc', 'a.id');
  const build = (limitClause: string) =>
    `select a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), u.id, u.full_name, u.role, a.action, a.subject_type, a.subject_id, a.changes
       from audit_entry a left join app_user u on u.id = a.actor_id ${text} order by ${order} ${limitClause}`;
  // The best plan depends on how frequent the actor or action is, so these statements are not prepared.
  const shape = filter.actorId === undefined && filter.actions.length === 0 ? `audit ${key}` : undefined;
  return db.rows(pageStatement(shape, sort, limit, offset, build), values);
}
