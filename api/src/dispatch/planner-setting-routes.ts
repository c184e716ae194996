import { Type } from 'typebox';
import { type AuditChange, differences, insertAudit } from '../accounts/audit-store.ts';
import { invalid } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { DoneSchema, Exact, Nullable, named } from '../platform/http/schemas.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { baseText } from './base-text.ts';
import { type PlannerSetting, plannerSettingErrors } from './planner-setting-rules.ts';
import {
  type Base,
  lockPlannerSetting,
  readCompanyBase,
  readPlannerSetting,
  saveCompanyBase,
  savePlannerSetting,
} from './planner-setting-store.ts';
import { BaseSchema, baseExample, PlannerSettingSchema, plannerSettingExample } from './planning-schemas.ts';

const CompanyBaseSchema = named('CompanyBase', Exact({ base: Nullable(BaseSchema) }));
const { dailyJobLimit, ...required } = PlannerSettingSchema.properties;
const NewPlannerSetting = named('NewPlannerSetting', Type.Object({ ...required, dailyJobLimit: Type.Optional(dailyJobLimit) }));
const BaseBody = named('NewBase', Type.Object({ ...BaseSchema.properties }));

/** Settings of the crew planner, and where crews start their day. */
export function plannerSettingRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  const audit = (through: Database, actorId: string, change: (tx: Tx) => Promise<AuditChange[]>) =>
    through.transaction(async (tx) => {
      const changes = await change(tx);
      if (changes.length > 0)
        await insertAudit(tx, { actorId, action: 'setting_update', subjectType: 'setting', subjectId: null, changes }, clock());
    });
  const saveBase = (through: Database, actorId: string, base: Base | null) =>
    audit(through, actorId, async (tx) => {
      await lockPlannerSetting(tx);
      const before = baseText(await readCompanyBase(tx));
      await saveCompanyBase(tx, base);
      return differences({ base: before }, { base: baseText(base) });
    });
  return [
    route({
      method: 'GET',
      path: '/api/admin/planner-setting',
      operationId: 'getPlannerSetting',
      access: 'admin',
      tag: 'admin',
      summary: 'Settings of the crew planner',
      response: PlannerSettingSchema,
      example: plannerSettingExample,
      handle: () => readPlannerSetting(database.read),
    }),
    route({
      method: 'PUT',
      path: '/api/admin/planner-setting',
      operationId: 'changePlannerSetting',
      access: 'admin',
      tag: 'admin',
      summary: 'Change the settings of the crew planner',
      description:
        'Costs are whole metres of driving. A limit of jobs a day applies to new assignments; crews that are assigned already stay.',
      body: NewPlannerSetting,
      bodyExample: { ...plannerSettingExample, dailyJobLimit: 4 },
      response: PlannerSettingSchema,
      example: { ...plannerSettingExample, dailyJobLimit: 4 },
      idempotent: true,
      async handle({ body, user, database: through }) {
        const names = Object.keys(PlannerSettingSchema.properties) as (keyof PlannerSetting)[];
        const after = Object.fromEntries(names.map((name) => [name, body[name] ?? null])) as unknown as PlannerSetting;
        const errors = plannerSettingErrors(after);
        if (errors.length > 0) throw invalid(...errors);
        await audit(through, user.id, async (tx) => {
          const before = await lockPlannerSetting(tx);
          await savePlannerSetting(tx, after);
          return differences(before, after);
        });
        return after;
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/base',
      operationId: 'getCompanyBase',
      access: 'receptionist',
      tag: 'receptionist',
      summary: "The company's base",
      description: 'Where sprayers without a base of their own start and end their day; null: not set.',
      response: CompanyBaseSchema,
      example: { base: baseExample },
      handle: async () => ({ base: await readCompanyBase(database.read) }),
    }),
    route({
      method: 'PUT',
      path: '/api/receptionist/base',
      operationId: 'setCompanyBase',
      access: 'receptionist',
      tag: 'receptionist',
      summary: "Set the company's base",
      body: BaseBody,
      bodyExample: baseExample,
      response: CompanyBaseSchema,
      example: { base: baseExample },
      idempotent: true,
      async handle({ body, user, database: through }) {
        const base = { name: body.name.trim(), latitude: body.latitude, longitude: body.longitude };
        await saveBase(through, user.id, base);
        return { base };
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/receptionist/base',
      operationId: 'clearCompanyBase',
      access: 'receptionist',
      tag: 'receptionist',
      summary: "Clear the company's base",
      response: DoneSchema,
      example: { done: true },
      async handle({ user, database: through }) {
        await saveBase(through, user.id, null);
        return { done: true };
      },
    }),
  ];
}
