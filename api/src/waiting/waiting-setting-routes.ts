import { differences, insertAudit } from '../accounts/audit-store.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { WaitingSetting } from './waiting.ts';
import { NewWaitingSettingSchema, WaitingSettingSchema, waitingSettingExample } from './waiting-schemas.ts';
import { lockWaitingSetting, readWaitingSetting, saveWaitingSetting } from './waiting-store.ts';

const shown = ({ offerMinutes, quietFrom, quietTo }: WaitingSetting): WaitingSetting => ({
  offerMinutes,
  quietFrom: quietFrom.slice(0, 5),
  quietTo: quietTo.slice(0, 5),
});

/** How long offers last, and when none are sent. */
export function waitingSettingRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/admin/waiting-setting',
      operationId: 'getWaitingSetting',
      access: 'admin',
      tag: 'admin',
      summary: 'Times of waiting list offers',
      response: WaitingSettingSchema,
      example: waitingSettingExample,
      handle: async () => shown(await readWaitingSetting(database.read)),
    }),
    route({
      method: 'PUT',
      path: '/api/admin/waiting-setting',
      operationId: 'changeWaitingSetting',
      access: 'admin',
      tag: 'admin',
      summary: 'Change the times of waiting list offers',
      description: 'Equal times: offers are sent at any time. Offers that are open keep their times.',
      body: NewWaitingSettingSchema,
      bodyExample: waitingSettingExample,
      response: WaitingSettingSchema,
      example: waitingSettingExample,
      idempotent: true,
      handle: ({ body, user, database: through }) =>
        through.transaction(async (tx) => {
          const before = shown(await lockWaitingSetting(tx));
          const { offerMinutes, quietFrom, quietTo } = body;
          const after = { offerMinutes, quietFrom, quietTo };
          await saveWaitingSetting(tx, after);
          const changes = differences(before, after);
          if (changes.length > 0)
            await insertAudit(
              tx,
              { actorId: user.id, action: 'setting_update', subjectType: 'setting', subjectId: null, changes },
              clock(),
            );
          return after;
        }),
    }),
  ];
}
