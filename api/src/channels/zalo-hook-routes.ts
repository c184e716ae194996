import { Type } from 'typebox';
import { AppError } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, named } from '../platform/http/schemas.ts';
import { parseForeignJson, toStorableText } from '../platform/http/storable-text.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import type { Clock } from '../platform/time/clock.ts';
import { applyReport } from './message-store.ts';
import { isSignature, zaloCallbackPath, zaloSignature } from './zalo.ts';
import { readTrackingId } from './zalo-rules.ts';
import { findZaloAccount, readAppSecrets } from './zalo-store.ts';

const ReceivedSchema = named('MessageReceived', Exact({ received: Type.Boolean() }));

const deliveredRank = 5;

export interface ZaloHookDeps {
  database: Database;
  clock: Clock;
  box: SecretBox;
}

/** Callbacks of Zalo: a message is on the person's phone. Repeated ones, and ones that come before the answer, have no further effect. */
export function zaloHookRoutes({ database, clock, box }: ZaloHookDeps): Route[] {
  const isFromZalo = async (body: string, event: ZaloEvent, headers: Record<string, unknown>): Promise<boolean> => {
    const signature = /^(?:mac=)?([0-9a-f]{64})$/i.exec(String(headers['x-zevent-signature'] ?? ''))?.[1];
    if (signature === undefined) return false;
    const account = await findZaloAccount(database.write);
    const secrets = await readAppSecrets(database.write, box);
    if (account === undefined || secrets === undefined) return false;
    const times = [event.timestamp, headers['x-zevent-timestamp']].filter((time) => ['string', 'number'].includes(typeof time));
    return times.some((time) => isSignature(zaloSignature(account.appId, body, String(time), secrets.oaSecret), signature));
  };
  return [
    route({
      method: 'POST',
      path: zaloCallbackPath,
      operationId: 'reportZaloStatus',
      access: 'public',
      tag: 'channels',
      summary: 'Callback of Zalo: a message was delivered',
      description:
        'Signed by Zalo (X-ZEvent-Signature: SHA-256 over the id of the app, the body, its timestamp and the key of the official account). The event `user_received_message` marks the message as delivered; others have no effect. Events may be repeated and come in any order.',
      ignoresUnknown: true,
      uploads: { types: ['application/json'], limit: 64 * 1024 },
      response: ReceivedSchema,
      example: { received: true },
      problems: ['BAD_SIGNATURE'],
      async handle({ upload, request }) {
        const body = upload.toString();
        const event = parseEvent(body);
        if (event === undefined || !(await isFromZalo(body, event, request.headers)))
          throw new AppError('BAD_SIGNATURE', 'The message is not signed by Zalo.');
        const { msg_id: providerId, tracking_id } = event.message ?? {};
        if (event.event_name !== 'user_received_message' || typeof providerId !== 'string' || providerId === '') return { received: true };
        const report = {
          providerId: toStorableText(providerId.slice(0, 200)),
          rank: deliveredRank,
          result: 'delivered',
          error: null,
        } as const;
        await database.transaction((tx) => applyReport(tx, report, readTrackingId(tracking_id), clock()));
        return { received: true };
      },
    }),
  ];
}

interface ZaloEvent {
  event_name?: unknown;
  timestamp?: unknown;
  message?: { msg_id?: unknown; tracking_id?: unknown } | null;
}

function parseEvent(body: string): ZaloEvent | undefined {
  try {
    const event: unknown = parseForeignJson(body);
    return typeof event === 'object' && event !== null ? event : undefined;
  } catch {
    return undefined;
  }
}
