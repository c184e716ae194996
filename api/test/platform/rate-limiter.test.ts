import { afterEach, describe, expect, test } from 'vitest';
import type { RateLimits } from '../../src/platform/limits/rate-limit-rules.ts';
import { call, callerOn, signedIn } from '../factories.ts';
import { eventually, type Service, type ServiceOptions, startService } from '../harness.ts';
import { expectProblem } from '../problem-shape.ts';

const everyone = (maxRequests: number) => ({ maxRequests, exemptsPrivateNetworks: false });
const only = (sizes: Partial<RateLimits>): RateLimits => ({ user: undefined, address: undefined, ...sizes });

const started: Service[] = [];
async function start(options: ServiceOptions): Promise<Service> {
  const service = await startService(options);
  started.push(service);
  return service;
}
afterEach(async () => {
  for (const service of started.splice(0)) await service.close();
});

const limitOf = ({ headers }: { headers: Headers }) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];
const known = (service: Service, key: string) =>
  service.sql<{ used: number }>('select used from request_count where key = $1', [key]).then(([row]) => row?.used ?? 0);

describe('limit per user', () => {
  test('when requests come, then each response has the remaining number, and after the last one it is a 429 with Retry-After', async () => {
    const service = await start({ limits: only({ user: everyone(3) }) });
    const farmer = await signedIn(service, 'farmer');
    const seen = [];
    for (let request = 0; request < 3; request++) seen.push(limitOf(await farmer.get('/api/farmer/order/')));
    service.clock.now = new Date(service.clock.now.getTime() + 15_000);
    const refused = await farmer.get('/api/farmer/order/');
    expectProblem(refused, 429, 'TOO_MANY_REQUESTS');
    expect([...seen, limitOf(refused)]).toEqual([
      ['"user";q=3;w=60', '"user";r=2;t=60'],
      ['"user";q=3;w=60', '"user";r=1;t=60'],
      ['"user";q=3;w=60', '"user";r=0;t=60'],
      ['"user";q=3;w=60', '"user";r=0;t=45'],
    ]);
    expect(refused.headers.get('retry-after')).toBe('45');

    service.clock.now = new Date(service.clock.now.getTime() + 44_999);
    expect((await farmer.get('/api/farmer/order/')).headers.get('retry-after')).toBe('1');
    service.clock.now = new Date(service.clock.now.getTime() + 1);
    const again = await farmer.get('/api/farmer/order/');
    expect([again.status, ...limitOf(again)]).toEqual([200, '"user";q=3;w=60', '"user";r=2;t=60']);
  });

  test('when one user has used up the limit, then other users at the same address are not affected', async () => {
    const service = await start({ limits: { user: everyone(2), address: everyone(50) } });
    const [one, other] = [await signedIn(service, 'farmer'), await signedIn(service, 'receptionist')];
    // Requests that are refused for another reason count as well.
    expect((await one.get('/api/receptionist/order/')).status).toBe(403);
    expect((await one.post('/api/farmer/order', { date: 'never' })).status).toBe(400);
    expectProblem(await one.get('/api/farmer/order/'), 429, 'TOO_MANY_REQUESTS');
    expect((await other.get('/api/receptionist/order/')).status).toBe(200);
    const anonymous = await call(service, 'GET', '/api/auth/company');
    expect([anonymous.status, ...limitOf(anonymous)]).toEqual([200, '"address";q=50;w=60', '"address";r=49;t=60']);
  });

  test('when a booking is rate limited, then nothing is booked', async () => {
    const service = await start({ limits: only({ user: everyone(1) }) });
    const farmer = await signedIn(service, 'farmer');
    await farmer.get('/api/farmer/order/');
    const booking = { date: '2026-11-17', session: { id: 3 }, location: 'x', latitude: 1, longitude: 1, cropType: { id: 1 }, area: 1 };
    expectProblem(await farmer.post('/api/farmer/order', booking), 429, 'TOO_MANY_REQUESTS');
    expect(await service.sql('select 1 from spray_order')).toEqual([]);
  });

  test('when fifty requests come at once to each of two processes, then each accepts no more than the limit, and both counts are synced soon', async () => {
    const service = await start({ limits: only({ user: everyone(20) }) });
    const other = await service.another();
    const farmer = await signedIn(service, 'farmer');
    const there = callerOn(other, farmer);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        (at % 2 === 0 ? farmer : there).get('/api/common/session/').then(({ status }) => [at % 2, status]),
      ),
    );
    for (const process of [0, 1]) {
      const statuses = answers.filter(([at]) => at === process).map(([, status]) => status);
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(20);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
      expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
    }
    const taken = answers.filter(([, status]) => status === 200).length;
    expect(taken).toBeGreaterThanOrEqual(20);
    await eventually(async () => expect(await known(service, `user:${farmer.id}`)).toBe(taken));
    for (const person of [farmer, there]) expectProblem(await person.get('/api/common/session/'), 429, 'TOO_MANY_REQUESTS');
  });

  test('when requests alternate between two processes, then both together accept exactly the limit', async () => {
    const service = await start({ limits: only({ user: everyone(20) }) });
    const other = await service.another();
    const farmer = await signedIn(service, 'farmer');
    const there = callerOn(other, farmer);
    let taken = 0;
    for (let request = 0; request < 24; request++) {
      const { status } = await (request % 2 === 0 ? farmer : there).get('/api/common/session/');
      if (status === 200) taken++;
      // Both processes have synced their counts.
      if (status === 200) await eventually(async () => expect(await known(service, `user:${farmer.id}`)).toBe(taken));
    }
    // The last sync may not have reached the other process yet.
    expect([20, 21]).toContain(taken);
    const refused = await there.get('/api/common/session/');
    expectProblem(refused, 429, 'TOO_MANY_REQUESTS');
    expect(limitOf(refused)).toEqual(['"user";q=20;w=60', '"user";r=0;t=60']);
  });

  test('when processes cannot sync, then each enforces the limit by itself', async () => {
    const service = await start({ limits: only({ user: everyone(4) }) });
    await service.sql('drop table request_count');
    const farmer = await signedIn(service, 'farmer');
    const statuses = await Promise.all(Array.from({ length: 12 }, () => farmer.get('/api/common/session/').then(({ status }) => status)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  });

  test('when counts are old, then they are deleted', async () => {
    const service = await start({ limits: only({ user: everyone(20) }) });
    await service.sql("insert into request_count values ('user:1', $1::timestamptz - interval '121 seconds', 7)", [service.clock.now]);
    const farmer = await signedIn(service, 'farmer');
    await farmer.get('/api/common/session/');
    await eventually(async () =>
      expect(await service.sql('select key, used from request_count')).toEqual([{ key: `user:${farmer.id}`, used: 1 }]),
    );
  });
});

