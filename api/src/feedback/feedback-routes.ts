import { Type } from 'typebox';
import type { OrderDeps } from '../orders/order-routes.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { Paged, pageExample, readPage } from '../platform/paging.ts';
import { type Route, route } from '../platform/route.ts';
import { compileRowWriter } from '../platform/row-json.ts';
import { Exact, Id, Int32, named } from '../platform/schemas.ts';
import { countFeedback, feedbackSortColumns, listFeedback } from './feedback-store.ts';

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

export function feedbackRoutes({ database, catalog, orders }: OrderDeps): Route[] {
  const writeFeedback = compileRowWriter(FeedbackSchema, catalog.fragments);
  return [
    route({
      method: 'GET',
      path: '/api/receptionist/feedback/',
      operationId: 'listFeedback',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Get all feedbacks',
      description: 'Newest first, unless sorted otherwise.',
      paging: { sortable: Object.keys(feedbackSortColumns) },
      response: Paged('FeedbackPage', FeedbackSchema),
      example: { content: [feedbackExample], page: pageExample },
      handle: ({ pageable }) =>
        readPage(
          pageable,
          () => countFeedback(database.read),
          async (limit, offset) => orders.ordersWithin(await listFeedback(database.read, pageable.sort, limit, offset), writeFeedback, 1),
        ),
    }),
  ];
}
