import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guessLimits } from '../../src/accounts/account-rules.ts';
import { type GivenCode, hashPhoneCode, verifyOwnPhone } from '../../src/accounts/phone-code.ts';
import { AppError } from '../../src/errors.ts';
import { hashToken, newToken } from '../../src/platform/http/auth.ts';
import { SecretBox } from '../../src/platform/secrets/secret-box.ts';
import { type Answer, type Caller, call, callerBooking, signedIn, testPassword } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let other: Service;
let office: Caller;
let numbers = 0;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  office = await signedIn(service, 'receptionist');
});
afterAll(() => service.close());
beforeEach(() => service.sql('delete from sign_in_attempt'));

const strangerPassword = 'Stranger-Pass-1';
const newNumber = (): string => `07${String(10_000_000 + ++numbers)}`;
const register = (phoneNumber: string, more: object = {}, at: Service = service) =>
  call(at, 'POST', '/api/auth/register', {
    body: { email: `n${phoneNumber}-${++numbers}@test.example`, password: strangerPassword, fullName: 'Stranger', phoneNumber, ...more },
  });
const login = (phoneNumber: string, password: string, cookie?: string) =>
  call(service, 'POST', '/api/auth/login', { body: { phoneNumber, password }, ...(cookie === undefined ? {} : { headers: { cookie } }) });
const deviceCookie = (answer: Answer): string =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('swath_device_'))
    ?.split(';')[0] ?? '';
const foundAs = async (phone: string) =>
  (await office.get(`/api/receptionist/farmer?phone=${phone}`)).body.content.map(({ id }: { id: number }) => String(id));
const bookFor = (farmer: object, date: string) => office.post('/api/receptionist/order', { ...callerBooking({ date }), farmer });
const numberOf = async (id: unknown) =>
  (await service.sql<{ phone_number: string | null }>('select phone_number from app_user where id = $1', [id]))[0]?.phone_number;

describe('when someone registers with the number of a farmer', () => {
  test('then the answer is the same as for a free number, and the farmer still signs in with it', async () => {
    const owner = await signedIn(service, 'farmer', { phoneNumber: newNumber() });
    const [taken, free] = [await register(owner.phoneNumber), await register(newNumber())];
    const shapeOf = ({ status, body }: Answer) => [status, Object.keys(body), Object.keys(body.user), body.user.role];
    expect(shapeOf(taken)).toEqual(shapeOf(free));
    const signIns = [await login(owner.phoneNumber, testPassword), await login(owner.phoneNumber, strangerPassword)];
    expect(signIns.map(({ body }) => String(body.user?.id))).toEqual([owner.id, String(taken.body.user.id)]);
  });

  test('then the office finds the farmer by it, and bookings for the caller are those of the farmer', async () => {
    const owner = await signedIn(service, 'farmer', { phoneNumber: newNumber() });
    const stranger = (await register(owner.phoneNumber)).body;
    expect(await foundAs(owner.phoneNumber)).toEqual([owner.id]);
    const booked = await bookFor({ phoneNumber: owner.phoneNumber }, '2026-12-01');
    expect([booked.status, String(booked.body.farmer.id)]).toEqual([200, owner.id]);
    const mine = await call(service, 'GET', '/api/farmer/order/', { token: stranger.token });
    expect(mine.body.page.totalElements).toBe(0);
  });

  test('then own successes do not show that there is another account: the limit of attempts is the same as for a free number', async () => {
    const owner = await signedIn(service, 'farmer', { phoneNumber: newNumber() });
    const free = newNumber();
    await register(owner.phoneNumber);
    await register(free);
    const seen = async (number: string) => {
      await service.sql('delete from sign_in_attempt');
      const passwords = [...Array(guessLimits.number.attempts - 1).fill(strangerPassword), 'Wrong-Guess-1', 'Wrong-Guess-1'];
      const statuses: number[] = [];
      for (const password of passwords) statuses.push((await login(number, password)).status);
      return statuses;
    };
    const statuses = await seen(free);
    expect(statuses.slice(-2)).toEqual([401, 429]);
    expect(await seen(owner.phoneNumber)).toEqual(statuses);
  });
});

