import { Type } from 'typebox';
import { orderNotFound } from '../orders/act-on-order.ts';
import { objectToWork } from '../orders/object-to-work.ts';
import { countObjections, listObjections, objectionSortColumns } from '../orders/objection-store.ts';
import { answerFarmerOrder, answerOrder, commandContext, type OrderDeps, OrderId } from '../orders/order-http.ts';
import { objectionPeriodHours } from '../orders/order-rules.ts';
import { FarmerOrderSchema, farmerOrderExample, OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { findFarmerOrder, orderExists } from '../orders/order-store.ts';
import { type Pageable, Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, NullableText, named, OneOf, Text, Timestamp } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import { settleObjection, withdrawFromObjection } from './settle-objection.ts';

const ObjectionSchema = named(
  'Objection',
  Exact({
    id: Id(),
    timestamp: Timestamp(),
    text: Type.String(),
    resolvedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description: 'null: it is open.' }),
    resolvedBy: NullableText({ description: 'Name of the user who resolved it: a receptionist, or the farmer by signing the work off.' }),
    answer: NullableText({ description: "The office's answer; null if it was resolved by the sign-off." }),
  }),
);
const objectionExample = {
  id: 3,
  timestamp: '2026-11-17T03:10:00.000Z',
  text: 'A strip along the pond was left out.',
  resolvedAt: null,
  resolvedBy: null,
  answer: null,
};
const writeObjection = compileRowWriter(ObjectionSchema);

const ObjectionBody = named('NewObjection', Type.Object({ text: Text(1000) }));
const AnswerBody = named(
  'ObjectionAnswer',
  Type.Object({
    text: Text(1000, { description: 'Answer to the farmer; also the reason of a credit or a surcharge in the ledger.' }),
    priceChange: Type.Optional(
      Type.Object({
        kind: OneOf(['credit', 'surcharge'], { description: '`credit` lowers the price, `surcharge` raises it.' }),
        amount: Type.Number({ exclusiveMinimum: 0, maximum: 1e12, description: 'A credit is at most the price of the order.' }),
      }),
    ),
  }),
);

function readObjections({ read }: Database, orderId: string, pageable: Pageable): Promise<string> {
  return readPage(
    pageable,
    () => countObjections(read, orderId),
    async (limit, offset) => (await listObjections(read, orderId, pageable.sort, limit, offset)).map(writeObjection),
  );
}

const list = {
  description: 'Default sort: newest first.',
  params: OrderId,
  paging: { sortable: Object.keys(objectionSortColumns) },
  response: Paged('ObjectionPage', ObjectionSchema),
  example: { content: [objectionExample], page: pageExample },
  problems: ['NOT_FOUND'],
} as const;

export function objectionRoutes(deps: OrderDeps): Route[] {
  const { database } = deps;
  return [
    route({
      method: 'POST',
      path: '/api/farmer/order/{id}/objection',
      operationId: 'objectToOrder',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Object to work that was reported done or is completed',
      description: `Within ${objectionPeriodHours} hours after the report, or within the days of the company's settings (14 by default) after the completion. The order is no longer completed by the timer, and appears on the to-do list of the office. The farmer ends the objection by signing the work off, or by withdrawing it if the work is completed; the office ends it by resolving it. The sign-off code does not. A completed order stays completed.`,
      params: OrderId,
      body: ObjectionBody,
      bodyExample: { text: objectionExample.text },
      response: FarmerOrderSchema,
      example: { ...farmerOrderExample, orderStatus: 'in_progress' },
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'OBJECTION_OPEN', 'TOO_LATE_TO_OBJECT'],
      idempotent: true,
      versioned: true,
      handle: async (call) =>
        answerFarmerOrder(deps, await objectToWork(commandContext(deps, call), call.params.id, call.body.text.trim()), call.reply),
    }),
    route({
      method: 'POST',
      path: '/api/farmer/order/{id}/objection/withdraw',
      operationId: 'withdrawObjection',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Withdraw my objection to completed work',
      description: 'Before the completion, the sign-off ends an objection.',
      params: OrderId,
      response: FarmerOrderSchema,
      example: { ...farmerOrderExample, orderStatus: 'completed' },
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'NO_OBJECTION'],
      idempotent: true,
      versioned: true,
      handle: async (call) => answerFarmerOrder(deps, await withdrawFromObjection(commandContext(deps, call), call.params.id), call.reply),
    }),
    route({
      ...list,
      method: 'GET',
      path: '/api/farmer/order/{id}/objection/',
      operationId: 'listMyObjections',
      access: 'farmer',
      tag: 'farmer',
      summary: 'My objections to an order, with the answers',
      async handle({ params, user, pageable }) {
        if ((await findFarmerOrder(database.read, params.id, user.id)) === undefined) throw orderNotFound();
        return readObjections(database, params.id, pageable);
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/order/{id}/objection/resolve',
      operationId: 'resolveObjection',
      access: 'receptionist',
      tag: 'receptionist',
      summary: "Resolve a farmer's objection",
      description: `The farmer is notified, and has ${objectionPeriodHours} hours to sign the work off or to object again. A completed order stays completed. A credit or a surcharge is added to the ledger: an overpayment is refunded, automatically to a card, otherwise by the office; after a surcharge the order is unpaid until the rest is paid.`,
      params: OrderId,
      body: AnswerBody,
      bodyExample: { text: 'The crew comes back on Thursday at six and sprays the strip.' },
      response: OrderSchema,
      example: { ...orderExample, orderStatus: 'in_progress' },
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'NO_OBJECTION'],
      idempotent: true,
      versioned: true,
      handle: async (call) =>
        answerOrder(
          deps,
          await settleObjection(commandContext(deps, call), call.params.id, { ...call.body, text: call.body.text.trim() }),
          call.reply,
        ),
    }),
    route({
      ...list,
      method: 'GET',
      path: '/api/receptionist/order/{id}/objection/',
      operationId: 'listObjections',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Objections to an order',
      async handle({ params, pageable }) {
        if (!(await orderExists(database.read, params.id))) throw orderNotFound();
        return readObjections(database, params.id, pageable);
      },
    }),
  ];
}
