import { afterAll, beforeAll, expect, test } from 'vitest';
import { guessLimits } from '../../src/accounts/account-rules.ts';
import { maxStreamsPerUser } from '../../src/notifications/live-streams.ts';
import { booking, call } from '../factories.ts';
import { cleanUp } from '../faults/built-service.ts';
import { eventually } from '../harness.ts';
import { openStream } from '../notifications/event-stream.ts';
import { newDatabase, serveOn } from './built-pair.ts';
import { fiftyForTwoPlaces, inDays, newFarmer, oneKeyOneOrder, revokedEverywhere, streamAcross, theAdmin } from './main-flows.ts';

let database: Awaited<ReturnType<typeof newDatabase>>;
let one: string;
let two: string;

beforeAll(async () => {
  database = await newDatabase();
  // Both at the same time, as in a deployment.
  [one, two] = (await Promise.all([serveOn(database.url), serveOn(database.url)])).map(({ url }) => url) as [string, string];
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

test('when fifty requests book the last two places at two services at once, then two succeed', () => fiftyForTwoPlaces([one, two], 5));

test('when one idempotency key is sent to two services at once, then there is one order and one response', () =>
  oneKeyOneOrder([one, two], 6));

test('when something changes at one service, then streams of the other get the event, and a client can resume at either', () =>
  streamAcross(one, two, 7));

test('when a token is revoked at one service, then the other refuses it and ends its streams', () => revokedEverywhere(one, two));

test('when a crop is added at one service, then the other refreshes its cache and offers it', async () => {
  const admin = await theAdmin(one);
  const offered = async () =>
    (await admin.at(two, 'GET', '/api/common/crop/')).body.content.map(({ name }: { name: string }) => name).includes('coffee');
  expect(await offered()).toBe(false);
  expect((await admin.at(one, 'POST', '/api/admin/crop', { name: 'coffee', price: 35_000 })).status).toBe(200);
  await eventually(async () => expect(await offered()).toBe(true), 8);
});

test('when a user opens many streams at two services at once, then the limit applies to both together', async () => {
  const farmer = await newFarmer(one);
  const headers = { authorization: `Bearer ${farmer.token}` };
  const streams = await Promise.all(Array.from({ length: 14 }, (_, n) => openStream(n % 2 === 0 ? one : two, headers)));
  expect(streams.filter(({ status }) => status === 200)).toHaveLength(maxStreamsPerUser);
  expect(streams.filter(({ status }) => status === 429)).toHaveLength(14 - maxStreamsPerUser);
  streams.find(({ status }) => status === 200)?.leave();
  await eventually(async () => {
    const next = await openStream(two, headers);
    expect(next.status).toBe(200);
    streams.push(next);
  });
  for (const stream of streams) stream.leave();
  await eventually(async () => expect(await database.query('select 1 from stream_lease')).toEqual([]));
});

test('when passwords are guessed at two services in turn, then the guesses share one counter', async () => {
  const body = { email: 'unknown@test.example', password: 'Wrong-Word-1' };
  const statuses: number[] = [];
  for (let n = 0; n < 14; n++) statuses.push((await call({ url: n % 2 === 0 ? one : two }, 'POST', '/api/auth/login', { body })).status);
  const { attempts } = guessLimits.account;
  expect(statuses).toEqual([...Array(attempts).fill(401), ...Array(14 - attempts).fill(429)]);
});

test('when timers and outbox dispatcher run in both, then each recipient is notified of an order once', async () => {
  const farmer = await newFarmer(one);
  const orders = Array.from({ length: 10 }, (_, n) =>
    farmer.at(n % 2 === 0 ? one : two, 'POST', '/api/farmer/order', booking({ date: inDays(20 + n) })),
  );
  expect((await Promise.all(orders)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  await eventually(async () => expect(await database.query('select 1 from outbox_event')).toEqual([]));
  const inbox = await farmer.at(two, 'GET', '/api/common/notification/');
  expect(inbox.body.page.totalElements).toBe(10);
});
