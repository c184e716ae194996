import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { AvailableChannels, ChannelSenders } from './channel.ts';
import { PushKeys } from './push-keys.ts';
import { pushSender } from './push-sender.ts';
import type { SmsProvider } from './sms.ts';
import { smsSender } from './sms-sender.ts';

export interface ChannelDeps {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  publicUrl: string;
  /** Undefined: no SMS. */
  sms: SmsProvider | undefined;
  /** Undefined: no push messages, because their key could not be stored. */
  secrets: SecretBox | undefined;
}

/** The channels that this installation has. */
export interface Channels {
  available: AvailableChannels;
  senders: ChannelSenders;
  sms: SmsProvider | undefined;
  pushKeys: PushKeys | undefined;
  /** Undefined: no sign-in by phone code, because there is no SMS or no key for the codes. */
  codes: { provider: SmsProvider; secrets: SecretBox } | undefined;
}

export function buildChannels(deps: ChannelDeps): Channels {
  const { database, clock, sms, secrets } = deps;
  const pushKeys = secrets && new PushKeys(database, secrets, clock);
  const senders: ChannelSenders = {
    ...(pushKeys === undefined ? {} : { push: pushSender({ ...deps, keys: pushKeys }) }),
    ...(sms === undefined ? {} : { sms: smsSender({ ...deps, provider: sms }) }),
  };
  return {
    available: { push: senders.push !== undefined, zalo: senders.zalo !== undefined, sms: senders.sms !== undefined },
    senders,
    sms,
    pushKeys,
    codes: sms === undefined || secrets === undefined ? undefined : { provider: sms, secrets },
  };
}
