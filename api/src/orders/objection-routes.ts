import { Type } from 'typebox';
import { type Pageable, Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, NullableText, named, Text, Timestamp } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import { orderNotFound } from './act-on-order.ts';
import { objectToWork } from './object-to-work.ts';
import { countObjections, listObjections, objectionSortColumns } from './objection-store.ts';
import { answerFarmerOrder, answerOrder, commandContext, type OrderDeps, OrderId } from './order-http.ts';
import { objectionPeriodHours } from './order-rules.ts';
import { FarmerOrderSchema, farmerOrderExample, OrderSchema, orderExample } from './order-schemas.ts';
import { findFarmerOrder, orderExists } from './order-store.ts';
import { settleObjection } from './settle-objection.ts';

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
const AnswerBody = named('ObjectionAnswer', Type.Object({ text: Text(1000, { description: 'Answer to the farmer.' }) }));

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
      summary: 'Object to work that was reported done',
      description: `Within ${objectionPeriodHours} hours after the report. The order is no longer completed by the timer, and appears on the to-do list of the office. The farmer ends the objection by signing the work off, the office by resolving it; the sign-off code does not.`,
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
      description: `The farmer is notified, and has ${objectionPeriodHours} hours to sign the work off or to object again.`,
      params: OrderId,
      body: AnswerBody,
      bodyExample: { text: 'The crew comes back on Thursday at six and sprays the strip.' },
      response: OrderSchema,
      example: { ...orderExample, orderStatus: 'in_progress' },
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'NO_OBJECTION'],
      idempotent: true,
      versioned: true,
      handle: async (call) =>
        answerOrder(deps, await settleObjection(commandContext(deps, call), call.params.id, call.body.text.trim()), call.reply),
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
