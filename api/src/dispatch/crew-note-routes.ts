import { orderNotFound } from '../orders/act-on-order.ts';
import { CrewNoteSchema, crewNoteExample } from '../orders/edit-schemas.ts';
import { findCrewNote } from '../orders/edit-store.ts';
import { orderFieldJson, readingOrderField } from '../orders/order-field-http.ts';
import { type OrderDeps, OrderId } from '../orders/order-http.ts';
import { type Route, route } from '../platform/http/route.ts';
import { isCrewMember } from './crew-store.ts';

/** The note to the crew and the field, for the crew. */
export function crewNoteRoutes({ database }: OrderDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/sprayer/order/{id}/note',
      operationId: 'getJobNote',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'The note to the crew of one of my jobs',
      params: OrderId,
      response: CrewNoteSchema,
      example: crewNoteExample,
      problems: ['NOT_FOUND'],
      async handle({ params, user }) {
        if (!(await isCrewMember(database.read, params.id, user.id))) throw orderNotFound();
        return { note: await findCrewNote(database.read, params.id) };
      },
    }),
    route({
      ...readingOrderField,
      path: '/api/sprayer/order/{id}/field',
      operationId: 'getJobField',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'The field of one of my jobs',
      async handle({ params, user }) {
        if (!(await isCrewMember(database.read, params.id, user.id))) throw orderNotFound();
        return orderFieldJson(database.read, params.id);
      },
    }),
  ];
}
