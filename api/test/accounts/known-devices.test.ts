import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { guessLimits } from '../../src/accounts/account-rules.ts';
import { type Answer, type Caller, call, signedIn, testPassword } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => service.sql('delete from sign_in_attempt'));

const login = ({ email }: Caller, password: string, cookie?: string, at = service): Promise<Answer> =>
  call(at, 'POST', '/api/auth/login', { body: { email, password }, headers: cookie === undefined ? {} : { cookie } });
const deviceCookie = (answer: Answer): string | undefined =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('swath_device_'))
    ?.split(';')[0];
const useUpGuesses = async (who: Caller) => {
  for (let n = 0; n < guessLimits.account.attempts; n++) expect((await login(who, 'Wrong-Guess-1')).status).toBe(401);
  expect((await login(who, testPassword)).status).toBe(429);
};

test('when other clients have used up the guesses for an account, then its owner can sign in on a known device, on any process', async () => {
  const owner = await signedIn(service, 'admin');
  const cookie = deviceCookie(await login(owner, testPassword));
  await useUpGuesses(owner);
  const other = await service.another();
  for (const at of [service, other]) {
    const answer = await login(owner, testPassword, cookie, at);
    expect([answer.status, deviceCookie(answer)]).toEqual([200, undefined]);
  }
  expect((await login(owner, testPassword)).status).toBe(429);
});

test('when a known device guesses, then it has its own limit and does not use up the guesses of others', async () => {
  const owner = await signedIn(service, 'farmer');
  const cookie = deviceCookie(await login(owner, testPassword));
  const guesses = await Promise.all(Array.from({ length: 20 }, () => login(owner, 'Wrong-Guess-1', cookie)));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(guessLimits.device.attempts);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(20 - guessLimits.device.attempts);
  expect((await login(owner, testPassword)).status).toBe(200);
});

test('when the device cookie is of another account, forged or a year old, then it has no effect', async () => {
  const [owner, stranger] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
  const own = String(deviceCookie(await login(owner, testPassword)));
  const [, foreign] = String(deviceCookie(await login(stranger, testPassword))).split('=');
  await useUpGuesses(owner);
  const forged = own.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
  for (const cookie of [`swath_device_${owner.id}=${foreign}`, forged, `${own}x`, `swath_device_${owner.id}=`]) {
    expect((await login(owner, testPassword, cookie)).status).toBe(429);
  }
  service.clock.now = new Date(testNow.getTime() + 366 * 86_400_000);
  const late = await login(owner, testPassword, own);
  service.clock.now = testNow;
  expect([late.status, deviceCookie(late)]).toEqual([200, expect.any(String)]);
});