describe('when nobody has confirmed a number', () => {
  test('then every account with it signs in with its own password', async () => {
    const number = newNumber();
    const passwords = ['First-Pass-1', 'Second-Pass-2', 'Third-Pass-3', 'Fourth-Pass-4'];
    const made: Answer[] = [];
    for (const password of passwords) made.push(await register(number, { password }));
    const answers = await Promise.all(passwords.slice(0, 3).map((password) => login(`+84 ${number.slice(1)}`, password)));
    expect(answers.map(({ body }) => body.user?.id)).toEqual(made.slice(0, 3).map(({ body }) => body.user.id));
    // More are not checked, except for a device that the account knows.
    expect((await login(number, 'Fourth-Pass-4')).status).toBe(401);
    const own = await login(number, 'Fourth-Pass-4', deviceCookie(made[3] as Answer));
    expect([own.status, own.body.user?.id]).toEqual([200, made[3]?.body.user.id]);
  });

  test('then the office does not find the account, a booking makes a new farmer, and the account loses the number', async () => {
    const number = newNumber();
    const stranger = (await register(number)).body;
    expect(await foundAs(number)).toEqual([]);
    const unnamed = await bookFor({ phoneNumber: number }, '2026-12-02');
    expect([unnamed.status, unnamed.body.errors?.[0].path]).toEqual([400, 'farmer.fullName']);
    expect(await numberOf(stranger.user.id)).toBe(number);
    const booked = await bookFor({ phoneNumber: number, fullName: 'Caller' }, '2026-12-02');
    expect([booked.status, booked.body.farmer.fullName]).toEqual([200, 'Caller']);
    expect(await foundAs(number)).toEqual([String(booked.body.farmer.id)]);
    expect(await numberOf(stranger.user.id)).toBe(null);
    const audit = await service.sql("select actor_id, changes from audit_entry where action = 'phone_remove' and subject_id = $1", [
      stranger.user.id,
    ]);
    expect(audit).toEqual([{ actor_id: office.id, changes: [{ field: 'phoneNumber', from: number, to: null }] }]);
    const byMail = await call(service, 'POST', '/api/auth/login', { body: { email: stranger.user.email, password: strangerPassword } });
    expect(byMail.status).toBe(200);
  });

  test('when the office merges the new farmer into the account, then the account has the number again, confirmed', async () => {
    const number = newNumber();
    const { user } = (await register(number)).body;
    const { farmer } = (await bookFor({ phoneNumber: number, fullName: 'Caller' }, '2026-12-04')).body;
    expect((await office.post(`/api/receptionist/customer/${user.id}/merge`, { farmerId: farmer.id })).status).toBe(200);
    expect(await foundAs(number)).toEqual([String(user.id)]);
  });

  test('when fifty bookings for the caller run at once on two instances, then there is one new farmer', async () => {
    const number = newNumber();
    await register(number);
    const booked = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        call(n % 2 === 0 ? service : other, 'POST', '/api/receptionist/order', {
          token: office.token,
          body: {
            ...callerBooking({ date: `2027-01-${String((n % 25) + 1).padStart(2, '0')}`, session: { id: (n % 6) + 1 } }),
            farmer: { phoneNumber: number, fullName: `Caller ${n}` },
          },
        }),
      ),
    );
    const farmers = new Set(booked.filter(({ status }) => status === 200).map(({ body }) => body.farmer.id));
    expect(farmers.size).toBe(1);
    expect(await service.sql('select 1 from app_user where phone_key = $1', [number])).toHaveLength(1);
  });

  test('then the office can enter it for another farmer, and a farmer who changes to a number has not confirmed it', async () => {
    const number = newNumber();
    const stranger = (await register(number)).body;
    const farmer = await signedIn(service, 'farmer', { phoneNumber: newNumber() });
    expect((await farmer.patch('/api/common/profile', { phoneNumber: number })).status).toBe(200);
    expect(await foundAs(number)).toEqual([]);
    const customer = await signedIn(service, 'farmer', { phoneNumber: newNumber() });
    const changed = await office.patch(`/api/receptionist/customer/${customer.id}`, { phoneNumber: number });
    expect([changed.status, await foundAs(number)]).toEqual([200, [customer.id]]);
    expect([await numberOf(stranger.user.id), await numberOf(farmer.id)]).toEqual([null, null]);
    const second = await office.patch(`/api/receptionist/customer/${farmer.id}`, { phoneNumber: number });
    expect([second.status, second.body.code]).toEqual([409, 'ACCOUNT_EXISTS']);
  });
});

