import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpMailer } from '../../src/notifications/smtp-mailer.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { openTelemetry } from '../../src/platform/telemetry/open-telemetry.ts';
import type { Tracing } from '../../src/platform/telemetry/tracing.ts';
import { booking, type Caller, call, placed, signedIn, testPassword } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { startMailServer } from '../notifications/mail-server.ts';
import { startReceiver } from '../notifications/webhook-receiver.ts';
import { type CollectedSpan, startCollector } from './collector.ts';

const collector = await startCollector();
const mails = await startMailServer();
const receiver = await startReceiver();
let tracing: Tracing;
let service: Service;
let farmer: Caller;

beforeAll(async () => {
  const { traces } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collect',
    OTEL_SERVICE_NAME: 'swath-test',
  });
  if (traces === undefined) throw new Error('no traces');
  tracing = openTelemetry({ ...traces, every: 100 }, '1.2.3');
  service = await startService({ observability: { tracing }, mailer: smtpMailer(mails.url, 'Swath <swath@test.example>') });
  farmer = await signedIn(service, 'farmer');
});
afterAll(async () => {
  await service.close();
  await tracing.close();
  await Promise.all([collector.close(), mails.close(), receiver.close()]);
});

const parentOf = (traceId: string, flags = '01') => `00-${traceId}-00f067aa0ba902b7-${flags}`;
const newTrace = () => crypto.randomUUID().replaceAll('-', '');

/** The spans of a trace, once the span of the request is among them. */
function spansOf(traceId: string): Promise<CollectedSpan[]> {
  return eventually(async () => {
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    expect(spans.map(({ kind }) => kind)).toContain(2);
    return spans;
  });
}

test('when a request has a traceparent, then it is a span of that trace, named by its route, with its statements as children', async () => {
  const traceId = newTrace();
  const answer = await farmer.post('/api/farmer/order?secret=hidden', booking(), { traceparent: parentOf(traceId) });
  expect(answer.headers.get('traceresponse')).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
  const spans = await spansOf(traceId);
  const request = spans.find(({ kind }) => kind === 2) as CollectedSpan;
  expect(request).toMatchObject({ name: 'POST /api/farmer/order', parentSpanId: '00f067aa0ba902b7', failed: false, service: 'swath-test' });
  expect(request.facts).toMatchObject({
    'http.route': '/api/farmer/order',
    'http.request.method': 'POST',
    'http.response.status_code': 200,
  });
  const statement = spans.find(({ name }) => name === 'sql place_order') as CollectedSpan;
  expect(statement).toMatchObject({ kind: 3, parentSpanId: request.spanId });
  expect(statement.facts).toEqual({ 'db.system.name': 'postgresql', 'db.query.summary': 'place_order' });
  expect(collector.authorizations).toEqual(new Set(['Bearer collect']));
});

test('when a request is refused, then the problem has its trace id, with or without a traceparent', async () => {
  const traceId = newTrace();
  const traced = await farmer.post('/api/farmer/order', {}, { traceparent: parentOf(traceId) });
  expect([traced.status, traced.body.traceId]).toEqual([400, traceId]);
  const own = await farmer.get('/api/farmer/order/9000000000000000000');
  expect(own.status).toBe(404);
  const spans = await spansOf(own.body.traceId);
  expect(spans.find(({ kind }) => kind === 2)).toMatchObject({ name: 'GET /api/farmer/order/{id}', failed: false });
  expect(spans.find(({ kind }) => kind === 2)?.parentSpanId ?? '').toBe('');
});

test('when the traceparent is not sampled, then no span is exported, and the problem still has the trace id', async () => {
  const [unsampled, sampled] = [newTrace(), newTrace()];
  const refused = await farmer.get('/api/farmer/order/0');
  expect(refused.status).toBe(400);
  const { body } = await farmer.post('/api/farmer/order', {}, { traceparent: parentOf(unsampled, '00') });
  expect(body.traceId).toBe(unsampled);
  await farmer.post('/api/farmer/order', {}, { traceparent: parentOf(sampled) });
  await spansOf(sampled);
  expect(collector.spans.filter(({ traceId }) => traceId === unsampled)).toEqual([]);
});

test('when the traceparent is invalid, then the request starts a new trace', async () => {
  for (const traceparent of ['', 'nonsense', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `ff-${newTrace()}-00f067aa0ba902b7-01`]) {
    const { body } = await farmer.post('/api/farmer/order', {}, { traceparent });
    expect(body.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(traceparent).not.toContain(body.traceId);
  }
});

test('when events are dispatched, then dispatch, mails and webhooks are spans, and the receiver gets the trace id', async () => {
  const admin = await signedIn(service, 'admin');
  await admin.post('/api/admin/webhook', { url: `${receiver.url}/hook`, eventTypes: ['order.created'] });
  await placed(farmer, { date: '2026-11-20' });
  await eventually(async () => {
    const named = (name: string) => collector.spans.filter((span) => span.name === name);
    expect(named('dispatch events').at(-1)?.facts['swath.events']).toBeGreaterThan(0);
    expect(named('send mail').length).toBeGreaterThan(0);
    const delivered = named('deliver webhook').at(-1) as CollectedSpan;
    expect(delivered.facts['http.response.status_code']).toBe(200);
    expect(receiver.at('/hook').at(-1)?.headers.traceparent).toBe(`00-${delivered.traceId}-${delivered.spanId}-01`);
  });
});

test('when a card pays, then the calls to the provider are spans, and no secret is in any of them', async () => {
  const traceId = newTrace();
  const order = await placed(farmer, { date: '2026-11-21', paymentMethod: 'visa' });
  const { body: intent } = await farmer.post(`/api/farmer/order/${order.id}/payment-intent`, undefined, { traceparent: parentOf(traceId) });
  const { clientSecret } = intent;
  await farmer.post(`/api/farmer/order/${order.id}/payment-intent/sandbox-card`, { clientSecret, cardNumber: '4242424242424242' });
  const verified = newTrace();
  await call(service, 'GET', `/api/farmer/order/${order.id}/payment-intent/${clientSecret}`, {
    token: farmer.token,
    headers: { traceparent: parentOf(verified) },
  });
  await call(service, 'POST', '/api/auth/login', { body: { email: farmer.email, password: testPassword } });
  expect((await spansOf(traceId)).map(({ name }) => name)).toContain('payment createIntent');
  const spans = await spansOf(verified);
  expect(spans.map(({ name }) => name)).toContain('payment retrieveIntent');
  expect(spans.find(({ kind }) => kind === 2)?.facts['http.route']).toBe('/api/farmer/order/{id}/payment-intent/{secret}');
  for (const secret of [clientSecret, farmer.token, farmer.email, testPassword, '4242424242424242', 'secret=hidden', farmer.phoneNumber])
    expect(collector.text()).not.toContain(secret);
});

test('when there is nothing to do, then polling creates no spans', async () => {
  await eventually(async () => expect(mails.taken.length).toBeGreaterThan(0));
  const roots = collector.spans.filter(({ parentSpanId }) => (parentSpanId ?? '') === '');
  const names = new Set(roots.map(({ name }) => name.replace(/^(GET|POST) .*/, 'a request')));
  expect([...names].sort()).toEqual(['a request', 'deliver webhook', 'dispatch events', 'send mail']);
});
