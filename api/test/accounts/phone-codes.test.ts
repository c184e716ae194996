import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readOwnPhone } from '../../src/accounts/phone-code-store.ts';
import { FakeTwilio } from '../channels/fake-twilio.ts';
import { type Answer, type Caller, call, signedIn, testPassword } from '../factories.ts';
import { type RecordedStatement, recordStatements } from '../growth/recorded-statements.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';

const twilio = new FakeTwilio();
let logged = '';
const log = pino(
  { level: 'debug', base: null },
  new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  }),
);
let service: Service;
let other: Service;
let days = 0;
let numbers = 0;

beforeAll(async () => {
  await twilio.start();
  service = await startService({ sms: twilio.provider, push: true, trustProxy: 1, log });
  other = await service.another();
});
afterAll(async () => {
  await service.close();
  await twilio.close();
});
beforeEach(() => {
  // A day of its own: limits and budgets of other tests do not matter.
  service.clock.now = new Date(testNow.getTime() + ++days * 86_400_000);
  twilio.behaviour = () => 'answer';
});

// Codes of one test are not sent within the budget of the next one.
afterEach(() => isQueueEmpty());

const pass = (seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
};
/** Each in a block of its own. */
const newNumber = (): string => `03${String(1000 + ++numbers).padStart(4, '0')}5678`;
const sentTo = (number: string) => twilio.to(`+84${number.slice(1)}`);
const outcome = ({ status, body }: Answer) => [status, body?.code];
const refused = [409, 'PHONE_CODE_REFUSED'];

type Purpose = 'sign_in' | 'registration' | 'reset';
const ask = (purpose: Purpose, phoneNumber: string, more: { at?: Service; from?: string; language?: 'en' | 'vi' } = {}) =>
  call(more.at ?? service, 'POST', '/api/auth/phone-code', {
    body: { purpose, phoneNumber, ...(more.language === undefined ? {} : { language: more.language }) },
    ...(more.from === undefined ? {} : { headers: { 'x-forwarded-for': more.from } }),
  });
const cookieOf = (answer: Answer): string => answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
const codeIn = (text: string): string => /#(\d{6})$/.exec(text)?.[1] ?? '';
/** Without notices of changes to the account, which come at any time. */
const codesSentTo = (number: string) => sentTo(number).filter(({ body }) => codeIn(body) !== '');

interface Asked {
  cookie: string;
  code: string;
}
/** Asks for a code and waits for the SMS. */
async function askedFor(purpose: Purpose, number: string, language: 'en' | 'vi' = 'en'): Promise<Asked> {
  const before = codesSentTo(number).length;
  const answer = await ask(purpose, number, { language });
  expect([answer.status, answer.body]).toEqual([200, { validSeconds: 300, repeatSeconds: 60 }]);
  return eventually(async () => {
    const message = codesSentTo(number)[before];
    if (message === undefined) throw new Error('no SMS yet');
    return { cookie: cookieOf(answer), code: codeIn(message.body) };
  });
}
const login = ({ cookie, code }: Asked, at: Service = service) =>
  call(at, 'POST', '/api/auth/phone-code/login', { headers: { cookie }, body: { code } });
const register = ({ cookie, code }: Asked, body: object = {}, at: Service = service) =>
  call(at, 'POST', '/api/auth/phone-code/register', { headers: { cookie }, body: { code, fullName: 'Nguyễn Văn Lúa', ...body } });
const reset = ({ cookie, code }: Asked, password = 'Green-Field-7', at: Service = service) =>
  call(at, 'POST', '/api/auth/phone-code/password', { headers: { cookie }, body: { code, password } });
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const isSignedIn = async (token: string) => (await call(service, 'GET', '/api/auth/me', { token })).status === 200;