describe('when the office confirms a number after a call', () => {
  const confirm = (id: unknown, phoneNumber: string, at: Service = service) =>
    call(at, 'POST', `/api/receptionist/customer/${id}/confirm-phone`, { token: office.token, body: { phoneNumber } });

  test('then callers with it are that farmer, it is audited once, and other accounts lose it', async () => {
    const number = newNumber();
    const [first, second] = [(await register(number)).body, (await register(number)).body];
    const unconfirmed = await office.get(`/api/receptionist/farmer?phone=${number}&confirmed=false`);
    expect(unconfirmed.body.content.map(({ id }: { id: number }) => id)).toEqual([first.user.id, second.user.id]);
    const own = async (token: string) => (await call(service, 'GET', '/api/common/phone', { token })).body;
    expect(await own(second.token)).toEqual({ phoneNumber: number, verified: false, confirmed: false, canVerify: false });
    expect((await office.get(`/api/receptionist/customer/${second.user.id}`)).body.phoneConfirmed).toBe(false);
    for (const _ of [1, 2]) {
      const answer = await confirm(second.user.id, number);
      expect([answer.status, answer.body.phoneConfirmed]).toEqual([200, true]);
    }
    expect(await foundAs(number)).toEqual([String(second.user.id)]);
    expect(await own(second.token)).toMatchObject({ confirmed: true, verified: false });
    expect(await own(first.token)).toMatchObject({ phoneNumber: null, confirmed: false });
    const audit = await service.sql(
      'select action, subject_id from audit_entry where actor_id = $1 and subject_id = any($2::bigint[]) order by id',
      [office.id, [first.user.id, second.user.id]],
    );
    expect(audit).toEqual([
      { action: 'phone_remove', subject_id: String(first.user.id) },
      { action: 'phone_confirm', subject_id: String(second.user.id) },
    ]);
  });

  test('then a number of another farmer, or one that the farmer has changed, is refused', async () => {
    const owner = await signedIn(service, 'farmer', { phoneNumber: newNumber() });
    const { user, token } = (await register(owner.phoneNumber)).body;
    const taken = await confirm(user.id, owner.phoneNumber);
    expect([taken.status, taken.body.code]).toEqual([409, 'ACCOUNT_EXISTS']);
    await call(service, 'PATCH', '/api/common/profile', { token, body: { phoneNumber: newNumber() } });
    const changed = await confirm(user.id, owner.phoneNumber);
    expect([changed.status, changed.body.errors[0].path]).toEqual([400, 'phoneNumber']);
    expect((await confirm(office.id, office.phoneNumber)).status).toBe(404);
    const byFarmer = await call(service, 'POST', `/api/receptionist/customer/${user.id}/confirm-phone`, {
      token,
      body: { phoneNumber: owner.phoneNumber },
    });
    expect(byFarmer.status).toBe(403);
  });

  test('when fifty accounts are confirmed at once on two instances, then exactly one has the number', async () => {
    const phoneNumber = newNumber();
    const ids: string[] = [];
    for (let n = 0; n < 50; n++) ids.push((await signedIn(service, 'farmer', { phoneNumber, phoneConfirmed: false })).id);
    const answers = await Promise.all(ids.map((id, n) => confirm(id, phoneNumber, n % 2 === 0 ? service : other)));
    const winners = ids.filter((_, n) => answers[n]?.status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200 || status === 400)).toHaveLength(50);
    const holders = await service.sql('select id, phone_confirmed as confirmed from app_user where phone_key = $1', [phoneNumber]);
    expect(holders).toEqual([{ id: winners[0], confirmed: true }]);
  });
});

