import { Type } from 'typebox';
import { countAttempt } from '../accounts/account-store.ts';
import { AppError } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, named } from '../platform/http/schemas.ts';
import { isPrivateNetwork, networkOf } from '../platform/limits/network.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { recordIdOf } from './record-number-rules.ts';
import { isGenuine } from './record-reader-store.ts';

const maxChecks = 30;
const windowSeconds = 60;

export interface CheckDeps {
  database: Database;
  clock: Clock;
  /** Whether X-Forwarded-For is trusted. If not, an address of our own network may be an unconfigured proxy, so it is not limited. */
  trustsProxy: boolean;
}

/** The public check of a printed record. It answers nothing but whether the record is genuine. */
export function recordCheckRoutes({ database, clock, trustsProxy }: CheckDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/auth/spray-record-check',
      operationId: 'checkSprayRecord',
      access: 'public',
      tag: 'accounts',
      summary: 'Whether a spray record is genuine',
      description:
        'By its number and its hash, as printed. An unknown number, a wrong hash and a malformed one get the same response. At most 30 checks a minute from one address.',
      body: named('SprayRecordCheck', Type.Object({ number: Type.String({ maxLength: 40 }), hash: Type.String({ maxLength: 200 }) })),
      bodyExample: { number: 'SR-000012', hash: '5f2b'.repeat(16) },
      response: named('SprayRecordCheckResult', Exact({ genuine: Type.Boolean() })),
      example: { genuine: true },
      problems: ['TOO_MANY_ATTEMPTS'],
      async handle({ body, request }) {
        const network = networkOf(request.ip);
        if (trustsProxy || !isPrivateNetwork(network)) {
          const { attempts, secondsLeft } = await countAttempt(database.write, `record-check:${network}`, clock(), windowSeconds);
          if (attempts > maxChecks)
            throw new AppError('TOO_MANY_ATTEMPTS', 'Too many checks from your address. Please wait a minute.', {
              retryAfterSeconds: secondsLeft,
            });
        }
        // The same statement for every input, so that responses differ in nothing else.
        return { genuine: await isGenuine(database.read, recordIdOf(body.number) ?? '0', body.hash.replace(/\s/g, '').toLowerCase()) };
      },
    }),
  ];
}
