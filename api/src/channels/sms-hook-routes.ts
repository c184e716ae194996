import { Type } from 'typebox';
import { looksLikePhone, phoneKey } from '../accounts/account-rules.ts';
import { AppError } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, named } from '../platform/http/schemas.ts';
import { toStorableText } from '../platform/http/storable-text.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { applyReport } from './message-store.ts';
import type { SmsProvider } from './sms.ts';
import { smsStatusPath } from './sms-sender.ts';
import { insertInbound, setOptOut } from './sms-store.ts';
import { readReply } from './sms-text-rules.ts';
import { reportOf } from './twilio.ts';

const ReceivedSchema = named('MessageReceived', Exact({ received: Type.Boolean() }));

export interface SmsHookDeps {
  database: Database;
  clock: Clock;
  provider: SmsProvider;
  /** The addresses that the provider signs begin with it. */
  publicUrl: string;
  /** Wakes the queues, because a failed message goes on with its next channel. */
  wake: () => void;
}

/** Callbacks of Twilio: status of a message, and incoming messages with STOP and START. */
export function smsHookRoutes({ database, clock, provider, publicUrl, wake }: SmsHookDeps): Route[] {
  const { isSigned } = provider;
  if (isSigned === undefined) return [];
  const common = {
    method: 'POST',
    access: 'public',
    tag: 'channels',
    ignoresUnknown: true,
    uploads: { types: ['application/x-www-form-urlencoded'], limit: 64 * 1024 },
    problems: ['BAD_SIGNATURE'],
  } as const;
  /** The value of a parameter, as it can be stored, once the signature over the exact bytes is verified. */
  const verified = (address: string, upload: Buffer, signature: unknown): ((name: string) => string | null) => {
    const parameters = new URLSearchParams(upload.toString());
    if (typeof signature !== 'string' || !isSigned(publicUrl + address, parameters, signature))
      throw new AppError('BAD_SIGNATURE', 'The message is not signed by the SMS provider.');
    return (name) => {
      const value = parameters.get(name);
      return value === null ? null : toStorableText(value);
    };
  };
  return [
    route({
      ...common,
      path: smsStatusPath,
      operationId: 'reportSmsStatus',
      summary: 'Callback of the SMS provider: status of a message',
      description: 'Signed by the provider (X-Twilio-Signature). Reports may be repeated and come in any order.',
      query: Type.Object({
        message: Type.Optional(Type.String({ maxLength: 20 })),
        attempt: Type.Optional(Type.String({ maxLength: 10 })),
      }),
      response: ReceivedSchema,
      example: { received: true },
      async handle({ upload, request, query }) {
        const valueOfParameter = verified(request.url, upload, request.headers['x-twilio-signature']);
        const errorCode = valueOfParameter('ErrorCode');
        const report = reportOf(valueOfParameter('MessageSid') ?? '', valueOfParameter('MessageStatus') ?? '', errorCode);
        if (report === undefined || report.providerId === '') return { received: true };
        const isNamed = /^\d{1,18}$/.test(query.message ?? '') && /^\d{1,9}$/.test(query.attempt ?? '');
        const attempt = isNamed ? { messageId: String(query.message), attempt: Number(query.attempt) } : null;
        await database.transaction((tx) => applyReport(tx, report, attempt, clock()));
        wake();
        return { received: true };
      },
    }),
    route({
      ...common,
      path: '/api/channel/twilio/inbound',
      operationId: 'receiveSms',
      summary: 'Callback of the SMS provider: an incoming message',
      description: 'STOP ends messages by SMS to this number, START begins them again. The answer is empty TwiML.',
      response: Type.String(),
      contentType: 'text/xml',
      example: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
      async handle({ upload, request, reply }) {
        const valueOfParameter = verified(request.url, upload, request.headers['x-twilio-signature']);
        const [sid, from, text] = ['MessageSid', 'From', 'Body'].map((name) => valueOfParameter(name) ?? '');
        const wish = readReply(text ?? '');
        if (wish !== undefined && sid !== '' && looksLikePhone(from ?? ''))
          await database.transaction(async (tx) => {
            if (await insertInbound(tx, sid ?? '', clock())) await setOptOut(tx, phoneKey(from ?? ''), wish === 'stop', clock());
          });
        reply.header('content-type', 'text/xml; charset=utf-8');
        return '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';
      },
    }),
  ];
}
