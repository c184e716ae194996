import { type Static, Type } from 'typebox';
import { differences, insertAudit } from '../accounts/audit-store.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { invalid } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Int32, named, OneOf, TimeOfDay } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type Clock, wallTime } from '../platform/time/clock.ts';
import { type AvailableChannels, channels } from './channel.ts';
import { type ChannelSetting, lockChannelSetting, readChannelSetting, saveChannelSetting } from './channel-setting-store.ts';
import { countMessages } from './message-log-store.ts';
import { readSpending } from './sms-store.ts';
import { isZaloSetUp } from './zalo-store.ts';

const Money = (description: string, options: object = {}) => Type.Number({ minimum: 0, maximum: 1e12, description, ...options });
const stays = { mayBeOmitted: true };
const fields = {
  channels: Type.Array(OneOf(channels), {
    minItems: 1,
    maxItems: channels.length,
    description: 'Order for people without one of their own.',
  }),
  quietFrom: TimeOfDay('No messages from this time on, except urgent ones; mails go at any time. HH:mm in the time zone of the company.'),
  quietTo: TimeOfDay('The same as quietFrom: no quiet hours.'),
  smsPrice: Money('Price of one part of an SMS, in the currency of the company.'),
  smsBudget: Money('What may be spent in a day on messages by SMS and Zalo.'),
  codeBudget: Money('What may be spent in a day on codes to people with an account whose number is confirmed.'),
};
const later = {
  zaloPrice: Money('Price of one Zalo message, in the currency of the company.', stays),
  senderBudget: Money('What the messages that one farmer causes, or one sprayer writes, may cost of smsBudget in a day.', stays),
  newNumberBudget: Money('What may be spent in a day on codes to all other numbers: registrations and confirmations.', stays),
};
const SettingSchema = named('ChannelSetting', Exact({ ...fields, ...later }));
const NewSettingSchema = named(
  'NewChannelSetting',
  Type.Object({
    ...fields,
    zaloPrice: Type.Optional(later.zaloPrice),
    senderBudget: Type.Optional(later.senderBudget),
    newNumberBudget: Type.Optional(later.newNumberBudget),
  }),
);

const settingExample: Static<typeof SettingSchema> = {
  channels: [...channels],
  quietFrom: '21:00',
  quietTo: '05:00',
  smsPrice: 800,
  smsBudget: 200000,
  codeBudget: 100000,
  zaloPrice: 300,
  senderBudget: 20000,
  newNumberBudget: 50000,
};

const Spent = Exact({
  spent: Type.Number({ description: 'Spent today, in the currency of the company.' }),
  refused: Int32({ minimum: 0, description: 'Messages that the budget did not allow today.' }),
});
const Messages = Exact({
  ...Spent.properties,
  refusedBySender: Int32({ minimum: 0, description: 'Messages that the budgets of single senders did not allow today.' }),
});
const StatusSchema = named(
  'ChannelStatus',
  Exact({
    push: Type.Boolean({ description: 'Whether the channel is set up.' }),
    zalo: Type.Boolean(),
    sms: Type.Boolean(),
    mail: Type.Boolean({ description: 'False: there is no mail server; mails are written into a folder.' }),
    smsProvider: Type.Unsafe<'twilio' | 'gateway' | null>({ type: ['string', 'null'], enum: ['twilio', 'gateway', null] }),
    currency: Type.String(),
    messages: Messages,
    codes: Spent,
    newNumberCodes: Spent,
    waiting: Int32({ minimum: 0, description: 'Messages that wait, for example until the end of the quiet hours.' }),
    failed: Int32({ minimum: 0, description: 'Messages that no channel could deliver.' }),
    unknown: Int32({ minimum: 0, description: 'Messages that were perhaps sent.' }),
  }),
);
const statusExample: Static<typeof StatusSchema> = {
  push: true,
  zalo: false,
  sms: true,
  mail: true,
  smsProvider: 'twilio',
  currency: 'VND',
  messages: { spent: 24000, refused: 0, refusedBySender: 0 },
  codes: { spent: 800, refused: 0 },
  newNumberCodes: { spent: 800, refused: 0 },
  waiting: 2,
  failed: 0,
  unknown: 0,
};

