import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureFirstAdmin } from '../../src/accounts/set-up-admin.ts';
import { readMigrations } from '../../src/platform/migrations/migration-files.ts';
import { type Answer, call } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { expectProblem } from '../problem-shape.ts';

let service: Service;
let other: Service;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
});
afterAll(() => service.close());

let made = 0;
function registration(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  made++;
  return {
    email: `lua${made}@example.com`,
    password: 'Green-Field-7',
    fullName: 'Nguyễn Văn Lúa',
    phoneNumber: `0901${String(made).padStart(6, '0')}`,
    ...overrides,
  };
}
const register = (body: unknown, at: Service = service): Promise<Answer> => call(at, 'POST', '/api/auth/register', { body });
const count = async (column: string, value: string): Promise<number> =>
  (await service.sql(`select 1 from app_user where ${column} = $1`, [value])).length;

describe('registering', () => {
  test('when a user registers, then the user is a farmer and signed in, and every field is present', async () => {
    const body = registration({ city: ' Chợ Mới ' });
    const answer = await register(body);
    expect(answer.status).toBe(200);
    expect(answer.body.user).toEqual({
      id: expect.any(Number),
      email: body.email,
      fullName: body.fullName,
      phoneNumber: body.phoneNumber,
      street: null,
      city: 'Chợ Mới',
      province: null,
      postalCode: null,
      expertise: null,
      role: 'farmer',
      active: true,
    });
    const me = await call(service, 'GET', '/api/auth/me', { token: answer.body.token });
    expect([me.status, me.body]).toEqual([200, answer.body.user]);
  });

  test('when the body has another role, an id or expertise, then it is refused; a user who registers is a farmer', async () => {
    const refused = await register(registration({ role: 'admin', id: 1, expertise: 'expert', active: false }));
    expect([refused.status, refused.body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['role', 'id', 'expertise', 'active'],
    ]);
    const answer = await register(registration());
    expect([answer.body.user.role, answer.body.user.expertise, answer.body.user.active]).toEqual(['farmer', null, true]);
    expect((await call(service, 'GET', '/api/receptionist/feedback/', { token: answer.body.token })).status).toBe(403);
  });

  test('when several fields are invalid, then all are named at once, and no user is created', async () => {
    const body = registration({ email: 'lua', password: 'nocaps', fullName: ' ', phoneNumber: '12345' });
    const answer = await register(body);
    expectProblem(answer, 400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toEqual([
      { path: 'email', message: 'must be an e-mail address' },
      { path: 'password', message: 'needs at least 8 characters, a capital letter, a special character' },
      { path: 'fullName', message: 'must not be empty' },
      { path: 'phoneNumber', message: 'must be 0 or +84 followed by 9 or 10 digits' },
    ]);
    expect(answer.text).not.toContain('nocaps');
    expect(await count('phone_number', '12345')).toBe(0);
  });

  test('when country code and leading zero are both typed, then the number is the same as without', async () => {
    const answer = await register(registration({ phoneNumber: '+84 0905 100 200' }));
    expect(answer.body.user?.phoneNumber).toBe('+84 905 100 200');
    expect(await count('phone_key', '0905100200')).toBe(1);
    const login = { phoneNumber: '+840905100200', password: 'Green-Field-7' };
    expect((await call(service, 'POST', '/api/auth/login', { body: login })).status).toBe(200);
  });

  test('when an earlier version has stored such numbers, then the migration corrects them, unless another account has the number', async () => {
    const [migration] = readMigrations().filter(({ name }) => name === '0249-phone-notation-rows.sql');
    await register(registration({ phoneNumber: '0905100301' }));
    await service.sql('alter table app_user disable trigger app_user_phone_notation');
    await service.sql(
      `insert into app_user (full_name, phone_number, role, created_at)
       select 'Earlier', number, 'farmer', now() from unnest($1::text[]) number`,
      [['+84 0905 100 300', '+840905100301', '+84 0905 1003']],
    );
    await service.sql('alter table app_user enable trigger app_user_phone_notation');
    for (const _ of [1, 2]) await service.sql(migration?.statements[0] ?? '');
    const rows = await service.sql("select phone_number, phone_key from app_user where full_name = 'Earlier' order by phone_key");
    expect(rows).toEqual([
      { phone_number: '+84 0905 1003', phone_key: '009051003' },
      { phone_number: '+840905100301', phone_key: '00905100301' },
      { phone_number: '+84 905 100 300', phone_key: '0905100300' },
    ]);
    // The duplicate can still be saved, as by an admin who deactivates it.
    await service.sql("update app_user set phone_number = phone_number, active = false where phone_key = '00905100301'");
  });

  test('when the e-mail address is taken in another letter case, then it is a 409 that names the field', async () => {
    const body = registration();
    await register(body);
    const answer = await register(registration({ email: String(body.email).toUpperCase() }));
    expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([409, 'ACCOUNT_EXISTS', 'email']);
  });

  test.each(['+84 900 111 %', '0900 111 %', '0900\u00a0111\u00a0%', ' 0900111% '])(
    'when a phone number is registered as 0900111… and again as "%s", then both accounts have it, and neither has confirmed it',
    async (form) => {
      made++;
      const last = String(made).padStart(3, '0');
      expect((await register(registration({ phoneNumber: `0900111${last}` }))).status).toBe(200);
      expect((await register(registration({ phoneNumber: form.replace('%', last) }))).status).toBe(200);
      const confirmed = await service.sql('select phone_confirmed as is from app_user where phone_key = $1', [`0900111${last}`]);
      expect(confirmed).toEqual([{ is: false }, { is: false }]);
    },
  );

  test('when twenty requests register the same e-mail address at once on two instances, then one account is created', async () => {
    const { email } = registration();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => register(registration({ email }), n % 2 === 0 ? service : other)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409 && answer.body.code === 'ACCOUNT_EXISTS')).toHaveLength(19);
    expect(await count('email', String(email))).toBe(1);
  });
});

