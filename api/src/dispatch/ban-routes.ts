import { Type } from 'typebox';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { DoneSchema, Exact, Id, Int32, Nullable, named, Text, Timestamp } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { addBan, removeBan } from './change-ban.ts';
import { countBans, listBans, type StoredBan } from './crew-ban-store.ts';

const Person = Exact({ id: Id(), fullName: Type.String() });
const BanSchema = named(
  'CrewBan',
  Exact({
    id: Id(),
    sprayer: Person,
    farmer: Nullable(Exact({ id: Id(), fullName: Type.String() })),
    otherSprayer: Nullable(Exact({ id: Id(), fullName: Type.String() })),
    reason: Type.String(),
    by: Type.String({ description: 'Name of the user who added it.' }),
    timestamp: Timestamp(),
    openJobs: Int32({ minimum: 0, description: 'Jobs that have not begun and whose crew breaks it.' }),
  }),
);
const banExample = {
  id: 1,
  sprayer: { id: 6, fullName: 'Lê Văn Bay' },
  farmer: { id: 3, fullName: 'Nguyễn Văn Lúa' },
  otherSprayer: null,
  reason: 'A quarrel about the dyke',
  by: 'Trần Thị Đồng',
  timestamp: '2026-11-15T02:30:00.000Z',
  openJobs: 0,
};
const BanBody = named(
  'NewCrewBan',
  Type.Object({
    sprayerId: Id('The sprayer.'),
    farmerId: Type.Optional(Id('Never works for this farmer.')),
    otherSprayerId: Type.Optional(Id('Never works with this sprayer. Either this or the farmer.')),
    reason: Text(500),
  }),
);
const BanId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The ban.'), example: 1 }) });

const person = (value: { id: string; fullName: string } | null): string =>
  value === null ? 'null' : `{"id":${value.id},"fullName":${JSON.stringify(value.fullName)}}`;
const write = ({ id, sprayer, farmer, otherSprayer, reason, by, timestamp, openJobs }: StoredBan): string =>
  `{"id":${id},"sprayer":${person(sprayer)},"farmer":${person(farmer)},"otherSprayer":${person(otherSprayer)},"reason":${JSON.stringify(reason)},"by":${JSON.stringify(by)},"timestamp":"${timestamp}","openJobs":${openJobs}}`;

/** Sprayers who never work for a farmer, or never with each other. */
export function banRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/receptionist/crew-ban/',
      operationId: 'listCrewBans',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Bans of sprayers',
      description: 'Newest first.',
      query: Type.Object({
        sprayerId: Type.Optional(Type.Unsafe<string>({ ...Id('Only with this sprayer.'), example: 6 })),
        farmerId: Type.Optional(Type.Unsafe<string>({ ...Id('Only with this farmer.'), example: 3 })),
      }),
      paging: { sortable: [] },
      response: Paged('CrewBanPage', BanSchema),
      example: { content: [banExample], page: pageExample },
      handle: ({ query, pageable }) =>
        readPage(
          pageable,
          () => countBans(database.read, query),
          async (limit, offset) => (await listBans(database.read, query, limit, offset)).map(write),
        ),
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/crew-ban',
      operationId: 'addCrewBan',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Ban a sprayer from a farmer, or from working with another sprayer',
      description:
        'Such a crew is not suggested, and assigning it needs a reason. Bulk actions refuse it. Crews that are assigned already stay; `openJobs` counts them.',
      body: BanBody,
      bodyExample: { sprayerId: 6, farmerId: 3, reason: 'A quarrel about the dyke' },
      response: BanSchema,
      example: banExample,
      problems: ['CREW_UNKNOWN', 'BAN_EXISTS'],
      idempotent: true,
      handle: async ({ database: through, body, user }) => write(await addBan({ database: through, actor: user, now: clock() }, body)),
    }),
    route({
      method: 'DELETE',
      path: '/api/receptionist/crew-ban/{id}',
      operationId: 'removeCrewBan',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Remove a ban',
      params: BanId,
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND'],
      async handle({ database: through, params, user }) {
        await removeBan({ database: through, actor: user, now: clock() }, params.id);
        return { done: true };
      },
    }),
  ];
}
