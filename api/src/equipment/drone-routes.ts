import { Type } from 'typebox';
import { differences, insertAudit } from '../accounts/audit-store.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Id, named } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { countDrones, listDrones } from './drone-store.ts';
import { DroneBody, DroneChangeBody, DroneSchema, droneBodyExample, droneExample, toDroneInput, writeDrone } from './equipment-schemas.ts';
import { lockEquipmentSetting, readEquipmentSetting, saveEquipmentSetting } from './equipment-setting-store.ts';
import { addDrone, changeDrone } from './save-drone.ts';

const DroneId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The drone.'), example: 1 }) });
const SettingSchema = named(
  'EquipmentSetting',
  Exact({
    requiresValidLicences: Type.Boolean({
      description:
        'Sprayers without a licence that is valid on the day of an order cannot be assigned or start, and drones whose registration has expired cannot be used.',
    }),
  }),
);
const NewSettingSchema = named('NewEquipmentSetting', Type.Object({ requiresValidLicences: Type.Boolean() }));

/** Drones, and whether valid licences are required. */
export function droneRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  const contextOf = (call: { database: Database; user: { id: string } }) => ({
    database: call.database,
    actorId: call.user.id,
    now: clock(),
  });
  const listFor = (access: 'receptionist' | 'sprayer', operationId: string): Route =>
    route({
      method: 'GET',
      path: `/api/${access}/drone/`,
      operationId,
      access,
      tag: access,
      summary: 'Drones of the company',
      description: 'Active ones first, by model.',
      query: Type.Object({ active: Type.Optional(Type.Boolean({ description: 'Only active or only inactive ones.', example: true })) }),
      paging: { sortable: [] },
      response: Paged('DronePage', DroneSchema),
      example: { content: [droneExample], page: pageExample },
      handle: ({ query, pageable }) =>
        readPage(
          pageable,
          () => countDrones(database.read, query.active),
          async (limit, offset) => (await listDrones(database.read, query.active, limit, offset)).map(writeDrone),
        ),
    });
  return [
    listFor('receptionist', 'listDrones'),
    listFor('sprayer', 'listDronesForCrew'),
    route({
      method: 'POST',
      path: '/api/admin/drone',
      operationId: 'addDrone',
      access: 'admin',
      tag: 'admin',
      summary: 'Add a drone',
      description: 'The office gets a reminder 30, 7 and 1 day before its registration expires.',
      body: DroneBody,
      bodyExample: droneBodyExample,
      response: DroneSchema,
      example: droneExample,
      problems: ['DRONE_EXISTS'],
      idempotent: true,
      handle: async (call) => writeDrone(await addDrone(contextOf(call), toDroneInput(call.body))),
    }),
    route({
      method: 'PUT',
      path: '/api/admin/drone/{id}',
      operationId: 'changeDrone',
      access: 'admin',
      tag: 'admin',
      summary: 'Change or retire a drone',
      description: 'A drone that is not active cannot be chosen for orders.',
      params: DroneId,
      body: DroneChangeBody,
      bodyExample: { ...droneBodyExample, active: false },
      response: DroneSchema,
      example: { ...droneExample, active: false },
      problems: ['NOT_FOUND', 'DRONE_EXISTS'],
      handle: async (call) => writeDrone(await changeDrone(contextOf(call), call.params.id, toDroneInput(call.body))),
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/equipment-setting',
      operationId: 'getEquipmentSetting',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Whether valid licences are required',
      response: SettingSchema,
      example: { requiresValidLicences: false },
      handle: () => readEquipmentSetting(database.read),
    }),
    route({
      method: 'PUT',
      path: '/api/admin/equipment-setting',
      operationId: 'changeEquipmentSetting',
      access: 'admin',
      tag: 'admin',
      summary: 'Require valid licences, or not',
      description: 'Crews that are assigned already stay, and cannot start.',
      body: NewSettingSchema,
      bodyExample: { requiresValidLicences: true },
      response: SettingSchema,
      example: { requiresValidLicences: true },
      handle: ({ body, user, database: through }) =>
        through.transaction(async (tx) => {
          const before = await lockEquipmentSetting(tx);
          const after = { requiresValidLicences: body.requiresValidLicences };
          await saveEquipmentSetting(tx, after);
          const changes = differences(before, after);
          const entry = { actorId: user.id, action: 'setting_update' as const, subjectType: 'setting' as const, subjectId: null, changes };
          if (changes.length > 0) await insertAudit(tx, entry, clock());
          return after;
        }),
    }),
  ];
}
