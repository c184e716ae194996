import { Type } from 'typebox';
import { sprayerExample, UserSchema } from '../accounts/user.ts';
import type { OrderDeps } from '../orders/order-http.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { Paged, pageExample, pageOf } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { CalendarDate, Exact, Id, named } from '../platform/http/schemas.ts';
import { wallTime } from '../platform/time/clock.ts';
import { proposeHandOver } from './propose-hand-over.ts';

const ProposalSchema = named(
  'HandOverProposal',
  Exact({
    order: OrderSchema,
    sprayers: Type.Array(UserSchema, { description: 'The proposed crew; empty: no legal crew is free.' }),
    reason: Type.String({ description: "Reason for the proposal, or why there is none, in the user's language." }),
  }),
);

const SprayerId = Type.Object({ userId: Type.Unsafe<string>({ ...Id('The sprayer.'), example: 5 }) });

/** Proposal for reassigning the jobs of a sprayer's day. The bulk action `assign` carries it out. */
export function handOverRoutes({ database, catalog, orders, clock }: OrderDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/receptionist/sprayer/{userId}/hand-over',
      operationId: 'proposeHandOver',
      access: 'receptionist',
      tag: 'receptionist',
      summary: "Other crews for a sprayer's jobs of a day",
      description:
        'For each job that has not been started, in order of time: the best legal crew without this sprayer; the other crew member stays if possible. All proposals can be assigned together with a bulk action.',
      params: SprayerId,
      query: Type.Object({ date: Type.Optional(CalendarDate({ description: 'Default: today.', example: '2026-11-17' })) }),
      paging: { sortable: [] },
      response: Paged('HandOverProposalPage', ProposalSchema),
      example: {
        content: [
          {
            order: { ...orderExample, orderStatus: 'assigned' },
            sprayers: [sprayerExample],
            reason: 'Lê Văn Bay: free, no job this week, no other job that day.',
          },
        ],
        page: pageExample,
      },
      problems: ['NOT_FOUND'],
      async handle({ params, query, user, pageable }) {
        const now = clock();
        const date = query.date ?? wallTime(now, (await catalog.facts()).company.timeZone).date;
        const proposals = await proposeHandOver({ database, catalog, actor: user, now }, params.userId, date);
        const written = await orders.orders(proposals.map(({ row }) => row));
        const content = proposals.map(
          ({ sprayers, reason }, index) => `{"order":${written[index]},"sprayers":[${sprayers}],"reason":${JSON.stringify(reason)}}`,
        );
        return pageOf(content, pageable, (json) => json);
      },
    }),
  ];
}
