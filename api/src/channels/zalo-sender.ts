import type { ChannelSender, SendOutcome } from './channel.ts';
import { type MessageBudgetDeps, sendWithinBudget } from './message-budget.ts';
import { messageLink } from './message-link.ts';
import { internationalNumber } from './sms-text-rules.ts';
import type { Zalo, ZaloNotification } from './zalo.ts';
import { fillFields, trackingId } from './zalo-rules.ts';
import { findZaloTemplate } from './zalo-store.ts';
import type { AccessToken, ZaloTokens } from './zalo-tokens.ts';

export interface ZaloSenderDeps extends MessageBudgetDeps {
  zalo: Zalo;
  tokens: ZaloTokens;
  publicUrl: string;
}

/** Sends messages as Zalo notifications with approved templates, within the budget. */
export function zaloSender(deps: ZaloSenderDeps): ChannelSender {
  const { database, zalo, tokens, publicUrl } = deps;
  /** A token that expired early is refreshed once. */
  const sendWithToken = async (first: AccessToken, message: ZaloNotification, signal: AbortSignal): Promise<SendOutcome> => {
    let access = first;
    for (let tries = 0; tries < 2; tries++) {
      if (signal.aborted) return { result: 'later', error: 'The token took too long.', delaySeconds: 2 };
      const outcome = await zalo.send(access.token, message, signal);
      if (outcome !== 'token') return outcome;
      const refreshed = await tokens.get(access.generation);
      if ('result' in refreshed) return refreshed;
      access = refreshed;
    }
    return { result: 'failed', error: 'Zalo does not accept the new access token.' };
  };
  return {
    async send(message, signal) {
      const { id, phone, type, language, attempts, data } = message;
      if (phone === null) return { result: 'refused', error: 'There is no phone number.' };
      const template = await findZaloTemplate(database.write, type, language);
      if (template === undefined) return { result: 'refused', error: 'There is no Zalo template for this message.' };
      const notification = {
        phone: internationalNumber(phone).replace(/^\+/, ''),
        templateId: template.templateId,
        data: fillFields(template.fields, { ...data, link: messageLink(publicUrl, message) }),
        trackingId: trackingId(id, attempts),
      };
      const access = await tokens.get();
      if ('result' in access) return access;
      return sendWithinBudget(deps, message, null, () => sendWithToken(access, notification, signal));
    },
    // Zalo cannot be asked about a message without its id. The callback of the delivery names the attempt, so there is time for it.
    resolve: async () => 'not known yet',
  };
}
