import type { Catalog } from '../catalog/catalog.ts';
import { type PushConfig, publicPush } from '../platform/config/push-config.ts';
import { readZalo, type ZaloConfig } from '../platform/config/zalo-config.ts';
import { filteredFetch } from '../platform/outgoing/outgoing-filter.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { AvailableChannels, ChannelSenders } from './channel.ts';
import { PushKeys } from './push-keys.ts';
import { pushSender } from './push-sender.ts';
import { PushServices } from './push-service-rules.ts';
import type { SmsProvider } from './sms.ts';
import { smsSender } from './sms-sender.ts';
import { Zalo } from './zalo.ts';
import { zaloSender } from './zalo-sender.ts';
import { ZaloTokens } from './zalo-tokens.ts';

export interface ChannelDeps {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  publicUrl: string;
  /** Undefined: no SMS. */
  sms: SmsProvider | undefined;
  /** Default: the addresses of Zalo. */
  zalo?: ZaloConfig | undefined;
  /** Default: the known push services. */
  push?: PushConfig | undefined;
  /** Undefined: no push and no Zalo, because their secrets could not be stored. */
  secrets: SecretBox | undefined;
}

/** The channels that this installation has. */
export interface Channels {
  available: AvailableChannels;
  senders: ChannelSenders;
  sms: SmsProvider | undefined;
  pushKeys: PushKeys | undefined;
  pushServices: PushServices;
  /** Undefined: no sign-in by phone code, because there is no SMS or no key for the codes. */
  codes: { provider: SmsProvider; secrets: SecretBox } | undefined;
  /** Undefined: its secrets cannot be stored. Whether it is set up is in the database. */
  zalo: ZaloParts | undefined;
}

export interface ZaloParts {
  api: Zalo;
  tokens: ZaloTokens;
  box: SecretBox;
}

export function buildChannels(deps: ChannelDeps): Channels {
  const { database, clock, sms, secrets } = deps;
  const { services, privateAddresses } = deps.push ?? publicPush;
  const pushServices = new PushServices(services);
  const pushKeys = secrets && new PushKeys(database, secrets, clock);
  const api = new Zalo(deps.zalo ?? readZalo({}));
  const zalo = secrets && { api, tokens: new ZaloTokens({ database, box: secrets, zalo: api, clock }), box: secrets };
  const senders: ChannelSenders = {
    ...(pushKeys === undefined
      ? {}
      : { push: pushSender({ ...deps, keys: pushKeys, services: pushServices, request: filteredFetch(privateAddresses) }) }),
    ...(zalo === undefined ? {} : { zalo: zaloSender({ ...deps, zalo: zalo.api, tokens: zalo.tokens }) }),
    ...(sms === undefined ? {} : { sms: smsSender({ ...deps, provider: sms }) }),
  };
  return {
    available: { push: senders.push !== undefined, zalo: senders.zalo !== undefined, sms: senders.sms !== undefined },
    senders,
    sms,
    pushKeys,
    pushServices,
    codes: sms === undefined || secrets === undefined ? undefined : { provider: sms, secrets },
    zalo,
  };
}