/** A user with a confirmed number of a block of its own. */
async function withPhone(role: Caller['role'] = 'farmer', phoneNumber = newNumber()): Promise<Caller> {
  const person = await signedIn(service, role, { phoneNumber });
  await service.sql(
    'insert into verified_phone (user_id, phone_key, verified_at) select id, phone_key, created_at from app_user where id = $1',
    [person.id],
  );
  return person;
}
/** Waits until the queue of codes is empty: every code was sent, or is sent to nobody. */
const isQueueEmpty = () =>
  eventually(async () => {
    expect(await service.sql('select 1 from phone_code where code_hash is null and expires_at > $1', [service.clock.now])).toEqual([]);
    expect(await service.sql("select 1 from message_delivery where type = 'sign_in_code' and status = 'sending'")).toEqual([]);
  });

describe('sign-in', () => {
  test.each([
    ['farmer', 'en', /^Swath: \d{6} is your code to sign in, valid for 5 minutes\. Do not share it\.\n@localhost #\d{6}$/],
    ['admin', 'vi', /^Swath: \d{6} la ma dang nhap, dung trong 5 phut\. Khong cho ai biet ma nay\.\n@localhost #\d{6}$/],
  ] as const)('when a %s with a confirmed number enters the code, then the user is signed in, once', async (role, language, text) => {
    const person = await withPhone(role);
    await service.sql('update app_user set language = $2 where id = $1', [person.id, language]);
    const answer = await ask('sign_in', `+84 ${person.phoneNumber.slice(1)}`);
    expect(answer.headers.get('set-cookie')).toMatch(/^swath_phone_code=[\w-]{43}; Path=\/api; HttpOnly; SameSite=Strict; Max-Age=600$/);
    await eventually(async () => expect(sentTo(person.phoneNumber)).toHaveLength(1));
    const body = sentTo(person.phoneNumber)[0]?.body ?? '';
    expect(body).toMatch(text);
    const asked = { cookie: cookieOf(answer), code: codeIn(body) };
    const done = await login(asked, other);
    expect([done.status, done.body.user?.id]).toEqual([200, Number(person.id)]);
    expect(await isSignedIn(done.body.token)).toBe(true);
    expect(outcome(await login(asked))).toEqual(refused);
    const audit = await service.sql("select 1 from audit_entry where actor_id = $1 and action = 'sign_in'", [person.id]);
    expect(audit).toHaveLength(role === 'farmer' ? 0 : 1);
  });

  test('when a farmer whom the office has entered signs in, then the number is confirmed', async () => {
    const farmer = await signedIn(service, 'farmer', { phoneNumber: newNumber(), email: null, passwordHash: null });
    expect((await login(await askedFor('sign_in', farmer.phoneNumber))).status).toBe(200);
    expect((await readOwnPhone(service.database.read, farmer.id)).isVerified).toBe(true);
  });

  test('when the number is not confirmed for an account with a password, then the code does not sign in', async () => {
    const farmer = await signedIn(service, 'farmer', { phoneNumber: newNumber() });
    expect(outcome(await login(await askedFor('sign_in', farmer.phoneNumber)))).toEqual([409, 'PHONE_NOT_VERIFIED']);
    pass(60);
    expect(outcome(await reset(await askedFor('reset', farmer.phoneNumber)))).toEqual([409, 'PHONE_NOT_VERIFIED']);
    const sprayer = await signedIn(service, 'sprayer', { phoneNumber: newNumber(), passwordHash: null });
    expect(outcome(await login(await askedFor('sign_in', sprayer.phoneNumber)))).toEqual([409, 'PHONE_NOT_VERIFIED']);
    const claimed = await signedIn(service, 'farmer', { phoneNumber: newNumber(), passwordHash: null });
    await service.sql('insert into verified_email select id, lower(email), now() from app_user where id = $1', [claimed.id]);
    expect(outcome(await login(await askedFor('sign_in', claimed.phoneNumber)))).toEqual([409, 'PHONE_NOT_VERIFIED']);
  });

  test('when the account is deactivated, then no code is sent, and one sent before does not sign in', async () => {
    const farmer = await withPhone();
    const asked = await askedFor('sign_in', farmer.phoneNumber);
    await service.sql('update app_user set active = false where id = $1', [farmer.id]);
    expect(outcome(await login(asked))).toEqual(refused);
    pass(60);
    expect((await ask('sign_in', farmer.phoneNumber)).status).toBe(200);
    await isQueueEmpty();
    expect(sentTo(farmer.phoneNumber)).toHaveLength(1);
  });

  test('when fifty enter the right code at once on two processes, then one is signed in', async () => {
    const farmer = await withPhone();
    const asked = await askedFor('sign_in', farmer.phoneNumber);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => login(asked, n % 2 === 0 ? service : other)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'PHONE_CODE_REFUSED')).toHaveLength(49);
  });
});

