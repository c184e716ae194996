import { Type } from 'typebox';
import type { Catalog } from '../catalog/catalog.ts';
import { checkReadable } from '../dispatch/order-reader.ts';
import { maxFieldBodyBytes } from '../fields/field-schemas.ts';
import { MapBox, readMapBox } from '../fields/map-box.ts';
import { OrderId } from '../orders/order-http.ts';
import { Paged, pageExample, pageOf, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { DoneSchema, OneOf } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { listOrderPlaces } from './list-order-places.ts';
import { addPlace, changePlace, noSuchPlace, type PlaceContext, preparePlace, removePlace } from './save-sensitive-place.ts';
import { placeKinds } from './sensitive-place.ts';
import {
  NewPlaceBody,
  newPlaceExample,
  OrderPlaceSchema,
  orderPlaceExample,
  orderPlaceJson,
  PlaceChangeBody,
  PlaceId,
  placeChangeExample,
  placeExample,
  placeJson,
  SensitivePlaceSchema,
} from './sensitive-place-schemas.ts';
import { countPlaces, findPlace, listPlaces } from './sensitive-place-store.ts';

const office = { access: 'receptionist', tag: 'receptionist' } as const;
const answer = { response: SensitivePlaceSchema, example: placeExample } as const;

/** The register of sensitive places, and those near an order. */
export function sensitivePlaceRoutes({ database, catalog, clock }: { database: Database; catalog: Catalog; clock: Clock }): Route[] {
  const contextOf = (call: { database: Database; user: { id: string } }): PlaceContext => ({
    database: call.database,
    catalog,
    actorId: call.user.id,
    now: clock(),
  });
  const ofOrder = (access: 'receptionist' | 'sprayer'): Route =>
    route({
      method: 'GET',
      path: `/api/${access}/order/{id}/sensitive-place/`,
      operationId: access === 'sprayer' ? 'listJobSensitivePlaces' : 'listOrderSensitivePlaces',
      access,
      tag: access,
      summary: access === 'sprayer' ? 'Sensitive places near one of my jobs' : 'Sensitive places near an order',
      description:
        'Places within whose buffer the boundary of the field comes, or without a boundary its point; nearest first. Distances are geodesic.',
      params: OrderId,
      paging: { sortable: [] },
      response: Paged('OrderSensitivePlacePage', OrderPlaceSchema),
      example: { content: [orderPlaceExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, user, pageable }) {
        await checkReadable(database.read, params.id, user);
        return pageOf(await listOrderPlaces(database.read, user.id, params.id), pageable, orderPlaceJson);
      },
    });
  return [
    route({
      ...office,
      method: 'GET',
      path: '/api/receptionist/sensitive-place/',
      operationId: 'listSensitivePlaces',
      summary: 'Sensitive places',
      description: 'Sorted by name.',
      query: Type.Object({
        search: Type.Optional(
          Type.String({ maxLength: 100, description: 'Beginnings of words in the names of place and contact.', example: 'ong' }),
        ),
        kind: Type.Optional(OneOf(placeKinds, { description: 'Only of this kind.', example: 'hives' })),
        box: Type.Optional(MapBox),
      }),
      paging: { sortable: [] },
      response: Paged('SensitivePlacePage', SensitivePlaceSchema),
      example: { content: [placeExample], page: pageExample },
      handle({ query, pageable }) {
        const within = query.box === undefined ? undefined : readMapBox(query.box);
        const filter = { search: query.search?.trim() || undefined, kind: query.kind, within };
        return readPage(
          pageable,
          () => countPlaces(database.read, filter),
          async (limit, offset) => (await listPlaces(database.read, filter, limit, offset)).map(placeJson),
        );
      },
    }),
    route({
      ...office,
      ...answer,
      method: 'POST',
      path: '/api/receptionist/sensitive-place',
      operationId: 'addSensitivePlace',
      summary: 'Add a sensitive place',
      body: NewPlaceBody,
      bodyExample: newPlaceExample,
      bodyLimit: maxFieldBodyBytes,
      idempotent: true,
      prepare: ({ body, user }) => preparePlace(catalog, user.id, body),
      handle: async (call, place) => placeJson(await addPlace(contextOf(call), place)),
    }),
    route({
      ...office,
      ...answer,
      method: 'GET',
      path: '/api/receptionist/sensitive-place/{id}',
      operationId: 'getSensitivePlace',
      summary: 'A sensitive place',
      params: PlaceId,
      problems: ['NOT_FOUND'],
      async handle({ params }) {
        const place = await findPlace(database.read, params.id);
        if (place === undefined) throw noSuchPlace();
        return placeJson(place);
      },
    }),
    route({
      ...office,
      ...answer,
      method: 'PUT',
      path: '/api/receptionist/sensitive-place/{id}',
      operationId: 'changeSensitivePlace',
      summary: 'Change a sensitive place',
      description: 'Replaces all details: what is left out is removed.',
      params: PlaceId,
      body: PlaceChangeBody,
      bodyExample: placeChangeExample,
      bodyLimit: maxFieldBodyBytes,
      problems: ['NOT_FOUND', 'SENSITIVE_PLACE_CHANGED'],
      handle: async (call) => placeJson(await changePlace(contextOf(call), call.params.id, call.body)),
    }),
    route({
      ...office,
      method: 'DELETE',
      path: '/api/receptionist/sensitive-place/{id}',
      operationId: 'deleteSensitivePlace',
      summary: 'Delete a sensitive place',
      description: 'Its contact gets no more notices.',
      params: PlaceId,
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND'],
      async handle(call) {
        await removePlace(contextOf(call), call.params.id);
        return { done: true };
      },
    }),
    ofOrder('receptionist'),
    ofOrder('sprayer'),
  ];
}
