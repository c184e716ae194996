import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, call, signedIn, testPassword } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';
import { SentMails } from '../sent-mails.ts';

let service: Service;
let other: Service;
const sent = new SentMails();

beforeAll(async () => {
  service = await startService({ mailer: sent });
  other = await service.another();
});
afterAll(() => service.close());

const forgot = (body: unknown) => call(service, 'POST', '/api/auth/password/forgot', { body });
const reset = (token: string, password = 'Green-Field-7', at: { url: string } = service) =>
  call(at, 'POST', '/api/auth/password/reset', { body: { token, password } });
const login = (who: Caller, password: string) => call(service, 'POST', '/api/auth/login', { body: { email: who.email, password } });
const mails = (address: string) => service.sql('select id from outgoing_mail where to_address = $1', [address]);
const newestToken = async (address: string, count = 1) => (await sent.link(address, count)).token;
/** Addresses are rate limited, too, so each test has its own hour. */
const anHourLater = () => {
  service.clock.now = new Date(service.clock.now.getTime() + 3_700_000);
};

describe('successful reset', () => {
  test("when a user forgot the password, then a link is mailed in the user's language, works once, and revokes all tokens", async () => {
    const farmer = await signedIn(service, 'farmer', { language: 'vi' });
    const asked = await forgot({ phoneNumber: farmer.phoneNumber });
    expect([asked.status, asked.body]).toEqual([200, { done: true }]);
    const { mail, token } = await sent.link(farmer.email);
    expect(mail.subject).toBe('Đặt lại mật khẩu');
    expect((await reset(token)).body.user.id).toBe(Number(farmer.id));
    expect((await call(service, 'GET', '/api/auth/me', { token: farmer.token })).status).toBe(401);
    expect([(await login(farmer, testPassword)).status, (await login(farmer, 'Green-Field-7')).status]).toEqual([401, 200]);
    expect((await reset(token)).body.code).toBe('RESET_CLOSED');
  });

  test('when a link is used many times at once on two instances, then it works once', async () => {
    const farmer = await signedIn(service, 'farmer');
    await forgot({ email: farmer.email.toUpperCase() });
    const token = await newestToken(farmer.email);
    const tries = Array.from({ length: 10 }, (_, n) => `Green-Field-${n}`);
    const answers = await Promise.all(tries.map((password, n) => reset(token, password, n % 2 === 0 ? service : other)));
    const won = tries.filter((_, n) => answers[n]?.status === 200);
    expect(won.length).toBe(1);
    expect((await login(farmer, won[0] ?? '')).status).toBe(200);
  });

  test('when one link is used, then all other links of the user are invalid', async () => {
    const farmer = await signedIn(service, 'farmer');
    await forgot({ email: farmer.email });
    const first = await newestToken(farmer.email);
    await forgot({ email: farmer.email });
    expect((await reset(await newestToken(farmer.email, 2))).status).toBe(200);
    expect((await reset(first)).body.code).toBe('RESET_CLOSED');
  });
});

describe('refused reset', () => {
  test('when the hour is over, the account inactive, the address changed or the token unknown, then the link is invalid', async () => {
    const late = await signedIn(service, 'farmer');
    await forgot({ email: late.email });
    const token = await newestToken(late.email);
    anHourLater();
    expect((await reset(token)).body.code).toBe('RESET_CLOSED');
    const gone = await signedIn(service, 'farmer');
    await forgot({ email: gone.email });
    const ofGone = await newestToken(gone.email);
    await service.sql('update app_user set active = false where id = $1', [gone.id]);
    expect((await reset(ofGone)).body.code).toBe('RESET_CLOSED');
    const moved = await signedIn(service, 'farmer');
    await forgot({ email: moved.email });
    const ofMoved = await newestToken(moved.email);
    await moved.patch('/api/common/profile', { email: 'moved@test.example' });
    expect((await reset(ofMoved)).body.code).toBe('RESET_CLOSED');
    expect((await reset('made-up')).body.code).toBe('RESET_CLOSED');
  });

  test('when the new password is weak, then the link stays valid', async () => {
    const farmer = await signedIn(service, 'farmer');
    await forgot({ email: farmer.email });
    const token = await newestToken(farmer.email);
    expect((await reset(token, 'greenfield')).body.errors[0].path).toBe('password');
    expect((await reset(token)).status).toBe(200);
  });

  test('when neither e-mail nor phone number is given, then it is a 400', async () => {
    expect((await forgot({})).body.errors[0].path).toBe('email');
  });
});

