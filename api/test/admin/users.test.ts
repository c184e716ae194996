import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Caller, call, placed, signedIn, testPassword } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { SentMails } from '../sent-mails.ts';

let service: Service;
let other: Service;
let admin: Caller;
let receptionist: Caller;

beforeAll(async () => {
  service = await startService({ mailer: sent });
  other = await service.another();
  admin = await signedIn(service, 'admin');
  receptionist = await signedIn(service, 'receptionist');
});
afterAll(() => service.close());

const userFields = ['id', 'email', 'fullName', 'phoneNumber', 'street', 'city', 'province', 'postalCode', 'expertise', 'role', 'active'];
const me = (token: string, at: { url: string } = service) => call(at, 'GET', '/api/auth/me', { token });
const login = (email: string, password: string) => call(service, 'POST', '/api/auth/login', { body: { email, password } });
const sent = new SentMails();
const mailsTo = (address: string) => service.sql('select id from outgoing_mail where to_address = $1', [address]);
const refused = ({ status, body }: Answer) => [status, body.code];

/** A job for this crew, this many days after the tests' today. */
async function job(crew: Caller[], date: string, sessionId = 3): Promise<string> {
  const farmer = await signedIn(service, 'farmer');
  const { id } = await placed(farmer, { date, session: { id: sessionId }, confirmed: true });
  const answer = await receptionist.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: crew.map((member) => Number(member.id)) });
  expect(answer.status).toBe(200);
  return String(id);
}