describe('the set-up link', () => {
  const use = (token: string, n: number, at: Service) =>
    call(at, 'POST', '/api/auth/setup', { body: { token, email: `owner${n}@example.com`, password: 'Green-Field-7' } });

  test('when two processes have each printed a link and both are used many times at once, then one admin is created', async () => {
    const [own] = [await startService()];
    const second = await own.another();
    try {
      const tokens = await Promise.all([
        ensureFirstAdmin(own.database, undefined, own.clock.now),
        ensureFirstAdmin(second.database, undefined, own.clock.now),
      ]);
      const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => use(String(tokens[n % 2]), n, n % 3 === 0 ? own : second)));
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => answer.status === 409 && answer.body.code === 'SETUP_CLOSED')).toHaveLength(9);
      expect(await own.sql("select 1 from app_user where role = 'admin'")).toHaveLength(1);
      expect(answers.find((answer) => answer.status === 200)?.body.user.role).toBe('admin');
    } finally {
      await own.close();
    }
  });

  test('when an admin was created in another way, then an old link is invalid', async () => {
    const own = await startService();
    try {
      const token = String(await ensureFirstAdmin(own.database, undefined, own.clock.now));
      await ensureFirstAdmin(own.database, { email: 'owner@example.com', password: 'Green-Field-7' }, own.clock.now);
      expect((await use(token, 1, own)).body.code).toBe('SETUP_CLOSED');
    } finally {
      await own.close();
    }
  });

  test('when several processes start at once with a configured admin, then all of them start and there is one admin', async () => {
    const own = await startService();
    try {
      const configured = { email: 'owner@example.com', password: 'Green-Field-7' };
      await Promise.all(Array.from({ length: 4 }, () => ensureFirstAdmin(own.database, configured, own.clock.now)));
      expect(await own.sql("select 1 from app_user where role = 'admin'")).toHaveLength(1);
    } finally {
      await own.close();
    }
  });

  test('when the token is wrong, then the request is refused before the password is checked or hashed', async () => {
    await ensureFirstAdmin(service.database, undefined, service.clock.now);
    const body = { token: 'wrong', email: 'owner@example.com', password: 'weak' };
    expect((await call(service, 'POST', '/api/auth/setup', { body })).body.code).toBe('SETUP_CLOSED');
  });

  test('when the token is wrong, then it is a 409 and no admin is created', async () => {
    await ensureFirstAdmin(service.database, undefined, service.clock.now);
    expect((await use('wrong', 1, service)).body.code).toBe('SETUP_CLOSED');
    expect(await service.sql("select 1 from app_user where role = 'admin'")).toEqual([]);
  });
});
