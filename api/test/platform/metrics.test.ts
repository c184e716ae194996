import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { looseStatement } from '../../src/platform/postgres/sql.ts';
import { booking, type Caller, call, placed, signedIn, testPassword } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { openStream } from '../notifications/event-stream.ts';
import { startReceiver } from '../notifications/webhook-receiver.ts';
import { metricsToken, scrape } from './scrape.ts';

const service: Service = await startService({ observability: { metricsToken, dataFolder: tmpdir() } });
let farmer: Caller;
let admin: Caller;

beforeAll(async () => {
  farmer = await signedIn(service, 'farmer');
  admin = await signedIn(service, 'admin');
});
afterAll(() => service.close());

const duration = 'swath_http_request_duration_seconds';

describe('authorization', () => {
  test('when the request has no token or another token, then it is refused', async () => {
    expect((await call(service, 'GET', '/metrics')).status).toBe(401);
    expect((await call(service, 'GET', '/metrics', { token: `${metricsToken}x` })).status).toBe(401);
    expect((await call(service, 'GET', '/metrics', { headers: { cookie: `swath_token=${metricsToken}` } })).status).toBe(401);
    expect((await farmer.get('/metrics')).status).toBe(403);
  });

  test('when the metrics token is used on other routes, then it is refused', async () => {
    expect((await call(service, 'GET', '/api/admin/user/', { token: metricsToken })).status).toBe(401);
    expect((await call(service, 'GET', '/api/auth/me', { token: metricsToken })).status).toBe(401);
  });

  test('when an admin or the holder of the metrics token requests the metrics, then they are in Prometheus format', async () => {
    const response = await admin.get('/metrics');
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const { kinds, text } = await scrape(service);
    expect(kinds.get(duration)).toBe('histogram');
    expect(kinds.get('nodejs_eventloop_lag_p99_seconds')).toBe('gauge');
    expect(kinds.get('process_resident_memory_bytes')).toBe('gauge');
    expect(kinds.get('process_cpu_seconds_total')).toBe('counter');
    expect(new Set(text.match(/^# TYPE \S+/gm)).size).toBe(kinds.size);
  });
});

describe('requests', () => {
  test('when requests are answered, then each is counted once by its route, with its bytes, and no label has client input', async () => {
    const labels = { method: 'GET', route: '/api/farmer/order/{id}' };
    const before = await scrape(service);
    const order = await placed(farmer);
    const answers = await Promise.all(Array.from({ length: 5 }, () => farmer.get(`/api/farmer/order/${order.id}`)));
    await farmer.get('/api/farmer/order/9000000000000000000');
    await farmer.get(`/nowhere-${Math.random()}`);
    await eventually(async () => {
      const after = await scrape(service);
      const more = (name: string, which: Record<string, string>) => after.sum(name, which) - before.sum(name, which);
      expect(more(`${duration}_count`, { ...labels, status: '200' })).toBe(5);
      expect(more(`${duration}_bucket`, { ...labels, status: '200', le: '+Inf' })).toBe(5);
      expect(more(`${duration}_count`, { ...labels, status: '404' })).toBe(1);
      expect(more(`${duration}_sum`, { ...labels, status: '200' })).toBeGreaterThan(0);
      expect(more(`${duration}_count`, { route: '(no route)', status: '404' })).toBe(1);
      const sent = answers.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
      expect(more('swath_http_response_bytes_total', labels)).toBeGreaterThan(sent);
      expect(after.sum('swath_http_requests_in_flight')).toBe(1); // the scrape itself
      expect(after.text).not.toContain('9000000000000000000');
      expect(after.text).not.toContain('nowhere-');
    });
  });

  test('when a client disconnects before the response, then it is counted as 499, and no request stays in flight', async () => {
    const headers = { authorization: `Bearer ${farmer.token}`, 'content-type': 'application/json', 'content-length': 1000 };
    const half = request(`${service.url}/api/farmer/order`, { method: 'POST', headers });
    half.on('error', () => {});
    half.write('{');
    await eventually(async () => expect((await scrape(service)).sum('swath_http_requests_in_flight')).toBe(2));
    half.destroy();
    await eventually(async () => {
      const { sum } = await scrape(service);
      expect(sum(`${duration}_count`, { route: '/api/farmer/order', status: '499' })).toBe(1);
      expect(sum('swath_http_requests_in_flight')).toBe(1);
    });
  });

  test('when a client sends many requests at once and disconnects before the first response, then none stays in flight', async () => {
    const { hostname, port } = new URL(service.url);
    const head = (method: string, path: string, more: string) =>
      `${method} ${path} HTTP/1.1\r\nhost: swath\r\nauthorization: Bearer ${farmer.token}\r\n${more}\r\n`;
    // The first response waits for a lock, and the others for it.
    const order = await placed(farmer);
    const client = connect(Number(port), hostname);
    await service.database.transaction(async (tx) => {
      await tx.rows(looseStatement(`select 1 from spray_order where id = ${order.id} for update`));
      client.write(head('POST', `/api/farmer/order/${order.id}/cancel`, 'content-length: 0\r\n'));
      client.write(head('GET', '/api/farmer/order/', '').repeat(20));
      await eventually(async () => expect((await scrape(service)).sum('swath_http_requests_in_flight')).toBe(22));
      client.destroy();
      await eventually(async () => expect((await scrape(service)).sum('swath_http_requests_in_flight')).toBe(1));
    });
  });

  test('when connections are in use, then a gauge has their number', async () => {
    const write = 'swath_database_write_connections';
    await service.database.transaction(async () => {
      const { sum } = await scrape(service);
      expect(sum(`${write}_busy`)).toBeGreaterThan(0);
      expect(sum(`${write}_open`)).toBeGreaterThanOrEqual(sum(`${write}_busy`));
      expect(sum(`${write}_max`)).toBe(10);
    });
    // Background jobs may have a statement in flight for a moment.
    await eventually(async () => {
      const { sum } = await scrape(service);
      expect([sum(`${write}_waiting`), sum('swath_database_pipe_statements_in_flight')]).toEqual([0, 0]);
      expect(sum('swath_database_pipes_open', { pipe: 'read' })).toBe(2);
    });
  });

  test('when a live stream is open, then it is counted as a stream and not as a request in flight', async () => {
    const stream = await openStream(service.url, { authorization: `Bearer ${farmer.token}` });
    await eventually(async () => {
      const { sum } = await scrape(service);
      expect(sum('swath_live_streams')).toBe(1);
      expect(sum('swath_http_requests_in_flight')).toBe(1);
    });
    stream.leave();
    await eventually(async () => expect((await scrape(service)).sum('swath_live_streams')).toBe(0));
    expect((await scrape(service)).sum(`${duration}_count`, { route: '/api/common/notification/stream' })).toBe(0);
  });
});

describe('business events', () => {
  test('when orders are placed, confirmed and cancelled, then each is counted by payment method once its event is dispatched', async () => {
    const before = await eventually(async () => {
      const settled = await scrape(service);
      expect(settled.sum('swath_outbox_events')).toBe(0);
      return settled;
    });
    const one = await placed(farmer, { date: '2026-11-20' });
    const two = await placed(farmer, { date: '2026-11-20', paymentMethod: 'visa' });
    await farmer.post(`/api/farmer/order/${one.id}/confirm`);
    await farmer.post(`/api/farmer/order/${two.id}/cancel`);
    await eventually(async () => {
      const after = await scrape(service);
      const more = (event: string, method: string) =>
        after.sum('swath_order_events_total', { event, method }) - before.sum('swath_order_events_total', { event, method });
      expect([more('created', 'cash'), more('created', 'visa'), more('confirmed', 'cash'), more('cancelled', 'visa')]).toEqual([
        1, 1, 1, 1,
      ]);
      expect([more('confirmed', 'visa'), more('cancelled', 'cash'), more('completed', 'cash')]).toEqual([0, 0, 0]);
      expect(after.sum('swath_outbox_events')).toBe(0);
    });
  });

  test('when a card payment succeeds, then it is counted with its amount', async () => {
    const order = await placed(farmer, { date: '2026-11-21', paymentMethod: 'visa' });
    const { body: intent } = await farmer.post(`/api/farmer/order/${order.id}/payment-intent`);
    await farmer.post(`/api/farmer/order/${order.id}/payment-intent/sandbox-card`, {
      clientSecret: intent.clientSecret,
      cardNumber: '4242424242424242',
    });
    await farmer.get(`/api/farmer/order/${order.id}/payment-intent/${intent.clientSecret}`);
    const labels = { event: 'paid', method: 'visa', currency: 'VND' };
    await eventually(async () => {
      const { sum, text } = await scrape(service);
      expect(sum('swath_payments_total', labels)).toBe(1);
      expect(sum('swath_payments_amount_total', labels)).toBe(order.cost);
      expect(text).not.toContain(intent.clientSecret);
    });
  });

  test('when a session is full, a sign-in fails and an idempotency key is repeated, then each is counted', async () => {
    const before = await scrape(service);
    await service.sql('update spray_session set capacity = 1 where id = 4');
    const key = { 'idempotency-key': 'the-same' };
    const first = await farmer.post('/api/farmer/order', booking({ date: '2026-11-22', session: { id: 4 } }), key);
    expect((await farmer.post('/api/farmer/order', booking({ date: '2026-11-22', session: { id: 4 } }), key)).text).toBe(first.text);
    expect((await farmer.post('/api/farmer/order', booking({ date: '2026-11-22', session: { id: 4 } }))).status).toBe(409);
    await call(service, 'POST', '/api/auth/login', { body: { email: farmer.email, password: 'Wrong-Pass-1' } });
    await call(service, 'POST', '/api/auth/login', { body: { email: farmer.email, password: testPassword } });
    await eventually(async () => {
      const after = await scrape(service);
      const more = (name: string, labels = {}) => after.sum(name, labels) - before.sum(name, labels);
      expect(more('swath_problems_total', { code: 'SESSION_FULL' })).toBe(1);
      expect(more('swath_problems_total', { code: 'BAD_CREDENTIALS' })).toBe(1);
      expect(more('swath_idempotent_replays_total')).toBe(1);
      expect(more('swath_sign_ins_total', { result: 'succeeded' })).toBe(1);
      expect(more('swath_sign_ins_total', { result: 'refused' })).toBe(1);
      expect(more('swath_token_lookups_total', { result: 'remembered' })).toBeGreaterThan(0);
    });
  });
});

describe('queues', () => {
  test('when webhook receivers fail, then waiting and failed deliveries are counted', async () => {
    const receiver = await startReceiver();
    receiver.answer = () => 500;
    // Events of earlier tests must not reach the new webhook.
    await eventually(async () => expect((await scrape(service)).sum('swath_outbox_events')).toBe(0));
    const made = await admin.post('/api/admin/webhook', { url: `${receiver.url}/hook`, eventTypes: ['order.created'] });
    expect(made.status, made.text).toBe(200);
    const before = (await scrape(service)).sum('swath_deliveries_total', { channel: 'webhook', result: 'failed' });
    await placed(farmer, { date: '2026-11-23' });
    await eventually(async () => {
      const { sum } = await scrape(service);
      expect(sum('swath_deliveries_total', { channel: 'webhook', result: 'failed' })).toBeGreaterThan(before);
      expect(sum('swath_deliveries_waiting', { channel: 'webhook' })).toBe(1);
    });
    await receiver.close();
    // No mailer runs here, so mails stay queued.
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    expect((await scrape(service)).sum('swath_deliveries_waiting', { channel: 'mail' })).toBeGreaterThan(0);
    expect((await scrape(service)).sum('swath_deliveries_oldest_seconds', { channel: 'mail' })).toBeGreaterThanOrEqual(60);
    await service.sql("update webhook_delivery set status = 'failed', next_attempt_at = null");
    expect((await scrape(service)).sum('swath_deliveries_given_up', { channel: 'webhook' })).toBe(1);
  });

  test('when no dispatcher runs, then the age of the oldest event grows', async () => {
    const idle = await startService({ idle: true, observability: { metricsToken } });
    try {
      await placed(await signedIn(idle, 'farmer'));
      idle.clock.now = new Date(idle.clock.now.getTime() + 90_000);
      const { sum } = await scrape(idle);
      expect([sum('swath_outbox_events'), sum('swath_outbox_oldest_seconds'), sum('swath_order_events_total')]).toEqual([1, 90, 0]);
    } finally {
      await idle.close();
    }
  });

  test('when two processes dispatch the events of one outbox, then their counters sum up to the events', async () => {
    const first = await startService({ observability: { metricsToken } });
    try {
      const second = await first.another();
      const farmer = await signedIn(first, 'farmer');
      await first.sql('update spray_session set capacity = 100');
      await Promise.all(Array.from({ length: 50 }, () => placed(farmer)));
      await eventually(async () => {
        const [a, b] = await Promise.all([scrape(first), scrape(second)]);
        expect(a.sum('swath_order_events_total', { event: 'created' }) + b.sum('swath_order_events_total', { event: 'created' })).toBe(50);
        expect([a.sum('swath_outbox_events'), b.sum('swath_outbox_events')]).toEqual([0, 0]);
      });
    } finally {
      await first.close();
    }
  });
});

test('when the database is unreachable, then the metrics are still served and report it', async () => {
  const away = await startService({ observability: { metricsToken } });
  expect((await scrape(away)).sum('swath_database_up')).toBe(1);
  const [{ name } = { name: '' }] = await away.sql<{ name: string }>('select current_database() as name');
  await service.sql(`alter database ${name} with allow_connections false`);
  await service.sql('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  const { sum, names } = await scrape(away);
  expect(sum('swath_database_up')).toBe(0);
  expect(names).not.toContain('swath_outbox_events');
  await away.close();
});