describe('limit per address', () => {
  const get = (service: Service, forwarded?: string, path = '/api/auth/company') =>
    call(service, 'GET', path, forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } });

  test('when a trusted proxy forwards, then each forwarded address has its own limit, and an IPv6 /64 has one', async () => {
    const service = await start({ limits: only({ address: everyone(2) }), trustProxy: '127.0.0.1' });
    const statuses = async (...from: string[]) => {
      const seen = [];
      for (const address of from) seen.push((await get(service, address)).status);
      return seen;
    };
    expect(await statuses('203.0.113.5', '203.0.113.5', '203.0.113.5', '203.0.113.6')).toEqual([200, 200, 429, 200]);
    expect(await statuses('2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:2::3', '2001:db8:1:3::1')).toEqual([200, 200, 429, 200]);
    // The part sent by the client comes before the part added by the proxy.
    expect(await statuses('198.51.100.1, 203.0.113.7', '198.51.100.2, 203.0.113.7', '198.51.100.3, 203.0.113.7')).toEqual([200, 200, 429]);
    expect(await statuses('127.0.0.1, 203.0.113.7')).toEqual([429]);
  });

  test('when the number of trusted proxies is right, then a forged header changes nothing', async () => {
    const statuses = async (trustProxy: number, own: string) => {
      const service = await start({ limits: only({ address: everyone(2) }), trustProxy });
      const seen = [];
      for (const forged of ['198.51.100.1, ', '198.51.100.2, 198.51.100.3, ', '127.0.0.1, ', ''])
        seen.push((await get(service, forged + own)).status);
      seen.push((await get(service, `198.51.100.1, ${own.replace('203.0.113.7', '203.0.113.8')}`)).status);
      return seen;
    };
    expect(await statuses(1, '203.0.113.7')).toEqual([200, 200, 429, 429, 200]);
    expect(await statuses(2, '203.0.113.7, 192.0.2.1')).toEqual([200, 200, 429, 429, 200]);
  });

  test('when no proxy is trusted, then forwarded headers are ignored', async () => {
    const service = await start({ limits: only({ address: everyone(2) }) });
    const statuses = [];
    for (const last of [1, 2, 3]) statuses.push((await get(service, `203.0.113.${last}`)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('when tokens or API paths are guessed, then these requests count as well', async () => {
    const service = await start({ limits: only({ address: everyone(3) }) });
    expectProblem(await call(service, 'GET', '/api/auth/me', { token: 'guessed' }), 401, 'UNAUTHENTICATED');
    expectProblem(await call(service, 'GET', '/api/auth/me'), 401, 'UNAUTHENTICATED');
    expectProblem(await get(service, undefined, '/api/nothing'), 404, 'NOT_FOUND');
    expectProblem(await call(service, 'GET', '/api/auth/me', { token: 'guessed' }), 429, 'TOO_MANY_REQUESTS');
    expectProblem(await get(service, undefined, '/api/nothing'), 429, 'TOO_MANY_REQUESTS');
    // Pages and files do not count.
    expect((await get(service, undefined, '/api/docs')).status).toBe(200);
  });

  test('when an address sends far too many requests, then signed-in users at that address are limited as well', async () => {
    const service = await start({ limits: only({ address: everyone(1) }) });
    const farmer = await signedIn(service, 'farmer');
    const statuses = [];
    for (let request = 0; request < 20; request++) statuses.push((await farmer.get('/api/common/session/')).status);
    expect(statuses).toEqual(Array(20).fill(200));
    const refused = await farmer.get('/api/common/session/');
    expectProblem(refused, 429, 'TOO_MANY_REQUESTS');
    expect(limitOf(refused)).toEqual(['"address-total";q=20;w=60', '"address-total";r=0;t=60']);
  });

  test('when health checks or payment webhooks are called, then they are never rate limited', async () => {
    const service = await start({ limits: only({ address: everyone(1) }) });
    await get(service);
    expectProblem(await get(service), 429, 'TOO_MANY_REQUESTS');
    for (let request = 0; request < 30; request++) {
      const { status, headers } = await get(service, undefined, '/api/health/ready');
      expect([status, headers.has('ratelimit')]).toEqual([200, false]);
    }
    const hook = service.app.routes.find(({ path }) => path.startsWith('/api/payment/webhook/'));
    for (let request = 0; hook !== undefined && request < 30; request++) {
      expect((await call(service, 'POST', hook.path, { body: {} })).status).not.toBe(429);
    }
  });
});

test('when no limit is set and no proxy is trusted, then private networks are not limited', async () => {
  const service = await start({});
  const farmer = await signedIn(service, 'farmer');
  for (const path of ['/api/farmer/order/', '/api/auth/company']) {
    const { status, headers } = await farmer.get(path);
    expect([status, headers.has('ratelimit'), headers.has('ratelimit-policy')]).toEqual([200, false, false]);
  }
});

test('when a proxy in a private network is trusted, then forwarded requests are limited', async () => {
  const service = await start({ trustProxy: '127.0.0.1' });
  const answer = await call(service, 'GET', '/api/auth/company', { headers: { 'x-forwarded-for': '203.0.113.5' } });
  expect(limitOf(answer)).toEqual(['"address";q=1200;w=60', '"address";r=1199;t=60']);
});
