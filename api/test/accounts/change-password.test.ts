import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProfile } from '../../src/accounts/person-store.ts';
import { issueToken } from '../../src/accounts/sign-in.ts';
import { type Caller, call, callerOn, signedIn, testPassword } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

let service: Service;
let other: Service;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
});
afterAll(() => service.close());

const path = '/api/common/password';
const me = (token: string, at: { url: string } = service) => call(at, 'GET', '/api/auth/me', { token });
const login = (who: Caller, password: string, at: { url: string } = service) =>
  call(at, 'POST', '/api/auth/login', { body: { email: who.email, password } });

describe('successful change', () => {
  test('when a user changes the password, then all other tokens are revoked on every instance, and the current token stays valid', async () => {
    const farmer = await signedIn(service, 'farmer');
    const elsewhere = (await login(farmer, testPassword)).body.token;
    const far = (await login(farmer, testPassword, other)).body.token;
    expect([(await me(elsewhere)).status, (await me(far, other)).status]).toEqual([200, 200]);
    const answer = await farmer.post(path, { oldPassword: testPassword, newPassword: 'Green-Field-7' });
    expect([answer.status, answer.body]).toEqual([200, { done: true }]);
    expect([(await me(farmer.token)).status, (await me(elsewhere)).status]).toEqual([200, 401]);
    await eventually(async () => expect((await me(far, other)).status).toBe(401));
    expect([(await login(farmer, testPassword)).status, (await login(farmer, 'Green-Field-7')).status]).toEqual([401, 200]);
  });

  test('when a sign-in with the old password races with the change, then no token issued for the old password stays valid', async () => {
    const farmer = await signedIn(service, 'farmer');
    const [changed, ...logins] = await Promise.all([
      farmer.post(path, { oldPassword: testPassword, newPassword: 'Green-Field-7' }),
      ...Array.from({ length: 12 }, (_, n) => login(farmer, testPassword, n % 2 === 0 ? service : other)),
    ]);
    expect(changed.status).toBe(200);
    await eventually(async () => {
      for (const { body } of logins) if (body.token !== undefined) expect((await me(body.token)).status).toBe(401);
    });
    const [kept] = await service.sql<{ n: string }>('select count(*) as n from access_token where user_id = $1', [farmer.id]);
    expect(kept?.n).toBe('1');
  });

  test('when eight changes run at the same time, then the one that succeeded sets the password', async () => {
    const farmer = await signedIn(service, 'farmer');
    const tries = Array.from({ length: 8 }, (_, n) => `Green-Field-${n}`);
    const answers = await Promise.all(
      tries.map((newPassword, n) => callerOn(n % 2 === 0 ? service : other, farmer).post(path, { oldPassword: testPassword, newPassword })),
    );
    const won = tries.filter((_, n) => answers[n]?.status === 200);
    expect(won.length).toBe(1);
    expect((await login(farmer, won[0] ?? '')).status).toBe(200);
  });
});

describe('refused change', () => {
  test('when the old password is wrong or the new one weak, then nothing changes', async () => {
    const farmer = await signedIn(service, 'farmer');
    const wrong = await farmer.post(path, { oldPassword: 'Wrong-one-1', newPassword: 'Green-Field-7' });
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, 'oldPassword']);
    const weak = await farmer.post(path, { oldPassword: testPassword, newPassword: 'greenfield' });
    expect([weak.status, weak.body.errors[0].path]).toEqual([400, 'newPassword']);
    expect((await login(farmer, testPassword)).status).toBe(200);
  });

  test('when a stolen token is used to guess the password, then the guesses are rate limited', async () => {
    const farmer = await signedIn(service, 'farmer');
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => farmer.post(path, { oldPassword: `Wrong-one-${n}`, newPassword: 'Green-Field-7' })),
    );
    expect(guesses.filter(({ status }) => status === 400).length).toBe(10);
    const limited = guesses.filter(({ status }) => status === 429);
    expect([limited.length, Number(limited[0]?.headers.get('retry-after')) > 0]).toEqual([10, true]);
  });

  test('when other clients have used up the sign-in guesses, then the owner can still change the password', async () => {
    const farmer = await signedIn(service, 'farmer');
    for (let n = 0; n <= 10; n++) await login(farmer, 'Wrong-one-1');
    expect((await farmer.post(path, { oldPassword: testPassword, newPassword: 'Green-Field-7' })).status).toBe(200);
  });

  test('when the request has no token, then it is a 401', async () => {
    expect((await call(service, 'POST', path, { body: { oldPassword: 'x', newPassword: 'Green-Field-7' } })).status).toBe(401);
  });
});

describe('first password', () => {
  const setFirst = (who: Caller, newPassword: string, at: Service = service) => callerOn(at, who).post(`${path}/first`, { newPassword });

  test('when a user without a password has just signed in, then it is set without an old one, and other tokens are revoked', async () => {
    const farmer = await signedIn(service, 'farmer', { passwordHash: null });
    const { token } = await issueToken(
      service.database,
      (await findProfile(service.database.read, farmer.id))?.slice(0, -1) ?? [],
      service.clock.now,
    );
    expect((await farmer.get(path)).body).toEqual({ isSet: false, canSetFirst: true });
    expect((await setFirst(farmer, 'weak')).body.code).toBe('VALIDATION_FAILED');
    expect((await setFirst(farmer, 'Green-Field-7')).body).toEqual({ done: true });
    expect([(await me(farmer.token)).status, (await me(token)).status]).toEqual([200, 401]);
    expect((await login(farmer, 'Green-Field-7')).status).toBe(200);
    expect((await farmer.get(path)).body).toEqual({ isSet: true, canSetFirst: false });
    expect((await setFirst(farmer, 'Green-Field-8')).body.code).toBe('PASSWORD_EXISTS');
    expect((await farmer.post(path, { oldPassword: 'Green-Field-7', newPassword: 'Green-Field-8' })).status).toBe(200);
  });

  test('when the sign-in is older than ten minutes, then the user signs in again first', async () => {
    const farmer = await signedIn(service, 'farmer', { passwordHash: null });
    const { now } = service.clock;
    service.clock.now = new Date(now.getTime() + 10 * 60_000 + 1);
    expect((await farmer.get(path)).body).toEqual({ isSet: false, canSetFirst: false });
    const answer = await setFirst(farmer, 'Green-Field-7');
    expect([answer.status, answer.body.code]).toEqual([409, 'SIGN_IN_TOO_OLD']);
    service.clock.now = now;
  });

  test('when fifty first passwords are sent at once to two processes, then one is set', async () => {
    const farmer = await signedIn(service, 'farmer', { passwordHash: null });
    const tries = Array.from({ length: 50 }, (_, n) => `Green-Field-${n}`);
    const answers = await Promise.all(tries.map((password, n) => setFirst(farmer, password, n % 2 === 0 ? service : other)));
    const won = tries.filter((_, n) => answers[n]?.status === 200);
    expect(won).toHaveLength(1);
    expect((await login(farmer, won[0] ?? '')).status).toBe(200);
  });
});
