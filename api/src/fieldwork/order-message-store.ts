import { orderSnapshot } from '../orders/event-store.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';

const columns = `m.id, to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), u.full_name, u.role, m.text`;

export const messageSortColumns: Record<string, string> = { id: 'm.id' };

const countStatement = statement('count_order_messages', 'select count(*) from order_message where order_id = $1');

export async function countMessages(db: Db, orderId: string): Promise<number> {
  return Number((await db.rows(countStatement, [orderId]))[0]?.[0]);
}

/** Default sort: newest first. */
export function listMessages(db: Db, orderId: string, readerId: string, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, messageSortColumns, 'm.id desc', 'm.id');
  const build = () =>
    `select ${columns}, m.author_id = $4
       from order_message m join app_user u on u.id = m.author_id where m.order_id = $1 order by ${order} limit $2 offset $3`;
  return db.rows(listStatement('messages of order', sort, build), [orderId, limit, offset, readerId]);
}

// The author has read the own message and all before it.
const insertStatement = statement(
  'insert_order_message',
  `with made as (
     insert into order_message (order_id, author_id, text, created_at) values ($1, $2, $3, $4::timestamptz) returning *
   ), read as (
     insert into order_message_read as r (order_id, user_id, last_id) select order_id, author_id, id from made
     on conflict (order_id, user_id) do update set last_id = greatest(r.last_id, excluded.last_id)
   ), event as (
     insert into outbox_event (at, type, order_id, actor_id, note, snapshot)
     select $4::timestamptz, 'message', o.id, $2, $3, ${orderSnapshot('o')} from made join spray_order o on o.id = made.order_id
   )
   select ${columns}, true from made m join app_user u on u.id = m.author_id`,
);

/** Writes the message with its event. */
export async function insertMessage(tx: Tx, orderId: string, authorId: string, text: string, now: Date): Promise<Row> {
  return (await tx.rows(insertStatement, [orderId, authorId, text, now.toISOString()]))[0] as Row;
}

const unreadStatement = statement(
  'unread_order_messages',
  `select count(*) from order_message m
    where m.order_id = $1 and m.author_id <> $2
      and m.id > coalesce((select last_id from order_message_read where order_id = $1 and user_id = $2), 0)`,
);

export async function countUnread(db: Db, orderId: string, readerId: string): Promise<number> {
  return Number((await db.rows(unreadStatement, [orderId, readerId]))[0]?.[0]);
}

const readStatement = statement(
  'mark_order_messages_read',
  `insert into order_message_read as r (order_id, user_id, last_id)
   select $1, $2, max(id) from order_message where order_id = $1 and id <= $3 having max(id) is not null
   on conflict (order_id, user_id) do update set last_id = greatest(r.last_id, excluded.last_id)`,
);

/** Marks the thread as read up to a message. */
export async function markRead(db: Db, orderId: string, readerId: string, messageId: string): Promise<void> {
  await db.rows(readStatement, [orderId, readerId, messageId]);
}
