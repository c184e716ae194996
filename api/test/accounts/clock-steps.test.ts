import { afterAll, beforeAll, expect, test } from 'vitest';
import { guessLimits } from '../../src/accounts/account-rules.ts';
import { call, signedIn, testPassword } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('when an account was locked while the clock was a day ahead, then it is not locked for longer once the clock is corrected', async () => {
  const { email } = await signedIn(service, 'farmer');
  const signIn = (password: string) => call(service, 'POST', '/api/auth/login', { body: { email, password } });
  service.clock.now = new Date(testNow.getTime() + 86_400_000);
  for (let n = 0; n <= guessLimits.account.attempts; n++) await signIn('Wrong-Guess-1');
  expect((await signIn(testPassword)).status).toBe(429);

  service.clock.now = testNow;
  const refused = await signIn(testPassword);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(guessLimits.account.windowSeconds);
  service.clock.now = new Date(testNow.getTime() + guessLimits.account.windowSeconds * 1000);
  expect((await signIn(testPassword)).status).toBe(200);
});
