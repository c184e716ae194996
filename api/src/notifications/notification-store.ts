import type { FormOfAddress } from '../accounts/address-rules.ts';
import { userColumns } from '../accounts/user.ts';
import type { Channel } from '../channels/channel.ts';
import { orderColumns, orderJoins } from '../orders/order-store.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, RawRow, Row, Tx } from '../platform/postgres/database.ts';
import { orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';
import type { Language } from './messages.ts';

export const notificationSortColumns: Record<string, string> = { id: 'n.id', timestamp: 'n.at', subject: 'n.subject' };

// Table tally holds materialised counters.
const countStatement = statement(
  'count_notifications',
  "select coalesce(sum(size), 0) from tally where list = 'notifications' and owner_id = $1",
  { short: true },
);

export async function countNotifications(db: Db, recipientId: string): Promise<number> {
  return Number((await db.rows(countStatement, [recipientId]))[0]?.[0]);
}

const notificationColumns = `n.id, ${userColumns('u')}, ${orderColumns}, n.subject, n.text, to_char(n.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const notificationJoins = `join app_user u on u.id = n.recipient_id join spray_order o on o.id = n.order_id ${orderJoins}`;

export function listNotifications(db: Db, recipientId: string, sort: Sort[], limit: number, offset: number): Promise<RawRow[]> {
  const order = orderBy(sort, notificationSortColumns, 'n.at desc, n.id desc', 'n.id');
  // Selects the page before joining: a plan for a user with few notifications would sort all rows of a user with many.
  const build = (limits: string) =>
    `select ${notificationColumns} from (select * from notification n where n.recipient_id = $1 order by ${order} ${limits}) n ${notificationJoins} order by ${order}`;
  return db.rawRows(pageStatement('notifications', sort, limit, offset, build), [recipientId]);
}

const afterStatement = statement(
  'notifications_after',
  `select ${notificationColumns} from notification n ${notificationJoins} where n.recipient_id = $1 and n.id > $2 order by n.id limit $3`,
);

/** Oldest first. */
export function listNotificationsAfter(db: Db, recipientId: string, id: string, limit: number): Promise<Row[]> {
  return db.rows(afterStatement, [recipientId, id, limit]);
}

const latestStatement = statement('latest_notification', 'select coalesce(max(id), 0) from notification where recipient_id = $1');

/** 0: there is none. */
export async function latestNotification(db: Db, recipientId: string): Promise<string> {
  return String((await db.rows(latestStatement, [recipientId]))[0]?.[0]);
}

export const notificationChannel = 'swath_notification';

const notifyStatement = statement('notify_new_notifications', `select pg_notify('${notificationChannel}', $1)`);
const idsPerPayload = 350; // of at most 19 digits and a comma each: a payload has to stay below 8000 bytes

/** On commit, notifies every process of the users with new notifications. */
export async function notifyNewNotifications(tx: Tx, recipientIds: string[]): Promise<void> {
  for (let at = 0; at < recipientIds.length; at += idsPerPayload)
    await tx.rows(notifyStatement, [recipientIds.slice(at, at + idsPerPayload).join(',')]);
}

export const changeChannel = 'swath_order_change';

const notifyOrderChangesStatement = statement('notify_order_changes', `select pg_notify('${changeChannel}', $1)`);
const maxPayloadLength = 7900; // PostgreSQL allows less than 8000 bytes

export interface OrderChange {
  /** Empty: a change that lists show and that belongs to no order, such as one of the waiting list. */
  orderId: string;
  /** Users besides the office who see the order. */
  people: string[];
}

/** On commit, notifies every process of the changed orders. */
export async function notifyOrderChanges(tx: Tx, changes: OrderChange[]): Promise<void> {
  let payload = '';
  for (const { orderId, people } of changes) {
    const change = [orderId, ...people].join(',');
    if (payload.length + change.length > maxPayloadLength) {
      await tx.rows(notifyOrderChangesStatement, [payload]);
      payload = '';
    }
    payload += payload === '' ? change : `;${change}`;
  }
  if (payload !== '') await tx.rows(notifyOrderChangesStatement, [payload]);
}

export interface Person {
  id: string;
  name: string;
  phone: string;
  language: Language;
  /** Null: no address, or mails are turned off. */
  mailTo: string | null;
  form: FormOfAddress | null;
  /** The person's own order of channels; null: that of the company. */
  preferred: Channel[] | null;
  hasPush: boolean;
  /** A deactivated account gets no messages, and a number that is not confirmed may be that of a stranger. */
  hasPhone: boolean;
  hasOptedOutOfSms: boolean;
}

const peopleStatement = statement(
  'read_recipients',
  `select u.id, u.full_name, coalesce(u.phone_number, ''), u.language, case when u.active and u.mail_notifications then u.email end,
          u.form_of_address, array_to_string(p.channels, ','), p.user_id is not null,
          u.active and exists (select 1 from push_subscription s where s.user_id = u.id), u.active and u.phone_key is not null and u.phone_confirmed,
          exists (select 1 from sms_opt_out o where o.phone_key = u.phone_key)
     from app_user u left join channel_preference p on p.user_id = u.id where u.id = any($1)`,
);

export async function readPeople(tx: Tx, ids: string[]): Promise<Map<string, Person>> {
  const rows = await tx.rows(peopleStatement, [ids]);
  return new Map(
    rows.map((row) => {
      const [id, name, phone, language, mailTo = null, form = null, list, isOwn, hasPush, hasPhone, hasOptedOut] = row;
      const own = String(list ?? '').split(',');
      const preferred = isOwn === 't' ? own.filter((channel) => channel !== '') : null;
      const reached = { preferred, hasPush: hasPush === 't', hasPhone: hasPhone === 't', hasOptedOutOfSms: hasOptedOut === 't' };
      return [String(id), { id, name, phone, language, mailTo, form, ...reached } as Person];
    }),
  );
}

export interface NewNotification {
  recipientId: string;
  orderId: string;
  subject: string;
  text: string;
  at: string;
  /** The recipient caused it: it is stored as read. */
  isOwnAct: boolean;
}

const insertStatement = statement(
  'insert_notifications',
  `insert into notification (recipient_id, order_id, subject, text, at, read_at)
   select recipient_id, order_id, subject, text, at, case when is_own_act then at end
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::boolean[])
       as n (recipient_id, order_id, subject, text, at, is_own_act)`,
);

export async function insertNotifications(tx: Tx, notifications: NewNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  const column = (key: keyof NewNotification) => notifications.map((notification) => String(notification[key]));
  await tx.rows(insertStatement, [
    column('recipientId'),
    column('orderId'),
    column('subject'),
    column('text'),
    column('at'),
    column('isOwnAct'),
  ]);
}
