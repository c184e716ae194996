import { Type } from 'typebox';
import { AppError } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, named, OneOf } from '../platform/http/schemas.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { type SetupChecklist, setupChecklist, setupSteps } from './setup-rules.ts';
import { readSetupFacts, saveSkip } from './setup-store.ts';

const SetupChecklistSchema = named(
  'SetupChecklist',
  Exact({
    steps: Type.Array(
      Exact({
        step: OneOf(setupSteps),
        done: Type.Boolean({ description: 'Derived from the data of the company.' }),
        skipped: Type.Boolean({ description: 'An admin has skipped the step, and it is not done.' }),
      }),
    ),
    complete: Type.Boolean({ description: 'Every step is done or skipped.' }),
    dismissed: Type.Boolean({ description: 'The complete checklist is hidden.' }),
  }),
);
const example: SetupChecklist = {
  steps: [
    { step: 'name', done: true, skipped: false },
    { step: 'logo', done: false, skipped: true },
    { step: 'mail', done: false, skipped: false },
  ],
  complete: false,
  dismissed: false,
};

export interface SetupDeps {
  database: Database;
  clock: Clock;
  hasCardPayments: boolean;
  hasMailServer: boolean;
}

/** Checklist for the first run of a new company. */
export function setupRoutes({ database, clock, hasCardPayments, hasMailServer }: SetupDeps): Route[] {
  const read = async (db: Db) => setupChecklist({ ...(await readSetupFacts(db)), hasCardPayments, hasMailServer });
  const shared = { access: 'admin', tag: 'admin', response: SetupChecklistSchema, example } as const;
  return [
    route({
      ...shared,
      method: 'GET',
      path: '/api/admin/setup-checklist',
      operationId: 'getSetupChecklist',
      summary: 'Set-up checklist of the company',
      description: 'The state of each step is derived from the data of the company.',
      handle: () => read(database.read),
    }),
    route({
      ...shared,
      method: 'PUT',
      path: '/api/admin/setup-checklist/step/{step}',
      operationId: 'skipSetupStep',
      summary: 'Skip a step of the set-up checklist',
      params: Type.Object({ step: OneOf(setupSteps, { description: 'The step.', example: 'logo' }) }),
      body: named('SetupStepChange', Type.Object({ skipped: Type.Boolean({ description: 'false: show the step again.' }) })),
      bodyExample: { skipped: true },
      async handle({ params, body }) {
        await database.transaction((tx) => saveSkip(tx, params.step, body.skipped, clock()));
        return read(database.write);
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/admin/setup-checklist/dismiss',
      operationId: 'dismissSetupChecklist',
      summary: 'Hide the complete set-up checklist',
      example: { ...example, complete: true, dismissed: true },
      problems: ['ACTION_NOT_ALLOWED'],
      idempotent: true,
      async handle({ database: through }) {
        await through.transaction(async (tx) => {
          const { complete } = await read(tx);
          if (!complete)
            throw new AppError('ACTION_NOT_ALLOWED', 'The checklist has open steps. Finish or skip them, then dismiss the checklist.');
          await saveSkip(tx, 'dismissed', true, clock());
        });
        return read(through.write);
      },
    }),
  ];
}
