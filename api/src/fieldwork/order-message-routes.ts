import { Type } from 'typebox';
import { countAttempt } from '../accounts/account-store.ts';
import { checkReadable } from '../dispatch/order-reader.ts';
import { AppError } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import { lockOrder } from '../orders/order-change-store.ts';
import { type OrderDeps, OrderId } from '../orders/order-http.ts';
import { roles } from '../platform/http/auth.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, Int32, named, OneOf, Text, Timestamp } from '../platform/http/schemas.ts';
import { addDays, wallTime } from '../platform/time/clock.ts';
import { checkWritable, writableDays } from './order-message-rules.ts';
import { countMessages, countUnread, insertMessage, listMessages, markRead, messageSortColumns } from './order-message-store.ts';

const MessageSchema = named(
  'OrderMessage',
  Exact({
    id: Id(),
    timestamp: Timestamp(),
    author: Type.String(),
    role: OneOf(roles),
    text: Type.String(),
    own: Type.Boolean({ description: 'Written by the reader.' }),
  }),
);
const example = {
  id: 8,
  timestamp: '2026-11-16T09:30:00.000Z',
  author: 'Nguyễn Văn Lúa',
  role: 'farmer',
  text: 'Cổng sau khóa, chú gọi trước giúp.',
  own: true,
};
const writeMessage = compileRowWriter(MessageSchema);
const MessageBody = named('NewOrderMessage', Type.Object({ text: Text(1000) }));
const ReadBody = named('ReadMark', Type.Object({ messageId: Id('The last message that was read.') }));
const UnreadSchema = named('UnreadMessages', Exact({ unread: Int32({ minimum: 0 }) }));

const messageLimit = { messages: 20, windowSeconds: 600 };

/** The thread of an order between farmer, office and crew. */
export function orderMessageRoutes({ database, catalog, clock }: OrderDeps): Route[] {
  return (['farmer', 'receptionist', 'sprayer'] as const).flatMap((role) => {
    const name = { farmer: 'FarmerOrder', receptionist: 'Order', sprayer: 'Job' }[role];
    const shared = { access: role, tag: role, params: OrderId, problems: ['NOT_FOUND'] } as const;
    const path = `/api/${role}/order/{id}/message`;
    return [
      route({
        ...shared,
        method: 'GET',
        path: `${path}/`,
        operationId: `list${name}Messages`,
        summary: 'Messages about an order',
        description: 'Between its farmer, the office and its crew. Default sort: newest first.',
        paging: { sortable: Object.keys(messageSortColumns) },
        response: Paged('OrderMessagePage', MessageSchema),
        example: { content: [example], page: pageExample },
        async handle({ params, user, pageable }) {
          await checkReadable(database.read, params.id, user);
          return readPage(
            pageable,
            () => countMessages(database.read, params.id),
            async (limit, offset) =>
              (await listMessages(database.read, params.id, user.id, pageable.sort, limit, offset)).map(writeMessage),
          );
        },
      }),
      route({
        ...shared,
        method: 'POST',
        path,
        operationId: `send${name}Message`,
        summary: 'Write a message about an order',
        description: `The other parties are notified. Up to ${writableDays} days after the spray; at most ${messageLimit.messages} messages in ten minutes.`,
        body: MessageBody,
        bodyExample: { text: example.text },
        response: MessageSchema,
        example,
        problems: ['NOT_FOUND', 'THREAD_CLOSED', 'TOO_MANY_ATTEMPTS'],
        idempotent: true,
        // Counted outside the transaction, so that simultaneous messages are limited, too.
        async before({ params, user }) {
          await checkReadable(database.read, params.id, user);
          const { attempts, secondsLeft } = await countAttempt(
            database.write,
            `message:${params.id}:${user.id}`,
            clock(),
            messageLimit.windowSeconds,
          );
          if (attempts > messageLimit.messages)
            throw new AppError('TOO_MANY_ATTEMPTS', 'These are many messages at once. Please wait a little, or call.', {
              retryAfterSeconds: secondsLeft,
            });
        },
        async handle({ params, body, user, database: through }) {
          const now = clock();
          const { company } = await catalog.facts();
          const row = await through.transaction(async (tx) => {
            const order = await lockOrder(tx, params.id);
            if (order === undefined) throw orderNotFound();
            // Read again under the lock: the sprayer may have been removed from the crew.
            await checkReadable(tx, params.id, user);
            checkWritable(order.status, addDays(order.date, writableDays), wallTime(now, company.timeZone).date);
            return insertMessage(tx, params.id, user.id, body.text.trim(), now);
          });
          return writeMessage(row);
        },
      }),
      route({
        ...shared,
        method: 'GET',
        path: `${path}/unread`,
        operationId: `count${name}UnreadMessages`,
        summary: 'Number of unread messages about an order',
        response: UnreadSchema,
        example: { unread: 2 },
        async handle({ params, user }) {
          await checkReadable(database.read, params.id, user);
          return { unread: await countUnread(database.read, params.id, user.id) };
        },
      }),
      route({
        ...shared,
        method: 'PUT',
        path: `${path}/read`,
        operationId: `mark${name}MessagesRead`,
        summary: 'Mark messages about an order as read',
        description: 'Marks all messages up to the given one. Messages are never marked as unread.',
        body: ReadBody,
        bodyExample: { messageId: example.id },
        response: UnreadSchema,
        example: { unread: 0 },
        async handle({ params, body, user }) {
          await checkReadable(database.read, params.id, user);
          await markRead(database.write, params.id, user.id, body.messageId);
          return { unread: await countUnread(database.write, params.id, user.id) };
        },
      }),
    ];
  });
}
