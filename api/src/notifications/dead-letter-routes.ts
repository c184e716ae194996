import { Type } from 'typebox';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { DoneSchema, Exact, Id, Int32, NullableText, named, Timestamp } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { countDeadLetters, deadLetterSortColumns, listDeadLetters } from './dead-letter-store.ts';
import { replayAllDeadLetters, replayDeadLetter } from './replay-dead-letters.ts';

const DeadLetterSchema = named(
  'DeadLetter',
  Exact({
    id: Id('The event.'),
    type: Type.String({ description: 'What happened to the order.' }),
    timestamp: Timestamp({ description: 'When it happened.' }),
    orderId: Id(),
    attempts: Int32({ minimum: 1 }),
    lastError: NullableText({ description: 'Why the last attempt failed.' }),
    failedAt: Timestamp({ description: 'When the last attempt was made.' }),
  }),
);
const example = {
  id: 41,
  type: 'confirmed',
  timestamp: '2026-11-15T02:30:00.000Z',
  orderId: 12,
  attempts: 5,
  lastError: 'Invalid time value',
  failedAt: '2026-11-15T02:43:00.000Z',
};

const writeDeadLetter = compileRowWriter(DeadLetterSchema);

/** Events that could not be dispatched. */
export function deadLetterRoutes(database: Database, clock: Clock): Route[] {
  const common = { access: 'admin', tag: 'admin' } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/api/admin/dead-letter/',
      operationId: 'listDeadLetters',
      summary: 'Events that could not be dispatched',
      description:
        'Each attempt to write the notifications, mails and webhook deliveries of the event failed, and no further one is made. Default sort: newest first.',
      paging: { sortable: Object.keys(deadLetterSortColumns) },
      response: Paged('DeadLetterPage', DeadLetterSchema),
      example: { content: [example], page: pageExample },
      handle: ({ pageable }) =>
        readPage(
          pageable,
          () => countDeadLetters(database.read),
          async (limit, offset) => (await listDeadLetters(database.read, pageable.sort, limit, offset)).map(writeDeadLetter),
        ),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/admin/dead-letter/{id}/replay',
      operationId: 'replayDeadLetter',
      summary: 'Dispatch an event again',
      description: 'The event is queued in the outbox again with the same id. If it fails again, it is listed here again.',
      params: Type.Object({ id: Type.Unsafe<string>({ ...Id('The event.'), example: 41 }) }),
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND'],
      async handle({ params, user }) {
        await replayDeadLetter({ database, actorId: user.id, now: clock() }, params.id);
        return { done: true };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/admin/dead-letter/replay',
      operationId: 'replayDeadLetters',
      summary: 'Dispatch all of these events again',
      response: named('DeadLettersReplayed', Exact({ replayed: Int32({ minimum: 0, description: 'How many went back to the outbox.' }) })),
      example: { replayed: 3 },
      handle: async ({ user }) => ({ replayed: await replayAllDeadLetters({ database, actorId: user.id, now: clock() }) }),
    }),
  ];
}