describe('accepted', () => {
  test('when an admin creates an account with a password, then the user has exactly the contract fields and can sign in', async () => {
    const made = await admin.post('/api/admin/user', {
      role: 'sprayer',
      expertise: 'adept',
      fullName: ' Lê Văn Bay ',
      email: 'bay@test.example',
      phoneNumber: '+84 901 111 222',
      city: 'Chợ Mới',
      password: testPassword,
    });
    expect(made.status).toBe(200);
    expect(Object.keys(made.body)).toEqual(userFields);
    expect(made.body).toMatchObject({ fullName: 'Lê Văn Bay', role: 'sprayer', expertise: 'adept', active: true, street: null });
    expect((await admin.get(`/api/admin/user/${made.body.id}`)).body).toEqual(made.body);
    expect((await login('bay@test.example', testPassword)).status).toBe(200);
    expect(await mailsTo('bay@test.example')).toEqual([]);
  });

  test("when the account has no password, then a link is mailed in the user's language and works once", async () => {
    const body = { role: 'receptionist', fullName: 'Mai', email: 'mai@test.example', language: 'en' };
    const made = await admin.post('/api/admin/user', body);
    expect(made.status).toBe(200);
    const { mail } = await sent.link('mai@test.example');
    expect(mail?.subject).toBe('Your account is ready');
    const token = /http:\/\/localhost:8080\/reset#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(made.text).not.toContain(token);
    const reset = () => call(service, 'POST', '/api/auth/password/reset', { body: { token, password: 'Green-Field-7' } });
    expect((await reset()).body.user?.email).toBe('mai@test.example');
    expect(refused(await reset())).toEqual([409, 'RESET_CLOSED']);
    expect((await login('mai@test.example', 'Green-Field-7')).status).toBe(200);
  });

  test('when the same Idempotency-Key is sent twice, then there is one account', async () => {
    const body = { role: 'farmer', fullName: 'Gạo', phoneNumber: '0933 000 111' };
    const first = await admin.post('/api/admin/user', body, { 'idempotency-key': 'gao' });
    const second = await admin.post('/api/admin/user', body, { 'idempotency-key': 'gao' });
    expect([first.status, second.text]).toEqual([200, first.text]);
  });

  test('when the list is filtered and searched, then only matches are returned, and LIKE wildcards are literal', async () => {
    await signedIn(service, 'farmer', { fullName: 'Trần 100%_Lúa', email: 'Tran.Lua@test.example', phoneNumber: '0977 123 987' });
    const names = async (query: string) =>
      (await admin.get(`/api/admin/user/?${query}`)).body.content.map((user: { fullName: string }) => user.fullName);
    expect(await names('search=100%25_l')).toEqual(['Trần 100%_Lúa']);
    expect(await names('search=TRAN.LUA')).toEqual(['Trần 100%_Lúa']);
    expect(await names(`search=${encodeURIComponent('+84 977 123')}`)).toEqual(['Trần 100%_Lúa']);
    expect(await names('search=100%25_l&role=admin,sprayer')).toEqual([]);
    expect(await names('search=100%25_l&role=admin&role=farmer&active=true')).toEqual(['Trần 100%_Lúa']);
    expect(await names('search=100%25_l&active=false')).toEqual([]);
    const page = (await admin.get('/api/admin/user/?size=1&sort=fullName,asc')).body;
    expect([page.content.length, page.page.size, page.page.totalElements > 3]).toEqual([1, 1, true]);
  });

  test('when a user is changed, then omitted fields stay, and an empty text clears a field', async () => {
    const sprayer = await signedIn(service, 'sprayer');
    const path = `/api/admin/user/${sprayer.id}`;
    const changed = await admin.patch(path, { street: '', city: ' Long Xuyên ', expertise: 'adept' });
    expect(changed.body).toMatchObject({
      street: null,
      city: 'Long Xuyên',
      expertise: 'adept',
      email: sprayer.email,
      province: 'An Giang',
    });
    const moved = await admin.patch(path, { role: 'receptionist' });
    expect(moved.body).toMatchObject({ role: 'receptionist', expertise: null });
    // The next request has the new role, in every process.
    expect((await sprayer.get('/api/sprayer/order/')).status).toBe(403);
    await eventually(async () =>
      expect((await call(other, 'GET', '/api/receptionist/feedback/', { token: sprayer.token })).status).toBe(200),
    );
  });

  test('when an admin sets the language of a user, then messages use it, and the user keeps the contract fields', async () => {
    const farmer = await signedIn(service, 'farmer');
    const path = `/api/admin/user/${farmer.id}`;
    expect((await admin.get(`${path}/language`)).body).toEqual({ language: 'en' });
    expect((await admin.patch(path, { language: 'vi' })).body).not.toHaveProperty('language');
    expect((await admin.get(`${path}/language`)).body).toEqual({ language: 'vi' });
    expect((await farmer.get('/api/common/profile')).body.language).toBe('vi');
  });

  test('when a user is deactivated, then the tokens are invalid in every process, and activation restores the account', async () => {
    const farmer = await signedIn(service, 'farmer');
    expect([(await me(farmer.token)).status, (await me(farmer.token, other)).status]).toEqual([200, 200]);
    const off = await admin.post(`/api/admin/user/${farmer.id}/deactivate`);
    expect([off.status, Object.keys(off.body), off.body.active]).toEqual([200, userFields, false]);
    expect((await me(farmer.token)).status).toBe(401);
    await eventually(async () => expect((await me(farmer.token, other)).status).toBe(401));
    expect(refused(await login(farmer.email, testPassword))).toEqual([401, 'BAD_CREDENTIALS']);
    expect((await admin.post(`/api/admin/user/${farmer.id}/activate`)).body.active).toBe(true);
    expect((await me(farmer.token)).status).toBe(401);
    expect((await login(farmer.email, testPassword)).status).toBe(200);
  });

  test('when a password is reset, then tokens and the old password are invalid at once, and the link is only in the mail', async () => {
    const sprayer = await signedIn(service, 'sprayer', { language: 'vi' });
    const answer = await admin.post(`/api/admin/user/${sprayer.id}/reset-password`);
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, userFields]);
    expect((await me(sprayer.token)).status).toBe(401);
    expect((await login(sprayer.email, testPassword)).status).toBe(401);
    const { mail } = await sent.link(sprayer.email);
    expect(mail?.subject).toBe('Đặt mật khẩu mới');
    expect(mail?.text).toMatch(/\/reset#[\w-]{43}\n/);
  });

  test('when an admin sets a password, then the old tokens are invalid and the new password works', async () => {
    const farmer = await signedIn(service, 'farmer');
    expect((await admin.patch(`/api/admin/user/${farmer.id}`, { password: 'Green-Field-8' })).status).toBe(200);
    expect((await me(farmer.token)).status).toBe(401);
    expect((await login(farmer.email, 'Green-Field-8')).status).toBe(200);
  });

  test('when the jobs of a sprayer are handed over, then the sprayer can be deactivated', async () => {
    const leaving = await signedIn(service, 'sprayer');
    const remaining = await signedIn(service, 'sprayer');
    const id = await job([leaving], '2026-11-20');
    expect(refused(await admin.post(`/api/admin/user/${leaving.id}/deactivate`))).toEqual([409, 'STAFF_HAS_JOBS']);
    await receptionist.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(remaining.id)] });
    expect((await admin.post(`/api/admin/user/${leaving.id}/deactivate`)).body.active).toBe(false);
  });
});

