import type { Database } from '../platform/postgres/database.ts';
import type { ChannelSender, SendOutcome } from './channel.ts';
import { internationalNumber } from './sms-text-rules.ts';
import type { Zalo, ZaloNotification } from './zalo.ts';
import { fillFields, trackingId } from './zalo-rules.ts';
import { findZaloTemplate } from './zalo-store.ts';
import type { ZaloTokens } from './zalo-tokens.ts';

export interface ZaloSenderDeps {
  database: Database;
  zalo: Zalo;
  tokens: ZaloTokens;
}

/** Sends messages as Zalo notifications with approved templates. */
export function zaloSender({ database, zalo, tokens }: ZaloSenderDeps): ChannelSender {
  /** A token that expired early is refreshed once. */
  const sendWithToken = async (message: ZaloNotification, signal: AbortSignal): Promise<SendOutcome> => {
    let rejected: string | undefined;
    for (let tries = 0; tries < 2; tries++) {
      const access = await tokens.get(rejected);
      if ('result' in access) return access;
      if (signal.aborted) return { result: 'later', error: 'The token took too long.', delaySeconds: 2 };
      const outcome = await zalo.send(access.token, message, signal);
      if (outcome !== 'token') return outcome;
      rejected = access.generation;
    }
    return { result: 'failed', error: 'Zalo does not accept the new access token.' };
  };
  return {
    async send({ id, phone, type, language, attempts, data }, signal) {
      if (phone === null) return { result: 'refused', error: 'There is no phone number.' };
      const template = await findZaloTemplate(database.write, type, language);
      if (template === undefined) return { result: 'refused', error: 'There is no Zalo template for this message.' };
      return sendWithToken(
        {
          phone: internationalNumber(phone).replace(/^\+/, ''),
          templateId: template.templateId,
          data: fillFields(template.fields, data),
          trackingId: trackingId(id, attempts),
        },
        signal,
      );
    },
    // Zalo cannot be asked about a message without its id. The callback of the delivery names the attempt, so there is time for it.
    resolve: async () => 'not known yet',
  };
}
