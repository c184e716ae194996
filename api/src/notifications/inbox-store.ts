import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export const maxUnreadIds = 200;

// Table tally holds materialised counters.
const unreadStatement = statement(
  'read_unread',
  `select (select coalesce(sum(size), 0) from tally where list = 'unread' and owner_id = $1),
          (select coalesce(string_agg(id::text, ',' order by id desc), '')
             from (select id from notification where recipient_id = $1 and read_at is null order by id desc limit ${maxUnreadIds}) newest)`,
);

export interface Unread {
  count: string;
  /** Comma-separated, newest first, at most maxUnreadIds. */
  ids: string;
}

export async function readUnread(db: Db, recipientId: string): Promise<Unread> {
  const [row] = await db.rows(unreadStatement, [recipientId]);
  return { count: String(row?.[0]), ids: String(row?.[1]) };
}

const markStatement = statement(
  'mark_read',
  'update notification set read_at = coalesce(read_at, $3) where id = $1 and recipient_id = $2 returning 1',
);

/** False: not in this user's inbox. */
export async function markRead(db: Db, id: string, recipientId: string, now: Date): Promise<boolean> {
  return (await db.rows(markStatement, [id, recipientId, now.toISOString()])).length > 0;
}

const markAllStatement = statement('mark_all_read', 'update notification set read_at = $2 where recipient_id = $1 and read_at is null');

export async function markAllRead(db: Db, recipientId: string, now: Date): Promise<void> {
  await db.rows(markAllStatement, [recipientId, now.toISOString()]);
}

const settingStatement = statement('notification_setting', 'select mail_notifications from app_user where id = $1');

export async function wantsMail(db: Db, userId: string): Promise<boolean> {
  return (await db.rows(settingStatement, [userId]))[0]?.[0] === 't';
}

const setSettingStatement = statement('set_notification_setting', 'update app_user set mail_notifications = $2 where id = $1');

export async function setWantsMail(db: Db, userId: string, wanted: boolean): Promise<void> {
  await db.rows(setSettingStatement, [userId, wanted]);
}
