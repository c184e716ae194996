import { afterAll, beforeAll, expect, test } from 'vitest';
import { looseStatement } from '../../src/platform/postgres/sql.ts';
import { untilLockWaiters } from '../barriers.ts';
import { type Answer, booking, type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

const sessionId = 3;
let service: Service;
let other: Service;
let farmers: Caller[];
let day = 0;

beforeAll(async () => {
  service = await startService({ idle: true });
  other = await service.another();
  await service.sql('update company set open_booking_limit = 1000');
  farmers = await Promise.all(Array.from({ length: 50 }, () => signedIn(service, 'farmer')));
});
afterAll(() => service.close());

const nextDate = () => new Date(Date.UTC(2027, 0, 4 + day++)).toISOString().slice(0, 10);
const at = (n: number) => callerOn(n % 2 === 0 ? service : other, farmers[n] as Caller);
const fifty = (ask: (caller: Caller, n: number) => Promise<Answer>) => farmers.map((_, n) => ask(at(n), n));
const setLimits = (capacity: number, maxArea: number | null) =>
  service.sql('update spray_session set capacity = $2, max_area = $3 where id = $1', [sessionId, capacity, maxArea]);

/** Asks while an admin changes the session: the requests wait for the change, and must see it. */
async function whileChanged(change: string, ask: () => Promise<Answer>[]): Promise<Answer[]> {
  let answers: Promise<Answer>[] = [];
  await service.database.transaction(async (tx) => {
    await tx.rows(looseStatement(`select 1 from spray_session where id = ${sessionId} for update`));
    answers = ask();
    // One at each process, before all others there.
    await untilLockWaiters(tx, 2);
    await tx.rows(looseStatement(`update spray_session set ${change} where id = ${sessionId}`));
  });
  return Promise.all(answers);
}

const outcomes = (answers: readonly Answer[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status === 200 ? 'done' : (body?.code ?? String(status));
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
};
const book = (date: string, area = 10) =>
  fifty((caller) => caller.post('/api/farmer/order', booking({ date, session: { id: sessionId }, area })));

test('when a capacity is lowered while fifty bookings wait at two processes, then they take none beyond it', async () => {
  const date = nextDate();
  await setLimits(60, null);
  for (const n of [0, 1]) await placed(at(n), { date, session: { id: sessionId } });
  const answers = await whileChanged('capacity = 2', () => book(date));
  expect(outcomes(answers)).toEqual({ SESSION_FULL: 50 });
});

test('when a session gets a largest area while fifty bookings wait, then their areas together do not exceed it', async () => {
  const date = nextDate();
  await setLimits(60, null);
  const answers = await whileChanged('max_area = 40', () => book(date));
  expect(outcomes(answers)).toEqual({ done: 4, AREA_TOO_LARGE: 46 });
});

test('when a capacity is lowered while orders are moved into the session, then none come beyond it', async () => {
  const [from, to] = [nextDate(), nextDate()];
  await setLimits(60, null);
  const orders = await Promise.all(
    fifty((caller) => caller.post('/api/farmer/order', booking({ date: from, session: { id: sessionId } }))),
  );
  await placed(at(0), { date: to, session: { id: sessionId } });
  const move = (caller: Caller, n: number) =>
    caller.post(`/api/farmer/order/${orders[n]?.body.id}/reschedule`, { date: to, session: { id: sessionId } });
  const answers = await whileChanged('capacity = 1', () => fifty(move));
  expect(outcomes(answers)).toEqual({ SESSION_FULL: 50 });
});

test('when a session gets a largest area while areas are enlarged, then they do not exceed it', async () => {
  const date = nextDate();
  await setLimits(60, null);
  const orders = await Promise.all(book(date, 2));
  const enlarge = (caller: Caller, n: number) => caller.post(`/api/farmer/order/${orders[n]?.body.id}/edit`, { area: 12 });
  const answers = await whileChanged('max_area = 105', () => fifty(enlarge));
  expect(outcomes(answers)).toEqual({ AREA_TOO_LARGE: 50 });
});
