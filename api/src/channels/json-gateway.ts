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

const idFields = ['id', 'messageId', 'message_id', 'msgId', 'sid', 'SMSID'];

/** A gateway that takes one JSON object per SMS, in the form that the template has. */
export function jsonGateway({ url, token, sender, template }: Extract<SmsConfig, { kind: 'gateway' }>): SmsProvider {
  return {
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
