import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureFirstAdmin } from '../../src/accounts/set-up-admin.ts';
import { type Answer, booking, call } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { cards } from '../payments/payment-steps.ts';

let logged = '';
const stream = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});
let service: Service;

beforeAll(async () => {
  service = await startService({ log: pino({ level: 'debug', base: null }, stream) });
});
afterAll(() => service.close());

const password = 'Top-Secret-Pass-1';
const guess = 'Wrong-Secret-Guess-2';

test('when every flow with a secret is used, then no secret is in the log or in a response where it does not belong', async () => {
  const answers: Answer[] = [];
  const send = async (method: string, path: string, init: Parameters<typeof call>[3] = {}): Promise<Answer> => {
    const answer = await call(service, method, path, init);
    answers.push(answer);
    return answer;
  };
  const person = { password, fullName: 'Người Kín', phoneNumber: '0912345678', email: 'kin@test.example' };
  const registered = await send('POST', '/api/auth/register', { body: person });
  await send('POST', '/api/auth/register', { body: person });
  await send('POST', '/api/auth/register', { body: { ...person, email: 'not an address', phoneNumber: 'x' } });
  await send('POST', '/api/auth/register', { body: `{"password":"${password}",` });
  const signedIn = await send('POST', '/api/auth/login', { body: { email: person.email, password } });
  await send('POST', '/api/auth/login', { body: { email: person.email, password: guess } });
  const setUpToken = String(await ensureFirstAdmin(service.database, undefined, service.clock.now));
  const admin = await send('POST', '/api/auth/setup', { body: { token: setUpToken, email: 'owner@test.example', password } });
  await send('POST', '/api/auth/setup', { body: { token: setUpToken, email: 'owner2@test.example', password } });

  const token = String(signedIn.body.token);
  const order = (await send('POST', '/api/farmer/order', { token, body: booking({ paymentMethod: 'visa' }) })).body;
  const intent = (await send('POST', `/api/farmer/order/${order.id}/payment-intent`, { token })).body;
  const secret = String(intent.clientSecret);
  const path = `/api/farmer/order/${order.id}/payment-intent`;
  await send('POST', `${path}/sandbox-card`, { token, body: { clientSecret: secret, cardNumber: cards.visa } });
  for (const way of [
    `${path}/${secret}`,
    `${path}/${secret}/`,
    `${path}/${secret}?secret=${secret}`,
    `${path}/${secret}/more`,
    `/api/farmer/order/${order.id}/payment%2Dintent/${secret}`,
    `/api/farmer/order/${order.id}/payment%2dintent/${secret}/more`,
    `/api/farmer/order/${order.id}/PAYMENT-INTENT/${secret}`,
    `/api/farmer/order/0/payment-intent/${secret}`,
  ]) {
    await send('GET', way, { token });
    await send('DELETE', way, { token });
    await send('GET', way, { token: String(admin.body.token) });
  }
  await send('GET', `/api/auth/me?token=${token}`);
  await send('GET', '/api/auth/me', { token: `${token}x` });
  await eventually(async () => expect((await send('GET', '/api/common/notification/', { token })).body.content.length).toBeGreaterThan(1));
  await send('POST', '/api/auth/logout', { token });

  const hashes = await service.sql<{ password_hash: string }>('select password_hash from app_user where password_hash is not null');
  const tokens = [registered.body.token, token, admin.body.token, setUpToken].map(String);
  const everywhere = [password, guess, ...hashes.map((row) => row.password_hash), '$argon2id$', setUpToken];
  expect(logged).toContain('payment-intent'); // proves that logging is on
  for (const [n, secretText] of [...everywhere, ...tokens, secret].entries()) expect([n, logged.includes(secretText)]).toEqual([n, false]);

  for (const answer of answers) {
    for (const [n, secretText] of everywhere.entries()) expect([n, answer.text.includes(secretText)]).toEqual([n, false]);
    // A token and a client secret are returned to the user who requested them, and never in an error.
    if (answer.status >= 400) for (const secretText of [...tokens, secret]) expect(answer.text).not.toContain(secretText);
  }
});