describe('refused codes', () => {
  test('when a code is guessed five times, then the right one is refused, too', async () => {
    const farmer = await withPhone();
    const asked = await askedFor('sign_in', farmer.phoneNumber);
    const wrong = { ...asked, code: otherCode(asked.code) };
    const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => login(wrong, n % 2 === 0 ? service : other)));
    expect(answers.map(outcome)).toEqual(answers.map(() => refused));
    expect(outcome(await login(asked))).toEqual(refused);
  });

  test('when four guesses were wrong, then the right code is accepted', async () => {
    const farmer = await withPhone();
    const asked = await askedFor('sign_in', farmer.phoneNumber);
    for (let n = 0; n < 4; n++) expect(outcome(await login({ ...asked, code: otherCode(asked.code) }))).toEqual(refused);
    expect((await login(asked)).status).toBe(200);
  });

  test('when the code comes from another browser or without its cookie, then it is refused', async () => {
    const [mine, theirs] = [await withPhone(), await withPhone()];
    const [first, second] = [await askedFor('sign_in', mine.phoneNumber), await askedFor('sign_in', theirs.phoneNumber)];
    expect(outcome(await login({ cookie: second.cookie, code: first.code === second.code ? otherCode(first.code) : first.code }))).toEqual(
      refused,
    );
    expect(outcome(await login({ cookie: '', code: first.code }))).toEqual(refused);
    expect(outcome(await login({ cookie: `swath_phone_code=${'A'.repeat(43)}`, code: first.code }))).toEqual(refused);
    expect((await login(first)).body.user.id).toBe(Number(mine.id));
  });

  test('when the code was asked for with another purpose, then it is refused', async () => {
    const farmer = await withPhone();
    const asked = await askedFor('reset', farmer.phoneNumber);
    expect(outcome(await login(asked))).toEqual(refused);
    expect(outcome(await register(asked))).toEqual(refused);
    const confirm = await call(service, 'POST', '/api/common/phone/verification', {
      token: farmer.token,
      headers: { cookie: asked.cookie },
      body: { code: asked.code },
    });
    expect(outcome(confirm)).toEqual(refused);
    expect((await reset(asked)).status).toBe(200);
  });

  test('when five minutes have passed, or a newer code was sent to the browser, then the code is refused', async () => {
    const farmer = await withPhone();
    const late = await askedFor('sign_in', farmer.phoneNumber);
    pass(299);
    expect(outcome(await login({ ...late, code: otherCode(late.code) }))).toEqual(refused);
    pass(1);
    expect(outcome(await login(late))).toEqual(refused);
    const newer = await askedFor('sign_in', farmer.phoneNumber);
    if (late.code !== newer.code) expect(outcome(await login({ cookie: newer.cookie, code: late.code }))).toEqual(refused);
    expect((await login(newer)).status).toBe(200);
  });

  test('when the number is changed, then it is not confirmed any more, also not after it is changed back', async () => {
    const farmer = await withPhone();
    const number = farmer.phoneNumber;
    await farmer.patch('/api/common/profile', { phoneNumber: `+84 ${number.slice(1)}` });
    expect((await farmer.get('/api/common/phone')).body).toMatchObject({ verified: true, canVerify: true });
    const asked = await askedFor('sign_in', number);
    await farmer.patch('/api/common/profile', { phoneNumber: newNumber() });
    expect(outcome(await login(asked))).toEqual(refused);
    await farmer.patch('/api/common/profile', { phoneNumber: number });
    expect((await farmer.get('/api/common/phone')).body.verified).toBe(false);
    pass(60);
    expect(outcome(await login(await askedFor('sign_in', number)))).toEqual([409, 'PHONE_NOT_VERIFIED']);
  });
});

