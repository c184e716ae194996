import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyOrderDeltas } from '../../src/orders/order-delta-store.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let farmer: Caller;
let office: Caller;

beforeAll(async () => {
  service = await startService({ idle: true });
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
});
afterAll(() => service.close());

const kind =
  "order_status, payment_status, payment_method, coalesce(payment_stage(order_status, payment_status, cost, refunded), '') as stage";
const views = {
  order_tally: 'order_status, payment_status, payment_method, stage, session_id, crop_id',
  order_day_tally: 'date, order_status, payment_status, payment_method, stage',
  order_place_tally: 'date, order_status, payment_status, payment_method, stage, session_id, crop_id',
};

async function expectExactSums(): Promise<void> {
  for (const [view, key] of Object.entries(views)) {
    const kept = await service.sql(
      `select ${key}, sum(orders)::int as n from ${view} group by ${key} having sum(orders) <> 0 order by ${key}`,
    );
    const counted = await service.sql(
      `select ${key}, count(*)::int as n from (select date, session_id, crop_id, ${kind} from spray_order) o group by ${key} order by ${key}`,
    );
    expect([view, kept]).toEqual([view, counted]);
  }
}

const total = async (query: string): Promise<number> => (await office.get(`/api/receptionist/order/?${query}`)).body.page.totalElements;

test('when fifty orders are booked, confirmed, cancelled and moved at once while deltas are applied, then every total is exact at every moment', async () => {
  const expectExactTotal = async () => {
    const [row] = await service.sql<{ counted: string; kept: string }>(
      'select (select count(*) from spray_order) as counted, (select coalesce(sum(orders), 0) from order_tally) as kept',
    );
    expect(row?.kept).toBe(row?.counted);
  };
  let done = false;
  const adding = (async () => {
    while (!done) {
      await Promise.all([applyOrderDeltas(service.database.write), applyOrderDeltas(service.database.write)]);
      await expectExactTotal();
    }
  })();
  await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const { id } = await placed(farmer, { date: `2026-12-${10 + (n % 5)}`, session: { id: 1 + (n % 6) }, cropType: { id: 1 + (n % 3) } });
      if (n % 2 === 0) await office.post(`/api/receptionist/order/${id}/confirm`);
      if (n % 3 === 0) await office.post(`/api/receptionist/order/${id}/cancel`, { reason: 'rain' });
      if (n % 5 === 1) await office.post(`/api/receptionist/order/${id}/reschedule`, { date: '2026-12-28', session: { id: 2 } });
    }),
  );
  done = true;
  await adding;
  await expectExactSums();
  await applyOrderDeltas(service.database.write);
  await expectExactSums();
  expect(await service.sql('select 1 from order_news')).toEqual([]);
  expect(
    await service.sql('select 1 from order_day_sum where orders = 0 union all select 1 from order_place_sum where orders = 0'),
  ).toEqual([]);
});

test.each([
  '',
  'orderStatus=cancelled',
  'sessionId=2',
  'cropId=1&orderStatus=pending,confirmed',
  'sessionId=3&cropId=3&paymentMethod=cash',
  'from=2026-12-12',
  'to=2026-12-12',
  'from=2026-12-11&to=2026-12-13',
  'from=2026-12-11&to=2026-12-13&sessionId=4',
  'from=2020-01-01&to=2030-01-01&cropId=2',
  'from=2026-12-10&to=2026-12-14&orderStatus=confirmed&paymentStatus=pending&sessionId=1',
  'from=2029-01-01',
])(
  'when the list is filtered by "%s", then its total is the number of orders on its pages, before and after deltas are applied',
  async (query) => {
    const listed = (await office.get(`/api/receptionist/order/?size=200&${query}`)).body.content.length;
    expect(await total(query)).toBe(listed);
    await applyOrderDeltas(service.database.write);
    expect(await total(query)).toBe(listed);
  },
);

test('when orders are sorted by any field, then each is listed once, in that order, and reversed in the other direction', async () => {
  const list = async (query: string) =>
    (await office.get(`/api/receptionist/order/?size=200&${query}`)).body.content as Record<string, unknown>[];
  await service.sql(
    "update spray_order set order_status = 'completed', confirmed = true, completion_date = date where order_status = 'confirmed' and id % 2 = 0",
  );
  const all = (await list('')).length;
  for (const field of [
    'id',
    'date',
    'creationDate',
    'completionDate',
    'location',
    'area',
    'cost',
    'orderStatus',
    'paymentStatus',
    'paymentMethod',
    'confirmed',
  ]) {
    const [up, down] = [await list(`sort=${field},asc`), await list(`sort=${field},desc`)];
    expect([field, new Set(up.map(({ id }) => id)).size]).toEqual([field, all]);
    const given = (orders: Record<string, unknown>[]) => orders.filter((order) => order[field] !== null).map(({ id }) => id);
    expect([field, given(up)]).toEqual([field, given(down).reverse()]);
    // Null values come last in both directions.
    for (const orders of [up, down]) expect(orders.slice(0, given(orders).length).map(({ id }) => id)).toEqual(given(orders));
  }
});
