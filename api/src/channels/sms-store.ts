import type { CodeBudget } from '../accounts/phone-code-rules.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { inBatches } from '../platform/postgres/in-batches.ts';
import { statement } from '../platform/postgres/sql.ts';

/** `sender`: it has no budget, and counts the messages that budgets of single senders refused. */
export type SpendingKind = 'message' | CodeBudget | 'sender';

// Concurrent reservations are checked one after another: the function locks the rows of the sender and the day.
const reserveStatement = statement('reserve_sms_budget', 'select reserve_sms_budget($1, $2::date, $3, $4)');

export interface Reservation {
  messageId: string;
  day: string;
  kind: Exclude<SpendingKind, 'sender'>;
  /** Parts of an SMS; null: a Zalo message. */
  parts: number | null;
}

/**
 * `almost`: most of the budget of the day is used. `refused`: the message would exceed it. `sender_refused`: it would exceed the budget
 * of the person who caused it.
 */
export type ReservationResult = 'enough' | 'almost' | 'refused' | 'sender_refused';

/** Reserves the cost of a message. */
export async function reserveBudget(db: Db, { messageId, day, kind, parts }: Reservation): Promise<ReservationResult> {
  const [row] = await db.rows(reserveStatement, [messageId, day, kind, parts]);
  return row?.[0] as ReservationResult;
}

const codeBudgetStatement = statement(
  'has_code_budget',
  `select coalesce(s.spent, 0) + c.sms_price <= case $2 when 'code' then c.code_budget else coalesce(c.new_number_budget, c.code_budget) end
     from channel_setting c left join sms_spending s on s.day = $1::date and s.kind = $2`,
);

/** Whether one more code of one part is within a budget of the day. */
export async function hasCodeBudget(db: Db, day: string, budget: CodeBudget): Promise<boolean> {
  return (await db.rows(codeBudgetStatement, [day, budget]))[0]?.[0] === 't';
}

const releaseStatement = statement('release_sms_budget', 'select release_sms_budget($1)');

/** Gives back what was reserved for a message that was surely not sent. */
export async function releaseBudget(db: Db, messageId: string): Promise<void> {
  await db.rows(releaseStatement, [messageId]);
}

const alarmStatement = statement(
  'sms_budget_alarm',
  `insert into sms_spending as s (day, kind, refused, alarm_at, used_up_at)
   values ($1::date, $2, $3, $4::timestamptz, case when $3 > 0 then $4::timestamptz end)
   on conflict (day, kind) do update
     set refused = s.refused + excluded.refused, alarm_at = coalesce(s.alarm_at, excluded.alarm_at),
         used_up_at = coalesce(s.used_up_at, excluded.used_up_at)`,
);
const raisedAlarmStatement = statement(
  'raised_sms_budget_alarm',
  'select alarm_at is not null, used_up_at is not null from sms_spending where day = $1::date and kind = $2',
);

const lockDayStatement = statement('lock_sms_budget_day', "select pg_advisory_xact_lock(hashtextextended('sms budget ' || $1 || $2, 0))");

export type BudgetAlarm = 'almost' | 'used_up';

/** Records that the budget is almost used, or refusals. Returns what the office has not been notified of on this day. */
export async function recordAlarm(tx: Tx, day: string, kind: SpendingKind, refused: number, now: Date): Promise<BudgetAlarm | undefined> {
  // The row of the day may not exist yet, so it cannot be locked.
  await tx.rows(lockDayStatement, [day, kind]);
  const [row] = await tx.rows(raisedAlarmStatement, [day, kind]);
  await tx.rows(alarmStatement, [day, kind, refused, now.toISOString()]);
  if (refused > 0) return row?.[1] === 't' ? undefined : 'used_up';
  return row?.[0] === 't' ? undefined : 'almost';
}

const mailOfficeStatement = statement(
  'mail_office',
  `insert into outgoing_mail (to_address, subject, text, created_at, not_before)
   select u.email, case u.language when 'vi' then $3 else $1 end, case u.language when 'vi' then $4 else $2 end, $5::timestamptz, $5::timestamptz
     from app_user u where u.role = any($6) and u.active and u.email is not null`,
);

export interface MailText {
  subject: string;
  text: string;
}

/** Queues a mail to every active admin, or also to the receptionists, in their language. */
export async function mailOffice(
  tx: Tx,
  roles: readonly ('admin' | 'receptionist')[],
  en: MailText,
  vi: MailText,
  now: Date,
): Promise<void> {
  await tx.rows(mailOfficeStatement, [en.subject, en.text, vi.subject, vi.text, now.toISOString(), [...roles]]);
}

