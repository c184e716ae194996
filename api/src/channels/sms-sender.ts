import type { ChannelSender, DueMessage } from './channel.ts';
import { type MessageBudgetDeps, sendWithinBudget } from './message-budget.ts';
import { messageLink } from './message-link.ts';
import type { SmsProvider } from './sms.ts';
import { hasOptedOut, knownProviderIds, setOptOut } from './sms-store.ts';
import { internationalNumber, limitedSmsText } from './sms-text-rules.ts';

export interface SmsSenderDeps extends MessageBudgetDeps {
  provider: SmsProvider;
  publicUrl: string;
}

export const smsStatusPath = '/api/channel/twilio/status';

/** The address to which Twilio reports the status of one attempt. */
export const smsCallbackUrl = (publicUrl: string, messageId: string, attempt: number): string =>
  `${publicUrl}${smsStatusPath}?message=${messageId}&attempt=${attempt}`;

/** Sends messages by SMS: within the budget, and not to numbers that answered STOP. */
export function smsSender(deps: SmsSenderDeps): ChannelSender {
  const { database, clock, provider, publicUrl } = deps;
  const textOf = (message: DueMessage) => {
    const { text, data, language, wantsPlainSms } = message;
    const more = { link: messageLink(publicUrl, message), isNeeded: data.link !== undefined };
    return limitedSmsText(text, more, wantsPlainSms && language === 'vi');
  };
  return {
    async send(message, signal) {
      const { id, phone, attempts } = message;
      if (phone === null) return { result: 'refused', error: 'There is no phone number.' };
      if (await hasOptedOut(database.write, phone)) return { result: 'refused', error: 'The number has answered STOP.' };
      const { text, parts } = textOf(message);
      const callbackUrl = provider.isSigned === undefined ? undefined : smsCallbackUrl(publicUrl, id, attempts);
      return sendWithinBudget(deps, message, parts, async () => {
        const outcome = await provider.send({ to: internationalNumber(phone), text, key: `swath-${id}`, callbackUrl }, signal);
        if (outcome.hasOptedOut === true) await setOptOut(database.write, phone, true, clock());
        return outcome;
      });
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
