import { isCrewMember } from '../dispatch/crew-store.ts';
import { invalid } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import { answerOrder, commandContext, type OrderDeps, OrderId } from '../orders/order-http.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { findFarmerOrder, orderExists } from '../orders/order-store.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { decideAboutArea } from './decide-area.ts';
import { countOpenWork, listOpenWork, workSortColumns } from './fieldwork-store.ts';
import { AreaDecisionBody, OrderReportSchema, orderReportExample } from './report-schemas.ts';
import { getOrderReport } from './report-store.ts';
import { WorkSchema, workExample, writeWork } from './work-schemas.ts';

const writeReport = compileRowWriter(OrderReportSchema);

const report = {
  method: 'GET',
  description: "Area ordered and sprayed, the crew's note, the decision of the office about a difference, and the amount due.",
  params: OrderId,
  response: OrderReportSchema,
  example: orderReportExample,
  problems: ['NOT_FOUND'],
} as const;

const work = {
  method: 'GET',
  paging: { sortable: Object.keys(workSortColumns) },
  response: Paged('WorkPage', WorkSchema),
  example: { content: [workExample], page: pageExample },
} as const;

/** Work reports for the farmer, the crew and the office, which decides about differences in area. */
export function workReportRoutes(deps: OrderDeps): Route[] {
  const { database } = deps;
  const read = async (orderId: string) => writeReport(await getOrderReport(database.read, orderId));
  return [
    route({
      ...report,
      path: '/api/farmer/order/{id}/report',
      operationId: 'getMyOrderReport',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Work report of my order',
      async handle({ params, user }) {
        if ((await findFarmerOrder(database.read, params.id, user.id)) === undefined) throw orderNotFound();
        return read(params.id);
      },
    }),
    route({
      ...report,
      path: '/api/sprayer/order/{id}/report',
      operationId: 'getJobReport',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'Work report of one of my jobs',
      async handle({ params, user }) {
        if (!(await isCrewMember(database.read, params.id, user.id))) throw orderNotFound();
        return read(params.id);
      },
    }),
    route({
      ...report,
      path: '/api/receptionist/order/{id}/report',
      operationId: 'getOrderReport',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Work report of an order',
      async handle({ params }) {
        if (!(await orderExists(database.read, params.id))) throw orderNotFound();
        return read(params.id);
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/order/{id}/report/decision',
      operationId: 'decideAboutArea',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Decide about a difference in area',
      description:
        'Possible once. `bill` adjusts the price to the area sprayed: a credit or a surcharge is added to the ledger, and an overpayment is refunded, automatically to a card, otherwise by the office. `rebook` also places an order for the rest, for the same farmer, field and crop. `keep` keeps the price and requires a reason.',
      params: OrderId,
      body: AreaDecisionBody,
      bodyExample: { decision: 'bill', reason: 'Rain from half past six.' },
      response: OrderSchema,
      example: { ...orderExample, orderStatus: 'completed', completionDate: '2026-11-17' },
      problems: [
        'NOT_FOUND',
        'ACTION_NOT_ALLOWED',
        'NOTHING_TO_DECIDE',
        'SESSION_FULL',
        'SESSION_BEGUN',
        'DATE_NOT_BOOKABLE',
        'TOO_MANY_OPEN_BOOKINGS',
      ],
      idempotent: true,
      versioned: true,
      async handle(call) {
        const { decision, reason, date, session } = call.body;
        if ((date === undefined) !== (session === undefined))
          throw invalid({ path: date === undefined ? 'date' : 'session', message: 'is required: the order for the rest needs both' });
        const rest = date === undefined || session === undefined ? undefined : { date, sessionId: session.id };
        return answerOrder(deps, await decideAboutArea(commandContext(deps, call), call.params.id, { decision, reason, rest }), call.reply);
      },
    }),
    route({
      ...work,
      path: '/api/receptionist/work/',
      operationId: 'listWork',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Progress of the orders in progress',
      description: 'Data that is not part of an order. Default sort: oldest order first.',
      handle: ({ pageable }) =>
        readPage(
          pageable,
          () => countOpenWork(database.read, null),
          async (limit, offset) => (await listOpenWork(database.read, null, pageable.sort, limit, offset)).map(writeWork),
        ),
    }),
    route({
      ...work,
      path: '/api/sprayer/work/',
      operationId: 'listWorkOfMyJobs',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'Progress of my jobs in progress',
      description: 'Data that is not part of an order. Default sort: oldest order first.',
      handle: ({ user, pageable }) =>
        readPage(
          pageable,
          () => countOpenWork(database.read, user.id),
          async (limit, offset) => (await listOpenWork(database.read, user.id, pageable.sort, limit, offset)).map(writeWork),
        ),
    }),
  ];
}
