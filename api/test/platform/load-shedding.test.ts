import pg from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { changeChannel } from '../../src/notifications/notification-store.ts';
import { defaultThresholds, type LoadThresholds } from '../../src/platform/limits/load-shedding-rules.ts';
import { untilSettled } from '../barriers.ts';
import { booking, type Caller, call, callerOn, placed, signedIn as signedInOn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { expectProblem } from '../problem-shape.ts';

// Low thresholds and frequent samples, so that a few requests are an overload.
const never = { waiting: 1_000_000, longestWaitMs: 1_000_000 };
const lowThresholds: LoadThresholds = {
  loop: never,
  reads: { waiting: 8, longestWaitMs: 50 },
  writes: { waiting: 4, longestWaitMs: 50 },
  writeShedThreshold: never,
  inFlight: defaultThresholds.inFlight,
};

let service: Service;

/** Does not repeat requests: these tests are about the 503. */
const signedIn = async (on: Service, role: Caller['role']): Promise<Caller> => callerOn(on, await signedInOn(on, role), 0);

const holders: pg.Client[] = [];
afterEach(async () => {
  for (const holder of holders.splice(0)) await holder.end();
  await service.close();
});

const start = async (thresholds: LoadThresholds) => {
  service = await startService({ overload: { thresholds, sampleIntervalMs: 20 }, idle: true });
};

/** Locks a table; returns the function that releases the lock. */
async function lockTable(table: string, mode: string): Promise<() => Promise<unknown>> {
  const [row] = await service.sql<{ name: string }>('select current_database() as name');
  const holder = new pg.Client({ ...inject('postgres'), database: row?.name });
  await holder.connect();
  holders.push(holder);
  await holder.query(`begin; lock table ${table} in ${mode} mode`);
  return () => holder.query('rollback');
}

const expectRejected = (answer: Awaited<ReturnType<Caller['get']>>) => {
  expectProblem(answer, 503, 'OVERLOADED');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(2);
};

/** New orders, each with its farmer. */
async function orders(many: number): Promise<{ farmer: Caller; id: number }[]> {
  const made = [];
  for (let at = 0; at < many; at++) {
    const farmer = await signedIn(service, 'farmer');
    const { id } = await placed(farmer, {
      date: `2026-12-${String(1 + (at % 28)).padStart(2, '0')}`,
      session: { id: 1 + Math.floor(at / 28) },
    });
    made.push({ farmer, id });
  }
  return made;
}

describe('when writes wait for the database', () => {
  test('then reads are rejected, writes are accepted and finished, and the service recovers', async () => {
    await start(lowThresholds);
    const made = await orders(20);
    const office = await signedIn(service, 'receptionist');
    const admin = await signedIn(service, 'admin');
    const read = await office.get(`/api/receptionist/order/${made[0]?.id}`);
    expect(read.status).toBe(200);
    const stream = await fetch(`${service.url}/api/common/notification/stream`, { headers: { authorization: `Bearer ${office.token}` } });
    expect(stream.status).toBe(200);

    const releaseLock = await lockTable('spray_order', 'share row exclusive');
    const cancelled = made.slice(0, 19).map(({ farmer, id }) => farmer.post(`/api/farmer/order/${id}/cancel`));
    await eventually(async () => expectRejected(await office.get(`/api/receptionist/order/${made[0]?.id}`)));
    for (const path of ['/api/receptionist/order/', '/api/receptionist/order/?search=long', '/api/common/session/'])
      expectRejected(await office.get(path));
    expectRejected(await admin.get('/api/admin/figure?from=2026-11-01&to=2026-11-15'));
    expect((await call(service, 'GET', '/api/health/ready')).status).toBe(200);
    expect((await call(service, 'GET', '/api/health/live')).status).toBe(200);
    const last = made[19] as { farmer: Caller; id: number };
    const late = last.farmer.post(`/api/farmer/order/${last.id}/cancel`);

    await releaseLock();
    for (const { status, body } of await Promise.all([...cancelled, late])) expect([status, body?.orderStatus]).toEqual([200, 'cancelled']);
    await eventually(async () => expect((await office.get('/api/receptionist/order/?search=long')).status).toBe(200));
    expect((await admin.get('/api/admin/figure?from=2026-11-01&to=2026-11-15')).status).toBe(200);
    // An open stream is not closed by load shedding.
    const reader = stream.body?.getReader();
    await service.sql('select pg_notify($1, $2)', [changeChannel, `${last.id}`]);
    let received = '';
    while (!received.includes(`"orderId":${last.id}`)) received += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
  });

  test('then above the write threshold writes are rejected at once, and accepted ones are finished', async () => {
    await start({ ...lowThresholds, writeShedThreshold: { waiting: 8, longestWaitMs: 60 } });
    const made = await orders(24);
    const releaseLock = await lockTable('spray_order', 'share row exclusive');
    const [last, ...first] = made;
    const taken = first.map(({ farmer, id }) => farmer.post(`/api/farmer/order/${id}/cancel`));
    const isRejected = async () => expectRejected(await (last as { farmer: Caller }).farmer.post('/api/farmer/order', {}));
    await eventually(isRejected);
    await releaseLock();
    for (const [at, answer] of (await Promise.all(taken)).entries()) {
      if (answer.status !== 200) expectRejected(answer);
      const [row] = await service.sql('select order_status = $2 as cancelled from spray_order where id = $1', [first[at]?.id, 'cancelled']);
      expect(row).toEqual({ cancelled: answer.status === 200 });
    }
    await eventually(async () => {
      const answer = await (last as { farmer: Caller; id: number }).farmer.post(`/api/farmer/order/${last?.id}/cancel`);
      expect([answer.status, answer.body.orderStatus]).toEqual([200, 'cancelled']);
    });
  });
});

describe('when reads wait for the database', () => {
  test('then further reads are rejected, bookings are accepted, and every accepted read is answered', async () => {
    await start(lowThresholds);
    const farmer = await signedIn(service, 'farmer');
    const office = await signedIn(service, 'receptionist');
    for (const person of [office, farmer]) expect((await person.get('/api/common/session/')).status).toBe(200);
    const releaseLock = await lockTable('feedback', 'access exclusive');
    let rejected = 0;
    const ask = async () => {
      const answer = await office.get('/api/receptionist/feedback/');
      if (answer.status !== 200) rejected++;
      return answer;
    };
    const taken = Array.from({ length: 200 }, ask);
    // Without waiting for each: one that is accepted before the overload is noticed waits for the lock.
    await eventually(async () => {
      taken.push(ask());
      expect(rejected).toBeGreaterThan(0);
    });
    expect((await placed(farmer)).orderStatus).toBe('pending');
    await releaseLock();
    const answers = await Promise.all(taken);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(8);
    for (const answer of answers) if (answer.status !== 200) expectRejected(answer);
    await eventually(async () => expect((await office.get('/api/receptionist/feedback/')).status).toBe(200));
  });
});

test('when the requests in flight grow, then priorities are rejected one after another, and health checks never', async () => {
  await start({ ...lowThresholds, reads: never, writes: never, inFlight: { 1: 4, 2: 12, 3: 14, 4: 16 } });
  const office = await signedIn(service, 'receptionist');
  const farmer = await signedIn(service, 'farmer');
  const { id } = await placed(farmer);
  expect((await office.get('/api/receptionist/feedback/')).status).toBe(200);
  const releaseReadLock = await lockTable('feedback', 'access exclusive');
  const lists = Array.from({ length: 20 }, () => office.get('/api/receptionist/feedback/'));
  // All have arrived when those above the limit are rejected.
  await untilSettled(lists, 8);
  expectRejected(await office.get('/api/receptionist/order/'));
  expectRejected(await office.get('/api/receptionist/order/?search=long'));
  expect((await farmer.post('/api/farmer/order', {})).status).toBe(400);

  const releaseWriteLock = await lockTable('spray_order', 'share row exclusive');
  const writes = Array.from({ length: 10 }, () => farmer.post(`/api/farmer/order/${id}/confirm`));
  await untilSettled(writes, 6);
  expectRejected(await farmer.post('/api/farmer/order', {}));
  expectRejected(await office.get(`/api/receptionist/order/${id}`));
  expect((await call(service, 'GET', '/api/health/live')).status).toBe(200);

  await releaseReadLock();
  await releaseWriteLock();
  const answers = await Promise.all([...lists, ...writes]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(16);
  for (const answer of answers) if (answer.status !== 200) expectRejected(answer);
  await eventually(async () => expect((await office.get('/api/receptionist/order/?search=long')).status).toBe(200));
});

test('when bookings cannot be committed before the timeout, then all get 503 with Retry-After, and none stays queued', async () => {
  await start({ ...lowThresholds, reads: never, writes: never });
  const farmer = await signedIn(service, 'farmer');
  expect((await farmer.get('/api/farmer/order/')).status).toBe(200);
  const releaseLock = await lockTable('session_day', 'share row exclusive');
  // More than one batch: the rest are queued.
  const asked = Array.from({ length: 60 }, (_, at) => farmer.post('/api/farmer/order', booking({ date: `2026-12-${10 + (at % 20)}` })));
  for (const answer of await Promise.all(asked)) {
    // The sent ones were cancelled by lock_timeout; the others were not sent.
    expectProblem(answer, 503, answer.body.code === 'OVERLOADED' ? 'OVERLOADED' : 'DATABASE_UNAVAILABLE');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
  await releaseLock();
  await eventually(async () => expect((await farmer.post('/api/farmer/order', booking({ date: '2026-11-20' }))).status).toBe(200));
  expect(await service.sql("select id from spray_order where date >= '2026-12-01'")).toEqual([]);
});

test('when 256 connections send requests without a pause, then nothing is rejected', async () => {
  await start(defaultThresholds);
  const farmer = await signedIn(service, 'farmer');
  await placed(farmer);
  const ask = async () => {
    const statuses = [];
    for (let request = 0; request < 4; request++) statuses.push((await farmer.get('/api/farmer/order/')).status);
    return statuses;
  };
  const all = (await Promise.all(Array.from({ length: 256 }, ask))).flat();
  expect([...new Set(all)]).toEqual([200]);
});
