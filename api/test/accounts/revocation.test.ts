import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenLifetimeDays } from '../../src/accounts/account-rules.ts';
import { call, callerOn, signedIn, testPassword } from '../factories.ts';
import { eventually, notifySeconds, type Service, startService, testNow } from '../harness.ts';

let service: Service;
let other: Service;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
});
afterAll(() => service.close());

const me = (at: Service, token: string) => call(at, 'GET', '/api/auth/me', { token });

test('when a user signs out, then the token is invalid at once on both instances, and other tokens stay valid', async () => {
  const farmer = await signedIn(service, 'farmer');
  const phone = await call(service, 'POST', '/api/auth/login', { body: { email: farmer.email, password: testPassword } });
  for (const at of [service, other]) expect((await me(at, farmer.token)).status).toBe(200); // both instances have it in their cache now

  const out = await farmer.post('/api/auth/logout');
  expect([out.status, out.body]).toEqual([200, { done: true }]);
  expect(out.headers.get('set-cookie')).toMatch(/^swath_token=; .*Max-Age=0/);
  expect((await me(service, farmer.token)).status).toBe(401);
  await eventually(async () => expect((await me(other, farmer.token)).status).toBe(401), notifySeconds);
  expect((await me(service, phone.body.token)).status).toBe(200);
  expect((await farmer.post('/api/auth/logout')).status).toBe(401);
});

test('when an account is deactivated and its tokens are deleted, then they are invalid on both instances', async () => {
  const farmer = await signedIn(service, 'farmer');
  for (const at of [service, other]) expect((await me(at, farmer.token)).status).toBe(200);
  await service.sql(
    `with off as (update app_user set active = false where id = $1), gone as (delete from access_token where user_id = $1)
     select pg_notify('swath_revoked', '')`,
    [farmer.id],
  );
  for (const at of [service, other]) await eventually(async () => expect((await me(at, farmer.token)).status).toBe(401), notifySeconds);
  expect((await call(service, 'POST', '/api/auth/login', { body: { email: farmer.email, password: testPassword } })).status).toBe(401);
});

test('when an account is deactivated and one of its tokens still exists, then that token is invalid, too', async () => {
  const farmer = await signedIn(service, 'farmer');
  await service.sql('update app_user set active = false where id = $1', [farmer.id]);
  expect((await me(service, farmer.token)).status).toBe(401);
});

test('when tokens are revoked while they are in use, then none becomes valid again', async () => {
  const farmer = await signedIn(service, 'farmer');
  const callers = [callerOn(service, farmer), callerOn(other, farmer)];
  let revoked = false;
  const late: number[] = [];
  const lanes = callers.map(async (caller) => {
    for (let n = 0; n < 60; n++) {
      const before = revoked;
      const { status } = await caller.get('/api/auth/me');
      if (before) late.push(status);
    }
  });
  await farmer.post('/api/auth/logout');
  await eventually(async () => expect((await me(other, farmer.token)).status).toBe(401), notifySeconds);
  revoked = true;
  await Promise.all(lanes);
  expect(late.filter((status) => status !== 401)).toEqual([]);
});

describe('tokens', () => {
  test('when a token is issued, then only its SHA-256 hash is stored', async () => {
    const farmer = await signedIn(service, 'farmer');
    const rows = await service.sql<{ hash: Buffer }>('select hash from access_token where user_id = $1', [farmer.id]);
    expect(rows.map((row) => row.hash.toString('hex'))).toEqual([createHash('sha256').update(farmer.token).digest('hex')]);
    expect(Buffer.from(farmer.token, 'base64url')).toHaveLength(32);
    const [user] = await service.sql<{ password_hash: string }>('select password_hash from app_user where id = $1', [farmer.id]);
    expect(user?.password_hash).toMatch(/^\$argon2id\$/);
  });

  test('when a token has expired, then it is invalid', async () => {
    const farmer = await signedIn(service, 'farmer');
    service.clock.now = new Date(testNow.getTime() + tokenLifetimeDays * 86_400_000 - 1000);
    expect((await me(service, farmer.token)).status).toBe(200);
    service.clock.now = new Date(testNow.getTime() + tokenLifetimeDays * 86_400_000);
    expect((await me(other, farmer.token)).status).toBe(401);
    service.clock.now = testNow;
  });

  test.each(['', 'Bearer', 'Bearer ', 'Bearer nothing', 'Basic abc', 'bearer \u00e9', `Bearer ${'x'.repeat(5000)}`])(
    'when the Authorization header is "%s", then it is a 401 with a challenge',
    async (authorization) => {
      const answer = await call(service, 'GET', '/api/auth/me', { headers: { authorization } });
      expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="swath"');
    },
  );

  test('when a browser sends the cookie, then it can read, and change only with a same-origin request', async () => {
    const farmer = await signedIn(service, 'farmer');
    const cookie = `theme=dark; swath_token=${farmer.token}`;
    const send = (method: string, path: string, headers: Record<string, string>) =>
      call(service, method, path, { headers: { cookie, ...headers } });
    expect((await send('GET', '/api/auth/me', {})).status).toBe(200);
    for (const headers of [{}, { origin: 'https://elsewhere.example' }, { origin: 'null' }] as Record<string, string>[]) {
      expect((await send('POST', '/api/auth/logout', headers)).body.code).toBe('FOREIGN_ORIGIN');
    }
    expect((await send('POST', '/api/auth/logout', { origin: service.url })).status).toBe(200);
  });
});