export interface ChannelSettingDeps {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  available: AvailableChannels;
  smsProvider: 'twilio' | 'gateway' | null;
  hasMailServer: boolean;
}

const toJson = ({
  smsPrice,
  smsBudget,
  codeBudget,
  zaloPrice,
  senderBudget,
  newNumberBudget,
  ...others
}: ChannelSetting): Static<typeof SettingSchema> => ({
  ...others,
  smsPrice: Number(smsPrice),
  smsBudget: Number(smsBudget),
  codeBudget: Number(codeBudget),
  zaloPrice: Number(zaloPrice),
  senderBudget: Number(senderBudget),
  newNumberBudget: Number(newNumberBudget),
});
/** Lists are compared and shown in the audit trail as text. */
const audited = ({ channels: list, ...others }: Static<typeof SettingSchema>) => ({ channels: list.join(', '), ...others });

/** Order of channels, quiet hours and budgets of the company. */
export function channelSettingRoutes(deps: ChannelSettingDeps): Route[] {
  const { database, catalog, clock, available, smsProvider, hasMailServer } = deps;
  const common = { access: 'admin', tag: 'admin' } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/api/admin/channel-setting',
      operationId: 'getChannelSetting',
      summary: 'Order of channels, quiet hours and budgets',
      response: SettingSchema,
      example: settingExample,
      handle: async () => toJson(await readChannelSetting(database.read)),
    }),
    route({
      ...common,
      method: 'PUT',
      path: '/api/admin/channel-setting',
      operationId: 'changeChannelSetting',
      summary: 'Change the order of channels, quiet hours and budgets',
      description: 'Without zaloPrice, senderBudget or newNumberBudget, these amounts stay.',
      body: NewSettingSchema,
      bodyExample: settingExample,
      response: SettingSchema,
      example: settingExample,
      idempotent: true,
      async handle({ body, user, database: through }) {
        const { channels: list, quietFrom, quietTo, smsPrice, smsBudget, codeBudget } = body;
        if (new Set(list).size < list.length) throw invalid({ path: 'channels', message: 'must name each channel once' });
        return through.transaction(async (tx) => {
          const before = toJson(await lockChannelSetting(tx));
          const { zaloPrice = before.zaloPrice, senderBudget = before.senderBudget, newNumberBudget = before.newNumberBudget } = body;
          const after = { channels: list, quietFrom, quietTo, smsPrice, smsBudget, codeBudget, zaloPrice, senderBudget, newNumberBudget };
          const amounts = {
            smsPrice: decimal(smsPrice),
            smsBudget: decimal(smsBudget),
            codeBudget: decimal(codeBudget),
            zaloPrice: decimal(zaloPrice),
            senderBudget: decimal(senderBudget),
            newNumberBudget: decimal(newNumberBudget),
          };
          await saveChannelSetting(tx, { ...after, ...amounts });
          const changes = differences(audited(before), audited(after));
          if (changes.length > 0)
            await insertAudit(
              tx,
              { actorId: user.id, action: 'setting_update', subjectType: 'setting', subjectId: null, changes },
              clock(),
            );
          return after;
        });
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/api/admin/channel-status',
      operationId: 'getChannelStatus',
      summary: 'Which channels are set up, what was spent today, and what waits',
      response: StatusSchema,
      example: statusExample,
      async handle() {
        const { company } = await catalog.facts();
        const { message, code, newNumber, sender } = await readSpending(database.read, wallTime(clock(), company.timeZone).date);
        const count = (status: 'waiting' | 'failed' | 'unknown') => countMessages(database.read, { status });
        const spent = (of: typeof message) => ({ spent: Number(of.spent), refused: of.refused });
        return {
          ...available,
          zalo: available.zalo && (await isZaloSetUp(database.read)),
          mail: hasMailServer,
          smsProvider,
          currency: company.currency,
          messages: { ...spent(message), refusedBySender: sender.refused },
          codes: spent(code),
          newNumberCodes: spent(newNumber),
          waiting: await count('waiting'),
          failed: await count('failed'),
          unknown: await count('unknown'),
        };
      },
    }),
  ];
}

/** Without an exponent, which PostgreSQL would take, but which is no plain decimal. */
const decimal = (amount: number): string => amount.toFixed(4).replace(/\.?0+$/, '');