describe('refused', () => {
  test('when a sprayer has jobs, then neither role nor account can be changed, and the error names the orders', async () => {
    const sprayer = await signedIn(service, 'sprayer');
    const ids = [await job([sprayer], '2026-11-21'), await job([sprayer], '2026-11-22')];
    for (const answer of [
      await admin.patch(`/api/admin/user/${sprayer.id}`, { role: 'receptionist' }),
      await admin.post(`/api/admin/user/${sprayer.id}/deactivate`),
      await admin.patch(`/api/admin/user/${sprayer.id}`, { expertise: 'apprentice' }),
    ]) {
      expect(refused(answer)).toEqual([409, 'STAFF_HAS_JOBS']);
      expect(answer.body.detail).toContain(`orders ${ids.join(', ')}.`);
      expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(ids.map((id) => `order.${id}`));
    }
    expect((await admin.get(`/api/admin/user/${sprayer.id}`)).body).toMatchObject({ role: 'sprayer', expertise: 'expert', active: true });
    expect((await me(sprayer.token)).status).toBe(200);
  });

  test('when another sprayer of the crew has experience, then one of them can become an apprentice, and the other cannot', async () => {
    const crew = [await signedIn(service, 'sprayer'), await signedIn(service, 'sprayer')];
    await job(crew, '2026-11-23');
    const become = (n: number) => admin.patch(`/api/admin/user/${crew[n]?.id}`, { expertise: 'apprentice' });
    expect((await become(0)).body.expertise).toBe('apprentice');
    expect(refused(await become(1))).toEqual([409, 'STAFF_HAS_JOBS']);
  });

  test('when a farmer has open orders, then the role cannot change', async () => {
    const farmer = await signedIn(service, 'farmer');
    const { id } = await placed(farmer, { date: '2026-11-24' });
    const answer = await admin.patch(`/api/admin/user/${farmer.id}`, { role: 'receptionist' });
    expect(refused(answer)).toEqual([409, 'FARMER_HAS_ORDERS']);
    expect(answer.body.detail).toContain(`order ${id}.`);
    expect(answer.body.errors).toEqual([{ path: `order.${id}`, message: 'is not done yet' }]);
  });

  test.each([
    ['a sprayer without expertise', { role: 'sprayer', email: 's@test.example' }, ['expertise']],
    ['a farmer with expertise', { role: 'farmer', expertise: 'expert', phoneNumber: '0944 000 111' }, ['expertise']],
    ['a farmer without a phone number', { role: 'farmer', email: 'f@test.example' }, ['phoneNumber']],
    ['staff with neither password nor e-mail', { role: 'receptionist', phoneNumber: '0944 000 112' }, ['password']],
    [
      'a user with a weak password and an invalid number',
      { role: 'receptionist', password: 'aaaaaaaa', phoneNumber: '12' },
      ['password', 'phoneNumber'],
    ],
    ['a user with an unknown role and no name', { role: 'owner', fullName: ' ' }, ['fullName', 'role']],
  ])('when the user is %s, then the error names the wrong fields', async (_, body, paths) => {
    const answer = await admin.post('/api/admin/user', { fullName: 'Someone', ...body });
    expect(refused(answer)).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.errors.map((error: { path: string }) => error.path).sort()).toEqual(paths);
  });

  test('when the e-mail or phone number is taken, then creating and changing are both refused', async () => {
    const farmer = await signedIn(service, 'farmer');
    const taken = { email: farmer.email.toUpperCase() };
    expect(refused(await admin.post('/api/admin/user', { role: 'admin', fullName: 'X', ...taken }))).toEqual([409, 'ACCOUNT_EXISTS']);
    expect(refused(await admin.patch(`/api/admin/user/${receptionist.id}`, taken))).toEqual([409, 'ACCOUNT_EXISTS']);
  });

  test('when a change leaves a sprayer without expertise or staff without a way to sign in, then it is a 400', async () => {
    const staff = await signedIn(service, 'receptionist');
    expect((await admin.patch(`/api/admin/user/${staff.id}`, { role: 'sprayer' })).status).toBe(400);
    expect((await admin.patch(`/api/admin/user/${staff.id}`, { expertise: 'expert' })).status).toBe(400);
    expect((await admin.patch(`/api/admin/user/${staff.id}`, { email: '', phoneNumber: '' })).status).toBe(400);
    expect((await admin.patch(`/api/admin/user/${staff.id}`, { email: 'no address' })).status).toBe(400);
    expect((await admin.patch(`/api/admin/user/${staff.id}`, { email: '' })).body.email).toBe(null);
    expect(refused(await admin.post(`/api/admin/user/${staff.id}/reset-password`))).toEqual([409, 'CANNOT_SEND_LINK']);
  });

  test('when the user does not exist, then every operation is a 404', async () => {
    const path = '/api/admin/user/9223372036854775807';
    const answers = [
      await admin.get(path),
      await admin.patch(path, {}),
      ...(await Promise.all(['activate', 'deactivate', 'reset-password'].map((verb) => admin.post(`${path}/${verb}`)))),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404]);
    expect((await admin.get('/api/admin/user/0')).status).toBe(400);
  });
});

describe('authorization', () => {
  test('when the caller is not an admin, then it is a 403, and nothing changes', async () => {
    const farmer = await signedIn(service, 'farmer');
    const sprayer = await signedIn(service, 'sprayer');
    for (const caller of [farmer, sprayer, receptionist]) {
      const answers = [
        await caller.get('/api/admin/user/'),
        await caller.post('/api/admin/user', { role: 'admin', fullName: 'Me', email: 'me@test.example' }),
        await caller.patch(`/api/admin/user/${caller.id}`, { role: 'admin' }),
        await caller.post(`/api/admin/user/${admin.id}/deactivate`),
        await caller.get('/api/admin/audit/'),
        await caller.patch('/api/admin/setting', { companyName: 'Mine' }),
        await caller.patch('/api/admin/crop/1', { price: 0 }),
        await caller.patch('/api/admin/session/1', { active: false }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 403));
    }
    expect((await call(service, 'GET', '/api/admin/user/')).status).toBe(401);
    expect((await me(admin.token)).body.active).toBe(true);
  });
});
