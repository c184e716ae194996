import { type Static, Type } from 'typebox';
import { invalid } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, named, OneOf } from '../platform/http/schemas.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import { type AvailableChannels, type Channel, channels } from './channel.ts';
import { readChannelSetting } from './channel-setting-store.ts';
import { readPreference, type StoredPreference, savePreference } from './preference-store.ts';
import type { PushServices } from './push-service-rules.ts';
import { isZaloSetUp } from './zalo-store.ts';

const states = ['ready', 'not_set_up', 'no_address', 'not_supported', 'stopped'] as const;

const PreferenceSchema = named(
  'ChannelPreference',
  Exact({
    channels: Type.Array(
      Exact({
        channel: OneOf(channels),
        enabled: Type.Boolean(),
        state: OneOf(states, {
          description:
            'ready: it can reach me. not_set_up: the company does not have this channel. no_address: no device, phone number or e-mail address. not_supported: my devices are at push services that the company does not use. stopped: my number has answered STOP.',
        }),
      }),
      { description: 'In order: a message goes by the first one that works.' },
    ),
    plainSms: Type.Boolean({ description: 'Vietnamese without marks, if that saves a part of an SMS.' }),
    quietFrom: Type.String({ description: 'No messages from this time on, except urgent ones; in the time zone of the company.' }),
    quietTo: Type.String(),
  }),
);

const ChannelChoice = Type.Object({ channel: OneOf(channels), enabled: Type.Boolean() });
const PreferenceBody = named(
  'NewChannelPreference',
  Type.Object({
    channels: Type.Array(ChannelChoice, { minItems: 1, maxItems: channels.length, description: 'In order, each channel at most once.' }),
    plainSms: Type.Boolean(),
  }),
);

const example: Static<typeof PreferenceSchema> = {
  channels: [
    { channel: 'push', enabled: true, state: 'no_address' },
    { channel: 'zalo', enabled: true, state: 'not_set_up' },
    { channel: 'sms', enabled: true, state: 'ready' },
    { channel: 'mail', enabled: true, state: 'ready' },
  ],
  plainSms: false,
  quietFrom: '21:00',
  quietTo: '05:00',
};

export interface PreferenceDeps {
  database: Database;
  available: AvailableChannels;
  hasMailServer: boolean;
  services: PushServices;
}

/** How the signed-in user gets messages. */
export function preferenceRoutes({ database, available, hasMailServer, services }: PreferenceDeps): Route[] {
  const common = {
    access: 'signed-in',
    tag: 'common',
    path: '/api/common/channel-preference',
    response: PreferenceSchema,
    example,
  } as const;
  const read = async (db: Db, userId: string): Promise<Static<typeof PreferenceSchema>> => {
    const [setting, stored] = [await readChannelSetting(db), await readPreference(db, userId, services.patterns)];
    const reachable = { ...available, zalo: available.zalo && (await isZaloSetUp(db)), mail: hasMailServer };
    const own = stored.channels ?? setting.channels;
    const order = [...new Set([...own, ...setting.channels, ...channels])];
    return {
      channels: order.map((channel) => ({
        channel,
        enabled: channel === 'mail' ? stored.wantsMail : own.includes(channel),
        state: stateOf(channel, stored, reachable),
      })),
      plainSms: stored.wantsPlainSms,
      quietFrom: setting.quietFrom,
      quietTo: setting.quietTo,
    };
  };
  return [
    route({
      ...common,
      method: 'GET',
      operationId: 'getChannelPreference',
      summary: 'How I get messages',
      handle: ({ user }) => read(database.read, user.id),
    }),
    route({
      ...common,
      method: 'PUT',
      operationId: 'changeChannelPreference',
      summary: 'Change how I get messages',
      description: 'A channel that is left out is turned off. The inbox of the app always has all messages.',
      body: PreferenceBody,
      bodyExample: {
        channels: [
          { channel: 'sms', enabled: true },
          { channel: 'push', enabled: false },
          { channel: 'mail', enabled: true },
        ],
        plainSms: true,
      },
      async handle({ body, user }) {
        const named = body.channels.map(({ channel }) => channel);
        if (new Set(named).size < named.length) throw invalid({ path: 'channels', message: 'must name each channel once' });
        const enabled = body.channels.filter((choice) => choice.enabled).map(({ channel }) => channel);
        await savePreference(database.write, user.id, {
          channels: enabled,
          wantsPlainSms: body.plainSms,
          wantsMail: enabled.includes('mail'),
        });
        return read(database.write, user.id);
      },
    }),
  ];
}

function stateOf(channel: Channel, person: StoredPreference, available: AvailableChannels & { mail: boolean }): (typeof states)[number] {
  if (!available[channel]) return 'not_set_up';
  if (channel === 'mail') return person.hasMail ? 'ready' : 'no_address';
  if (channel === 'push') return person.hasPush ? 'ready' : person.hasDevice ? 'not_supported' : 'no_address';
  if (!person.hasPhone) return 'no_address';
  return channel === 'sms' && person.hasOptedOut ? 'stopped' : 'ready';
}
