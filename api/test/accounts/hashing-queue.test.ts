import { afterAll, beforeAll, expect, test } from 'vitest';
import { registrationLimit } from '../../src/accounts/account-rules.ts';
import { type Answer, call, signedIn, testPassword } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let behindProxy: Service;

beforeAll(async () => {
  service = await startService();
  behindProxy = await startService({ trustProxy: 1 });
});
afterAll(() => Promise.all([service.close(), behindProxy.close()]));

let made = 0;
const register = (at: Service, headers: Record<string, string> = {}): Promise<Answer> => {
  made++;
  const body = { password: 'Green-Field-7', fullName: 'Nguyễn Văn Lúa', phoneNumber: `0902${String(made).padStart(6, '0')}` };
  return call(at, 'POST', '/api/auth/register', { body, headers });
};

test('when more users register at once than the queue holds, then a sign-in does not wait for all of them, and the excess gets 503 with Retry-After', async () => {
  const farmer = await signedIn(service, 'farmer');
  let registered = 0;
  const registrations = Array.from({ length: 130 }, () =>
    register(service).then((answer) => {
      if (answer.status === 200) registered++;
      return answer;
    }),
  );
  // The first rejections show that the queue is full.
  const refusal = await Promise.any(registrations.map(async (answer) => ((await answer).status === 503 ? answer : Promise.reject())));
  expect(refusal.body.code).toBe('OVERLOADED');
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
  const signIn = await call(service, 'POST', '/api/auth/login', { body: { email: farmer.email, password: testPassword } });
  expect(signIn.status).toBe(200);
  const before = registered;
  const answers = await Promise.all(registrations);
  expect(before).toBeLessThan(registered);
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 503]);
});

test('when one network registers too many accounts, then it gets 429 with Retry-After, and other networks are not affected', async () => {
  const from = (address: string) => register(behindProxy, { 'x-forwarded-for': address });
  await behindProxy.sql("insert into sign_in_attempt values ('register:203.0.113.7', $1, $2)", [
    registrationLimit.attempts - 1,
    new Date(behindProxy.clock.now.getTime() + 60_000),
  ]);
  expect((await from('203.0.113.7')).status).toBe(200);
  const refused = await from('203.0.113.7');
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'TOO_MANY_ATTEMPTS', '60']);
  expect((await from('203.0.113.8')).status).toBe(200);
});
