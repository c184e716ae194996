import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { checkReadable } from '../dispatch/order-reader.ts';
import { type OrderDeps, OrderId } from '../orders/order-http.ts';
import { maxPageSize, Paged, pageExample, pageOf } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Id } from '../platform/http/schemas.ts';
import type { Db } from '../platform/postgres/database.ts';
import type { Mix } from './mix.ts';
import { CheckedMixSchema, checkedMixExample, MixBody, MixSchema, mixBodyExample, mixExample, writeMix } from './mix-schemas.ts';
import { findMix, readMixes } from './mix-store.ts';
import { findBreaches, setMix } from './set-mix.ts';

/** Products and doses of orders. */
export function mixRoutes({ database, clock }: OrderDeps): Route[] {
  /** JSON of a mix; sets the ETag header to its version. */
  const answer = async (db: Db, orderId: string, mix: Mix | undefined, reply: FastifyReply): Promise<string> => {
    reply.header('etag', `"${mix?.version ?? 0}"`);
    return writeMix(orderId, mix, mix === undefined ? [] : await findBreaches(db, mix));
  };
  const routesFor = (access: 'receptionist' | 'sprayer'): Route[] => [
    route({
      method: 'GET',
      path: `/api/${access}/order/{id}/mix`,
      operationId: access === 'sprayer' ? 'getJobMix' : 'getOrderMix',
      access,
      tag: access,
      summary: access === 'sprayer' ? 'Products and doses of one of my jobs' : 'Products and doses of an order',
      params: OrderId,
      response: CheckedMixSchema,
      example: checkedMixExample,
      problems: ['NOT_FOUND'],
      async handle({ params, user, reply }) {
        await checkReadable(database.read, params.id, user);
        return answer(database.read, params.id, await findMix(database.read, params.id), reply);
      },
    }),
    route({
      method: 'PUT',
      path: `/api/${access}/order/{id}/mix`,
      operationId: access === 'sprayer' ? 'setJobMix' : 'setOrderMix',
      access,
      tag: access,
      summary: access === 'sprayer' ? 'Set products and doses of one of my jobs' : 'Set products and doses of an order',
      description:
        'Possible until the work is reported. A dose outside the label, a crop that is not on it, a withdrawn product or too many applications in the season are refused with `LABEL_NOT_FOLLOWED`; `errors` names the fields with a code each. An admin can give a reason, which is kept in the audit trail. The season is the calendar year of the order; other orders with the product count that are not cancelled and spray the same field, or without a field the same place and crop of the farmer.',
      params: OrderId,
      body: MixBody,
      bodyExample: mixBodyExample,
      response: CheckedMixSchema,
      example: checkedMixExample,
      problems: [
        ...(['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'LABEL_NOT_FOLLOWED'] as const),
        ...(['DOSE_OUTSIDE_LABEL', 'CROP_NOT_ON_LABEL', 'PRODUCT_WITHDRAWN', 'TOO_MANY_APPLICATIONS'] as const),
      ],
      versioned: 'MIX_CHANGED',
      idempotent: true,
      async handle({ params, body, user, database: through, expectedVersion, reply }) {
        const mix = await setMix({ database: through, actor: user, now: clock(), expectedVersion }, params.id, body);
        return answer(through.read, params.id, mix, reply);
      },
    }),
  ];
  return [
    ...routesFor('receptionist'),
    ...routesFor('sprayer'),
    route({
      method: 'GET',
      path: '/api/receptionist/order-mix/',
      operationId: 'listOrderMixes',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'The mixes of some orders',
      description: 'Orders without a mix are omitted.',
      query: Type.Object({
        orderId: Type.Array(Id(), { minItems: 1, maxItems: maxPageSize, description: 'The orders.', example: [42] }),
      }),
      paging: { sortable: [] },
      response: Paged('OrderMixPage', MixSchema),
      example: { content: [mixExample], page: pageExample },
      async handle({ query, pageable }) {
        const mixes = await readMixes(database.read, query.orderId);
        return pageOf([...mixes], pageable, ([orderId, mix]) => writeMix(orderId, mix));
      },
    }),
  ];
}
