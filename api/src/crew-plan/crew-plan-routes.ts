import { type Static, Type } from 'typebox';
import type { OrderDeps } from '../orders/order-http.ts';
import { idValue, toJson } from '../platform/http/id-json.ts';
import { Paged, pageExample, pageOf, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { CalendarDate, Id, Int32, named } from '../platform/http/schemas.ts';
import type { Db } from '../platform/postgres/database.ts';
import { planJson, routeJson, rowJson, unplacedJson } from './crew-plan-json.ts';
import {
  countPlanRows,
  countPlans,
  countRoutes,
  findPlan,
  listPlanRows,
  listPlans,
  listRoutes,
  readNames,
} from './crew-plan-list-store.ts';
import { maxPlanSeconds } from './crew-plan-rules.ts';
import {
  ChoiceSchema,
  CrewPlanSchema,
  choiceExample,
  PlanRowSchema,
  planExample,
  RouteSchema,
  routeExample,
  rowExample,
  UnplacedSchema,
  unplacedExample,
} from './crew-plan-schemas.ts';
import { findPlanState } from './crew-plan-store.ts';
import { listRowChoices } from './edit-plan-row.ts';
import type { PlanRunner } from './plan-runner.ts';
import { readVocabulary } from './plan-texts.ts';
import { reportIllness } from './report-illness.ts';
import { planNotFound, startPlan } from './start-plan.ts';

export const PlanOptionsBody = Type.Object({
  timeLimitSeconds: Type.Optional(Int32({ minimum: 1, maximum: maxPlanSeconds, description: `Default: ${maxPlanSeconds}.` })),
  seed: Type.Optional(Int32({ minimum: 0, maximum: 2 ** 31 - 1, description: 'The same orders and seed give the same plan; default 0.' })),
  fewestChanges: Type.Optional(Type.Boolean({ description: 'Changes of present crews cost three times as much.' })),
});
const NewPlanBody = named('NewCrewPlan', Type.Object({ date: CalendarDate(), options: Type.Optional(PlanOptionsBody) }));
const IllnessBody = named('Illness', Type.Object({ sprayerId: Id('The sprayer.'), date: CalendarDate() }));

const PlanId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The plan.'), example: 3 }) });
const RowId = Type.Object({ ...PlanId.properties, orderId: Type.Unsafe<string>({ ...Id('The order.'), example: 42 }) });

export const planOptions = ({ timeLimitSeconds = maxPlanSeconds, seed = 0 }: Static<typeof PlanOptionsBody> = {}) => ({
  timeLimitMs: timeLimitSeconds * 1000,
  seed,
});

const startProblems = ['BASE_NOT_SET', 'NO_SPRAYERS', 'NOTHING_TO_PLAN', 'TOO_MUCH_TO_PLAN', 'PLAN_RUNNING'] as const;

/** Proposals of crews for a day: planning, and what was planned. */
export function crewPlanRoutes(deps: OrderDeps, runner: PlanRunner): Route[] {
  const { database, catalog, clock } = deps;
  const context = { database, catalog, clock, runner };
  const shared = { access: 'receptionist', tag: 'receptionist' } as const;
  const answerPlan = async (db: Db, id: string): Promise<string> => {
    const row = await findPlan(db, id);
    if (row === undefined) throw planNotFound();
    return planJson(row);
  };
  const checkExists = async (id: string): Promise<void> => {
    if ((await findPlanState(database.read, id)) === undefined) throw planNotFound();
  };
  return [
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/plan',
      operationId: 'createCrewPlan',
      summary: 'Plan the crews of a day',
      description:
        'Answers at once with a proposal in state `planning`. Read it until its state changes. One plan per date at a time. No order is changed before the proposal is accepted.',
      body: NewPlanBody,
      bodyExample: { date: '2026-11-18', options: { timeLimitSeconds: 30 } },
      response: CrewPlanSchema,
      example: { ...planExample, state: 'planning', ...{ cost: null, lowerBound: null, gap: null, costs: null, previousCosts: null } },
      problems: startProblems,
      async handle({ body: { date, options }, user }) {
        const request = { date, ...planOptions(options), fewestChanges: options?.fewestChanges ?? false };
        return answerPlan(database.write, await startPlan(context, user, request));
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/plan/illness',
      operationId: 'reportIllness',
      summary: 'A sprayer is ill: plan the day without them',
      description:
        'Saves the absence, unless there is one for that day, and plans the day with the fewest changes. A plan of that date that is being made is cancelled. The absence stays if the day cannot be planned.',
      body: IllnessBody,
      bodyExample: { sprayerId: 6, date: '2026-11-18' },
      response: CrewPlanSchema,
      example: { ...planExample, state: 'planning', fewestChanges: true, absent: { id: 6, fullName: 'Lê Văn Bay' } },
      problems: [...startProblems, 'CREW_UNKNOWN'],
      handle: async ({ body, user }) => answerPlan(database.write, await reportIllness(context, user, body, planOptions())),
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/plan/',
      operationId: 'listCrewPlans',
      summary: 'Proposals of crews',
      description: 'Newest first.',
      query: Type.Object({ date: Type.Optional(CalendarDate({ description: 'Only of this date.', example: '2026-11-18' })) }),
      paging: { sortable: [] },
      response: Paged('CrewPlanPage', CrewPlanSchema),
      example: { content: [planExample], page: pageExample },
      handle: ({ pageable, query: { date } }) =>
        readPage(
          pageable,
          () => countPlans(database.read, date),
          async (limit, offset) => (await listPlans(database.read, date, limit, offset)).map(planJson),
        ),
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/plan/{id}',
      operationId: 'getCrewPlan',
      summary: 'A proposal of crews',
      description: 'While it is `planning`: the best cost, the bound and the gap so far.',
      params: PlanId,
      response: CrewPlanSchema,
      example: planExample,
      problems: ['NOT_FOUND'],
      handle: ({ params }) => answerPlan(database.read, params.id),
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/plan/{id}/row/',
      operationId: 'listCrewPlanRows',
      summary: 'The orders of a proposal with present and proposed crews',
      description: 'Orders that were left out or have no crew first, then by their time. Empty until the plan is ready.',
      params: PlanId,
      paging: { sortable: [] },
      response: Paged('CrewPlanRowPage', PlanRowSchema),
      example: { content: [rowExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, pageable, user }) {
        await checkExists(params.id);
        return readPage(
          pageable,
          () => countPlanRows(database.read, params.id, false),
          async (limit, offset) => {
            const rows = await listPlanRows(database.read, params.id, false, limit, offset);
            const vocabulary = await readVocabulary(database.read, catalog, user.id, rows);
            return rows.map((row) => rowJson(catalog, row, vocabulary));
          },
        );
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/plan/{id}/route/',
      operationId: 'listCrewPlanRoutes',
      summary: 'The ways of the sprayers in a proposal',
      description: 'By name. Each block of sessions begins and ends at the base.',
      params: PlanId,
      paging: { sortable: [] },
      response: Paged('CrewPlanRoutePage', RouteSchema),
      example: { content: [routeExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, pageable }) {
        await checkExists(params.id);
        return readPage(
          pageable,
          () => countRoutes(database.read, params.id),
          async (limit, offset) => (await listRoutes(database.read, params.id, limit, offset)).map(routeJson),
        );
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/plan/{id}/unplaced/',
      operationId: 'listCrewPlanUnplaced',
      summary: 'Orders without a crew in a proposal, and why',
      params: PlanId,
      paging: { sortable: [] },
      response: Paged('CrewPlanUnplacedPage', UnplacedSchema),
      example: { content: [unplacedExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, pageable, user }) {
        await checkExists(params.id);
        return readPage(
          pageable,
          () => countPlanRows(database.read, params.id, true),
          async (limit, offset) => {
            const rows = await listPlanRows(database.read, params.id, true, limit, offset);
            const vocabulary = await readVocabulary(database.read, catalog, user.id, rows);
            return rows.map((row) => unplacedJson(catalog, row, vocabulary));
          },
        );
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/plan/{id}/row/{orderId}/choice/',
      operationId: 'listCrewPlanChoices',
      summary: 'Crews that an order of a proposal could have',
      description: 'While the other orders keep theirs; cheapest first, at most 60.',
      params: RowId,
      paging: { sortable: [] },
      response: Paged('CrewPlanChoicePage', ChoiceSchema),
      example: { content: [choiceExample], page: pageExample },
      problems: ['NOT_FOUND', 'PROPOSAL_CLOSED'],
      async handle({ params, pageable }) {
        const choices = await listRowChoices(database.read, params.id, params.orderId);
        const names = await readNames(database.read, [...new Set(choices.flatMap(({ crew }) => crew))]);
        return pageOf(choices, pageable, ({ crew, extraCost }) =>
          toJson({ sprayers: crew.map((id) => ({ id: idValue(id), fullName: names.get(id) ?? id })), extraCost }),
        );
      },
    }),
  ];
}
