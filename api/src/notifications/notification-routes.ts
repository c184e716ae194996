import { Type } from 'typebox';
import { RecipientSchema, userExample } from '../accounts/user.ts';
import type { OrderDeps } from '../orders/order-routes.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { Paged, pageExample, readPage } from '../platform/paging.ts';
import { type Route, route } from '../platform/route.ts';
import { compileRowWriter } from '../platform/row-json.ts';
import { Exact, Id, named, Timestamp } from '../platform/schemas.ts';
import { countNotifications, listNotifications, notificationSortColumns } from './notification-store.ts';

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

const recipientWidth = 11;

export function notificationRoutes({ database, catalog, orders }: OrderDeps): Route[] {
  const writeNotification = compileRowWriter(NotificationSchema, catalog.fragments);
  return [
    route({
      method: 'GET',
      path: '/api/common/notification/',
      operationId: 'listNotifications',
      access: 'signed-in',
      tag: 'common',
      summary: 'Get notification by current user',
      description: 'Newest first, unless sorted otherwise. The password of the recipient is always the text `[redacted]`.',
      paging: { sortable: Object.keys(notificationSortColumns) },
      response: Paged('NotificationPage', NotificationSchema),
      example: { content: [notificationExample], page: pageExample },
      handle: ({ user, pageable }) =>
        readPage(
          pageable,
          () => countNotifications(database.read, user.id),
          async (limit, offset) =>
            orders.ordersWithin(
              await listNotifications(database.read, user.id, pageable.sort, limit, offset),
              writeNotification,
              1 + recipientWidth,
            ),
        ),
    }),
  ];
}
