import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SmsConfig } from '../platform/config/sms-config.ts';
import type { StatusReport } from './message-store.ts';
import { isOutcome, outcomeOfStatus, requestProvider } from './provider-request.ts';
import type { SmsProvider } from './sms.ts';

/** The number has answered STOP to Twilio. */
const optedOutCode = 21610;

const ranks: Record<string, number> = {
  ...{ accepted: 1, scheduled: 1, queued: 2, sending: 3, sent: 4 },
  ...{ delivered: 5, undelivered: 5, failed: 5, canceled: 5, read: 6 },
};

/** Undefined: a status that Twilio does not document. */
export function reportOf(providerId: string, status: string, errorCode: string | null): StatusReport | undefined {
  const rank = ranks[status];
  if (rank === undefined) return undefined;
  if (['undelivered', 'failed', 'canceled'].includes(status))
    return { providerId, rank, result: 'failed', error: errorCode === null ? status : `${status}, error ${errorCode}` };
  return { providerId, rank, result: rank >= 5 ? 'delivered' : 'sent', error: null };
}

/** Twilio's signature of a request: HMAC-SHA1 over the address and all parameters, sorted by name. */
export function twilioSignature(token: string, url: string, parameters: URLSearchParams): string {
  const pairs = [...parameters].sort(([a, first], [b, second]) => (a === b ? compare(first, second) : compare(a, b)));
  return createHmac('sha1', token)
    .update(url + pairs.map(([name, value]) => name + value).join(''))
    .digest('base64');
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Twilio's REST API, which other providers have as well. */
export function twilio({ url, account, token, sender }: Extract<SmsConfig, { kind: 'twilio' }>): SmsProvider {
  const messages = `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`;
  const headers = { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`, accept: 'application/json' };
  return {
    name: 'twilio',
    recognisesRepeats: false,
    async send({ to, text, callbackUrl }, signal) {
      const body = new URLSearchParams({
        To: to,
        ...(/^MG[0-9a-f]{32}$/i.test(sender) ? { MessagingServiceSid: sender } : { From: sender }),
        Body: text,
        ...(callbackUrl === undefined ? {} : { StatusCallback: callbackUrl }),
      });
      const answer = await requestProvider(messages, { method: 'POST', headers, body }, signal);
      if (isOutcome(answer)) return answer;
      const { sid, code } = answer.body as { sid?: unknown; code?: unknown };
      if (answer.status >= 200 && answer.status < 300)
        return typeof sid === 'string' ? { result: 'accepted', providerId: sid } : { result: 'unknown', error: 'the answer has no sid' };
      const outcome = outcomeOfStatus(answer.status, typeof code === 'number' ? `code ${code}` : '');
      return code === optedOutCode ? { ...outcome, hasOptedOut: true } : outcome;
    },
    async find({ to, text, since, isKnown }, signal) {
      const query = new URLSearchParams({ To: to, 'DateSent>': since.toISOString().slice(0, 10), PageSize: '100' });
      const answer = await requestProvider(`${messages}?${query}`, { headers }, signal);
      // Looking something up changes nothing, so every failure only means that nothing is known yet.
      if (isOutcome(answer)) return { result: 'unknown', error: answer.result === 'accepted' ? '' : answer.error };
      if (answer.status !== 200 || !Array.isArray(answer.body?.messages))
        return { result: 'unknown', error: `the lookup answered ${answer.status}` };
      const same = (answer.body.messages as Record<string, unknown>[]).filter(
        ({ sid, body, date_created }) =>
          typeof sid === 'string' && body === text && Date.parse(String(date_created)) >= since.getTime() - 60_000,
      );
      const sids = same.map(({ sid }) => String(sid));
      const known = await isKnown(sids);
      const found = same.find(({ sid }) => !known.has(String(sid)));
      if (found === undefined) return 'not sent';
      if (['failed', 'undelivered', 'canceled'].includes(String(found.status)))
        return { result: 'refused', error: `${found.status}, error ${found.error_code}` };
      return { result: 'accepted', providerId: String(found.sid), isDelivered: found.status === 'delivered' };
    },
    isSigned(address, parameters, signature) {
      const expected = Buffer.from(twilioSignature(token, address, parameters));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
