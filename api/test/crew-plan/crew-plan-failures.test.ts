import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SolveDay } from '../../src/crew-plan/plan-runner.ts';
import { solveInWorker } from '../../src/crew-plan/solve-in-worker.ts';
import { planInWorker } from '../../src/dispatch/plan-in-worker.ts';
import { sampleDay } from '../../src/dispatch/planner/sample-day.ts';
import { type Caller, callerOn, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { arrangeCompany, crewOf, orderAt, planDone, planned, planPath, rowsOf } from './plan-steps.ts';

let service: Service;
let other: Service;
let office: Caller;
let there: Caller;
let farmer: Caller;
let sprayers: Caller[];
let mode: 'plan' | 'hang' | 'kill' = 'plan';
let stopped = 0;

/** The planner itself, unless a test needs a thread that hangs or is killed in the middle of its search. */
const solve: SolveDay = async (day, options, onProgress, signal) => {
  if (mode === 'plan') return solveInWorker(day, options, onProgress, signal);
  if (mode === 'kill') {
    const running = planInWorker(sampleDay(120, 60, 2), options, () => void running.terminate());
    return running.result;
  }
  onProgress({ phase: 'bound', cost: 2000, lowerBound: 1000, ordersWithoutCrew: 0 });
  return new Promise((_, reject) => {
    const stop = () => {
      stopped++;
      reject(new Error('stopped'));
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
};

beforeAll(async () => {
  service = await startService({ solve });
  other = await service.another();
  office = await signedIn(service, 'receptionist');
  there = callerOn(other, office);
  farmer = await signedIn(service, 'farmer');
  sprayers = await arrangeCompany(service, office, ['expert', 'expert', 'adept', 'adept', 'expert', 'adept']);
});
afterAll(() => service.close());
beforeEach(() => {
  mode = 'plan';
  stopped = 0;
});

const state = async (id: number) => {
  const { body } = await office.get(`${planPath}/${id}`);
  return [body.state, body.failure];
};

test('when the thread is killed in the middle of its search, then the plan is failed, and the date can be planned again', async () => {
  await orderAt(farmer, '2026-12-01', 1, 3);
  mode = 'kill';
  const plan = await planned(office, '2026-12-01');
  expect([plan.state, plan.failure]).toEqual(['failed', 'worker']);
  mode = 'plan';
  expect((await planned(there, '2026-12-01')).state).toBe('ready');
});

test('when the service that plans is killed, then its plan is failed once the lease ends, and another process plans the date', async () => {
  await orderAt(farmer, '2026-12-02', 1, 3);
  mode = 'hang';
  const { id } = (await there.post(planPath, { date: '2026-12-02' })).body;
  await eventually(async () => expect((await office.get(`${planPath}/${id}`)).body).toMatchObject({ state: 'planning', gap: 0.5 }));
  expect((await office.post(planPath, { date: '2026-12-02' })).body).toMatchObject({
    code: 'PLAN_RUNNING',
    errors: [{ path: `plan.${id}` }],
  });
  // As if it had not renewed its lease for ten seconds.
  await service.sql("update crew_plan set lease_until = clock_timestamp() - interval '1 second' where id = $1", [id]);
  expect(await state(id)).toEqual(['failed', 'interrupted']);
  mode = 'plan';
  expect((await planned(office, '2026-12-02')).state).toBe('ready');
  // What the old process still finds is not saved.
  await eventually(async () => expect(stopped).toBe(1));
  expect(await state(id)).toEqual(['failed', 'interrupted']);
});

test('when the service shuts down, then its plan is failed at once', async () => {
  await orderAt(farmer, '2026-12-03', 1, 3);
  const third = await service.another();
  mode = 'hang';
  const { id } = (await callerOn(third, office).post(planPath, { date: '2026-12-03' })).body;
  await third.app.close();
  expect(await state(id)).toEqual(['failed', 'interrupted']);
});

test('when a plan is cancelled on another process, then the search ends and the date is free', async () => {
  await orderAt(farmer, '2026-12-04', 1, 3);
  mode = 'hang';
  const { id } = (await there.post(planPath, { date: '2026-12-04' })).body;
  expect((await office.post(`${planPath}/${id}/cancel`)).body.state).toBe('cancelled');
  await eventually(async () => expect(stopped).toBe(1));
  expect(await state(id)).toEqual(['cancelled', null]);
  mode = 'plan';
  expect((await planned(office, '2026-12-04')).state).toBe('ready');
});

test('when orders change while it plans, then they are left out and named', async () => {
  const date = '2026-12-07';
  const [moved, cancelled, edited, kept] = await Promise.all([1, 2, 3, 4].map((session) => orderAt(farmer, date, session, 3)));
  const { id } = (await office.post(planPath, { date })).body;
  await office.post(`/api/receptionist/order/${moved}/reschedule`, { date: '2026-12-08', session: { id: 1 } });
  await office.post(`/api/receptionist/order/${cancelled}/cancel`, { reason: 'test' });
  await planDone(office, id);
  const change = await office.post(`/api/receptionist/order/${edited}/edit`, { area: 9 });
  expect(change.status, change.text).toBe(200);
  const accepted = (await office.post(`${planPath}/${id}/accept`)).body;
  const left = (await rowsOf(office, id)).filter(({ outcome }) => outcome === 'left_out').map(({ orderId }) => orderId);
  expect(left.sort()).toEqual([moved, cancelled, edited].sort());
  expect(accepted).toMatchObject({ accepted: 1, leftOut: 3 });
  expect((await crewOf(office, kept as number)).length).toBe(1);
});

test('when acceptance meets 50 moves, cancellations and assignments, then nobody has two jobs at a time and nothing is half done', async () => {
  const date = '2026-12-09';
  const orders: number[] = [];
  for (let n = 0; n < 18; n++) orders.push(await orderAt(farmer, date, (n % 6) + 1, (n % 5) - 2));
  const { id } = await planned(office, date);
  const acts = Array.from({ length: 50 }, (_, n) => {
    const orderId = orders[n % orders.length] as number;
    const who = n % 2 === 0 ? office : there;
    if (n % 10 === 5) return who.post(`${planPath}/${id}/accept`);
    if (n % 3 === 0) return who.put(`/api/receptionist/order/${orderId}/sprayers`, { sprayerIds: [Number(sprayers[n % 6]?.id)] });
    if (n % 3 === 1) return who.post(`/api/receptionist/order/${orderId}/reschedule`, { date: '2026-12-10', session: { id: (n % 6) + 1 } });
    return who.post(`/api/receptionist/order/${orderId}/cancel`, { reason: 'test' });
  });
  for (const { status, text } of await Promise.all(acts)) expect([200, 409, 503], text).toContain(status);
  const double = await service.sql(
    `select sprayer_id from crew_member where date = $1 and order_status <> 'cancelled' group by sprayer_id, session_id having count(*) > 1`,
    [date],
  );
  expect(double).toEqual([]);
  const crewless = await service.sql(
    `select o.id from spray_order o where o.order_status = 'assigned' and not exists (select from crew_member m where m.order_id = o.id)`,
  );
  expect(crewless).toEqual([]);
  expect((await office.get(`${planPath}/${id}`)).body.state).toBe('accepted');
});
