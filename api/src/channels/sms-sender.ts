import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type Clock, wallTime } from '../platform/time/clock.ts';
import { raiseBudgetAlarm } from './budget-alarm.ts';
import type { ChannelSender, DueMessage } from './channel.ts';
import type { SmsProvider } from './sms.ts';
import { hasOptedOut, knownProviderIds, releaseBudget, reserveBudget, setOptOut } from './sms-store.ts';
import { internationalNumber, smsText } from './sms-text-rules.ts';

export interface SmsSenderDeps {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  provider: SmsProvider;
  publicUrl: string;
}

export const smsStatusPath = '/api/channel/twilio/status';

/** The address to which Twilio reports the status of one attempt. */
export const smsCallbackUrl = (publicUrl: string, messageId: string, attempt: number): string =>
  `${publicUrl}${smsStatusPath}?message=${messageId}&attempt=${attempt}`;

/** Sends messages by SMS: within the budget, and not to numbers that answered STOP. */
export function smsSender({ database, catalog, clock, provider, publicUrl }: SmsSenderDeps): ChannelSender {
  const textOf = ({ text, data: { link }, language, wantsPlainSms }: DueMessage) =>
    smsText(link === undefined ? text : `${text} ${link}`, wantsPlainSms && language === 'vi');
  return {
    async send(message, signal) {
      const { id, phone, attempts, isReserved } = message;
      if (phone === null) return { result: 'refused', error: 'There is no phone number.' };
      if (await hasOptedOut(database.write, phone)) return { result: 'refused', error: 'The number has answered STOP.' };
      const { text, parts } = textOf(message);
      if (!isReserved) {
        const now = clock();
        const day = wallTime(now, (await catalog.facts()).company.timeZone).date;
        const reserved = await reserveBudget(database.write, { messageId: id, day, kind: 'message', parts });
        if (reserved !== 'enough') await raiseBudgetAlarm(database, day, 'message', reserved === 'refused' ? 1 : 0, now);
        if (reserved === 'refused') return { result: 'refused', error: 'The SMS budget of the day is used up.' };
      }
      const callbackUrl = provider.isSigned === undefined ? undefined : smsCallbackUrl(publicUrl, id, attempts);
      const outcome = await provider.send({ to: internationalNumber(phone), text, key: `swath-${id}`, callbackUrl }, signal);
      if (outcome.hasOptedOut === true) await setOptOut(database.write, phone, true, clock());
      if (outcome.result === 'refused' || outcome.result === 'failed') await releaseBudget(database.write, id);
      return outcome;
    },
    async resolve(message, signal) {
      const { id, phone, lastAttemptAt } = message;
      if (provider.find === undefined) return provider.recognisesRepeats ? 'repeat' : 'lost';
      // Nothing was reserved, so nothing was sent.
      if (!message.isReserved) return 'not sent';
      if (phone === null) return 'lost';
      const isKnown = (ids: string[]) => knownProviderIds(database.write, ids, id);
      return provider.find({ to: internationalNumber(phone), text: textOf(message).text, since: lastAttemptAt, isKnown }, signal);
    },
  };
}