describe('registration', () => {
  test('when strangers have registered with the number, then its owner registers with a code, and they lose it', async () => {
    const number = newNumber();
    const strangers = [1, 2].map((n) => ({ email: `stranger${n}-${number}@test.example`, phoneNumber: number }));
    for (const stranger of strangers) {
      const body = { ...stranger, password: testPassword, fullName: 'Stranger' };
      expect((await call(service, 'POST', '/api/auth/register', { body })).status).toBe(200);
    }
    expect(outcome(await login(await askedFor('sign_in', number)))).toEqual([409, 'PHONE_NOT_VERIFIED']);
    pass(60);
    const done = await register(await askedFor('registration', number));
    expect(done.status).toBe(200);
    const holders = await service.sql('select id::int, phone_confirmed as confirmed from app_user where phone_key = $1', [number]);
    expect(holders).toEqual([{ id: done.body.user.id, confirmed: true }]);
    pass(60);
    expect((await login(await askedFor('sign_in', number))).body.user.id).toBe(done.body.user.id);
  });

  test('when a farmer registers without e-mail and password, then the account works, and its number signs in', async () => {
    const number = newNumber();
    const done = await register(await askedFor('registration', number, 'vi'), { language: 'vi' });
    expect(done.body.user).toMatchObject({ email: null, phoneNumber: number, fullName: 'Nguyễn Văn Lúa', role: 'farmer', active: true });
    const { token } = done.body;
    expect((await call(service, 'GET', '/api/common/profile', { token })).body.language).toBe('vi');
    expect((await call(service, 'GET', '/api/common/phone', { token })).body).toEqual({
      phoneNumber: number,
      verified: true,
      confirmed: true,
      canVerify: true,
    });
    pass(60);
    expect((await login(await askedFor('sign_in', number))).body.user.id).toBe(done.body.user.id);
    // There is no password that could match.
    expect((await call(service, 'POST', '/api/auth/login', { body: { phoneNumber: number, password: testPassword } })).status).toBe(401);
  });

  test('when fifty register with one code at once on two processes, then there is one account', async () => {
    const number = newNumber();
    const asked = await askedFor('registration', number);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => register(asked, { fullName: `Farmer ${n}` }, n % 2 === 0 ? service : other)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await service.sql('select 1 from app_user where phone_key = $1', [number])).toHaveLength(1);
  });

  test('when the number has an account, then only who has the code learns it, and nothing changes', async () => {
    const farmer = await signedIn(service, 'farmer', { phoneNumber: newNumber() });
    const asked = await askedFor('registration', farmer.phoneNumber);
    expect(outcome(await register({ ...asked, code: otherCode(asked.code) }))).toEqual(refused);
    expect(outcome(await register(asked))).toEqual([409, 'ACCOUNT_EXISTS']);
    expect((await farmer.get('/api/common/phone')).body.verified).toBe(false);
  });

  test('when a password is weak, then the code stays valid, and a good one works afterwards', async () => {
    const number = newNumber();
    const asked = await askedFor('registration', number);
    expect((await register(asked, { password: 'greenfield' })).body.errors[0].path).toBe('password');
    expect((await register(asked, { password: 'Green-Field-7', email: `${number}@test.example` })).status).toBe(200);
    expect((await call(service, 'POST', '/api/auth/login', { body: { phoneNumber: number, password: 'Green-Field-7' } })).status).toBe(200);
  });
});

