import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentProvider } from '../../src/payments/provider.ts';
import { SandboxProvider } from '../../src/payments/sandbox.ts';
import { booking, type Caller, call, placed, signedIn, testPassword } from '../factories.ts';
import { eventually, type Service, startService, testKeys, testNow } from '../harness.ts';

interface Line {
  traceId?: string;
  [fact: string]: unknown;
}

function logInto(lines: Line[]) {
  return pino({ level: 'info', base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
}

describe('error log', () => {
  const lines: Line[] = [];
  let service: Service;
  let farmer: Caller;

  beforeAll(async () => {
    const provider = (database: Service['database']): PaymentProvider => {
      const sandbox = new SandboxProvider(database, testKeys(database), () => testNow);
      sandbox.createIntent = () => Promise.reject(new Error('out of order'));
      return sandbox;
    };
    service = await startService({ log: logInto(lines), provider });
    farmer = await signedIn(service, 'farmer');
  });
  afterAll(() => service.close());

  test('when a request fails with a 5xx, then the log has one line with the traceId of the problem, the user and the route', async () => {
    const order = await placed(farmer, { paymentMethod: 'visa' });
    const { status, body } = await farmer.post(`/api/farmer/order/${order.id}/payment-intent`);
    expect([status, body.code]).toEqual([503, 'PAYMENT_PROVIDER_UNAVAILABLE']);
    const found = lines.filter(({ traceId }) => traceId === body.traceId);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      level: 50,
      method: 'POST',
      route: '/api/farmer/order/{id}/payment-intent',
      path: `/api/farmer/order/${order.id}/payment-intent`,
      status: 503,
      code: 'PAYMENT_PROVIDER_UNAVAILABLE',
      userId: farmer.id,
      ms: expect.any(Number),
    });
  });

  test('when the request has a traceparent, then the line has its trace id', async () => {
    const order = await placed(farmer, { paymentMethod: 'visa' });
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    await farmer.post(`/api/farmer/order/${order.id}/payment-intent`, undefined, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
    expect(lines.filter((line) => line.traceId === traceId)).toHaveLength(1);
  });

  test('when a request is refused with a 4xx, then nothing is logged', async () => {
    const { body } = await farmer.post('/api/farmer/order', {});
    expect(lines.filter(({ traceId }) => traceId === body.traceId)).toEqual([]);
  });
});

describe('request log', () => {
  const lines: Line[] = [];
  let service: Service;
  let farmer: Caller;

  beforeAll(async () => {
    service = await startService({ log: logInto(lines), observability: { logRequests: true } });
    farmer = await signedIn(service, 'farmer');
  });
  afterAll(() => service.close());

  test('when request logging is on, then each request is logged with route, status and user, and without secrets', async () => {
    const order = await placed(farmer, { paymentMethod: 'visa' });
    const { body: intent } = await farmer.post(`/api/farmer/order/${order.id}/payment-intent`);
    await farmer.get(`/api/farmer/order/${order.id}/payment-intent/${intent.clientSecret}?x=hidden-query`);
    await call(service, 'POST', '/api/auth/login', { body: { email: farmer.email, password: testPassword } });
    const refused = await farmer.post('/api/farmer/order', booking({ area: -1 }));
    await eventually(async () => {
      const of = (route: string) => lines.filter((line) => line.msg === 'request' && line.route === route);
      expect(of('/api/farmer/order').map(({ status }) => status)).toEqual([200, 400]);
      expect(of('/api/farmer/order')[1]).toMatchObject({ traceId: refused.body.traceId, userId: farmer.id, method: 'POST', level: 30 });
      expect(of('/api/auth/login').map(({ status, userId }) => [status, userId])).toEqual([[200, undefined]]);
      expect(of('/api/farmer/order/{id}/payment-intent/{secret}').map(({ path }) => path)).toEqual([
        `/api/farmer/order/${order.id}/payment-intent/[redacted]`,
      ]);
    });
    const text = JSON.stringify(lines);
    for (const secret of [intent.clientSecret, farmer.token, farmer.email, farmer.phoneNumber, testPassword, 'hidden-query'])
      expect(text).not.toContain(secret);
  });
});
