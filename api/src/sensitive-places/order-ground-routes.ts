import { Type } from 'typebox';
import { maxPageSize, Paged, pageExample, pageOf } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Id, Int32, NullableText, named, OneOf } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import { bearingTo } from './bearing-rules.ts';
import { listOrderPlaces } from './list-order-places.ts';
import { listOrderGrounds } from './order-ground-store.ts';
import { placeKinds } from './sensitive-place.ts';

const OrderGroundSchema = named(
  'OrderGround',
  Exact({
    orderId: Id(),
    obstacles: NullableText({ description: 'Of the field.' }),
    notes: NullableText({ description: 'Of the field.' }),
    drone: NullableText({ description: 'Model and registration of the drone that is set for the order.' }),
    sensitivePlaces: Type.Array(
      Exact({
        kind: OneOf(placeKinds),
        name: Type.String(),
        distanceMetres: Int32({ minimum: 0, description: 'From the field; 0: in it or at its edge.' }),
        bearingDegrees: Int32({ minimum: 0, maximum: 359, description: 'From the place of the order, clockwise from north.' }),
      }),
      { description: 'Those within whose buffer the field comes, nearest first.' },
    ),
  }),
);

/** What day sheets print about the ground of each order. */
export function orderGroundRoutes({ database }: { database: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/receptionist/order-ground/',
      operationId: 'listOrderGrounds',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Obstacles, sensitive places and drones of some orders',
      query: Type.Object({
        orderId: Type.Array(Id(), { minItems: 1, maxItems: maxPageSize, description: 'The orders.', example: [42] }),
      }),
      paging: { sortable: [] },
      response: Paged('OrderGroundPage', OrderGroundSchema),
      example: {
        content: [
          {
            orderId: 42,
            obstacles: 'Power line along the canal',
            notes: null,
            drone: 'Agri 30 VN-123',
            sensitivePlaces: [{ kind: 'hives', name: 'Hives of Mr. Sáu', distanceMetres: 45, bearingDegrees: 315 }],
          },
        ],
        page: pageExample,
      },
      async handle({ query, user, pageable }) {
        const written: string[] = [];
        for (const ground of await listOrderGrounds(database.read, query.orderId)) {
          const { orderId, latitude, longitude, ...facts } = ground;
          const places = await listOrderPlaces(database.read, user.id, orderId);
          const sensitivePlaces = places.map(({ place: { kind, name, geometry }, distanceMetres }) => ({
            ...{ kind, name, distanceMetres },
            bearingDegrees: bearingTo({ latitude, longitude }, geometry),
          }));
          written.push(`{"orderId":${orderId},${JSON.stringify({ ...facts, sensitivePlaces }).slice(1)}`);
        }
        return pageOf(written, pageable, (json) => json);
      },
    }),
  ];
}
