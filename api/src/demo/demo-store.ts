import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export type DemoState = 'undecided' | 'declined' | 'added';

const findStateStatement = statement('find_demo_state', 'select state from demo_data');

export async function findDemoState(db: Db): Promise<DemoState> {
  return (await db.rows(findStateStatement))[0]?.[0] as DemoState;
}

const lockStateStatement = statement('lock_demo_state', 'select state from demo_data for update');

/** Locks the state, so that only one process adds the demo data. */
export async function lockDemoState(tx: Tx): Promise<DemoState> {
  return (await tx.rows(lockStateStatement))[0]?.[0] as DemoState;
}

const markAddedStatement = statement('mark_demo_added', "update demo_data set state = 'added', added_on = $1");

export async function markDemoAdded(tx: Tx, today: string): Promise<void> {
  await tx.rows(markAddedStatement, [today]);
}

const findDateStatement = statement('find_demo_date', 'select added_on from demo_data');

/** When the demo data were added; undefined: by a version that did not store it, or not at all. */
export async function findDemoDate(db: Db): Promise<string | undefined> {
  return (await db.rows(findDateStatement))[0]?.[0] ?? undefined;
}

const officePhoneStatement = statement('set_demo_office_phone', 'update company set phone_number = $1 where phone_number is null');

/** Gives the company a phone number, if it has none. */
export async function setOfficePhone(tx: Tx, phoneNumber: string): Promise<void> {
  await tx.rows(officePhoneStatement, [phoneNumber]);
}

const declineStatement = statement('decline_demo', "update demo_data set state = 'declined' where state = 'undecided'");

export async function declineDemo(db: Db): Promise<void> {
  await db.rows(declineStatement);
}

const anyAccountStatement = statement('demo_email_in_use', 'select 1 from app_user where lower(email) = any($1) limit 1');

export async function anyAccountWith(db: Db, emails: string[]): Promise<boolean> {
  return (await db.rows(anyAccountStatement, [emails])).length > 0;
}

// Only if this service added them: a user who registers with such an address must not affect the start-up.
const activeAccountStatement = statement(
  'active_demo_account',
  "select 1 from app_user, demo_data where lower(email) = any($1) and active and state = 'added' limit 1",
);

export async function anyActiveDemoAccount(db: Db, emails: string[]): Promise<boolean> {
  return (await db.rows(activeAccountStatement, [emails])).length > 0;
}

const findUserStatement = statement('find_demo_user', 'select id from app_user where lower(email) = $1 and active');

/** The id of the active account with this e-mail address. */
export async function findDemoUser(db: Db, email: string): Promise<string | undefined> {
  const [row] = await db.rows(findUserStatement, [email]);
  return row === undefined ? undefined : String(row[0]);
}

const anyPlanStatement = statement('any_accepted_plan', 'select 1 from crew_plan where date = $1 and accepted_at is not null limit 1');

/** Whether a plan of the date was accepted, even if it has been undone. */
export async function hasAcceptedPlan(db: Db, date: string): Promise<boolean> {
  return (await db.rows(anyPlanStatement, [date])).length > 0;
}

const lastUnassignedStatement = statement(
  'last_unassigned_demo_order',
  "select id from spray_order where farmer_id = any($1) and not closed and order_status = 'confirmed' order by date desc, id desc limit 1",
);

/** The last confirmed order of these farmers by date. */
export async function findLastUnassigned(db: Db, farmerIds: string[]): Promise<string | undefined> {
  const [row] = await db.rows(lastUnassignedStatement, [farmerIds]);
  return row === undefined ? undefined : String(row[0]);
}

const phonesStatement = statement('phones_in_use', 'select phone_key from app_user where phone_key = any($1)');

export async function findPhonesInUse(db: Db, keys: string[]): Promise<Set<string>> {
  return new Set((await db.rows(phonesStatement, [keys])).map((row) => String(row[0])));
}

const mailsStatement = statement('set_mail_notifications', 'update app_user set mail_notifications = $2 where id = any($1)');

export async function setMails(tx: Tx, ids: string[], wanted: boolean): Promise<void> {
  await tx.rows(mailsStatement, [ids, wanted]);
}

const readStatement = statement(
  'demo_read_marks',
  "update notification set read_at = at + interval '25 minutes' where recipient_id = any($1) and at < $2 and read_at is null",
);

export async function markReadBefore(tx: Tx, recipientIds: string[], before: Date): Promise<void> {
  await tx.rows(readStatement, [recipientIds, before.toISOString()]);
}

export interface DemoMessage {
  key: string;
  recipientId: string;
  type: string;
  en: string;
  vi: string;
  channel: string;
  at: Date;
}

const messagesStatement = statement(
  'insert_demo_messages',
  `insert into message_delivery (key, recipient_id, order_id, type, language, subject, text, channels, step, channel, status, created_at)
   select m->>'key', u.id, (select max(o.id) from spray_order o where o.farmer_id = u.id), m->>'type', u.language,
          case u.language when 'vi' then m->>'vi' else m->>'en' end, '', array[m->>'channel'],
          1, m->>'channel', 'not_sent', (m->>'at')::timestamptz
     from jsonb_array_elements($1::jsonb) m join app_user u on u.id = (m->>'recipientId')::bigint
   on conflict (key) do nothing`,
);

/** Entries of the log of messages that were not sent. */
export async function insertDemoMessages(tx: Tx, messages: readonly DemoMessage[]): Promise<void> {
  await tx.rows(messagesStatement, [JSON.stringify(messages)]);
}
