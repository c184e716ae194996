import type { AvailableChannels, Channel } from './channel.ts';

const hour = 3_600_000;
/** Changes of a session that begins within this time cannot wait for the morning. */
export const urgentWithinMs = 12 * hour;

const urgentTypes: ReadonlySet<string> = new Set([
  ...['assigned', 'unassigned', 'rescheduled', 'cancelled', 'restored', 'rebooked', 'weather_stop', 'edited', 'started', 'message'],
  ...['start_taken_back', 'not_sprayed'],
  ...['finished', 'office_message', 'waiting_offer'],
]);

/** Whether a message is sent in the quiet hours: it changes what someone does before they end. */
export function isUrgent(type: string, now: number, sessionStart: number): boolean {
  return urgentTypes.has(type) && Math.abs(sessionStart - now) <= urgentWithinMs;
}

export interface Cause {
  type: string;
  actorId: string | null;
  farmerId: string;
  crewIds: readonly string[];
}

/**
 * Whose budget of the day pays for the messages about an event: of the farmer who caused it, and of a sprayer who wrote a message. Null:
 * only the budget of the company, for what the office does, for the work of a crew, and for what nobody caused.
 */
export function limitedSender({ type, actorId, farmerId, crewIds }: Cause): string | null {
  // The provider reports it, and the farmer can repeat it.
  if (type === 'payment_failed') return farmerId;
  const isCrewMessage = type === 'message' && actorId !== null && crewIds.includes(actorId);
  return actorId === farmerId || isCrewMessage ? actorId : null;
}

export interface Reachability {
  /** The person's own order, or that of the company. */
  preferred: readonly Channel[];
  hasPush: boolean;
  hasPhone: boolean;
  hasOptedOutOfSms: boolean;
  hasZaloTemplate: boolean;
  hasMail: boolean;
}

export interface MessageNeeds {
  /** The recipient caused the event and has seen it in the app. */
  isOwnAct: boolean;
  /** Only a mail can carry it. */
  hasAttachment: boolean;
}

/** The channels of a message in order: the preferred ones that can reach the person. */
export function channelsFor(person: Reachability, available: AvailableChannels, { isOwnAct, hasAttachment }: MessageNeeds): Channel[] {
  const canReach: Record<Channel, boolean> = {
    push: available.push && person.hasPush,
    zalo: available.zalo && person.hasPhone && person.hasZaloTemplate,
    sms: available.sms && person.hasPhone && !person.hasOptedOutOfSms,
    mail: person.hasMail,
  };
  if (isOwnAct) return canReach.mail ? ['mail'] : [];
  // Mails have a switch of their own, so someone who wants them gets them even if the order of channels does not list them.
  const listed: readonly Channel[] = person.preferred.includes('mail') ? person.preferred : [...person.preferred, 'mail'];
  const possible = listed.filter((channel) => canReach[channel]);
  return hasAttachment && canReach.mail ? ['mail', ...possible.filter((channel) => channel !== 'mail')] : possible;
}

const minute = 60;
const delaysBeforeNext = [5, 30, 2 * minute];
const delaysOnLast = [...delaysBeforeNext, 10 * minute, 30 * minute, 60 * minute, 120 * minute];

/** Seconds until the next attempt on the same channel; undefined: the next channel, or a dead letter. */
export function channelRetryDelay(tries: number, hasNextChannel: boolean, random: number): number | undefined {
  const delay = (hasNextChannel ? delaysBeforeNext : delaysOnLast)[tries - 1];
  return delay === undefined ? undefined : delay * (0.8 + 0.4 * random);
}

/** Seconds until the outcome of an attempt is looked up; undefined: it stays unknown. */
export function lookupDelay(tries: number): number | undefined {
  return [30, minute, 5 * minute, 30 * minute, 60 * minute][tries - 1];
}
