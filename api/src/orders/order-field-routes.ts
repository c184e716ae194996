import { Type } from 'typebox';
import { BoundarySchema, boundaryJson, FieldId, fieldExample } from '../fields/field-schemas.ts';
import { listOrderBoundaries } from '../fields/order-field-store.ts';
import { simplifyBoundary } from '../fields/simplify-rules.ts';
import { mapWithPauses } from '../platform/concurrency/map-with-pauses.ts';
import { maxPageSize, Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Id, named } from '../platform/http/schemas.ts';
import { orderNotFound } from './act-on-order.ts';
import { bookField } from './book-field.ts';
import { chooseOrderField } from './choose-order-field.ts';
import { OrderFieldSchema, orderFieldExample, orderFieldJson, readingOrderField } from './order-field-http.ts';
import { answerFarmerOrder, answerOrder, commandContext, type OrderDeps, OrderId } from './order-http.ts';
import { bookingFields, FarmerOrderSchema, farmerOrderExample, newOrderExample, OrderSchema, orderExample } from './order-schemas.ts';
import { findFarmerOrder, findOrder, orderExists } from './order-store.ts';

const ChosenFieldBody = named('ChosenField', Type.Object({ fieldId: Id('A field of the farmer of the order.') }));
const { date, session, cropType, area, paymentMethod } = bookingFields;
const BookingBody = named(
  'FieldBooking',
  Type.Object({
    ...{ date, session, cropType, paymentMethod },
    area: Type.Optional({ ...area, description: "Default: the area of the boundary in the company's unit, at least 1." }),
    confirmed: Type.Optional(Type.Boolean({ description: 'As for a new order; a booking by the office is confirmed.' })),
  }),
);
const { location, latitude, longitude, ...bookingExample } = newOrderExample;

const OrderBoundarySchema = named(
  'OrderBoundary',
  Exact({ orderId: Id(), fieldId: Id(), name: Type.String({ description: 'Of the field.' }), boundary: BoundarySchema }),
);
/** About a metre: enough for a map of a day. */
const mapToleranceDegrees = 0.00001;

const choosing = {
  method: 'PUT',
  description: 'The place of the order follows from the field; area and cost stay. Choosing a field again takes over its present boundary.',
  params: OrderId,
  body: ChosenFieldBody,
  bodyExample: { fieldId: 7 },
  response: OrderFieldSchema,
  example: orderFieldExample,
  problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
  idempotent: true,
  versioned: true,
} as const;
const booking = {
  method: 'POST',
  description: 'Place and area of the order follow from the field. Otherwise like creating an order.',
  params: FieldId,
  body: BookingBody,
  bodyExample: bookingExample,
  problems: [
    'NOT_FOUND',
    'FARMER_DEACTIVATED',
    ...['DATE_NOT_BOOKABLE', 'SESSION_BEGUN', 'SESSION_FULL', 'SESSION_CLOSED', 'AREA_TOO_LARGE', 'TOO_MANY_OPEN_BOOKINGS'],
  ],
  idempotent: true,
} as const;

/** The field of an order, and booking a field of the registry. */
export function orderFieldRoutes(deps: OrderDeps): Route[] {
  const { database } = deps;
  return [
    route({
      ...readingOrderField,
      path: '/api/farmer/order/{id}/field',
      operationId: 'getFarmerOrderField',
      access: 'farmer',
      tag: 'farmer',
      summary: 'The field of my order',
      async handle({ params, user }) {
        if ((await findFarmerOrder(database.read, params.id, user.id)) === undefined) throw orderNotFound();
        return orderFieldJson(database.read, params.id);
      },
    }),
    route({
      ...readingOrderField,
      path: '/api/receptionist/order/{id}/field',
      operationId: 'getOrderField',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'The field of an order',
      async handle({ params }) {
        if (!(await orderExists(database.read, params.id))) throw orderNotFound();
        return orderFieldJson(database.read, params.id);
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/order-boundary/',
      operationId: 'listOrderBoundaries',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'The boundaries of some orders, for a map',
      description: 'As they were when the fields were chosen, simplified to a metre. Orders without a boundary are omitted.',
      query: Type.Object({
        orderId: Type.Array(Id(), { minItems: 1, maxItems: maxPageSize, description: 'The orders.', example: [42] }),
      }),
      paging: { sortable: [] },
      response: Paged('OrderBoundaryPage', OrderBoundarySchema),
      example: {
        content: [{ orderId: 42, fieldId: 7, name: fieldExample.name, boundary: fieldExample.boundary }],
        page: pageExample,
      },
      async handle({ query, pageable }) {
        const found = await listOrderBoundaries(database.read, query.orderId);
        return readPage(
          pageable,
          async () => found.length,
          (limit, offset) =>
            mapWithPauses(
              found.slice(offset, offset + limit),
              ({ orderId, fieldId, name, boundary }) =>
                `{"orderId":${orderId},"fieldId":${fieldId},"name":${JSON.stringify(name)},"boundary":${boundaryJson(simplifyBoundary(boundary, mapToleranceDegrees))}}`,
            ),
        );
      },
    }),
    route({
      ...choosing,
      path: '/api/farmer/order/{id}/field',
      operationId: 'chooseFarmerOrderField',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Choose the field of my order',
      async handle(call) {
        await chooseOrderField(commandContext(deps, call), call.params.id, call.body.fieldId);
        return orderFieldJson(call.database.write, call.params.id);
      },
    }),
    route({
      ...choosing,
      path: '/api/receptionist/order/{id}/field',
      operationId: 'chooseOrderField',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Choose the field of an order',
      async handle(call) {
        await chooseOrderField(commandContext(deps, call), call.params.id, call.body.fieldId);
        return orderFieldJson(call.database.write, call.params.id);
      },
    }),
    route({
      ...booking,
      path: '/api/farmer/field/{id}/order',
      operationId: 'bookFarmerField',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Book a spray of one of my fields',
      response: FarmerOrderSchema,
      example: farmerOrderExample,
      handle: async (call) => answerFarmerOrder(deps, await bookField(commandContext(deps, call), call.params.id, call.body), call.reply),
    }),
    route({
      ...booking,
      path: '/api/receptionist/field/{id}/order',
      operationId: 'bookField',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Book a spray of a field for a caller',
      response: OrderSchema,
      example: orderExample,
      async handle(call) {
        const row = await bookField(commandContext(deps, call), call.params.id, call.body);
        return answerOrder(deps, await findOrder(call.database.write, row[0] as string), call.reply);
      },
    }),
  ];
}
