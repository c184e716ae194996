import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { AvailableChannels, ChannelSenders } from './channel.ts';
import type { SmsProvider } from './sms.ts';
import { smsSender } from './sms-sender.ts';

export interface ChannelDeps {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  publicUrl: string;
  /** Undefined: no SMS. */
  sms: SmsProvider | undefined;
}

/** The channels that this installation has. */
export interface Channels {
  available: AvailableChannels;
  senders: ChannelSenders;
  sms: SmsProvider | undefined;
}

export function buildChannels(deps: ChannelDeps): Channels {
  const { sms } = deps;
  const senders: ChannelSenders = { ...(sms === undefined ? {} : { sms: smsSender({ ...deps, provider: sms }) }) };
  return {
    available: { push: senders.push !== undefined, zalo: senders.zalo !== undefined, sms: senders.sms !== undefined },
    senders,
    sms,
  };
}
