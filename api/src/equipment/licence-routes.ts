import { Type } from 'typebox';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { DoneSchema, Id } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import {
  LicenceBody,
  LicenceSchema,
  licenceBodyExample,
  licenceExample,
  NewLicenceBody,
  toLicenceInput,
  writeLicence,
} from './equipment-schemas.ts';
import { countLicences, listLicences } from './licence-store.ts';
import { addLicence, changeLicence, endLicence } from './save-licence.ts';

const LicenceId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The licence.'), example: 1 }) });

/** Licences of sprayers. */
export function licenceRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  const contextOf = (call: { database: Database; user: { id: string } }) => ({
    database: call.database,
    actorId: call.user.id,
    now: clock(),
  });
  return [
    route({
      method: 'GET',
      path: '/api/receptionist/licence/',
      operationId: 'listLicences',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Licences of sprayers',
      description: 'Those that expire first come first. Retired ones are not listed.',
      query: Type.Object({ sprayerId: Type.Optional(Type.Unsafe<string>({ ...Id('Only of this sprayer.'), example: 6 })) }),
      paging: { sortable: [] },
      response: Paged('LicencePage', LicenceSchema),
      example: { content: [licenceExample], page: pageExample },
      handle: ({ query, pageable }) =>
        readPage(
          pageable,
          () => countLicences(database.read, query.sprayerId),
          async (limit, offset) => (await listLicences(database.read, query.sprayerId, limit, offset)).map(writeLicence),
        ),
    }),
    route({
      method: 'GET',
      path: '/api/sprayer/licence/',
      operationId: 'listMyLicences',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'My licences',
      paging: { sortable: [] },
      response: Paged('LicencePage', LicenceSchema),
      example: { content: [licenceExample], page: pageExample },
      handle: ({ user, pageable }) =>
        readPage(
          pageable,
          () => countLicences(database.read, user.id),
          async (limit, offset) => (await listLicences(database.read, user.id, limit, offset)).map(writeLicence),
        ),
    }),
    route({
      method: 'POST',
      path: '/api/admin/licence',
      operationId: 'addLicence',
      access: 'admin',
      tag: 'admin',
      summary: 'Add a licence of a sprayer',
      description: 'The sprayer and the office get a reminder 30, 7 and 1 day before it expires.',
      body: NewLicenceBody,
      bodyExample: { sprayerId: 6, ...licenceBodyExample },
      response: LicenceSchema,
      example: licenceExample,
      problems: ['CREW_UNKNOWN', 'LICENCE_EXISTS'],
      idempotent: true,
      handle: async (call) => writeLicence(await addLicence(contextOf(call), call.body.sprayerId, toLicenceInput(call.body))),
    }),
    route({
      method: 'PUT',
      path: '/api/admin/licence/{id}',
      operationId: 'changeLicence',
      access: 'admin',
      tag: 'admin',
      summary: 'Change a licence',
      params: LicenceId,
      body: LicenceBody,
      bodyExample: licenceBodyExample,
      response: LicenceSchema,
      example: licenceExample,
      problems: ['NOT_FOUND', 'LICENCE_EXISTS'],
      handle: async (call) => writeLicence(await changeLicence(contextOf(call), call.params.id, toLicenceInput(call.body))),
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/licence/{id}',
      operationId: 'retireLicence',
      access: 'admin',
      tag: 'admin',
      summary: 'Retire a licence',
      description: 'It no longer counts and is no longer listed.',
      params: LicenceId,
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND'],
      async handle(call) {
        await endLicence(contextOf(call), call.params.id);
        return { done: true };
      },
    }),
  ];
}
