import { Type } from 'typebox';
import { differences, insertAudit } from '../accounts/audit-store.ts';
import { AppError } from '../errors.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Id, Nullable, named, OneOf } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { baseText } from './base-text.ts';
import { lockSprayers } from './crew-store.ts';
import { BaseSchema, baseExample, DailyJobLimit } from './planning-schemas.ts';
import {
  countSprayerPlanning,
  type ListedPlanning,
  listSprayerPlanning,
  readSprayerPlanning,
  type SprayerPlanning,
  saveSprayerPlanning,
} from './sprayer-planning-store.ts';

const PlanningSchema = named(
  'SprayerPlanning',
  Exact({
    sprayer: Exact({ id: Id(), fullName: Type.String(), expertise: OneOf(['apprentice', 'adept', 'expert']) }),
    base: Nullable(BaseSchema),
    dailyJobLimit: DailyJobLimit("Most jobs on one day; null: the company's limit."),
  }),
);
const planningExample = {
  sprayer: { id: 6, fullName: 'Lê Văn Bay', expertise: 'expert' },
  base: baseExample,
  dailyJobLimit: 3,
};
const PlanningBody = named(
  'NewSprayerPlanning',
  Type.Object({
    base: Type.Optional(Nullable(BaseSchema)),
    dailyJobLimit: Type.Optional(DailyJobLimit("Most jobs on one day; null: the company's limit.")),
  }),
);
const SprayerId = Type.Object({ userId: Type.Unsafe<string>({ ...Id('The sprayer.'), example: 5 }) });

const write = ({ sprayerId, fullName, expertise, base, dailyJobLimit }: ListedPlanning): string =>
  `{"sprayer":{"id":${sprayerId},"fullName":${JSON.stringify(fullName)},"expertise":"${expertise}"},"base":${JSON.stringify(base)},"dailyJobLimit":${dailyJobLimit}}`;

const forAudit = ({ base, dailyJobLimit }: SprayerPlanning) => ({ base: baseText(base), dailyJobLimit });

/** Own bases and limits of sprayers. */
export function sprayerPlanningRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/receptionist/sprayer-planning/',
      operationId: 'listSprayerPlanning',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Bases and limits of the sprayers',
      description: 'Active sprayers by name. What is null is as the company has it.',
      paging: { sortable: [] },
      response: Paged('SprayerPlanningPage', PlanningSchema),
      example: { content: [planningExample], page: pageExample },
      handle: ({ pageable }) =>
        readPage(
          pageable,
          () => countSprayerPlanning(database.read),
          async (limit, offset) => (await listSprayerPlanning(database.read, limit, offset)).map(write),
        ),
    }),
    route({
      method: 'PUT',
      path: '/api/receptionist/sprayer/{userId}/planning',
      operationId: 'setSprayerPlanning',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Set the base and the limit of a sprayer',
      description:
        'What is omitted or null is as the company has it. The limit applies to new assignments; jobs that are assigned already stay.',
      params: SprayerId,
      body: PlanningBody,
      bodyExample: { base: baseExample, dailyJobLimit: 3 },
      response: PlanningSchema,
      example: planningExample,
      problems: ['NOT_FOUND'],
      async handle({ params, body, user }) {
        const { userId } = params;
        return database.transaction(async (tx) => {
          const [sprayer] = await lockSprayers(tx, [userId]);
          if (sprayer === undefined) throw new AppError('NOT_FOUND', 'There is no such active sprayer.');
          const before = await readSprayerPlanning(tx, userId);
          const { base = null, dailyJobLimit = null } = body;
          const after = { base: base === null ? null : { ...base, name: base.name.trim() }, dailyJobLimit };
          await saveSprayerPlanning(tx, userId, after);
          const changes = differences(forAudit(before), forAudit(after));
          const entry = { actorId: user.id, action: 'user_update', subjectType: 'user', subjectId: userId, changes } as const;
          if (changes.length > 0) await insertAudit(tx, entry, clock());
          return write({ sprayerId: userId, fullName: sprayer.name, expertise: sprayer.expertise, ...after });
        });
      },
    }),
  ];
}
