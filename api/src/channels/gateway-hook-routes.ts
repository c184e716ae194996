import { Type } from 'typebox';
import { looksLikePhone, phoneKey } from '../accounts/account-rules.ts';
import { AppError } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, named } from '../platform/http/schemas.ts';
import { parseForeignJson, toStorableText } from '../platform/http/storable-text.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { applyReport, type StatusReport } from './message-store.ts';
import type { SmsProvider } from './sms.ts';
import { insertInbound, setOptOut } from './sms-store.ts';
import { readReply } from './sms-text-rules.ts';

const ReceivedSchema = named('MessageReceived', Exact({ received: Type.Boolean() }));

export interface GatewayHookDeps {
  database: Database;
  clock: Clock;
  provider: SmsProvider;
  /** Wakes the queues, because a failed message goes on with its next channel. */
  wake: () => void;
}

const results: Readonly<Record<string, Pick<StatusReport, 'rank' | 'result'>>> = {
  sent: { rank: 4, result: 'sent' },
  delivered: { rank: 5, result: 'delivered' },
  failed: { rank: 5, result: 'failed' },
};

/** Callbacks of a JSON gateway: status of a message, and incoming messages with STOP and START. */
export function gatewayHookRoutes({ database, clock, provider, wake }: GatewayHookDeps): Route[] {
  const { isSignedBody } = provider;
  if (isSignedBody === undefined) return [];
  const common = {
    method: 'POST',
    access: 'public',
    tag: 'channels',
    ignoresUnknown: true,
    uploads: { types: ['application/json'], limit: 64 * 1024 },
    response: ReceivedSchema,
    example: { received: true },
    problems: ['BAD_SIGNATURE'],
  } as const;
  const verified = (upload: Buffer, signature: unknown): Record<string, unknown> => {
    if (typeof signature !== 'string' || !isSignedBody(upload, signature))
      throw new AppError('BAD_SIGNATURE', 'The message is not signed by the SMS gateway.');
    return parse(upload);
  };
  return [
    route({
      ...common,
      path: '/api/channel/gateway/status',
      operationId: 'reportGatewayStatus',
      summary: 'Callback of the SMS gateway: status of a message',
      description:
        'A JSON object with `id` (the {{id}} of the request) or `messageId` (what the gateway answered), `status` (sent, delivered or failed), and `error`. Signed by X-Swath-Signature: `sha256=` and the HMAC-SHA256 of the body. Reports may be repeated and come in any order.',
      async handle({ upload, request }) {
        const { id, messageId, status, error } = verified(upload, request.headers['x-swath-signature']);
        const result = typeof status === 'string' && Object.hasOwn(results, status) ? results[status] : undefined;
        const own = /^swath-(\d{1,18})$/.exec(text(id))?.[1];
        const providerId = text(messageId) || text(id);
        if (result === undefined || providerId === '') return { received: true };
        const report = { ...result, providerId, error: `failed ${text(error)}`.trim() };
        const attempt = own === undefined ? null : { messageId: own, attempt: null };
        await database.transaction((tx) => applyReport(tx, report, attempt, clock()));
        wake();
        return { received: true };
      },
    }),
    route({
      ...common,
      path: '/api/channel/gateway/inbound',
      operationId: 'receiveGatewaySms',
      summary: 'Callback of the SMS gateway: an incoming message',
      description:
        'A JSON object with `id`, `from` and `text`, signed like a status. STOP ends messages by SMS to this number, START begins them again. A repeated id has no effect.',
      async handle({ upload, request }) {
        const { id, from, text: content } = verified(upload, request.headers['x-swath-signature']);
        const wish = readReply(text(content));
        if (wish !== undefined && text(id) !== '' && looksLikePhone(text(from)))
          await database.transaction(async (tx) => {
            if (await insertInbound(tx, `gateway ${text(id)}`, clock()))
              await setOptOut(tx, phoneKey(text(from)), wish === 'stop', clock());
          });
        return { received: true };
      },
    }),
  ];
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? toStorableText(String(value).slice(0, 200)) : '';

function parse(upload: Buffer): Record<string, unknown> {
  try {
    const value: unknown = parseForeignJson(upload.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