const spendingStatement = statement(
  'read_sms_spending',
  `select kind, trim_scale(spent), refused, alarm_at is not null from sms_spending where day = $1::date`,
);

export interface Spending {
  spent: string;
  refused: number;
}

export async function readSpending(db: Db, day: string): Promise<Record<'message' | 'code' | 'newNumber' | 'sender', Spending>> {
  const rows = await db.rows(spendingStatement, [day]);
  const of = (kind: SpendingKind): Spending => {
    const row = rows.find(([name]) => name === kind);
    return { spent: String(row?.[1] ?? '0'), refused: Number(row?.[2] ?? 0) };
  };
  return { message: of('message'), code: of('code'), newNumber: of('new_number'), sender: of('sender') };
}

const alarmsStatement = statement(
  'read_sms_alarms',
  'select kind, refused from sms_spending where day = $1::date and alarm_at is not null order by kind desc',
);

/** Budgets of the day that raised an alarm. */
export async function readAlarms(db: Db, day: string): Promise<{ kind: SpendingKind; refused: number }[]> {
  return (await db.rows(alarmsStatement, [day])).map(([kind, refused]) => ({ kind: kind as SpendingKind, refused: Number(refused) }));
}

const hasOptedOutStatement = statement('has_opted_out', 'select 1 from sms_opt_out where phone_key = $1');

export async function hasOptedOut(db: Db, phoneKey: string): Promise<boolean> {
  return (await db.rows(hasOptedOutStatement, [phoneKey])).length > 0;
}

const optOutStatement = statement(
  'opt_out_of_sms',
  'insert into sms_opt_out (phone_key, at) values ($1, $2) on conflict (phone_key) do nothing',
);
const optInStatement = statement('opt_in_to_sms', 'delete from sms_opt_out where phone_key = $1');

export async function setOptOut(db: Db, phoneKey: string, isStopped: boolean, now: Date): Promise<void> {
  if (isStopped) await db.rows(optOutStatement, [phoneKey, now.toISOString()]);
  else await db.rows(optInStatement, [phoneKey]);
}

const inboundStatement = statement(
  'insert_inbound_sms',
  'insert into sms_inbound (provider_id, at) values ($1, $2) on conflict do nothing returning 1',
);

/** False: this incoming message has been handled before. */
export async function insertInbound(tx: Tx, providerId: string, now: Date): Promise<boolean> {
  return (await tx.rows(inboundStatement, [providerId, now.toISOString()])).length > 0;
}

const deleteInboundStatement = statement(
  'delete_old_inbound_sms',
  "delete from sms_inbound where at < $1::timestamptz - interval '30 days'",
);

export async function deleteOldInbound(db: Db, now: Date): Promise<void> {
  await db.rows(deleteInboundStatement, [now.toISOString()]);
}

const knownStatement = statement('known_provider_ids', 'select provider_id from message_delivery where provider_id = any($1) and id <> $2');

/** Those of the ids that belong to other messages. */
export async function knownProviderIds(db: Db, providerIds: string[], messageId: string): Promise<Set<string>> {
  if (providerIds.length === 0) return new Set();
  return new Set((await db.rows(knownStatement, [providerIds, messageId])).map((row) => String(row[0])));
}

const deleteSenderSpendingStatement = statement(
  'delete_old_sender_spending',
  `delete from sms_sender_spending where (day, sender_id) in (
     select day, sender_id from sms_sender_spending where day < $1::date - 30 order by day limit $2)
   returning 1`,
);

export function deleteOldSenderSpending(db: Db, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  return inBatches(async (limit) => (await db.rows(deleteSenderSpendingStatement, [day, limit])).length);
}

const insertCodeStatement = statement(
  'insert_code_message',
  `insert into message_delivery (key, type, urgent, language, subject, text, channels, channel, status, attempts, tries, claims, created_at, last_attempt_at)
   values ($1, 'sign_in_code', true, $2, '', '', '{sms}', 'sms', 'sending', 1, 1, 1, $3, $3) returning id`,
);

/** The log entry of a sign-in code, without the code. */
export async function insertCodeMessage(db: Db, key: string, language: string, now: Date): Promise<string> {
  return String((await db.rows(insertCodeStatement, [key, language, now.toISOString()]))[0]?.[0]);
}

const codeResultStatement = statement(
  'code_message_result',
  "update message_delivery set status = $2, provider_id = coalesce($3, provider_id), last_error = $4 where id = $1 and status = 'sending'",
);

export async function markCode(
  db: Db,
  id: string,
  status: 'sent' | 'failed' | 'unknown',
  providerId: string | null,
  error: string | null,
): Promise<void> {
  await db.rows(codeResultStatement, [id, status, providerId, error]);
}