describe('password reset', () => {
  test('when a new password is set by code, then it works, and all tokens and links end', async () => {
    const farmer = await withPhone();
    expect((await reset(await askedFor('reset', farmer.phoneNumber))).body.user.id).toBe(Number(farmer.id));
    expect(await isSignedIn(farmer.token)).toBe(false);
    const signIn = (password: string) => call(service, 'POST', '/api/auth/login', { body: { phoneNumber: farmer.phoneNumber, password } });
    expect([(await signIn(testPassword)).status, (await signIn('Green-Field-7')).status]).toEqual([401, 200]);
  });

  test('when fifty set a password with one code at once on two processes, then one does', async () => {
    const admin = await withPhone('admin');
    const asked = await askedFor('reset', admin.phoneNumber);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => reset(asked, `Green-Field-${n}`, n % 2 === 0 ? service : other)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await service.sql("select 1 from audit_entry where actor_id = $1 and action = 'password_reset'", [admin.id])).toHaveLength(1);
  });
});

describe('confirmation of the own number', () => {
  const confirm = (person: Caller, { cookie, code }: Asked) =>
    call(service, 'POST', '/api/common/phone/verification', { token: person.token, headers: { cookie }, body: { code } });
  async function askedBy(person: Caller): Promise<Asked> {
    const answer = await person.post('/api/common/phone/code');
    expect(answer.status).toBe(200);
    return eventually(async () => {
      const [message] = codesSentTo(person.phoneNumber).slice(-1);
      if (message === undefined) throw new Error('no SMS yet');
      return { cookie: cookieOf(answer), code: codeIn(message.body) };
    });
  }

  test('when a signed-in user confirms the number, then it signs in, and the audit trail has it for staff', async () => {
    const office = await signedIn(service, 'receptionist', { phoneNumber: newNumber() });
    expect((await office.get('/api/common/phone')).body).toMatchObject({ verified: false, canVerify: true });
    const asked = await askedBy(office);
    expect((await confirm(office, asked)).body).toEqual({
      phoneNumber: office.phoneNumber,
      verified: true,
      confirmed: true,
      canVerify: true,
    });
    expect(outcome(await confirm(office, asked))).toEqual(refused);
    expect(await service.sql("select 1 from audit_entry where actor_id = $1 and action = 'phone_verify'", [office.id])).toHaveLength(1);
    pass(60);
    expect((await login(await askedFor('sign_in', office.phoneNumber))).status).toBe(200);
  });

  test('when a confirmed number is the only other way to sign in, then the last passkey can be removed, otherwise not', async () => {
    const [confirmed, unconfirmed] = [await withPhone(), await signedIn(service, 'farmer', { phoneNumber: newNumber() })];
    await service.sql('update app_user set password_hash = null where id = any($1)', [[confirmed.id, unconfirmed.id]]);
    const remove = async (person: Caller) => {
      const [passkey] = await service.sql<{ id: string }>(
        `insert into passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
         values ($1::bigint, sha256($1::text::bytea), 'b', 0, '{}', 'Phone', now()) returning id`,
        [person.id],
      );
      return outcome(await call(service, 'DELETE', `/api/common/passkey/${passkey?.id}`, { token: person.token }));
    };
    expect(await remove(confirmed)).toEqual([200, undefined]);
    expect(await remove(unconfirmed)).toEqual([409, 'LAST_SIGN_IN_METHOD']);
  });

  test('when another user sends the code, or the number was changed since, then it is refused', async () => {
    const farmer = await signedIn(service, 'farmer', { phoneNumber: newNumber() });
    const stranger = await signedIn(service, 'farmer', { phoneNumber: newNumber() });
    const asked = await askedBy(farmer);
    expect(outcome(await confirm(stranger, asked))).toEqual(refused);
    expect(outcome(await login(asked))).toEqual(refused);
    await farmer.patch('/api/common/profile', { phoneNumber: newNumber() });
    expect(outcome(await confirm(farmer, asked))).toEqual(refused);
    const silent = await signedIn(service, 'sprayer', { phoneNumber: null });
    expect((await silent.get('/api/common/phone')).body).toEqual({
      phoneNumber: null,
      verified: false,
      confirmed: false,
      canVerify: false,
    });
    expect((await silent.post('/api/common/phone/code')).body.errors[0].path).toBe('phoneNumber');
  });
});

