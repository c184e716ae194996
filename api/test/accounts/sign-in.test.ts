import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guessLimits } from '../../src/accounts/account-rules.ts';
import { countAttempt } from '../../src/accounts/account-store.ts';
import { type Answer, type Caller, call, signedIn, testPassword } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';

let service: Service;
let other: Service;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
});
afterAll(() => service.close());
// All tests use one address, so the attempts are cleared before each.
beforeEach(async () => {
  await service.sql('delete from sign_in_attempt');
  service.clock.now = testNow;
});

const login = (body: Record<string, unknown>, at: Service = service): Promise<Answer> => call(at, 'POST', '/api/auth/login', { body });
const wrong = (who: Caller, at?: Service) => login({ email: who.email, password: 'Wrong-Guess-1' }, at);
const right = (who: Caller, at?: Service) => login({ email: who.email, password: testPassword }, at);
const countByStatus = (answers: Answer[]) =>
  Object.fromEntries([200, 401, 429].map((status) => [status, answers.filter((a) => a.status === status).length]));

describe('signing in', () => {
  test('when the e-mail address has another letter case or spaces around it, then it is the same account', async () => {
    const farmer = await signedIn(service, 'farmer', { email: 'Mixed.Case@Test.example' });
    for (const email of ['Mixed.Case@Test.example', 'mixed.case@test.EXAMPLE', '  MIXED.CASE@TEST.EXAMPLE ']) {
      const answer = await login({ email, password: testPassword });
      expect([answer.status, String(answer.body.user.id)]).toEqual([200, farmer.id]);
    }
  });

  test('when the phone number is typed in any format, then it is the same account', async () => {
    const farmer = await signedIn(service, 'farmer', { phoneNumber: '0977 123 456' });
    for (const phoneNumber of ['0977123456', '+84977123456', '+84 977 123 456', '09 77 12 34 56', '0977\u00a0123\u00a0456']) {
      const answer = await login({ phoneNumber, password: testPassword });
      expect([phoneNumber, answer.status, String(answer.body.user?.id)]).toEqual([phoneNumber, 200, farmer.id]);
    }
  });

  test('when a password has accents, then every Unicode normalisation of it works', async () => {
    const password = 'Mật-khẩu-dài';
    const body = { email: 'accent@test.example', phoneNumber: '0966000001', fullName: 'Accent', password: password.normalize('NFD') };
    expect((await call(service, 'POST', '/api/auth/register', { body })).status).toBe(200);
    expect((await login({ email: body.email, password: password.normalize('NFC') })).status).toBe(200);
    expect((await login({ email: body.email, password: 'Mat-khau-dai' })).status).toBe(401);
  });

  test('when neither e-mail nor phone number is given, then it is a 400 that names all missing fields', async () => {
    const pathsOf = ({ status, body }: Answer) => [status, body.errors?.map(({ path }: { path: string }) => path)];
    expect(pathsOf(await login({ password: testPassword }))).toEqual([400, ['email']]);
    expect(pathsOf(await login({}))).toEqual([400, ['password', 'email']]);
    expect(pathsOf(await login({ email: 5 }))).toEqual([400, ['password', 'email']]);
  });

  test('when a cookie is requested, then it is HttpOnly and SameSite, and a page of another origin is refused', async () => {
    const farmer = await signedIn(service, 'farmer');
    const answer = await right(farmer);
    const [token, device] = answer.headers.getSetCookie();
    expect(token).toMatch(/^swath_token=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
    expect(device).toMatch(/^swath_device_\d+=[^;]+; Path=\/api\/auth; HttpOnly; SameSite=Lax; Max-Age=31536000$/);
    const foreign = await call(service, 'POST', '/api/auth/login', {
      body: { email: farmer.email, password: testPassword },
      headers: { origin: 'https://elsewhere.example' },
    });
    expect([foreign.status, foreign.body.code, foreign.headers.get('set-cookie')]).toEqual([403, 'FOREIGN_ORIGIN', null]);
  });

  test('when the e-mail is unknown, the password wrong, or the account inactive or without a password, then the responses are equal', async () => {
    const farmer = await signedIn(service, 'farmer');
    const off = await signedIn(service, 'farmer');
    await service.sql('update app_user set active = false where id = $1', [off.id]);
    const without = await signedIn(service, 'farmer', { passwordHash: null });
    const answers = [
      await wrong(farmer),
      await login({ email: 'unknown@test.example', password: testPassword }),
      await login({ phoneNumber: '0999999999', password: testPassword }),
      await right(off),
      await right(without),
    ];
    const seen = answers.map(({ status, body: { traceId, ...body }, headers }) => ({
      status,
      body,
      challenge: headers.get('www-authenticate'),
      traced: typeof traceId,
    }));
    expect(seen[0]?.status).toBe(401);
    expect(seen[0]?.challenge).toContain('Bearer');
    for (const answer of seen) expect(answer).toEqual(seen[0]);
  });
});

describe('password guessing', () => {
  test('when fifty wrong passwords are sent at once to two instances, then no more than the limit are checked', async () => {
    const farmer = await signedIn(service, 'farmer');
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => wrong(farmer, n % 2 === 0 ? service : other)));
    expect(countByStatus(answers)).toEqual({ 200: 0, 401: guessLimits.account.attempts, 429: 50 - guessLimits.account.attempts });
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused?.body.code).toBe('TOO_MANY_ATTEMPTS');
    const wait = Number(refused?.headers.get('retry-after'));
    expect(wait > 0 && wait <= guessLimits.account.windowSeconds).toBe(true);
  });

  // Instances in one process share a mutex; separate processes share only the database.
  test('when fifty guesses are counted at once over many connections, then each has its own number', async () => {
    const counted = await Promise.all(Array.from({ length: 50 }, () => countAttempt(service.database.write, 'account:0', testNow, 600)));
    expect(counted.map(({ attempts }) => attempts).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
  });

  test('when the account does not exist, then guesses are rate limited alike', async () => {
    const guess = () => login({ email: 'unknown@test.example', password: 'Wrong-Guess-1' });
    const answers = await Promise.all(Array.from({ length: 20 }, guess));
    expect(countByStatus(answers)).toEqual({ 200: 0, 401: guessLimits.account.attempts, 429: 20 - guessLimits.account.attempts });
  });

  test('when the e-mail and the phone number of one account are used in turn, then they share one counter', async () => {
    const farmer = await signedIn(service, 'farmer');
    const answers: Answer[] = [];
    for (let n = 0; n < guessLimits.account.attempts + 2; n++) {
      answers.push(n % 2 === 0 ? await wrong(farmer) : await login({ phoneNumber: farmer.phoneNumber, password: 'Wrong-Guess-1' }));
    }
    expect(countByStatus(answers)).toEqual({ 200: 0, 401: guessLimits.account.attempts, 429: 2 });
  });

  test('when the window has passed, then the owner can sign in, and other accounts were never locked', async () => {
    const farmer = await signedIn(service, 'farmer');
    const neighbour = await signedIn(service, 'farmer');
    for (let n = 0; n < guessLimits.account.attempts; n++) await wrong(farmer);
    const refused = await right(farmer);
    expect(refused.status).toBe(429);
    expect((await right(neighbour)).status).toBe(200);
    service.clock.now = new Date(testNow.getTime() + Number(refused.headers.get('retry-after')) * 1000);
    expect((await right(farmer)).status).toBe(200);
  });

  test('when the owner signs in, then earlier wrong attempts are cleared', async () => {
    const farmer = await signedIn(service, 'farmer');
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < guessLimits.account.attempts - 1; n++) expect((await wrong(farmer)).status).toBe(401);
      expect((await right(farmer)).status).toBe(200);
    }
  });

  test('when one address guesses for many accounts at once, then no more than its limit are checked', async () => {
    await service.sql("insert into sign_in_attempt values ('address:127.0.0.1', $1, $2)", [
      guessLimits.address.attempts - 5,
      new Date(testNow.getTime() + 30_000),
    ]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        login({ email: `unknown${n}@test.example`, password: 'Wrong-Guess-1' }, n % 2 === 0 ? service : other),
      ),
    );
    expect(countByStatus(answers)).toEqual({ 200: 0, 401: 5, 429: 15 });
    const farmer = await signedIn(service, 'farmer');
    expect((await right(farmer)).status).toBe(429);
    service.clock.now = new Date(testNow.getTime() + 30_000);
    expect((await right(farmer)).status).toBe(200);
  });

  test('when an address is over its limit, then its guesses do not lock the account for its owner at another address', async () => {
    const farmer = await signedIn(service, 'farmer');
    await service.sql("insert into sign_in_attempt values ('address:127.0.0.1', 1000, $1)", [new Date(testNow.getTime() + 30_000)]);
    for (let n = 0; n < guessLimits.account.attempts + 1; n++) expect((await wrong(farmer)).status).toBe(429);
    await service.sql("delete from sign_in_attempt where key like 'address:%'");
    expect((await right(farmer)).status).toBe(200);
  });

  test('when one user signs in forty times at once, then every sign-in succeeds', async () => {
    const farmer = await signedIn(service, 'farmer');
    for (let n = 0; n < guessLimits.account.attempts - 2; n++) await wrong(farmer);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => right(farmer, n % 2 === 0 ? service : other)));
    expect(countByStatus(answers)).toEqual({ 200: 40, 401: 0, 429: 0 });
    expect(new Set(answers.map((answer) => answer.body.token)).size).toBe(40);
  });

  test('when a whole office signs in at once from one address, then every sign-in succeeds', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => signedIn(service, 'receptionist')));
    const rounds = Math.ceil((guessLimits.address.attempts + 20) / people.length);
    const answers = await Promise.all(Array.from({ length: rounds * people.length }, (_, n) => right(people[n % people.length] as Caller)));
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
  });
});
