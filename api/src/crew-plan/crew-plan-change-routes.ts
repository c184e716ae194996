import { Type } from 'typebox';
import { maxPlannedOrders } from '../dispatch/planner-input-rules.ts';
import { AppError } from '../errors.ts';
import { commandContext, type OrderDeps } from '../orders/order-http.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Id, named } from '../platform/http/schemas.ts';
import type { Db } from '../platform/postgres/database.ts';
import { acceptPlan } from './accept-plan.ts';
import { planJson, rowJson } from './crew-plan-json.ts';
import { findPlan, findPlanRow } from './crew-plan-list-store.ts';
import { maxPlanSeconds, undoPeriodMinutes } from './crew-plan-rules.ts';
import { CrewPlanSchema, PlanRowSchema, planExample, rowExample } from './crew-plan-schemas.ts';
import { cancelPlan, findPlanState } from './crew-plan-store.ts';
import { editPlanRow, planRowNotFound } from './edit-plan-row.ts';
import type { PlanRunner } from './plan-runner.ts';
import { readVocabulary } from './plan-texts.ts';
import { planAgain, planNotFound } from './start-plan.ts';
import { undoPlan } from './undo-plan.ts';

const RowBody = named(
  'CrewPlanRowChange',
  Type.Object({
    sprayerIds: Type.Optional(
      Type.Array(Id(), {
        maxItems: 2,
        uniqueItems: true,
        description: 'The crew; empty: none. A chosen crew is pinned unless `isPinned` is false.',
      }),
    ),
    isPinned: Type.Optional(Type.Boolean({ description: 'Planning again keeps the crew of this row.' })),
  }),
);
const AcceptBody = named(
  'CrewPlanAcceptance',
  Type.Object({
    orderIds: Type.Optional(
      Type.Array(Id(), { minItems: 1, maxItems: maxPlannedOrders, uniqueItems: true, description: 'Only these orders; all if omitted.' }),
    ),
  }),
);
const PlanId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The plan.'), example: 3 }) });
const RowId = Type.Object({ ...PlanId.properties, orderId: Type.Unsafe<string>({ ...Id('The order.'), example: 42 }) });

const acceptedExample = {
  ...planExample,
  ...{ state: 'accepted', accepted: 4, acceptedAt: '2026-11-17T11:10:00.000Z', undoableUntil: '2026-11-17T11:20:00.000Z' },
};

/** Changes of a proposal: rows, planning again, cancelling, accepting, undo. */
export function crewPlanChangeRoutes(deps: OrderDeps, runner: PlanRunner): Route[] {
  const { database, catalog, clock } = deps;
  const shared = { access: 'receptionist', tag: 'receptionist' } as const;
  const answerPlan = async (db: Db, id: string): Promise<string> => {
    const row = await findPlan(db, id);
    if (row === undefined) throw planNotFound();
    return planJson(row);
  };
  return [
    route({
      ...shared,
      method: 'PATCH',
      path: '/api/receptionist/plan/{id}/row/{orderId}',
      operationId: 'changeCrewPlanRow',
      summary: 'Give an order of a proposal another crew, or pin it',
      description: 'The crew is checked against the rules and the other rows; costs and ways are computed again. No order is changed.',
      params: RowId,
      body: RowBody,
      bodyExample: { sprayerIds: [5, 7] },
      response: PlanRowSchema,
      example: { ...rowExample, isEdited: true, isPinned: true, reason: 'Chosen by the office.', alternative: null, alternativeCost: null },
      problems: [
        'NOT_FOUND',
        'PROPOSAL_CLOSED',
        'CREW_UNKNOWN',
        'CREW_BUSY',
        'CREW_ABSENT',
        'CREW_DAY_LIMIT',
        'CREW_PINNED',
        'CREW_BANNED',
        'LICENCE_EXPIRED',
        'CREW_NEEDS_SENIOR',
        'CREW_NEEDS_TWO',
        'CREW_TOO_FAR',
      ],
      async handle({ params: { id, orderId }, body, user }) {
        await editPlanRow(database, id, orderId, body);
        const row = await findPlanRow(database.write, id, orderId);
        if (row === undefined) throw planRowNotFound();
        return rowJson(catalog, row, await readVocabulary(database.write, catalog, user.id, [row]));
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/plan/{id}/again',
      operationId: 'planCrewsAgain',
      summary: 'Plan the day of a proposal again around its pinned rows',
      description: 'Pinned rows keep their crews. Answers with a new proposal, which replaces this one once it is ready.',
      params: PlanId,
      response: CrewPlanSchema,
      example: { ...planExample, id: 4, state: 'planning', basedOn: 3 },
      problems: ['NOT_FOUND', 'PROPOSAL_CLOSED', 'BASE_NOT_SET', 'NO_SPRAYERS', 'NOTHING_TO_PLAN', 'TOO_MUCH_TO_PLAN', 'PLAN_RUNNING'],
      async handle({ params, user }) {
        const options = { seed: 0, timeLimitMs: maxPlanSeconds * 1000 };
        return answerPlan(database.write, await planAgain({ database, catalog, clock, runner }, user, params.id, options));
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/plan/{id}/cancel',
      operationId: 'cancelCrewPlan',
      summary: 'Stop planning, or discard a proposal',
      params: PlanId,
      response: CrewPlanSchema,
      example: { ...planExample, state: 'cancelled' },
      problems: ['NOT_FOUND', 'PROPOSAL_CLOSED'],
      async handle({ params: { id } }) {
        const plan = await findPlanState(database.write, id);
        if (plan === undefined) throw planNotFound();
        const isCancelled = await cancelPlan(database.write, id, clock());
        if (!isCancelled && (await findPlanState(database.write, id))?.state !== 'cancelled')
          throw new AppError('PROPOSAL_CLOSED', 'This plan is closed already. Please look again.');
        runner.stop(id);
        return answerPlan(database.write, id);
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/plan/{id}/accept',
      operationId: 'acceptCrewPlan',
      summary: 'Assign the proposed crews',
      description:
        'All changed rows or the chosen ones, in one transaction; each order is checked as when a crew is assigned. Orders that changed meanwhile are left out: `leftOut` counts them, and they are the first rows. Farmers and crews are notified now. Possible once.',
      params: PlanId,
      body: AcceptBody,
      optionalBody: true,
      bodyExample: { orderIds: [42, 43] },
      response: CrewPlanSchema,
      example: acceptedExample,
      problems: ['NOT_FOUND', 'PROPOSAL_CLOSED', 'NOTHING_TO_PLAN'],
      async handle(call) {
        await acceptPlan(commandContext(deps, { ...call, expectedVersion: undefined }), call.params.id, call.body.orderIds);
        return answerPlan(database.write, call.params.id);
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/plan/{id}/undo',
      operationId: 'undoCrewPlan',
      summary: 'Undo the acceptance of a proposal',
      description: `Gives all its orders their earlier crews back, or none. Possible for ${undoPeriodMinutes} minutes, while the orders are as they were left and the crews are free; \`errors\` of BULK_BLOCKED lists what is in the way.`,
      params: PlanId,
      response: CrewPlanSchema,
      example: { ...acceptedExample, state: 'undone', undoableUntil: null, undoneAt: '2026-11-17T11:12:00.000Z' },
      problems: ['NOT_FOUND', 'BULK_BLOCKED', 'CANNOT_UNDO', 'ALREADY_UNDONE', 'UNDO_EXPIRED'],
      idempotent: true,
      async handle(call) {
        await undoPlan(commandContext(deps, { ...call, expectedVersion: undefined }), call.params.id);
        return answerPlan(call.database.write, call.params.id);
      },
    }),
  ];
}
