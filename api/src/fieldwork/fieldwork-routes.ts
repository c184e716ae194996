import { Type } from 'typebox';
import { maxArea } from '../catalog/catalog-schemas.ts';
import { isCrewMember } from '../dispatch/crew-store.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import { historySortColumns } from '../orders/order-history-store.ts';
import { answerOrder, commandContext, type OrderDeps, OrderId, readTimeline, StepSchema, stepExample } from '../orders/order-http.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { findFarmerOrder, findOrder, orderExists } from '../orders/order-store.ts';
import { CashAmount } from '../payments/ledger-schemas.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, named, Text } from '../platform/http/schemas.ts';
import type { InstallationKeys } from '../platform/secrets/installation-keys.ts';
import { CrewDetailsBody } from '../spray-records/details-schemas.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import { checkSignOffCode, finishWork, signOffByCode } from './do-field-work.ts';
import { fieldTimeFields, phoneTimesOf } from './field-time-schemas.ts';
import { countWorkOfFarmer, listWorkOfFarmer, workSortColumns } from './fieldwork-store.ts';
import { SignOffCodes } from './sign-off-code.ts';
import { WorkSchema, workExample, writeWork } from './work-schemas.ts';

const FinishBody = named(
  'Finish',
  Type.Object({
    areaSprayed: Type.Number({ minimum: 0, maximum: maxArea, description: "In the company's unit." }),
    note: Type.Optional(Text(2000)),
    cashReceived: Type.Optional(CashAmount),
    ...fieldTimeFields,
    sprayRecord: Type.Optional(CrewDetailsBody),
  }),
);

const FinishedSchema = named(
  'Finished',
  Exact({
    order: OrderSchema,
    changeDue: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'Change due to the farmer; null if no cash was received.',
    }),
  }),
);

const CodeSchema = named('SignOffCode', Exact({ code: Type.String({ pattern: '^\\d{6}$' }) }));
const CodeBody = named('SignOff', Type.Object({ code: Type.String({ maxLength: 20 }) }));

export function fieldworkRoutes(
  deps: OrderDeps & { keys: InstallationKeys },
  { forecastCache }: Pick<WeatherContext, 'forecastCache'>,
): Route[] {
  const { database } = deps;
  const codes = new SignOffCodes(deps.keys);
  return [
    route({
      method: 'GET',
      path: '/api/sprayer/order/{id}',
      operationId: 'getSprayerOrder',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'One of my jobs',
      params: OrderId,
      response: OrderSchema,
      example: { ...orderExample, orderStatus: 'assigned' },
      problems: ['NOT_FOUND'],
      async handle({ params, user, reply }) {
        if (!(await isCrewMember(database.read, params.id, user.id))) throw orderNotFound();
        return answerOrder(deps, await findOrder(database.read, params.id), reply);
      },
    }),
    route({
      method: 'GET',
      path: '/api/sprayer/order/{id}/timeline',
      operationId: 'listJobTimeline',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'History of one of my jobs',
      description: 'Default sort: oldest first. It shows whether the other crew member has reported the work done.',
      params: OrderId,
      paging: { sortable: Object.keys(historySortColumns) },
      response: Paged('OrderStepPage', StepSchema),
      example: { content: [stepExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, user, pageable }) {
        if (!(await isCrewMember(database.read, params.id, user.id))) throw orderNotFound();
        return readTimeline(database, params.id, false, pageable);
      },
    }),
    route({
      method: 'POST',
      path: '/api/sprayer/order/{id}/finish',
      operationId: 'finishOrder',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'Report the work done',
      description:
        'With the area sprayed, a note, the cash received, and what the spray record lacks. The order is completed once the farmer has signed it off, too. Products are compared with the register, by number, then by name: a product that is not in it, or a use that its label does not allow, does not refuse the report. It is a finding of the spray record, which is incomplete until the office has corrected it or an admin has given a reason; the longer interval of register and report counts.',
      params: OrderId,
      body: FinishBody,
      bodyExample: { areaSprayed: 12.5, note: 'Wind from the north-west, left a strip of 5 m by the pond.', cashReceived: 400000 },
      response: FinishedSchema,
      example: { order: { ...orderExample, orderStatus: 'in_progress', paymentStatus: 'paid' }, changeDue: 25000 },
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'CARD_ORDER', 'CASH_TOO_LITTLE', 'ALREADY_PAID'],
      idempotent: true,
      versioned: true,
      async handle(call) {
        const input = { ...call.body, ...phoneTimesOf(call.body) };
        const { row, changeDue } = await finishWork(commandContext(deps, call), call.params.id, input, forecastCache);
        return `{"order":${await answerOrder(deps, row, call.reply)},"changeDue":${changeDue}}`;
      },
    }),
    route({
      method: 'POST',
      path: '/api/sprayer/order/{id}/sign-off',
      operationId: 'signOffOrder',
      access: 'sprayer',
      tag: 'sprayer',
      summary: "Sign off with the farmer's six-digit code",
      description:
        'For a farmer without the app. At most five wrong codes in an hour. While the farmer has an open objection, the code does not sign off.',
      params: OrderId,
      body: CodeBody,
      bodyExample: { code: '482913' },
      response: OrderSchema,
      example: { ...orderExample, orderStatus: 'completed', completionDate: '2026-11-17' },
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'OBJECTION_OPEN', 'WRONG_CODE', 'TOO_MANY_ATTEMPTS'],
      idempotent: true,
      versioned: true,
      before: (call) => checkSignOffCode(commandContext(deps, call), codes, call.params.id, call.body.code),
      handle: async (call) => answerOrder(deps, await signOffByCode(commandContext(deps, call), call.params.id), call.reply),
    }),
    route({
      method: 'GET',
      path: '/api/farmer/work/',
      operationId: 'listMyWork',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Progress of my orders in progress',
      description:
        'Data that is not part of an order. Completed orders are listed while I have an open objection to them. Default sort: oldest order first.',
      paging: { sortable: Object.keys(workSortColumns) },
      response: Paged('WorkPage', WorkSchema),
      example: { content: [workExample], page: pageExample },
      handle: ({ user, pageable }) =>
        readPage(
          pageable,
          () => countWorkOfFarmer(database.read, user.id),
          async (limit, offset) => (await listWorkOfFarmer(database.read, user.id, pageable.sort, limit, offset)).map(writeWork),
        ),
    }),
    route({
      method: 'GET',
      path: '/api/farmer/order/{id}/sign-off-code',
      operationId: 'getMySignOffCode',
      access: 'farmer',
      tag: 'farmer',
      summary: 'The sign-off code of my order',
      params: OrderId,
      response: CodeSchema,
      example: { code: '482913' },
      problems: ['NOT_FOUND'],
      async handle({ params, user }) {
        if ((await findFarmerOrder(database.read, params.id, user.id)) === undefined) throw orderNotFound();
        return { code: await codes.codeOf(params.id) };
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/order/{id}/sign-off-code',
      operationId: 'getSignOffCode',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'The sign-off code of an order, for a farmer on the phone',
      params: OrderId,
      response: CodeSchema,
      example: { code: '482913' },
      problems: ['NOT_FOUND'],
      async handle({ params }) {
        if (!(await orderExists(database.read, params.id))) throw orderNotFound();
        return { code: await codes.codeOf(params.id) };
      },
    }),
  ];
}
