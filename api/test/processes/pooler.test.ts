import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { booking } from '../factories.ts';
import { cleanUp } from '../faults/built-service.ts';
import { type Running, serveOn } from './built-pair.ts';
import { fiftyForTwoPlaces, inDays, newFarmer, oneKeyOneOrder, revokedEverywhere, streamAcross } from './main-flows.ts';
import { hasPooler, hasPostgres, type Server, startPooler, startServer, stopServers } from './postgres-server.ts';
import { committedWhileSuspended, placeHeldBySuspended } from './suspended-flows.ts';

describe.runIf(hasPostgres && hasPooler)('through PgBouncer in transaction mode, on the system’s PostgreSQL', () => {
  let server: Server;
  let one: Running;
  let two: Running;

  beforeAll(async () => {
    server = await startServer();
    const env = { DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: server.url };
    const url = await startPooler(server);
    [one, two] = (await Promise.all([serveOn(url, env), serveOn(url, env)])) as [Running, Running];
  });
  afterAll(async () => {
    await cleanUp();
    await stopServers();
  });

  test('when fifty requests book the last two places, then two succeed', () => fiftyForTwoPlaces([one.url, two.url], 5));

  test('when one idempotency key is sent many times at once, then there is one order', () => oneKeyOneOrder([one.url, two.url], 6));

  test('when something changes, then streams of both services get the event', () => streamAcross(one.url, two.url, 7));

  test('when a token is revoked, then both services refuse it', () => revokedEverywhere(one.url, two.url));

  test('when many reads and writes run at once over few connections, then every response belongs to its request', async () => {
    const farmers = await Promise.all(Array.from({ length: 6 }, () => newFarmer(one.url)));
    const orders = await Promise.all(
      farmers.map((farmer, n) =>
        farmer.at(one.url, 'POST', '/api/farmer/order', booking({ date: inDays(30 + n), location: `Ruộng số ${n}` })),
      ),
    );
    expect(orders.map(({ status }) => status)).toEqual(farmers.map(() => 200));
    const answers = await Promise.all(
      Array.from({ length: 240 }, async (_, n) => {
        const at = n % farmers.length;
        const { url } = n % 2 === 0 ? one : two;
        const page = await farmers[at]?.at(url, 'GET', `/api/farmer/order/?size=${1 + (n % 5)}`);
        return [at, page?.status, page?.body.content?.map(({ location }: { location: string }) => location)];
      }),
    );
    expect(answers).toEqual(answers.map(([at]) => [at, 200, [`Ruộng số ${at}`]]));
  });

  test('when a suspended process holds a lock on a place, then others book that place, and what was answered 503 did not happen', async () => {
    await server.query('update spray_session set capacity = 1000');
    await placeHeldBySuspended({ suspended: one, other: two, databaseUrl: server.url }, 40);
  });

  test('when bookings of a suspended process are committed meanwhile, then it acknowledges them when it resumes', () =>
    committedWhileSuspended({ suspended: one, other: two, databaseUrl: server.url }, 42));

  test('when all this has happened, then no prepared statement is left and only LISTEN connections bypass the pooler', async () => {
    const direct = await server.query<{ query: string }>(
      `select query from pg_stat_activity where datname = 'swath' and pid <> pg_backend_pid() and backend_type = 'client backend'
          and (query ilike 'listen%' or query = 'select 1')`,
    );
    expect(direct).toHaveLength(2);
  });
});
