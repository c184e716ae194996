import { Type } from 'typebox';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { DoneSchema, Exact, Id, NullableText, named, OneOf, Timestamp } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { endedAccessDays, endedKinds } from './ended-access-rules.ts';
import { countEnded, dismissEnded, endedSortColumns, listEnded } from './ended-access-store.ts';

const EndedAccessSchema = named(
  'EndedAccess',
  Exact({
    id: Id(),
    kind: OneOf(endedKinds),
    name: NullableText({ description: 'By which the user recognises it; null: it has no name.' }),
    issuerId: Type.Unsafe<number | null>({ type: ['integer', 'null'], format: 'int64', description: 'Of a sign-in provider.' }),
    endedAt: Timestamp(),
  }),
);
const writeEnded = compileRowWriter(EndedAccessSchema);

/** What a password reset has ended, so that its user can add it again. */
export function endedAccessRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  const common = { access: 'signed-in', tag: 'common' } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/api/common/ended-access/',
      operationId: 'listEndedAccess',
      summary: 'What a password reset has ended in my account',
      description: `Devices, passkeys, links with issuers, push devices, the calendar address, the confirmation of the phone number, API keys. What was added again is left out. Kept for ${endedAccessDays} days.`,
      paging: { sortable: Object.keys(endedSortColumns) },
      response: Paged('EndedAccessPage', EndedAccessSchema),
      example: {
        content: [{ id: 3, kind: 'passkey', name: 'Samsung A15', issuerId: null, endedAt: '2026-11-15T02:30:00.000Z' }],
        page: pageExample,
      },
      handle({ user, pageable }) {
        const now = clock();
        return readPage(
          pageable,
          () => countEnded(database.read, user.id, now),
          async (limit, offset) => (await listEnded(database.read, user.id, now, pageable.sort, limit, offset)).map(writeEnded),
        );
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/common/ended-access/dismiss',
      operationId: 'dismissEndedAccess',
      summary: 'Clear the list of what a password reset has ended',
      description: 'Idempotent.',
      response: DoneSchema,
      example: { done: true },
      async handle({ user }) {
        await dismissEnded(database.write, user.id);
        return { done: true };
      },
    }),
  ];
}
