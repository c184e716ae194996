import { afterAll, beforeAll, expect, test } from 'vitest';
import { base, orderAt, planPath } from '../crew-plan/plan-steps.ts';
import { type Answer, type Caller, callerOn } from '../factories.ts';
import { cleanUp, kill } from '../faults/built-service.ts';
import { eventually } from '../harness.ts';
import { newDatabase, type Running, serveOn } from './built-pair.ts';
import { inDays, newFarmer, theAdmin } from './main-flows.ts';

const sprayers = 9;
/** Too many for the sprayers, so that the search for crews and conflicts takes seconds. */
const manyOrders = 72;

let database: Awaited<ReturnType<typeof newDatabase>>;
let services: [Running, Running];
let token: string;
let farmer: Caller;

const officeOn = ({ url }: { url: string }): Caller =>
  callerOn({ url }, { id: '', role: 'receptionist', email: '', phoneNumber: '', token });
const times = <T>(count: number, act: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => act(n));

beforeAll(async () => {
  database = await newDatabase();
  await database.query('update company set open_booking_limit = 100000; update spray_session set capacity = 100');
  await database.query(
    `insert into app_user (email, full_name, phone_number, city, expertise, role, active, created_at)
     select 'sprayer' || n || '@test.example', 'Sprayer ' || n, '07' || lpad(n::text, 8, '0'), '', 'expert', 'sprayer', true, now()
       from generate_series(1, ${sprayers}) n`,
  );
  services = await Promise.all([serveOn(database.url), serveOn(database.url)]);
  const [first] = services;
  token = (await theAdmin(first.url)).token;
  const registered = await newFarmer(first.url);
  farmer = callerOn({ url: first.url }, { id: '', role: 'farmer', email: '', phoneNumber: '', token: registered.token });
  expect((await officeOn(first).put('/api/receptionist/base', base)).status).toBe(200);
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

const bookDay = (date: string, count: number): Promise<number[]> =>
  Promise.all(times(count, (n) => orderAt(farmer, date, (n % 6) + 1, (n % 11) - 5, { longitude: base.longitude + (n % 7) / 20 })));

const planOf = async (office: Caller, id: number): Promise<Answer['body']> => (await office.get(`${planPath}/${id}`)).body;

test('when twenty offices plan one date on two processes, then one plans and the others get its id', async () => {
  const date = inDays(20);
  await bookDay(date, 12);
  const answers = await Promise.all(times(20, (n) => officeOn(services[n % 2 === 0 ? 0 : 1]).post(planPath, { date })));
  const started = answers.filter(({ status }) => status === 200);
  // A plan that is ready already lets the next one begin.
  expect(started.length).toBeGreaterThanOrEqual(1);
  const ids = new Set(started.map(({ body }) => body.id));
  for (const { status, body, text } of answers) {
    if (status === 200) continue;
    expect([status, body.code], text).toEqual([409, 'PLAN_RUNNING']);
    for (const { path } of body.errors ?? []) expect(ids).toContain(Number(path.replace('plan.', '')));
  }
  const together = await database.query(
    `select a.id from crew_plan a join crew_plan b on b.date = a.date and b.id > a.id and b.created_at < a.finished_at where a.date = '${date}'`,
  );
  expect(together).toEqual([]);
  await eventually(async () => expect((await planOf(officeOn(services[1]), Math.max(...ids))).state).toBe('ready'));
});

test('when the service that plans is killed, then its plan is failed, and after a restart the date is planned', {
  timeout: 180_000,
}, async () => {
  const date = inDays(21);
  await bookDay(date, manyOrders);
  const [victim, other] = services;
  const { id } = (await officeOn(victim).post(planPath, { date })).body;
  await eventually(async () => {
    const [row] = await database.query<{ phase: string | null }>(`select phase from crew_plan where id = ${id}`);
    expect(row?.phase).not.toBeNull();
  });
  await kill(victim.service);
  const seen = await planOf(officeOn(other), id);
  expect(['planning', 'failed'], 'it was killed while it planned').toContain(seen.state);
  await eventually(async () => expect(await planOf(officeOn(other), id)).toMatchObject({ state: 'failed', failure: 'interrupted' }));
  const restarted = await serveOn(database.url);
  services = [restarted, other];
  farmer = callerOn(restarted, farmer);
  const again = await officeOn(restarted).post(planPath, { date, options: { timeLimitSeconds: 1 } });
  expect(again.status, again.text).toBe(200);
  await eventually(async () => expect((await planOf(officeOn(other), again.body.id)).state).toBe('ready'));
  expect(await planOf(officeOn(other), id)).toMatchObject({ state: 'failed', failure: 'interrupted' });
  // No order has changed.
  expect(await database.query(`select 1 from spray_order where date = '${date}' and order_status <> 'confirmed'`)).toEqual([]);
});

test('when acceptance meets 50 moves, cancellations and assignments on two processes, then nobody has two jobs at a time', async () => {
  const date = inDays(22);
  const orders = await bookDay(date, 18);
  const [first, second] = services.map(officeOn) as [Caller, Caller];
  const { id } = (await first.post(planPath, { date })).body;
  await eventually(async () => expect((await planOf(second, id)).state).toBe('ready'));
  const ids = (await database.query<{ id: string }>("select id from app_user where role = 'sprayer' order by id")).map((row) =>
    Number(row.id),
  );
  const answers = await Promise.all(
    times(50, (n) => {
      const order = `/api/receptionist/order/${orders[n % orders.length]}`;
      const office = n % 2 === 0 ? first : second;
      if (n % 10 === 5) return office.post(`${planPath}/${id}/accept`);
      if (n % 3 === 0) return office.put(`${order}/sprayers`, { sprayerIds: [ids[n % ids.length]] });
      if (n % 3 === 1) return office.post(`${order}/reschedule`, { date: inDays(23), session: { id: (n % 6) + 1 } });
      return office.post(`${order}/cancel`, { reason: 'test' });
    }),
  );
  for (const { status, text } of answers) expect([200, 409, 503], text).toContain(status);
  const double = `select sprayer_id from crew_member where order_status <> 'cancelled' group by sprayer_id, date, session_id having count(*) > 1`;
  expect(await database.query(double)).toEqual([]);
  const halfDone = `select o.id from spray_order o where o.order_status = 'assigned' and not exists (select from crew_member m where m.order_id = o.id)`;
  expect(await database.query(halfDone)).toEqual([]);
  expect((await planOf(second, id)).state).toBe('accepted');
});
