import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSwathClient, type Shape, SwathProblem } from '../../clients/typescript/src/client.ts';
import { removeBookingLimits } from './arrange.ts';
import { type Caller, signedIn } from './factories.ts';
import { type Service, startService } from './harness.ts';

type Failure = 'answer lost' | 'connection lost' | { status: number; retryAfter: number };

/** Stands between client and service, fails as the test asks, and counts what arrives. */
const proxy = createServer((incoming, answer) => {
  arrived.push({ method: incoming.method ?? '', key: incoming.headers['idempotency-key'] as string | undefined });
  const failure = failures.shift();
  if (typeof failure === 'object') answer.writeHead(failure.status, { 'retry-after': String(failure.retryAfter) }).end('{}');
  else if (failure === 'connection lost') incoming.socket.destroy();
  else forward(incoming, answer, failure === 'answer lost');
});
const failures: Failure[] = [];
const arrived: { method: string; key: string | undefined }[] = [];

function forward(incoming: IncomingMessage, answer: ServerResponse, losesAnswer: boolean): void {
  const { method, headers, url } = incoming;
  const outgoing = httpRequest(`${service.url}${url}`, { method, headers }, (response) => {
    if (losesAnswer) {
      response.resume();
      response.on('end', () => incoming.socket.destroy());
    } else {
      answer.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(answer);
    }
  });
  incoming.pipe(outgoing);
}

let service: Service;
let farmer: Caller;
let baseUrl: string;

beforeAll(async () => {
  service = await startService();
  await removeBookingLimits(service);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await service.close();
});
beforeEach(async () => {
  farmer = await signedIn(service, 'farmer');
  failures.length = 0;
  arrived.length = 0;
});

const client = () => createSwathClient({ baseUrl, token: farmer.token, retry: { firstDelayMs: 1 } });

const booking = (area: number): Shape<'NewOrder'> => ({
  ...{ date: '2026-11-17', session: { id: 3 }, location: 'Ruộng sau đình', latitude: 10.5, longitude: 105.4 },
  ...{ cropType: { id: 1 }, area, paymentMethod: 'cash' },
});

async function problemOf(promise: Promise<unknown>): Promise<SwathProblem> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SwathProblem);
  return error as SwathProblem;
}

test('when answers to a booking are lost, then it is repeated with the same key, and there is one order', async () => {
  const { api, call } = client();
  failures.push('answer lost', 'connection lost', { status: 503, retryAfter: 0 });
  const order = await call(api.POST('/api/farmer/order', { body: booking(2) }));
  expect(order.orderStatus).toBe('pending');
  expect(arrived).toHaveLength(4);
  expect(new Set(arrived.map(({ key }) => key)).size).toBe(1);
  const { content } = (await farmer.get('/api/farmer/order/')).body;
  expect(content.map(({ id }: { id: number }) => id)).toEqual([order.id]);
});

test('when the failures do not end, then the last one is thrown', async () => {
  const { api, call } = client();
  failures.push(...Array<Failure>(10).fill({ status: 503, retryAfter: 0 }));
  expect(await problemOf(call(api.GET('/api/farmer/order/')))).toMatchObject({ status: 503, retryAfterSeconds: 0 });
  failures.fill('connection lost');
  await expect(call(api.GET('/api/farmer/order/'))).rejects.toThrow(TypeError);
  expect(arrived).toHaveLength(8);
});

test('when Retry-After is longer than the client waits, then the refusal is thrown at once', async () => {
  const { api, call } = client();
  failures.push({ status: 429, retryAfter: 3600 });
  expect(await problemOf(call(api.GET('/api/farmer/order/')))).toMatchObject({ status: 429, retryAfterSeconds: 3600 });
  expect(arrived).toHaveLength(1);
});

test('when an operation takes no key, then it is sent once', async () => {
  const { api, call } = client();
  failures.push({ status: 503, retryAfter: 0 });
  const body = { email: 'nobody@example.com', password: 'wrong password' };
  expect(await problemOf(call(api.POST('/api/auth/login', { body })))).toMatchObject({ status: 503 });
  expect(arrived).toEqual([{ method: 'POST', key: undefined }]);
});

test('when the caller gives up while the client waits, then the wait ends', async () => {
  const { api, call } = createSwathClient({ baseUrl, token: farmer.token });
  const caller = new AbortController();
  failures.push({ status: 503, retryAfter: 20 });
  const answer = call(api.GET('/api/farmer/order/', { signal: caller.signal }));
  await expect.poll(() => arrived.length).toBe(1);
  caller.abort(new Error('enough'));
  await expect(answer).rejects.toThrow('enough');
});

test('when a list has several pages, then every item is read once', async () => {
  const { api, call, items } = client();
  const ids: number[] = [];
  for (const area of [1, 2, 3, 4, 5]) ids.push((await call(api.POST('/api/farmer/order', { body: booking(area) }))).id);
  const read: number[] = [];
  const pages = items((paging) => api.GET('/api/farmer/order/', { params: { query: { ...paging, sort: ['id,asc'] } } }), 2);
  for await (const order of pages) read.push(order.id);
  expect(read).toEqual(ids);
  expect(arrived.filter(({ method }) => method === 'GET')).toHaveLength(3);
});

test('when the service refuses, then the problem has its code and the fields at fault', async () => {
  const { api, call } = client();
  const problem = await problemOf(call(api.POST('/api/farmer/order', { body: { ...booking(0), latitude: 100 } })));
  expect(problem).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  expect(problem.errors.map(({ path }) => path).sort()).toEqual(['area', 'latitude']);
  expect(problem.traceId).toMatch(/^[0-9a-f]{32}$/);
});

test('when the token is a function, then it is asked for each request', async () => {
  let asked = 0;
  const { api, call } = createSwathClient({
    baseUrl,
    token: async () => {
      asked++;
      return farmer.token;
    },
  });
  expect((await call(api.GET('/api/auth/me'))).email).toBe(farmer.email);
  await call(api.GET('/api/auth/me'));
  expect(asked).toBe(2);
});
