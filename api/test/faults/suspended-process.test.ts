import { afterAll, beforeAll, test } from 'vitest';
import { newDatabase, type Running, serveOn } from '../processes/built-pair.ts';
import { committedWhileSuspended, placeHeldBySuspended, type SuspendedPair } from '../processes/suspended-flows.ts';
import { cleanUp } from './built-service.ts';

let database: Awaited<ReturnType<typeof newDatabase>>;
let pair: SuspendedPair;

beforeAll(async () => {
  database = await newDatabase();
  await database.query('update spray_session set capacity = 1000');
  const [suspended, other] = (await Promise.all([serveOn(database.url), serveOn(database.url)])) as [Running, Running];
  pair = { suspended, other, databaseUrl: database.url };
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

test('when a suspended process holds a lock on a place, then others book that place, and what was answered 503 did not happen', () =>
  placeHeldBySuspended(pair, 10));

test('when bookings of a suspended process are committed meanwhile, then it acknowledges them when it resumes', () =>
  committedWhileSuspended(pair, 12));