describe('when codes are entered for a number', () => {
  const secrets = new SecretBox(Buffer.alloc(32, 7));
  const withCode = async (id: string): Promise<Omit<GivenCode, 'purpose' | 'userId'>> => {
    const browserToken = newToken();
    const [row] = await service.sql<{ id: string }>(
      `insert into phone_code (browser_hash, purpose, phone_key, user_id, language, claimed_at, expires_at)
       select $2, 'verification', phone_key, id, 'en', $3, $3::timestamptz + interval '5 minutes' from app_user where id = $1 returning id`,
      [id, hashToken(browserToken), service.clock.now],
    );
    await service.sql('update phone_code set code_hash = $2 where id = $1', [row?.id, hashPhoneCode(secrets, row?.id ?? '', '123456')]);
    return { browserToken, code: '123456' };
  };
  const verify = async (farmer: Caller, at: Service = service) =>
    verifyOwnPhone(
      { database: at.database, secrets, now: service.clock.now },
      { id: farmer.id, role: 'farmer' },
      hashToken(farmer.token),
      await withCode(farmer.id),
    ).then(
      () => 'confirmed',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );

  test('in fifty accounts at once on two instances, then exactly one has it', async () => {
    const phoneNumber = newNumber();
    const farmers: Caller[] = [];
    for (let n = 0; n < 50; n++) farmers.push(await signedIn(service, 'farmer', { phoneNumber, phoneConfirmed: false }));
    const outcomes = await Promise.all(farmers.map((farmer, n) => verify(farmer, n % 2 === 0 ? service : other)));
    expect(outcomes.toSorted()).toEqual([...Array(49).fill('PHONE_CODE_REFUSED'), 'confirmed']);
    const winner = farmers[outcomes.indexOf('confirmed')];
    const holders = await service.sql('select id, phone_confirmed as confirmed from app_user where phone_key = $1', [phoneNumber]);
    expect(holders).toEqual([{ id: winner?.id, confirmed: true }]);
    expect(await service.sql('select user_id from verified_phone where phone_key = $1', [phoneNumber])).toEqual([{ user_id: winner?.id }]);
  });

  test('but another account has it confirmed, then it is refused', async () => {
    const owner = await signedIn(service, 'farmer', { phoneNumber: newNumber() });
    const stranger = await signedIn(service, 'farmer', { phoneNumber: owner.phoneNumber, phoneConfirmed: false });
    expect(await verify(stranger)).toBe('ACCOUNT_EXISTS');
    expect(await foundAs(owner.phoneNumber)).toEqual([owner.id]);
  });
});

describe('the upgrade from an earlier version', () => {
  test('when farmers registered themselves without a code, then their numbers are not confirmed; those of the office and proved ones are', async () => {
    const made = async (overrides: object = {}) => (await signedIn(service, 'farmer', { phoneNumber: newNumber(), ...overrides })).id;
    const [self, proved, byAdmin, neverSignedIn, byBooking, sprayer] = [
      await made(),
      await made(),
      await made(),
      await made({ passwordHash: null }),
      await made(),
      (await signedIn(service, 'sprayer')).id,
    ];
    await service.sql(
      'insert into verified_phone (user_id, phone_key, verified_at) select id, phone_key, now() from app_user where id = $1',
      [proved],
    );
    await service.sql(
      "insert into audit_entry (at, actor_id, action, subject_type, subject_id) values (now(), $1, 'user_create', 'user', $2)",
      [office.id, byAdmin],
    );
    await service.sql(
      `insert into spray_order (farmer_id, date, session_id, location, latitude, longitude, crop_id, area, cost, order_status, payment_method, confirmed, creation_date, created_at)
       select id, '2026-12-03', 1, 'A', 10, 105, 1, 1, 1, 'confirmed', 'cash', true, '2026-11-15', created_at from app_user where id = $1`,
      [byBooking],
    );
    await service.sql(migration('0333-self-registered-farmers.sql'));
    await service.sql(migration('0334-unconfirmed-numbers.sql'));
    expect(await service.sql('select 1 from self_registered_farmer')).toEqual([]);
    await service.sql(migration('0335-drop-self-registered-farmers.sql'));
    const ids = [self, proved, byAdmin, neverSignedIn, byBooking, sprayer];
    const rows = await service.sql<{ id: string; confirmed: boolean }>(
      'select id, phone_confirmed as confirmed from app_user where id = any($1::bigint[])',
      [ids],
    );
    const confirmed = new Map(rows.map(({ id, confirmed: is }) => [id, is]));
    expect(ids.map((id) => confirmed.get(id))).toEqual([false, true, true, true, true, true]);
  });
});

const migration = (name: string): string => readFileSync(new URL(`../../migrations/${name}`, import.meta.url), 'utf8');