describe('limits', () => {
  const statuses = async (answers: Promise<Answer>[]) => {
    const all = (await Promise.all(answers)).map(({ status }) => status);
    return { sent: all.filter((status) => status === 200).length, refused: all.filter((status) => status === 429).length };
  };
  const at = (n: number) => (n % 2 === 0 ? service : other);

  test('when codes for one number are asked for at once, then one is sent a minute and five an hour, in any notation', async () => {
    const farmer = await withPhone();
    const forms = [farmer.phoneNumber, `+84${farmer.phoneNumber.slice(1)}`, `84 ${farmer.phoneNumber.slice(1)}`];
    const burst = () =>
      statuses(Array.from({ length: 50 }, (_, n) => ask('sign_in', forms[n % 3] ?? '', { at: at(n), from: `198.51.100.${n}` })));
    for (let minute = 0; minute < 5; minute++) {
      expect(await burst()).toEqual({ sent: 1, refused: 49 });
      pass(60);
    }
    expect(await burst()).toEqual({ sent: 0, refused: 50 });
    const answer = await ask('sign_in', farmer.phoneNumber);
    expect([answer.body.code, Number(answer.headers.get('retry-after'))]).toEqual(['TOO_MANY_ATTEMPTS', 3300]);
    await isQueueEmpty();
    expect(sentTo(farmer.phoneNumber)).toHaveLength(5);
    pass(3300);
    expect(await burst()).toEqual({ sent: 1, refused: 49 });
  });

  test('when one network or one block of numbers is used for many, then it is limited, and others are not', async () => {
    const network = Array.from({ length: 40 }, (_, n) => ask('sign_in', newNumber(), { at: at(n), from: '203.0.113.7' }));
    expect(await statuses(network)).toEqual({ sent: 30, refused: 10 });
    expect((await ask('sign_in', newNumber(), { from: '203.0.113.8' })).status).toBe(200);
    const block = Array.from({ length: 50 }, (_, n) =>
      ask('registration', `070000${String(n).padStart(4, '0')}`, { at: at(n), from: `203.0.114.${n}` }),
    );
    expect(await statuses(block)).toEqual({ sent: 40, refused: 10 });
    expect((await ask('registration', '0700010000')).status).toBe(200);
    // Nor are people of the block whose number is confirmed, also after requests to sign in with numbers that have no account.
    const unknown = Array.from({ length: 50 }, (_, n) =>
      ask('sign_in', `070000${String(5000 + n)}`, { at: at(n), from: `203.0.115.${n}` }),
    );
    expect(await statuses(unknown)).toEqual({ sent: 50, refused: 0 });
    const neighbour = await withPhone('farmer', '0700009999');
    expect((await login(await askedFor('sign_in', neighbour.phoneNumber))).status).toBe(200);
    // A number that nobody has confirmed counts in its block, without a different answer.
    const unconfirmed = await signedIn(service, 'farmer', { phoneNumber: '0700009998', phoneConfirmed: false });
    expect((await ask('sign_in', unconfirmed.phoneNumber)).status).toBe(200);
    await isQueueEmpty();
    expect(sentTo(unconfirmed.phoneNumber)).toEqual([]);
  });

  test('when two hundred codes are asked for at once on two processes, then those within the budget are sent', async () => {
    const admin = await signedIn(service, 'admin');
    const setting = {
      channels: ['sms', 'mail'],
      quietFrom: '21:00',
      quietTo: '05:00',
      smsPrice: 100,
      smsBudget: 0,
      codeBudget: 100000,
      newNumberBudget: 2000,
    };
    expect((await admin.put('/api/admin/channel-setting', setting)).status).toBe(200);
    const before = twilio.messages.length;
    const body = (n: number) => ({ purpose: 'registration', phoneNumber: `08${String(n).padStart(4, '0')}0000` });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        at(n).app.http.inject({
          method: 'POST',
          url: '/api/auth/phone-code',
          headers: { 'x-forwarded-for': `100.64.${n >> 8}.${n & 255}` },
          payload: body(n),
        }),
      ),
    );
    const codes = new Set(answers.map(({ statusCode }) => statusCode));
    // Requests after the budget was used up are refused; those before wait in the queue and are not sent.
    expect([...codes].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    await isQueueEmpty();
    expect(twilio.messages.length - before).toBe(20);
    expect((await admin.get('/api/admin/channel-status')).body).toMatchObject({ codes: { spent: 0 }, newNumberCodes: { spent: 2000 } });
    expect(outcome(await ask('registration', newNumber()))).toEqual([429, 'PHONE_CODES_USED_UP']);
    // People with accounts still get codes, and staff can confirm their numbers; farmers with an unconfirmed number cannot.
    const [farmer, office] = [await withPhone(), await signedIn(service, 'receptionist', { phoneNumber: newNumber() })];
    expect((await login(await askedFor('sign_in', farmer.phoneNumber))).status).toBe(200);
    expect((await office.post('/api/common/phone/code')).status).toBe(200);
    await eventually(async () => expect(sentTo(office.phoneNumber)).toHaveLength(1));
    const unconfirmed = await signedIn(service, 'farmer', { phoneNumber: newNumber(), phoneConfirmed: false });
    expect(outcome(await unconfirmed.post('/api/common/phone/code'))).toEqual([429, 'PHONE_CODES_USED_UP']);
    const alike = [await ask('sign_in', unconfirmed.phoneNumber), await ask('sign_in', newNumber())];
    expect(alike.map(({ status, text }) => [status, text])).toEqual(alike.map(() => [200, alike[0]?.text]));
    await isQueueEmpty();
    expect(sentTo(unconfirmed.phoneNumber)).toEqual([]);
    await admin.put('/api/admin/channel-setting', {
      ...setting,
      ...{ smsPrice: 800, smsBudget: 200000, codeBudget: 100000, newNumberBudget: 50000 },
    });
  });

  test('when codes for one number are asked for all day, then ten are sent', async () => {
    const farmer = await withPhone();
    const answers: number[] = [];
    for (let n = 0; n < 12; n++) {
      answers.push((await ask('sign_in', farmer.phoneNumber)).status);
      pass(900);
    }
    expect(answers).toEqual([...Array(10).fill(200), 429, 429]);
    expect((await ask('sign_in', farmer.phoneNumber)).body.detail).toContain('21 hours');
  });
});

