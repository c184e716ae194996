import { type Static, Type } from 'typebox';
import type { Catalog } from '../catalog/catalog.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Int32, named, OneOf } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type Clock, wallTime } from '../platform/time/clock.ts';
import { readAlarms } from './sms-store.ts';
import { findZaloAccount } from './zalo-store.ts';

const kinds = ['sms_budget', 'sender_budget', 'code_budget', 'new_number_budget', 'zalo_token'] as const;
const kindOfBudget = { message: 'sms_budget', sender: 'sender_budget', code: 'code_budget', new_number: 'new_number_budget' } as const;

const AlarmSchema = named(
  'ChannelAlarms',
  Exact({
    alarms: Type.Array(
      Exact({
        kind: OneOf(kinds, {
          description:
            'sms_budget, code_budget, new_number_budget: at least 80% of the budget of today is used; nothing is left if messages were refused. sender_budget: the messages of single persons have used up their budgets. zalo_token: Zalo does not accept the refresh token.',
        }),
        refused: Int32({ minimum: 0, description: 'Messages that the budget did not allow today.' }),
      }),
      { maxItems: kinds.length },
    ),
  }),
);
const example: Static<typeof AlarmSchema> = { alarms: [{ kind: 'sms_budget', refused: 4 }] };

/** What an admin should do about the channels. */
export function channelAlarmRoutes({ database, catalog, clock }: { database: Database; catalog: Catalog; clock: Clock }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/admin/channel-alarm',
      operationId: 'getChannelAlarms',
      access: 'admin',
      tag: 'admin',
      summary: 'Channels that need attention today',
      response: AlarmSchema,
      example,
      async handle() {
        const { company } = await catalog.facts();
        const budgets = await readAlarms(database.read, wallTime(clock(), company.timeZone).date);
        const hasTokenError = ((await findZaloAccount(database.read))?.tokenError ?? null) !== null;
        return {
          alarms: [
            ...budgets.map(({ kind, refused }) => ({ kind: kindOfBudget[kind], refused })),
            ...(hasTokenError ? [{ kind: 'zalo_token' as const, refused: 0 }] : []),
          ],
        };
      },
    }),
  ];
}
