import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export type DemoState = 'undecided' | 'declined' | 'added';

const findStateStatement = statement('find_demo_state', 'select state from demo_data');

export async function findDemoState(db: Db): Promise<DemoState> {
  return (await db.rows(findStateStatement))[0]?.[0] as DemoState;
}

const lockStateStatement = statement('lock_demo_state', 'select state from demo_data for update');

/** Holds back every other process that wants to add the demo data, until this transaction ends. */
export async function lockDemoState(tx: Tx): Promise<DemoState> {
  return (await tx.rows(lockStateStatement))[0]?.[0] as DemoState;
}

const markAddedStatement = statement('mark_demo_added', "update demo_data set state = 'added'");

export async function markDemoAdded(tx: Tx): Promise<void> {
  await tx.rows(markAddedStatement);
}

const declineStatement = statement('decline_demo', "update demo_data set state = 'declined' where state = 'undecided'");

export async function declineDemo(db: Db): Promise<void> {
  await db.rows(declineStatement);
}

const anyAccountStatement = statement('demo_email_in_use', 'select 1 from app_user where lower(email) = any($1) limit 1');

export async function anyAccountWith(db: Db, emails: string[]): Promise<boolean> {
  return (await db.rows(anyAccountStatement, [emails])).length > 0;
}

// Only what we added ourselves: anyone may register with such an address, and must not change how the service starts.
const activeAccountStatement = statement(
  'active_demo_account',
  "select 1 from app_user, demo_data where lower(email) = any($1) and active and state = 'added' limit 1",
);

export async function anyActiveDemoAccount(db: Db, emails: string[]): Promise<boolean> {
  return (await db.rows(activeAccountStatement, [emails])).length > 0;
}

const phonesStatement = statement('phones_in_use', 'select phone_key from app_user where phone_key = any($1)');

export async function findPhonesInUse(db: Db, keys: string[]): Promise<Set<string>> {
  return new Set((await db.rows(phonesStatement, [keys])).map((row) => String(row[0])));
}

const mailsStatement = statement('want_mails', 'update app_user set mail_notifications = $2 where id = any($1)');

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
