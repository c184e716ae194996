import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SmsConfig } from '../platform/config/sms-config.ts';
import { isOutcome, outcomeOfStatus, requestProvider } from './provider-request.ts';
import type { SmsProvider } from './sms.ts';

/** Replaces {{name}} in all texts of a JSON value. */
export function fillTemplate(template: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof template === 'string') return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, values));
  if (typeof template === 'object' && template !== null)
    return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fillTemplate(value, values)]));
  return template;
}

/** HMAC-SHA256 of the body with the shared secret, in hexadecimal. */
export const gatewaySignature = (secret: string, body: Buffer | string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

function isEqual(expected: string, given: string): boolean {
  const [first, second] = [Buffer.from(expected), Buffer.from(given)];
  return first.length === second.length && timingSafeEqual(first, second);
}

const idFields = ['id', 'messageId', 'message_id', 'msgId', 'sid', 'SMSID'];

/** A gateway that takes one JSON object per SMS, in the form that the template has. */
export function jsonGateway({ url, token, sender, template, callbackSecret }: Extract<SmsConfig, { kind: 'gateway' }>): SmsProvider {
  return {
    ...(callbackSecret === undefined
      ? {}
      : { isSignedBody: (body: Buffer, signature: string) => isEqual(gatewaySignature(callbackSecret, body), signature) }),
    name: 'gateway',
    recognisesRepeats: JSON.stringify(template).includes('{{id}}'),
    async send({ to, text, key }, signal) {
      const national = to.replace(/^\+84/, '0');
      const content = { to, number: to.replace(/^\+/, ''), national, text, sender: sender ?? '', id: key, token: token ?? '' };
      const answer = await requestProvider(
        url,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'idempotency-key': key,
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify(fillTemplate(template, content)),
        },
        signal,
      );
      if (isOutcome(answer)) return answer;
      if (answer.status < 200 || answer.status >= 300) return outcomeOfStatus(answer.status, '');
      const id = idFields.map((field) => answer.body?.[field]).find((value) => ['string', 'number'].includes(typeof value));
      return { result: 'accepted', providerId: id === undefined ? null : String(id).slice(0, 200) };
    },
  };
}
