import { Type } from 'typebox';
import { type OrderDeps, OrderId } from '../orders/order-http.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, Int32, named } from '../platform/http/schemas.ts';
import type { RawRow, Row } from '../platform/postgres/database.ts';
import { countFeedback, countOwnFeedback, feedbackSortColumns, listFeedback, listOwnFeedback } from './feedback-store.ts';
import { giveFeedback } from './give-feedback.ts';

const Rating = () => Int32({ minimum: 1, maximum: 5 });

const FeedbackSchema = named(
  'Feedback',
  Exact({
    id: Id(),
    order: OrderSchema,
    overallRating: Rating(),
    attentiveRating: Rating(),
    friendlyRating: Rating(),
    professionalRating: Rating(),
    text: Type.String(),
  }),
);

const feedbackExample = {
  id: 7,
  order: { ...orderExample, orderStatus: 'completed', paymentStatus: 'paid', completionDate: '2026-11-17' },
  overallRating: 5,
  attentiveRating: 5,
  friendlyRating: 4,
  professionalRating: 5,
  text: 'Đúng giờ, phun đều, dặn dò kỹ.',
};

const FeedbackBody = named(
  'NewFeedback',
  Type.Object({
    overallRating: Rating(),
    attentiveRating: Rating(),
    friendlyRating: Rating(),
    professionalRating: Rating(),
    text: Type.Optional(Type.String({ maxLength: 2000 })),
  }),
);

export function feedbackRoutes({ database, catalog, orders, clock }: OrderDeps): Route[] {
  const writeFeedback = compileRowWriter(FeedbackSchema, catalog.fragments);
  const write = <R extends Row | RawRow>(rows: R[]) => orders.ordersWithin(rows, writeFeedback);
  return [
    route({
      method: 'POST',
      path: '/api/farmer/order/{id}/feedback',
      operationId: 'giveFeedback',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Rate a completed order',
      description: 'Once per order. Ratings are whole numbers from 1 to 5.',
      params: OrderId,
      body: FeedbackBody,
      bodyExample: { overallRating: 5, attentiveRating: 5, friendlyRating: 4, professionalRating: 5, text: feedbackExample.text },
      response: FeedbackSchema,
      example: feedbackExample,
      problems: ['NOT_FOUND', 'NOT_COMPLETED', 'FEEDBACK_EXISTS'],
      idempotent: true,
      async handle({ params, body, user, database: through }) {
        return (await write([await giveFeedback(through, user, params.id, body, clock())]))[0] as string;
      },
    }),
    route({
      method: 'GET',
      path: '/api/farmer/feedback/',
      operationId: 'listMyFeedback',
      access: 'farmer',
      tag: 'farmer',
      summary: 'My feedback',
      description: 'Default sort: newest first.',
      paging: { sortable: Object.keys(feedbackSortColumns) },
      response: Paged('FeedbackPage', FeedbackSchema),
      example: { content: [feedbackExample], page: pageExample },
      handle: ({ user, pageable }) =>
        readPage(
          pageable,
          () => countOwnFeedback(database.read, user.id),
          async (limit, offset) => write(await listOwnFeedback(database.read, user.id, pageable.sort, limit, offset)),
        ),
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/feedback/',
      ignoresUnknown: true,
      operationId: 'listFeedback',
      access: 'receptionist',
      scope: 'feedback:read',
      tag: 'receptionist',
      summary: 'Get all feedbacks',
      description: 'Default sort: newest first.',
      paging: { sortable: Object.keys(feedbackSortColumns) },
      response: Paged('FeedbackPage', FeedbackSchema),
      example: { content: [feedbackExample], page: pageExample },
      handle: ({ pageable }) =>
        readPage(
          pageable,
          () => countFeedback(database.read),
          async (limit, offset) => write(await listFeedback(database.read, pageable.sort, limit, offset)),
        ),
    }),
  ];
}
