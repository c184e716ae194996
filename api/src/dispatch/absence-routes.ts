import { Type } from 'typebox';
import { SessionSchema } from '../catalog/catalog-schemas.ts';
import { listedRange, RangeQuery, sessionsJson, spanInput } from '../catalog/span.ts';
import type { OrderDeps } from '../orders/order-http.ts';
import { type Pageable, Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { CalendarDate, DoneSchema, Exact, Id, Int32, NullableText, named, OneOf, Timestamp } from '../platform/http/schemas.ts';
import { wallTime } from '../platform/time/clock.ts';
import { type Absence, type AbsenceState, absenceKinds, absenceStates, countAbsences, listAbsences } from './absence-store.ts';
import { decideAbsence, enterAbsence, removeAbsence } from './change-absence.ts';

const AbsenceSchema = named(
  'Absence',
  Exact({
    id: Id(),
    sprayer: Exact({ id: Id(), fullName: Type.String() }),
    from: CalendarDate({ description: 'First date.' }),
    to: CalendarDate({ description: 'Last date.' }),
    sessions: Type.Array(SessionSchema, { description: 'The sessions of each date; empty: whole days.' }),
    kind: OneOf(absenceKinds),
    note: NullableText(),
    by: Type.String({ description: 'Name of the user who entered it.' }),
    own: Type.Boolean({ description: 'Entered by the sprayer, who can remove it.' }),
    timestamp: Timestamp(),
    state: OneOf(absenceStates, { description: 'Only approved absences count. What a sprayer enters is a request.' }),
    decidedBy: NullableText({ description: 'Name of the user who approved or refused the request.' }),
    decisionNote: NullableText({ description: 'What the office wrote to the sprayer with the decision.' }),
    openJobs: Int32({ minimum: 0, description: 'Jobs of the sprayer in it that have not begun and must be reassigned.' }),
  }),
);
const absenceExample = {
  id: 1,
  sprayer: { id: 6, fullName: 'Lê Văn Bay' },
  from: '2026-11-18',
  to: '2026-11-19',
  sessions: [],
  kind: 'leave',
  note: 'Wedding',
  by: 'Lê Văn Bay',
  own: true,
  timestamp: '2026-11-15T02:30:00.000Z',
  state: 'approved',
  decidedBy: 'Trần Thị Đồng',
  decisionNote: null,
  openJobs: 1,
};
const requestExample = { ...absenceExample, state: 'requested', decidedBy: null };

const bodyFields = { ...spanInput, kind: OneOf(absenceKinds), note: Type.Optional(Type.String({ maxLength: 500 })) };
const bodyExample = { from: '2026-11-18', to: '2026-11-19', kind: 'leave', note: 'Wedding' };
const OfficeBody = named('NewAbsence', Type.Object({ sprayerId: Id('The sprayer.'), ...bodyFields }));
const OwnBody = named('NewOwnAbsence', Type.Object(bodyFields));
const DecisionBody = named(
  'AbsenceDecision',
  Type.Object({ note: Type.Optional(Type.String({ maxLength: 500, description: 'For the sprayer.' })) }),
);
const AbsenceId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The absence.'), example: 1 }) });

/** Leave and illness of sprayers. */
export function absenceRoutes({ database, catalog, clock }: OrderDeps): Route[] {
  const write = (absence: Absence): string => {
    const { id, sprayerId, sprayer, from, to, sessionIds, kind, note, by, timestamp, openJobs } = absence;
    const { state, decidedBy, decisionNote } = absence;
    const own = absence.actorId === sprayerId;
    return `{"id":${id},"sprayer":{"id":${sprayerId},"fullName":${JSON.stringify(sprayer)}},"from":"${from}","to":"${to}","sessions":${sessionsJson(catalog, sessionIds)},"kind":"${kind}","note":${JSON.stringify(note)},"by":${JSON.stringify(by)},"own":${own},"timestamp":"${timestamp}","state":"${state}","decidedBy":${JSON.stringify(decidedBy)},"decisionNote":${JSON.stringify(decisionNote)},"openJobs":${openJobs}}`;
  };
  const writeAll = async (absences: Absence[]): Promise<string[]> => {
    await catalog.ensureLoaded(
      [],
      absences.flatMap(({ sessionIds }) => sessionIds ?? []),
    );
    return absences.map(write);
  };
  const readList = async (
    query: { from?: string; to?: string; state?: AbsenceState },
    pageable: Pageable,
    sprayerId: string | undefined,
  ): Promise<string> => {
    const range = listedRange(query, wallTime(clock(), (await catalog.facts()).company.timeZone).date);
    const filter = { ...range, sprayerId, state: query.state };
    return readPage(
      pageable,
      () => countAbsences(database.read, filter),
      async (limit, offset) => writeAll(await listAbsences(database.read, filter, limit, offset)),
    );
  };
  const list = {
    description: 'Absences that have not ended, next one first.',
    paging: { sortable: [] },
    response: Paged('AbsencePage', AbsenceSchema),
    example: { content: [absenceExample], page: pageExample },
  } as const;
  const removal = { params: AbsenceId, response: DoneSchema, example: { done: true } } as const;
  return [
    route({
      ...list,
      method: 'GET',
      path: '/api/receptionist/absence/',
      operationId: 'listAbsences',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Absences of sprayers',
      query: Type.Object({
        ...RangeQuery.properties,
        sprayerId: Type.Optional(Type.Unsafe<string>({ ...Id('Only of this sprayer.'), example: 6 })),
        state: Type.Optional(OneOf(absenceStates, { description: 'Only in this state.', example: 'approved' })),
      }),
      handle: ({ query, pageable }) => readList(query, pageable, query.sprayerId),
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/absence',
      operationId: 'enterAbsence',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Enter leave or illness of a sprayer',
      description:
        "The sprayer is not suggested and cannot be assigned in that time. Existing jobs stay and appear on the office's to-do list.",
      body: OfficeBody,
      bodyExample: { sprayerId: 6, ...bodyExample },
      response: AbsenceSchema,
      example: { ...absenceExample, by: 'Trần Thị Đồng', own: false, decidedBy: null },
      problems: ['CREW_UNKNOWN', 'ABSENCE_EXISTS'],
      idempotent: true,
      async handle({ database: writing, body: { sprayerId, ...input }, user }) {
        const absence = await enterAbsence({ database: writing, catalog, actor: user, now: clock() }, sprayerId, input);
        return (await writeAll([absence]))[0] as string;
      },
    }),
    ...(['approved', 'refused'] as const).map((state) =>
      route({
        method: 'POST',
        path: `/api/receptionist/absence/{id}/${state === 'approved' ? 'approve' : 'refuse'}`,
        operationId: state === 'approved' ? 'approveAbsence' : 'refuseAbsence',
        access: 'receptionist',
        tag: 'receptionist',
        summary: state === 'approved' ? 'Approve the absence that a sprayer asked for' : 'Refuse the absence that a sprayer asked for',
        description:
          state === 'approved'
            ? "From then on the sprayer is not suggested and cannot be assigned in that time. Existing jobs stay and appear on the office's to-do list."
            : 'It does not count. The sprayer sees the note.',
        params: AbsenceId,
        body: DecisionBody,
        bodyExample: { note: state === 'approved' ? 'Enjoy the wedding' : 'Two others are on leave then' },
        response: AbsenceSchema,
        example: { ...absenceExample, state },
        problems: state === 'approved' ? ['NOT_FOUND', 'REQUEST_DECIDED', 'CREW_UNKNOWN'] : ['NOT_FOUND', 'REQUEST_DECIDED'],
        idempotent: true,
        async handle({ database: writing, params, body, user }) {
          const absence = await decideAbsence({ database: writing, actor: user, now: clock() }, params.id, state, body.note);
          return (await writeAll([absence]))[0] as string;
        },
      }),
    ),
    route({
      ...removal,
      method: 'DELETE',
      path: '/api/receptionist/absence/{id}',
      operationId: 'removeAbsence',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Remove an absence',
      problems: ['NOT_FOUND'],
      async handle(call) {
        await removeAbsence({ database: call.database, actor: call.user, now: clock() }, call.params.id);
        return { done: true };
      },
    }),
    route({
      ...list,
      method: 'GET',
      path: '/api/sprayer/absence/',
      operationId: 'listMyAbsences',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'My absences',
      query: RangeQuery,
      handle: ({ query, pageable, user }) => readList(query, pageable, user.id),
    }),
    route({
      method: 'POST',
      path: '/api/sprayer/absence',
      operationId: 'enterMyAbsence',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'Ask for leave, or report illness',
      description: 'The office approves or refuses it. Until then I keep my jobs and can get more.',
      body: OwnBody,
      bodyExample,
      response: AbsenceSchema,
      example: requestExample,
      problems: ['CREW_UNKNOWN', 'ABSENCE_EXISTS'],
      idempotent: true,
      async handle({ database: writing, body, user }) {
        return (
          await writeAll([await enterAbsence({ database: writing, catalog, actor: user, now: clock() }, user.id, body)])
        )[0] as string;
      },
    }),
    route({
      ...removal,
      method: 'DELETE',
      path: '/api/sprayer/absence/{id}',
      operationId: 'removeMyAbsence',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'Remove an absence that I entered',
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
      async handle(call) {
        await removeAbsence({ database: call.database, actor: call.user, now: clock() }, call.params.id);
        return { done: true };
      },
    }),
  ];
}
