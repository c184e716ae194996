import { Type } from 'typebox';
import { RecipientSchema, userExample } from '../accounts/user.ts';
import type { OrderDeps } from '../orders/order-http.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, named, Timestamp } from '../platform/http/schemas.ts';
import type { ReadAfter } from './live-stream.ts';
import { type LiveStreams, maxStreamsPerUser } from './live-streams.ts';
import { countNotifications, listNotifications, listNotificationsAfter, notificationSortColumns } from './notification-store.ts';

const NotificationSchema = named(
  'Notification',
  Exact({
    id: Id(),
    recipient: RecipientSchema,
    order: OrderSchema,
    subject: Type.String(),
    text: Type.String(),
    timestamp: Timestamp({ description: 'UTC' }),
  }),
);

const notificationExample = {
  id: 99,
  recipient: { ...userExample, password: '[redacted]' },
  order: orderExample,
  subject: 'Đã đặt lịch phun 06:00 Thứ Ba, 17 tháng 11, 2026',
  text: 'Bà con đã đặt phun 06:00 Thứ Ba, 17 tháng 11, 2026 tại Ruộng sau đình: 12,5 công đất (1.000 m²) cây ăn trái, 375.000 ₫.',
  timestamp: '2026-11-15T02:30:00.000Z',
};

/** For the live stream: same JSON as in the inbox. */
export function notificationReader({ database, catalog, orders }: OrderDeps): ReadAfter {
  const writeNotification = compileRowWriter(NotificationSchema, catalog.fragments);
  return async (userId, id, limit) => {
    const rows = await listNotificationsAfter(database.read, userId, id, limit);
    const written = await orders.ordersWithin(rows, writeNotification);
    return written.map((json, index) => ({ id: String(rows[index]?.[0]), json }));
  };
}

export function notificationRoutes({ database, catalog, orders }: OrderDeps, streams: LiveStreams): Route[] {
  const writeNotification = compileRowWriter(NotificationSchema, catalog.fragments);
  return [
    route({
      method: 'GET',
      path: '/api/common/notification/stream',
      operationId: 'streamNotifications',
      access: 'signed-in',
      tag: 'common',
      summary: 'Live stream of my notifications',
      description: [
        'Server-Sent Events: each has the id of a notification, and the notification as JSON in its data.',
        'An event named `change` has the `orderId` of an order that is not what it was, for all who may see the order (null: any may have changed); it has no id and is not sent again.',
        'Send `Last-Event-ID` to get first what came since; browsers do so by themselves.',
        `The stream ends when the token does. At most ${maxStreamsPerUser} may be open for one user.`,
      ].join(' '),
      contentType: 'text/event-stream',
      response: Type.String({ description: 'Events whose data is a Notification.' }),
      example: `id: 99\ndata: ${JSON.stringify(notificationExample)}\n\n`,
      problems: ['VALIDATION_FAILED', 'TOO_MANY_STREAMS'],
      async handle({ user, request, reply }) {
        if (request.method !== 'HEAD') await streams.open(user, request, reply);
        return '';
      },
    }),
    route({
      method: 'GET',
      path: '/api/common/notification/',
      ignoresUnknown: true,
      operationId: 'listNotifications',
      access: 'signed-in',
      scope: 'notifications:read',
      tag: 'common',
      summary: 'Get notification by current user',
      description: 'Default sort: newest first. The password of the recipient is always the text `[redacted]`.',
      paging: { sortable: Object.keys(notificationSortColumns) },
      response: Paged('NotificationPage', NotificationSchema),
      example: { content: [notificationExample], page: pageExample },
      handle: ({ user, pageable }) =>
        readPage(
          pageable,
          () => countNotifications(database.read, user.id),
          async (limit, offset) =>
            orders.ordersWithin(await listNotifications(database.read, user.id, pageable.sort, limit, offset), writeNotification),
        ),
    }),
  ];
}
