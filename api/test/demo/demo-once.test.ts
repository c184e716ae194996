import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDemoData, hasDemoAccounts, settleDemo } from '../../src/demo/demo-data.ts';
import { findDemoDate } from '../../src/demo/demo-store.ts';
import { demoForecast } from '../../src/weather/demo-forecast.ts';
import { placed, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const tables = [
  ...['app_user', 'spray_order', 'session_day', 'order_history', 'outbox_event', 'crew_member', 'payment_intent', 'payment'],
  ...['sandbox_intent', 'installation_key', 'feedback', 'notification', 'cash_hand_over', 'cash_handed_over'],
];

async function counts(on = service): Promise<Record<string, number>> {
  const [row] = await on.sql<Record<string, number>>(
    `select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`,
  );
  return row as Record<string, number>;
}

const settle = (wish: 'on' | 'off' | 'if-new', on = service) => settleDemo(on.database, on.app.catalog, wish, testNow);
const empty = Object.fromEntries(tables.map((table) => [table, 0]));

const ordersWithDetails = (on: Service) =>
  on.sql(
    `select o.*, (select json_agg(h) from (select at, actor_id, action, to_status, reason from order_history where order_id = o.id order by id) h) as history,
            (select json_agg(n) from (select recipient_id, subject, text, at, read_at from notification where order_id = o.id order by id) n) as notifications,
            (select json_agg(p) from (select kind, amount, method, at, actor_id from payment where order_id = o.id order by id) p) as ledger,
            (select json_agg(m) from (select sprayer_id from crew_member where order_id = o.id order by 1) m) as crew,
            (select json_agg(b) from (select overall_rating, text, created_at from feedback where order_id = o.id) b) as feedback
       from spray_order o order by id`,
  );

/** Adding them takes seconds, so what can be asked about one addition is asked about one. */
test('when demo data are declined, then added by two processes at once, and again, then they exist once and are equal in every database', async () => {
  await settle('off');
  await settle('if-new');
  expect(await counts()).toEqual(empty);
  expect(await hasDemoAccounts(service.database)).toBe(false);

  const other = await service.another();
  await Promise.all([service, other].map((each) => settle('on', each)));
  expect(await hasDemoAccounts(service.database)).toBe(true);
  const once = await counts();
  expect(once.app_user).toBe(15);
  await addDemoData(service.database, service.app.catalog, testNow);
  for (const wish of ['on', 'off', 'if-new'] as const) await settle(wish);
  expect(await counts()).toEqual(once);

  const weathered = await startService({ forecasts: demoForecast(() => testNow, '2026-11-16'), idle: true });
  try {
    await addDemoData(weathered.database, weathered.app.catalog, testNow);
    expect(await ordersWithDetails(weathered)).toEqual(await ordersWithDetails(service));

    // The generated forecast stops work of the next morning, and the to-do list has it.
    expect(await findDemoDate(weathered.database.read)).toBe('2026-11-15');
    await weathered.app.forecasts?.run();
    expect(await weathered.app.checkWeather()).toBeGreaterThanOrEqual(2);
    const office = await signedIn(weathered, 'receptionist');
    const { content } = (await office.get('/api/receptionist/inbox?reason=weather_stop')).body;
    expect(new Set(content.map(({ order }: { order: { date: string } }) => order.date))).toEqual(new Set(['2026-11-16']));
  } finally {
    await weathered.close();
  }

  // When every demo account is deactivated, demo mode is over.
  await service.sql("update app_user set active = false where email like '%@swath.example'");
  expect(await hasDemoAccounts(service.database)).toBe(false);
});

test('when a statement fails half-way, or the connection is terminated, then nothing is left, and the next start adds all of them', async () => {
  for (const [failure, code] of [
    ["raise exception 'enough'", 'P0001'],
    ['perform pg_terminate_backend(pg_backend_pid())', 'DATABASE_UNAVAILABLE'],
  ]) {
    await service.sql(
      `create or replace function failure() returns trigger language plpgsql as $$ begin
         if (select count(*) from feedback) = 10 then ${failure}; end if; return new; end $$`,
    );
    await service.sql('create or replace trigger failure before insert on feedback for each row execute function failure()');
    await expect(settle('if-new')).rejects.toMatchObject({ code });
    expect(await counts()).toEqual(empty);
  }
  await service.sql('drop trigger failure on feedback');
  await settle('if-new');
  expect((await counts()).feedback).toBeGreaterThan(10);
  expect(await hasDemoAccounts(service.database)).toBe(true);
});

test('when a user has registered with a demo e-mail address, then nothing is added', async () => {
  await signedIn(service, 'farmer', { email: 'Farmer@swath.example' });
  await settle('on');
  expect((await counts()).app_user).toBe(1);
  expect(await hasDemoAccounts(service.database)).toBe(false);
});

test('when the company already has data, then its places, users and phone numbers are not changed', async () => {
  const receptionist = await signedIn(service, 'receptionist');
  const farmer = await signedIn(service, 'farmer', { phoneNumber: '+84901234561' });
  for (const id of [1, 2, 3, 4, 5, 6]) {
    for (let n = 0; n < 2; n++) await placed(farmer, { date: '2026-11-16', session: { id } });
  }
  await service.sql('update spray_session set active = false where id = 3');
  await settle('on');
  const [places] = await service.sql<{ taken: number; orders: number; demo: number; kept: number }>(
    `select (select sum(taken)::int from session_day where date = '2026-11-16') as taken,
            (select count(*)::int from spray_order where date = '2026-11-16') as orders,
            (select count(*)::int from spray_order where farmer_id <> $1) as demo,
            (select count(*)::int from spray_order where receptionist_id = $2) as kept`,
    [farmer.id, receptionist.id],
  );
  expect(places).toMatchObject({ taken: 12, orders: 12, kept: 12 });
  expect(places?.demo).toBeGreaterThan(50);
  const [lua] = await service.sql("select phone_number from app_user where email = 'farmer@swath.example'");
  expect(lua).toEqual({ phone_number: null });
});