describe('no account enumeration', () => {
  test('when the account is unknown, inactive or without an address, then the response is the same, and no mail is sent', async () => {
    anHourLater();
    const off = await signedIn(service, 'farmer');
    await service.sql('update app_user set active = false where id = $1', [off.id]);
    const known = await signedIn(service, 'farmer');
    const before = await service.sql('select id from outgoing_mail');
    const answers = [
      await forgot({ email: 'unknown@test.example' }),
      await forgot({ email: off.email }),
      await forgot({ phoneNumber: '0999 999 999' }),
    ];
    expect((await service.sql('select id from outgoing_mail')).length).toBe(before.length);
    answers.push(await forgot({ email: known.email }));
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(answers.map(() => '200 {"done":true}'));
    expect((await mails(known.email)).length).toBe(1);
  });

  test('when links are requested repeatedly, then known and unknown accounts are rate limited alike, for an hour', async () => {
    anHourLater();
    const farmer = await signedIn(service, 'farmer');
    for (const email of [farmer.email, 'unknown.too@test.example']) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => forgot({ email })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
      expect(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await mails(farmer.email)).length).toBe(5);
    anHourLater();
    expect((await forgot({ email: farmer.email })).status).toBe(200);
  });

  test('when an account is named with other capital letters or by its phone number, then the limit of mails still applies', async () => {
    anHourLater();
    const farmer = await signedIn(service, 'farmer', { email: 'limited.inbox@test.example' });
    const named = [farmer.email, farmer.email.replace('i', 'İ'), farmer.email.toUpperCase(), farmer.email.replace(/i/g, 'İ')];
    for (const email of named) for (let n = 0; n < 3; n++) await forgot({ email });
    for (let n = 0; n < 3; n++) expect((await forgot({ phoneNumber: farmer.phoneNumber })).status).toBe(200);
    expect((await mails(farmer.email)).length).toBe(5);
    anHourLater();
  });

  test('when one address requests links for many accounts, then it is rate limited', async () => {
    anHourLater();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => forgot({ email: `many${n}@test.example` })));
    expect(answers.filter(({ status }) => status === 200).length).toBe(30);
    anHourLater();
  });

  test('when a link is pending, then the database has only its hash', async () => {
    const farmer = await signedIn(service, 'farmer');
    await forgot({ email: farmer.email });
    const token = await newestToken(farmer.email);
    const [row] = await service.sql<{ hash: Buffer }>('select hash from password_reset where user_id = $1', [farmer.id]);
    expect(row?.hash.equals(createHash('sha256').update(token).digest())).toBe(true);
    expect(service.clock.now.getTime()).toBeGreaterThan(testNow.getTime());
  });

  test('when a link is pending or sent, then no table has a value that could open it', async () => {
    anHourLater();
    const idle = await startService({ idle: true, mailer: sent });
    try {
      const farmer = await signedIn(idle, 'farmer', { email: 'nothing.kept@test.example' });
      await call(idle, 'POST', '/api/auth/password/forgot', { body: { email: farmer.email } });
      const texts = () =>
        idle.sql<{ content: string }>(
          'select row_to_json(m)::text as content from outgoing_mail m union all select row_to_json(p)::text from password_reset p',
        );
      for (const { content } of await texts()) expect(content).not.toContain('/reset#');
      idle.app.work();
      const { token } = await sent.link(farmer.email);
      expect((await texts()).length).toBe(2);
      for (const { content } of await texts()) expect(content).not.toContain(token);
      const answer = await call(idle, 'POST', '/api/auth/password/reset', { body: { token, password: 'Green-Field-7' } });
      expect(answer.status).toBe(200);
    } finally {
      await idle.close();
    }
  });

  test('when the password is set in another way while a link is pending, then the link is not sent', async () => {
    const idle = await startService({ idle: true, mailer: sent });
    try {
      const farmer = await signedIn(idle, 'farmer', { email: 'withdrawn@test.example' });
      await call(idle, 'POST', '/api/auth/password/forgot', { body: { email: farmer.email } });
      const admin = await signedIn(idle, 'admin');
      await admin.patch(`/api/admin/user/${farmer.id}`, { password: 'Green-Field-8' });
      expect(await idle.sql('select 1 from outgoing_mail')).toEqual([]);
    } finally {
      await idle.close();
    }
  });
});
