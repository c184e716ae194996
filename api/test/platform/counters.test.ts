import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyCounterDeltas } from '../../src/platform/postgres/counter-store.ts';
import { removeBookingLimits } from '../arrange.ts';
import { booking, type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

let service: Service;
let farmer: Caller;
let receptionist: Caller;

beforeAll(async () => {
  service = await startService();
  receptionist = await signedIn(service, 'receptionist');
  farmer = await signedIn(service, 'farmer');
  await removeBookingLimits(service);
});
afterAll(() => service.close());

const kept = () =>
  service.sql(
    'select list, owner_id, status, method, sum(size) as size from tally group by 1, 2, 3, 4 having sum(size) <> 0 order by 1, 2, 3, 4',
  );

async function expectExactCounters(): Promise<void> {
  await eventually(async () => expect(await service.sql('select 1 from outbox_event')).toEqual([]));
  const before = await kept();
  await service.sql('call tally_everything()');
  expect(before).toEqual(await kept());
}

test('when orders are created, changed and dispatched, then every counter equals a count', async () => {
  const other = await signedIn(service, 'farmer');
  await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      (n % 3 === 0 ? other : farmer).post('/api/farmer/order', booking({ date: `2026-12-${10 + (n % 9)}`, confirmed: n % 2 === 0 })),
    ),
  );
  await expectExactCounters();
  await service.sql("update spray_order set order_status = 'cancelled' where id % 3 = 0");
  await service.sql("update spray_order set payment_method = 'visa', receptionist_id = null where id % 5 = 0");
  const sprayer = await signedIn(service, 'sprayer', { expertise: 'expert' });
  await service.sql(
    'insert into crew_member (order_id, sprayer_id, date, session_id, order_status) select distinct on (date) id, $1, date, session_id, order_status from spray_order limit 3',
    [sprayer.id],
  );
  await service.sql('delete from crew_member where order_id = (select min(order_id) from crew_member)');
  await service.sql(
    'insert into feedback (order_id, overall_rating, attentive_rating, friendly_rating, professional_rating, text, created_at) select id, 5, 5, 5, 5, $1, now() from spray_order limit 4',
    ['ok'],
  );
  await service.sql('delete from notification where id = (select max(id) from notification)');
  await expectExactCounters();
});

test('when other transactions update the same counters and are not committed, then a booking does not wait for them', async () => {
  const owner = await signedIn(service, 'farmer');
  const orders = await Promise.all(Array.from({ length: 20 }, (_, n) => placed(owner, { date: `2026-12-${10 + (n % 9)}` })));
  const others = await Promise.all(
    orders.map(async ({ id }) => {
      const client = new pg.Client(service.connection);
      await client.connect();
      await client.query('begin');
      await client.query("update spray_order set order_status = 'cancelled' where id = $1", [id]);
      return client;
    }),
  );
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => placed(owner, { date: `2027-01-${10 + (n % 9)}` })));
  expect(answers).toHaveLength(20);
  for (const client of others) {
    await client.query('rollback');
    await client.end();
  }
  await expectExactCounters();
});

test('when counter deltas are applied while more are written, then every counter equals a count', async () => {
  const owner = await signedIn(service, 'farmer');
  await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      await placed(owner, { date: `2027-02-${10 + (n % 9)}` });
      await applyCounterDeltas(service.database.write);
    }),
  );
  await expectExactCounters();
});

test('when a list is filtered, then its total counts only the matches', async () => {
  const owner = await signedIn(service, 'farmer');
  for (const [confirmed, paymentMethod] of [
    [true, 'cash'],
    [true, 'visa'],
    [false, 'cash'],
    [true, 'cash'],
  ] as const) {
    await placed(owner, { confirmed, paymentMethod });
  }
  const totals = await Promise.all(
    ['', '?orderStatus=confirmed', '?paymentMethod=cash', '?orderStatus=confirmed&paymentMethod=cash', '?orderStatus=completed'].map(
      async (query) => (await owner.get(`/api/farmer/order/${query}`)).body.page.totalElements,
    ),
  );
  expect(totals).toEqual([4, 3, 3, 2, 0]);
});

test('when orders are placed one after another, then each goes to the receptionist with the fewest open ones', async () => {
  const second = await signedIn(service, 'receptionist');
  const open = async (id: string) =>
    Number(
      (await service.sql<{ n: string }>('select count(*) as n from spray_order where receptionist_id = $1 and not closed', [id]))[0]?.n,
    );
  const ahead = (await open(receptionist.id)) - (await open(second.id));
  for (let n = 0; n < ahead + 4; n++) await placed(farmer, { date: '2026-11-25' });
  expect(await open(receptionist.id)).toBe(await open(second.id));
});