describe('secrecy', () => {
  test('when numbers are known, unknown, deactivated or not confirmed, then answers and statements are the same', async () => {
    const recorded: RecordedStatement[] = [];
    const watched = await startService({
      sms: twilio.provider,
      push: true,
      between: (database) => recordStatements(database, recorded),
    });
    try {
      const insert = (phone: string, active: boolean) =>
        watched.sql(
          `insert into app_user (full_name, phone_number, role, language, password_hash, created_at, active) values ('A', $1, 'farmer', 'en', 'x', $2, $3)`,
          [phone, watched.clock.now, active],
        );
      const [known, off] = [newNumber(), newNumber()];
      await insert(known, true);
      await insert(off, false);
      const seen: unknown[] = [];
      for (const phoneNumber of [newNumber(), known, off, newNumber()]) {
        recorded.length = 0;
        const answer = await ask('sign_in', phoneNumber, { at: watched });
        await eventually(async () => expect(await watched.sql('select 1 from phone_code where code_hash is null')).toEqual([]));
        const headers = [...answer.headers.keys()].sort();
        const wrong = await call(watched, 'POST', '/api/auth/phone-code/login', {
          headers: { cookie: cookieOf(answer) },
          body: { code: '000000' },
        });
        const { traceId: _, ...problem } = wrong.body;
        // Without the queue's polling and the log of sent messages, which are in the background.
        const ofCodes = recorded
          .map(({ statement }) => statement.name ?? '')
          .filter((name) => /code|phone|user|account|token/.test(name) && !/^claim|_message/.test(name));
        seen.push({ status: answer.status, body: answer.text, headers, problem, ofCodes });
      }
      expect(seen).toEqual(seen.map(() => seen[0]));
      expect((seen[0] as { ofCodes: string[] }).ofCodes.length).toBeGreaterThan(2);
    } finally {
      await watched.close();
    }
  });

  test('when codes are used, then neither code nor secret is in the log, in the database or in an answer', async () => {
    const farmer = await withPhone();
    const asked = await askedFor('sign_in', farmer.phoneNumber);
    const secret = asked.cookie.split('=')[1] ?? '';
    const rows = JSON.stringify([
      await service.sql('select * from phone_code'),
      await service.sql("select * from message_delivery where type = 'sign_in_code'"),
    ]);
    const answers = [await login({ ...asked, code: otherCode(asked.code) }), await login(asked)].map(({ text }) => text).join();
    const places = { rows, answers, logged };
    for (const [place, text] of Object.entries(places)) {
      expect([place, text.includes(secret)]).toEqual([place, false]);
      // A number of six digits may be part of an id or a time.
      expect([place, new RegExp(`(?<!\\d)${asked.code}(?!\\d)`).test(text)]).toEqual([place, false]);
    }
    const [row] = await service.sql<{ code_hash: Buffer | null }>('select code_hash from phone_code where code_hash is not null limit 1');
    expect(row?.code_hash?.length ?? 32).toBe(32);
  });

  test('when the provider fails or hangs, then the request is answered the same, and the queue goes on', async () => {
    const [first, second] = [await withPhone(), await withPhone()];
    twilio.behaviour = () => 'fail';
    expect((await ask('sign_in', first.phoneNumber)).status).toBe(200);
    await isQueueEmpty();
    twilio.behaviour = () => 'answer';
    expect((await login(await askedFor('sign_in', second.phoneNumber))).status).toBe(200);
  });
});

