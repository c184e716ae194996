import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, booking } from '../factories.ts';
import { cleanUp } from '../faults/built-service.ts';
import { newDatabase, serveOn } from './built-pair.ts';
import { type ApiCaller, inDays, newFarmer } from './main-flows.ts';

let database: Awaited<ReturnType<typeof newDatabase>>;
let urls: [string, string];
let farmer: ApiCaller;

beforeAll(async () => {
  database = await newDatabase();
  await database.query('update spray_session set capacity = 1000');
  await database.query('update company set open_booking_limit = 1000000');
  urls = (await Promise.all([serveOn(database.url), serveOn(database.url)])).map(({ url }) => url) as [string, string];
  farmer = await newFarmer(urls[0]);
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

const atEither = (n: number): string => urls[n % 2] as string;

/** Sends it again as long as the answer is 503, which refuses without an effect: on a loaded machine the service sheds load. */
async function changed(n: number, path: string, body: unknown): Promise<Answer> {
  for (;;) {
    const answer = await farmer.at(atEither(n), 'POST', path, body);
    if (answer.status !== 503) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function book(n: number, days: number, session: number): Promise<{ status: number; id: number }> {
  const { status, body } = await changed(n, '/api/farmer/order', booking({ date: inDays(days), session: { id: session } }));
  return { status, id: body?.id };
}

const move = async (n: number, id: number, days: number, session: number): Promise<string> => {
  const answer = await changed(n, `/api/farmer/order/${id}/reschedule`, { date: inDays(days), session: { id: session } });
  return answer.status === 200 ? '200' : `${answer.status} ${answer.body?.code}`;
};

/** Places whose counter differs from their orders. */
const miscounted = () =>
  database.query(
    `select d.date, d.session_id, d.taken, count(o.id) as orders from session_day d
       left join spray_order o on o.date = d.date and o.session_id = d.session_id and o.order_status <> 'cancelled'
      group by 1, 2, 3 having d.taken <> count(o.id)`,
  );

test('when fifty orders of two sessions swap places at two services at once, then each is moved, without a deadlock', async () => {
  const orders = await Promise.all(Array.from({ length: 50 }, (_, n) => book(n, 20, 1 + (n % 2))));
  expect(orders.map(({ status }) => status)).toEqual(Array(50).fill(200));
  // n + (n >> 1): orders of both sessions are moved at both services.
  const moved = await Promise.all(orders.map(({ id }, n) => move(n + (n >> 1), id, 20, 2 - (n % 2))));
  expect(moved).toEqual(Array(50).fill('200'));
  expect(await miscounted()).toEqual([]);
});

test('when a hundred bookings and fifty moves of the same places run at once, then all succeed', async () => {
  const orders = await Promise.all(Array.from({ length: 50 }, (_, n) => book(n, 30 + (n % 2), 1)));
  const answers = await Promise.all([
    ...orders.map(({ id }, n) => move(n + (n >> 1), id, 31 - (n % 2), 1)),
    ...Array.from({ length: 100 }, async (_, n) => String((await book(n + (n >> 1), 30 + (n % 2), 1)).status)),
  ]);
  expect(answers).toEqual(Array(150).fill('200'));
  expect(await miscounted()).toEqual([]);
});
