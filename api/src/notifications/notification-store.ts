import { userColumns } from '../accounts/user.ts';
import type { EventType, PaymentMethod } from '../orders/order.ts';
import { orderColumns, orderJoins } from '../orders/order-store.ts';
import type { Db, RawRow, Row, Tx } from '../platform/db.ts';
import type { Sort } from '../platform/paging.ts';
import { orderBy, pageStatement, statement } from '../platform/sql.ts';
import type { Language } from './messages.ts';

export const notificationSortColumns: Record<string, string> = { id: 'n.id', timestamp: 'n.at', subject: 'n.subject' };

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
  // The page is chosen first: most people have few messages, and a plan for them would sort all of those who have many.
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

/** 0: there is none yet. */
export async function latestNotification(db: Db, recipientId: string): Promise<string> {
  return String((await db.rows(latestStatement, [recipientId]))[0]?.[0]);
}

export const notificationChannel = 'swath_notification';

const announceStatement = statement('announce_notifications', `select pg_notify('${notificationChannel}', $1)`);
const idsPerNotice = 350; // of at most 19 digits and a comma each: a payload has to stay below 8000 bytes

/** Tells every process, once this commits, who has got something new. */
export async function announceNotifications(tx: Tx, recipientIds: string[]): Promise<void> {
  for (let at = 0; at < recipientIds.length; at += idsPerNotice)
    await tx.rows(announceStatement, [recipientIds.slice(at, at + idsPerNotice).join(',')]);
}

export const changeChannel = 'swath_order_change';

const announceChangesStatement = statement('announce_changes', `select pg_notify('${changeChannel}', $1)`);
const changesPerNotice = 80; // an order and at most three of its people besides the commas: below 8000 bytes as well

export interface OrderChange {
  orderId: string;
  /** Who sees the order besides the office. */
  people: string[];
}

/** Tells every process, once this commits, which orders are not what they were. */
export async function announceChanges(tx: Tx, changes: OrderChange[]): Promise<void> {
  for (let at = 0; at < changes.length; at += changesPerNotice) {
    const notice = changes.slice(at, at + changesPerNotice).map(({ orderId, people }) => [orderId, ...people].join(','));
    await tx.rows(announceChangesStatement, [notice.join(';')]);
  }
}

export interface OutboxEvent {
  id: string;
  at: string;
  type: EventType;
  orderId: string;
  people: string[];
  /** What whoever made it said. */
  note: string;
}

// Any number will do, as long as it is always the same one.
const turnStatement = statement('take_turn_telling', 'select pg_advisory_xact_lock(7736284002)');

/**
 * One process tells at a time. So events are told in their order, and notifications appear in the order of their ids:
 * whoever has seen one has been shown all before it.
 */
export async function takeTurnTelling(tx: Tx): Promise<void> {
  await tx.rows(turnStatement);
}

// Taken out and told in one transaction: an event is never lost, and never told twice.
const takeStatement = statement(
  'take_events',
  `delete from outbox_event where id in (select id from outbox_event order by id limit $1 for update skip locked)
   returning id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), type, order_id, array_to_string(people, ','), coalesce(note, '')`,
);

export async function takeEvents(tx: Tx, limit: number): Promise<OutboxEvent[]> {
  const rows = await tx.rows(takeStatement, [limit]);
  return [...rows]
    .sort((a, b) => Number(a[0]) - Number(b[0]))
    .map((row) => ({
      id: String(row[0]),
      at: String(row[1]),
      type: row[2] as EventType,
      orderId: String(row[3]),
      people: String(row[4])
        .split(',')
        .filter((id) => id !== ''),
      note: String(row[5]),
    }));
}

export interface Person {
  id: string;
  name: string;
  phone: string;
  language: Language;
  /** Where they want mail, if they do. */
  mailTo: string | null;
}

export interface ToldOrder {
  id: string;
  date: string;
  sessionId: string;
  cropId: string;
  location: string;
  area: string;
  cost: string;
  paymentMethod: PaymentMethod;
  farmer: Person;
  receptionist: Person | undefined;
  crew: Person[];
}

const person = (alias: string) =>
  `${alias}.id, ${alias}.full_name, coalesce(${alias}.phone_number, ''), ${alias}.language,
   case when ${alias}.active and ${alias}.mail_notifications then ${alias}.email end`;

const toldOrdersStatement = statement(
  'told_orders',
  `select o.id, o.date, o.session_id, o.crop_id, o.location, o.area, o.cost, ${person('f')}, ${person('r')}, o.payment_method
     from spray_order o ${orderJoins} where o.id = any($1)`,
);

const toldCrewsStatement = statement(
  'told_crews',
  `select m.order_id, ${person('u')} from crew_member m join app_user u on u.id = m.sprayer_id where m.order_id = any($1) order by m.order_id, u.id`,
);

const toPerson = (row: Row, at: number): Person => ({
  id: String(row[at]),
  name: String(row[at + 1]),
  phone: String(row[at + 2]),
  language: row[at + 3] as Language,
  mailTo: row[at + 4] ?? null,
});
const personWidth = 5;

const peopleStatement = statement('told_people', `select ${person('u')} from app_user u where u.id = any($1)`);

export async function readPeople(tx: Tx, ids: string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  return new Map((await tx.rows(peopleStatement, [ids])).map((row) => [String(row[0]), toPerson(row, 0)]));
}

export async function readToldOrders(tx: Tx, orderIds: string[]): Promise<Map<string, ToldOrder>> {
  const orders = await tx.rows(toldOrdersStatement, [orderIds]);
  const crews = await tx.rows(toldCrewsStatement, [orderIds]);
  return new Map(
    orders.map((row) => {
      const [id, date, sessionId, cropId, location, area, cost] = row as string[];
      const told = {
        id,
        date,
        sessionId,
        cropId,
        location,
        area,
        cost,
        paymentMethod: row[7 + 2 * personWidth],
        farmer: toPerson(row, 7),
        receptionist: row[7 + personWidth] === null ? undefined : toPerson(row, 7 + personWidth),
        crew: crews.filter((member) => member[0] === id).map((member) => toPerson(member, 1)),
      } as ToldOrder;
      return [told.id, told];
    }),
  );
}

export interface NewNotification {
  recipientId: string;
  orderId: string;
  subject: string;
  text: string;
  at: string;
}

const insertStatement = statement(
  'insert_notifications',
  `insert into notification (recipient_id, order_id, subject, text, at)
   select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[])`,
);

export async function insertNotifications(tx: Tx, notifications: NewNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  const column = (key: keyof NewNotification) => notifications.map((notification) => notification[key]);
  await tx.rows(insertStatement, [column('recipientId'), column('orderId'), column('subject'), column('text'), column('at')]);
}
