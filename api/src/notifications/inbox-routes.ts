import { Type } from 'typebox';
import { AppError } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Id, named } from '../platform/http/schemas.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { markAllRead, markRead, maxUnreadIds, readUnread, setWantsMail, wantsMail } from './inbox-store.ts';

const UnreadSchema = named(
  'Unread',
  Exact({
    unread: Type.Integer({ minimum: 0 }),
    ids: Type.Array(Id(), { description: `Ids of unread messages, newest first; at most ${maxUnreadIds}.` }),
  }),
);

const SettingSchema = named(
  'NotificationSetting',
  Exact({
    email: Type.Boolean({ description: 'Messages are also sent by mail.' }),
    inApp: Type.Boolean({ description: 'Always true: every message is stored in the inbox.' }),
  }),
);

const SettingBody = named(
  'NotificationSettingChange',
  Type.Object({ email: Type.Optional(Type.Boolean()), inApp: Type.Optional(Type.Literal(true)) }),
);

/** Read marks and mail settings. The list of notifications is in notification-routes.ts. */
export function inboxRoutes(database: Database, clock: Clock): Route[] {
  const unread = async (db: Db, userId: string) => {
    const { count, ids } = await readUnread(db, userId);
    return `{"unread":${count},"ids":[${ids}]}`;
  };
  return [
    route({
      method: 'GET',
      path: '/api/common/notification/unread',
      operationId: 'countUnread',
      access: 'signed-in',
      tag: 'common',
      summary: 'My unread messages',
      response: UnreadSchema,
      example: { unread: 3, ids: [99, 97, 96] },
      handle: ({ user }) => unread(database.read, user.id),
    }),
    route({
      method: 'POST',
      path: '/api/common/notification/{id}/read',
      operationId: 'markRead',
      access: 'signed-in',
      tag: 'common',
      summary: 'Mark a message as read',
      description: 'Returns the number of unread messages. Idempotent.',
      params: Type.Object({ id: Type.Unsafe<string>({ ...Id('The notification.'), example: 99 }) }),
      response: UnreadSchema,
      example: { unread: 2, ids: [97, 96] },
      problems: ['NOT_FOUND'],
      async handle({ params, user }) {
        if (!(await markRead(database.write, params.id, user.id, clock()))) {
          throw new AppError('NOT_FOUND', 'There is no such message in your inbox.');
        }
        return unread(database.write, user.id);
      },
    }),
    route({
      method: 'POST',
      path: '/api/common/notification/read-all',
      operationId: 'markAllRead',
      access: 'signed-in',
      tag: 'common',
      summary: 'Mark all my messages as read',
      response: UnreadSchema,
      example: { unread: 0, ids: [] },
      async handle({ user }) {
        await markAllRead(database.write, user.id, clock());
        return unread(database.write, user.id);
      },
    }),
    route({
      method: 'GET',
      path: '/api/common/notification/setting',
      operationId: 'getNotificationSetting',
      access: 'signed-in',
      tag: 'common',
      summary: 'My notification settings',
      response: SettingSchema,
      example: { email: true, inApp: true },
      handle: async ({ user }) => ({ email: await wantsMail(database.read, user.id), inApp: true }),
    }),
    route({
      method: 'PATCH',
      path: '/api/common/notification/setting',
      operationId: 'changeNotificationSetting',
      access: 'signed-in',
      tag: 'common',
      summary: 'Change my notification settings',
      body: SettingBody,
      bodyExample: { email: false },
      response: SettingSchema,
      example: { email: false, inApp: true },
      async handle({ body, user }) {
        if (body.email !== undefined) await setWantsMail(database.write, user.id, body.email);
        return { email: await wantsMail(database.write, user.id), inApp: true };
      },
    }),
  ];
}