test('when there is no SMS provider, then nothing is offered, and requests are refused', async () => {
  const plain = await startService({ push: true });
  try {
    expect((await call(plain, 'GET', '/api/auth/phone-code')).body).toEqual({ available: false });
    expect((await call(service, 'GET', '/api/auth/phone-code')).body).toEqual({ available: true });
    expect(outcome(await ask('sign_in', newNumber(), { at: plain }))).toEqual([409, 'PHONE_CODES_OFF']);
    const cookie = `swath_phone_code=${'A'.repeat(43)}`;
    const off = [409, 'PHONE_CODES_OFF'];
    const asked = { cookie, code: '123456' };
    expect([await login(asked, plain), await register(asked, {}, plain), await reset(asked, undefined, plain)].map(outcome)).toEqual([
      off,
      off,
      off,
    ]);
    const farmer = await signedIn(plain, 'farmer');
    expect((await farmer.get('/api/common/phone')).body).toMatchObject({ verified: false, canVerify: false });
    expect(outcome(await farmer.post('/api/common/phone/code'))).toEqual(off);
    expect(await plain.sql('select 1 from phone_code')).toEqual([]);
  } finally {
    await plain.close();
  }
});

test('when a number or code is malformed, then it is a 400 that names the field', async () => {
  for (const phoneNumber of ['', 'x', '123', '+1 555 0100', '0'.repeat(30)])
    expect((await ask('sign_in', phoneNumber)).body.errors[0].path).toBe('phoneNumber');
  for (const code of ['', '12345', '1234567', '12345a', '１２３４５６'])
    expect((await login({ cookie: '', code })).body.errors[0].path).toBe('code');
});
