import type { Catalog } from '../catalog/catalog.ts';
import { DeliveryQueue } from '../platform/jobs/delivery-queue.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { OutageLog } from '../platform/postgres/outage-log.ts';
import { inSpan, type Tracing } from '../platform/telemetry/tracing.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { ChannelSender, ChannelSenders, DirectChannel, DueMessage, SendOutcome } from './channel.ts';
import { channelRetryDelay, lookupDelay } from './channel-rules.ts';
import { readChannelSetting } from './channel-setting-store.ts';
import { abandonMessage, advanceMessage, claimMessages, countChannelFailure, markAccepted, postponeMessage } from './message-store.ts';
import { quietUntil } from './quiet-hours.ts';

const directChannels: readonly DirectChannel[] = ['push', 'zalo', 'sms'];
const maxConcurrentPerChannel = 8;
export const messageLeaseSeconds = 60;

export interface DeliverMessagesOptions {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  outages: OutageLog;
  senders: ChannelSenders;
  /** Time limit of a call to a provider in milliseconds; well below the lease. */
  limit: number;
  tracing?: Tracing | undefined;
  /** Called after the result of an attempt is stored. */
  onAttempt?: (channel: DirectChannel, result: 'sent' | 'failed') => void;
  /** Called after a message has moved to the queue of mails. */
  onMailQueued?: () => void;
}

/** Queue of messages with one lane per channel, so that a channel that fails or hangs does not delay another one. */
export function deliverMessages(options: DeliverMessagesOptions): DeliveryQueue<DueMessage> {
  const { database, clock, outages, senders, limit, tracing, onAttempt } = options;
  return new DeliveryQueue({
    outages,
    items: 'messages',
    timeoutMs: limit,
    laneOf: ({ channel }) => channel,
    async claim(inFlight) {
      const slots = directChannels.map((channel) => [channel, maxConcurrentPerChannel - (inFlight.get(channel) ?? 0)] as const);
      return claimMessages(database.write, clock(), slots, messageLeaseSeconds);
    },
    async deliver(message, signal) {
      const sender = senders[message.channel];
      if (sender === undefined) return advance(options, message, 'This channel is not set up.');
      const { isOutcomeUnknown, isChannelOpen, urgent } = message;
      if (!urgent && !isOutcomeUnknown) {
        const [setting, { company }] = [await readChannelSetting(database.read), await options.catalog.facts()];
        const until = quietUntil(clock(), company.timeZone, setting);
        if (until !== undefined)
          return postponeMessage(database.write, message, { status: 'waiting', dueAt: until, error: null, isCounted: false });
      }
      if (isChannelOpen && !isOutcomeUnknown && sender.hasOwnBreaker !== true) return retry(options, message, 'The channel is failing.');
      const outcome = await inSpan(tracing, `send ${message.channel}`, 'client', { 'swath.message.attempts': message.attempts }, () =>
        isOutcomeUnknown ? resume(sender, message, signal) : sender.send(message, signal),
      );
      await record(options, message, outcome);
      if (typeof outcome === 'object' && outcome.result !== 'later' && !(outcome.result === 'failed' && outcome.isSkipped === true))
        onAttempt?.(message.channel, outcome.result === 'accepted' ? 'sent' : 'failed');
    },
  });
}

/** What became of an attempt is not known, perhaps not yet. */
type Unresolved = 'lost' | 'not known yet';

/** After an attempt without a known outcome: nothing is sent again before it is clear that this cannot be a second message. */
async function resume(sender: ChannelSender, message: DueMessage, signal: AbortSignal): Promise<SendOutcome | Unresolved> {
  const found = await sender.resolve(message, signal);
  return found === 'not sent' || found === 'repeat' ? sender.send(message, signal) : found;
}

async function record(options: DeliverMessagesOptions, message: DueMessage, outcome: SendOutcome | Unresolved): Promise<void> {
  const { database, clock } = options;
  if (outcome === 'not known yet') return lookUpLater(options, message, 'The provider did not answer.');
  if (outcome === 'lost') return abandonMessage(database.write, message, 'The provider did not answer, and cannot be asked about it.');
  switch (outcome.result) {
    case 'accepted': {
      const { providerId, isDelivered = false } = outcome;
      return markAccepted(database.write, message, { providerId, isDelivered, rank: isDelivered ? 5 : 1 });
    }
    case 'refused':
      return advance(options, message, outcome.error);
    case 'failed':
      await countFailure(options, message);
      return retry(options, message, outcome.error);
    case 'unknown': {
      await countFailure(options, message);
      return lookUpLater(options, message, outcome.error);
    }
    case 'later': {
      const dueAt = new Date(clock().getTime() + outcome.delaySeconds * 1000);
      return postponeMessage(database.write, message, { status: 'waiting', dueAt, error: outcome.error, isCounted: false });
    }
  }
}

async function countFailure({ database, clock, senders }: DeliverMessagesOptions, { channel }: DueMessage): Promise<void> {
  if (senders[channel]?.hasOwnBreaker !== true) await countChannelFailure(database.write, channel, clock());
}

async function lookUpLater({ database, clock }: DeliverMessagesOptions, message: DueMessage, error: string): Promise<void> {
  const delay = lookupDelay(message.tries);
  if (delay === undefined) return abandonMessage(database.write, message, error);
  const dueAt = new Date(clock().getTime() + delay * 1000);
  return postponeMessage(database.write, message, { status: 'sending', dueAt, error, isCounted: true });
}

async function retry(options: DeliverMessagesOptions, message: DueMessage, error: string): Promise<void> {
  const { database, clock } = options;
  const delay = channelRetryDelay(message.tries, message.hasNextChannel, Math.random());
  if (delay === undefined) return advance(options, message, error);
  const dueAt = new Date(clock().getTime() + delay * 1000);
  await postponeMessage(database.write, message, { status: 'waiting', dueAt, error, isCounted: true });
}

async function advance({ database, clock, onMailQueued }: DeliverMessagesOptions, message: DueMessage, error: string): Promise<void> {
  await advanceMessage(database.write, message, clock(), error);
  onMailQueued?.();
}
