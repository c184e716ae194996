import { createHash, randomBytes, randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Caller, call, callerOn, signedIn, testPassword } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';
import { SentMails } from '../sent-mails.ts';
import { FakeIssuer, type Trouble } from './fake-issuer.ts';
import { clientId, clientSecret, type OpenIdProvider, signInAtProvider, startOpenIdProvider } from './openid-provider.ts';

/** The public address of a service in tests is http://localhost:8080. */
const redirectUri = 'http://localhost:8080/sign-in/callback';

const sent = new SentMails();
let service: Service;
let other: Service;
/** Waits for issuers for a second only. The others wait for long, because fifty requests at once may take a while. */
let impatient: Service;
let admin: Caller;
let provider: OpenIdProvider;
let fake: FakeIssuer;
/** Of the real provider and of the fake one. */
let realId: number;
let fakeId: number;

const issuerFields = { clientId, clientSecret, enabled: true, forFarmers: true, forStaff: true, staffDomains: [] as string[] };

beforeAll(async () => {
  service = await startService({ timing: { issuerLimit: 60_000 }, mailer: sent });
  other = await service.another();
  impatient = await service.another({ timing: { issuerLimit: 1000 } });
  admin = await signedIn(service, 'admin');
  provider = await startOpenIdProvider(redirectUri);
  fake = await FakeIssuer.start();
  realId = (await admin.post('/api/admin/issuer/', { ...issuerFields, name: 'Real', url: provider.url })).body.id;
  fakeId = (await admin.post('/api/admin/issuer/', { ...issuerFields, name: 'Fake', url: fake.url })).body.id;
});
afterAll(async () => {
  await service.close();
  await provider.close();
  await fake.close();
});
afterEach(async () => {
  fake.claims = {};
  fake.metadata = {};
  fake.trouble = {};
  fake.signature = 'valid';
  service.clock.now = testNow;
  for (const id of [realId, fakeId])
    await admin.patch(`/api/admin/issuer/${id}`, { enabled: true, forFarmers: true, forStaff: true, staffDomains: [] });
});

const outcome = ({ status, body }: Answer) => [status, body?.code];
const cookieOf = (answer: Answer): string => answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
const unusedNumber = (): string => `0913${String(randomInt(1_000_000)).padStart(6, '0')}`;
let made = 0;
const newEmail = (): string => `oidc${++made}@farm.example`;

/** A farmer who has confirmed the e-mail address. */
async function confirmedFarmer(email: string): Promise<Caller> {
  const farmer = await signedIn(service, 'farmer', { email });
  await service.sql('insert into verified_email (user_id, email_key, verified_at) values ($1, $2, $3)', [farmer.id, email, testNow]);
  return farmer;
}
/** A farmer whom the office has entered, and who has never signed in. */
async function enteredFarmer(email: string): Promise<Caller> {
  const farmer = await signedIn(service, 'farmer', { email, passwordHash: null });
  await service.sql('delete from access_token where user_id = $1', [farmer.id]);
  return farmer;
}

interface Begun {
  url: string;
  cookie: string;
}
async function begin(issuerId: number, person?: Caller, at: Service = service): Promise<Begun> {
  const path = person === undefined ? '/api/auth/oidc/start' : '/api/common/identity/start';
  const answer = await call(at, 'POST', path, { body: { issuerId }, ...(person === undefined ? {} : { token: person.token }) });
  if (answer.status !== 200) throw new Error(answer.text);
  expect(answer.headers.get('set-cookie')).toMatch(/^swath_oidc=[\w-]{43}; Path=\/api; HttpOnly; SameSite=Strict; Max-Age=600$/);
  return { url: answer.body.authorizationUrl, cookie: cookieOf(answer) };
}
const login = (body: object, cookie: string, at = service) => call(at, 'POST', '/api/auth/oidc/login', { body, headers: { cookie } });
const addLink = (person: Caller, body: object, cookie: string, at = service) =>
  call(at, 'POST', '/api/common/identity/', { token: person.token, body, headers: { cookie } });

/** Signs in at the fake issuer. */
async function signInAtFake(subject: string, email?: string, at = service): Promise<Answer> {
  const { url, cookie } = await begin(fakeId, undefined, at);
  return login(fake.signIn(url, subject, email), cookie, at);
}
async function linkAtFake(person: Caller, subject: string, email?: string): Promise<Answer> {
  const { url, cookie } = await begin(fakeId, person);
  return addLink(person, fake.signIn(url, subject, email), cookie);
}
const actionsOf = async (userId: string): Promise<string[]> =>
  (await service.sql<{ action: string }>('select action from audit_entry where actor_id = $1 order by id', [userId])).map(
    ({ action }) => action,
  );

describe('with a real provider', () => {
  test('when a verified e-mail address is that of an account, then it is linked and signs in, also on another process', async () => {
    const email = newEmail();
    const staff = await signedIn(service, 'receptionist', { email: email.toUpperCase() });
    const first = await begin(realId);
    const answer = await login(await signInAtProvider(first.url, email, redirectUri), first.cookie);
    expect([answer.status, answer.body.user?.id]).toEqual([200, Number(staff.id)]);
    expect((await call(service, 'GET', '/api/auth/me', { token: answer.body.token })).status).toBe(200);
    expect(answer.headers.get('set-cookie')).toContain('swath_token=');
    const second = await begin(realId, undefined, other);
    expect((await login(await signInAtProvider(second.url, email, redirectUri), second.cookie, service)).status).toBe(200);
    expect(await actionsOf(staff.id)).toEqual(['identity_link', 'sign_in', 'sign_in']);
    expect((await staff.get('/api/common/identity/')).body.content).toEqual([
      {
        id: expect.any(Number),
        issuerId: realId,
        issuer: 'Real',
        email,
        createdAt: testNow.toISOString(),
        lastUsedAt: testNow.toISOString(),
      },
    ]);
  });

  test('when a farmer has no account, then the farmer registers with a phone number and signs in again', async () => {
    const email = newEmail();
    const { url, cookie } = await begin(realId);
    const answer = await login(await signInAtProvider(url, email, redirectUri), cookie);
    expect(outcome(answer)).toEqual([409, 'OIDC_REGISTRATION_NEEDED']);
    const waiting = { cookie: cookieOf(answer) };
    expect((await call(other, 'GET', '/api/auth/oidc/registration', { headers: waiting })).body).toEqual({
      issuer: 'Real',
      email,
      fullName: 'Nguyễn Văn Lúa',
    });
    const register = (body: object, headers: Record<string, string> = waiting) =>
      call(service, 'POST', '/api/auth/oidc/register', { body, headers });
    const wrong = await register({ fullName: 'Lúa', phoneNumber: '12' });
    expect([outcome(wrong), wrong.body.errors[0].path]).toEqual([[400, 'VALIDATION_FAILED'], 'phoneNumber']);
    expect(outcome(await register({ fullName: 'Lúa', phoneNumber: unusedNumber() }, { cookie }))).toEqual([409, 'OIDC_REFUSED']);
    // Anyone can type any number, so another account may have it.
    const { phoneNumber } = await signedIn(service, 'farmer');
    const done = await register({ fullName: ' Lúa ', phoneNumber });
    expect([done.status, done.body.user]).toEqual([200, expect.objectContaining({ email, fullName: 'Lúa', phoneNumber, role: 'farmer' })]);
    expect(outcome(await register({ fullName: 'Lúa', phoneNumber: unusedNumber() }))).toEqual([409, 'OIDC_REFUSED']);
    const again = await begin(realId);
    const back = await login(await signInAtProvider(again.url, email, redirectUri), again.cookie);
    expect(back.body.user?.id).toBe(done.body.user.id);
    const unlinking = await call(service, 'GET', '/api/common/identity/', { token: back.body.token });
    const path = `/api/common/identity/${unlinking.body.content[0].id}`;
    expect(outcome(await call(service, 'DELETE', path, { token: back.body.token }))).toEqual([409, 'LAST_SIGN_IN_METHOD']);
  });

  test('when a signed-in user links an identity without an e-mail address, then it signs in until it is unlinked', async () => {
    const person = await signedIn(service, 'sprayer');
    const subject = `no-mail-${person.id}`;
    const { url, cookie } = await begin(realId, person);
    const callback = await signInAtProvider(url, subject, redirectUri);
    const stranger = await signedIn(service, 'sprayer');
    expect(outcome(await addLink(stranger, callback, cookie))).toEqual([409, 'OIDC_REFUSED']);
    expect(outcome(await login(callback, cookie))).toEqual([409, 'OIDC_REFUSED']);
    const linked = await addLink(person, callback, cookie, other);
    expect([linked.status, linked.body.email]).toEqual([200, null]);
    const signing = await begin(realId);
    expect((await login(await signInAtProvider(signing.url, subject, redirectUri), signing.cookie)).body.user?.id).toBe(Number(person.id));
    const path = `/api/common/identity/${linked.body.id}`;
    expect(outcome(await call(service, 'DELETE', path, { token: stranger.token }))).toEqual([404, 'NOT_FOUND']);
    expect((await call(service, 'DELETE', path, { token: person.token })).body).toEqual({ done: true });
    const after = await begin(realId);
    const unknown = await login(await signInAtProvider(after.url, subject, redirectUri), after.cookie);
    expect(outcome(unknown)).toEqual([409, 'OIDC_EMAIL_UNVERIFIED']);
    expect(await actionsOf(person.id)).toEqual(['identity_link', 'sign_in', 'identity_unlink']);
  });

  test('when the e-mail address is not verified, then no account is linked or made', async () => {
    const email = `unverified${newEmail()}`;
    await signedIn(service, 'farmer', { email });
    const { url, cookie } = await begin(realId);
    expect(outcome(await login(await signInAtProvider(url, email, redirectUri), cookie))).toEqual([409, 'OIDC_EMAIL_UNVERIFIED']);
    expect(await service.sql('select 1 from oidc_identity where subject = $1', [email])).toEqual([]);
  });

  test('when the person gives up at the provider, then nobody is signed in', async () => {
    const { url, cookie } = await begin(realId);
    const callback = await signInAtProvider(url, 'a', redirectUri, true);
    expect(outcome(await login(callback, cookie))).toEqual([409, 'OIDC_CANCELLED']);
  });

  test('when the issuer is read twice, then it was asked once for its discovery document', async () => {
    const before = fake.requests.discovery;
    await Promise.all([begin(fakeId), begin(fakeId), begin(fakeId)]);
    const asked = fake.requests.discovery - before;
    await begin(fakeId);
    expect([asked, fake.requests.discovery - before]).toEqual([1, 1]);
  });
});

describe('a callback', () => {
  test('when it is repeated, sent by another browser, without a cookie, with another state or too late, then it is refused', async () => {
    const email = newEmail();
    await confirmedFarmer(email);
    const refused = [409, 'OIDC_REFUSED'];
    const first = await begin(fakeId);
    const callback = fake.signIn(first.url, 's1', email);
    const theirs = await begin(fakeId);
    expect(outcome(await login(callback, theirs.cookie))).toEqual(refused);
    expect(outcome(await login(callback, ''))).toEqual(refused);
    expect(outcome(await login({ ...callback, state: 'sign-in.other' }, first.cookie))).toEqual(refused);
    expect((await login(callback, first.cookie)).status).toBe(200);
    expect(outcome(await login(callback, first.cookie))).toEqual(refused);
    const late = await begin(fakeId);
    service.clock.now = new Date(testNow.getTime() + 600_000);
    expect(outcome(await login(fake.signIn(late.url, 's1', email), late.cookie))).toEqual(refused);
  });

  test('when it is sent fifty times at once to two processes, then it signs in once', async () => {
    const email = newEmail();
    await confirmedFarmer(email);
    const { url, cookie } = await begin(fakeId);
    const callback = fake.signIn(url, email, email);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => login(callback, cookie, n % 2 === 0 ? service : other)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'OIDC_REFUSED')).toHaveLength(49);
  });

  test.each([
    ['another audience', { aud: 'someone' }],
    ['another nonce', { nonce: 'other' }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an expired ID token', { exp: Math.floor(Date.now() / 1000) - 600 }],
    ['no subject', { sub: undefined }],
    ['a subject that is no text', { sub: 7 }],
    ['a subject with a zero byte', { sub: 'a\u0000' }],
  ])('when the issuer answers with %s, then it is refused', async (_, claims) => {
    const email = newEmail();
    await signedIn(service, 'farmer', { email });
    fake.claims = claims;
    expect(outcome(await signInAtFake(email, email))).toEqual([409, 'OIDC_REFUSED']);
  });

  test.each(['other key', 'none', 'missing token'] as const)('when the signature is %s, then it is refused', async (signature) => {
    const email = newEmail();
    await signedIn(service, 'farmer', { email });
    fake.signature = signature;
    expect(outcome(await signInAtFake(email, email))).toEqual([409, 'OIDC_REFUSED']);
  });

  test('when the code or the issuer in the address is wrong, then it is refused', async () => {
    for (const wrong of [{ code: 'guessed' }, { iss: 'https://evil.example' }]) {
      const { url, cookie } = await begin(fakeId);
      expect(outcome(await login({ ...fake.signIn(url, 'a', newEmail()), ...wrong }, cookie))).toEqual([409, 'OIDC_REFUSED']);
    }
    const { url, cookie } = await begin(fakeId);
    const { state } = fake.signIn(url, 'a');
    expect(outcome(await login({ state }, cookie))).toEqual([409, 'OIDC_REFUSED']);
    const failed = await begin(fakeId);
    const answer = await login({ state: fake.signIn(failed.url, 'a').state, error: 'server_error' }, failed.cookie);
    expect(outcome(answer)).toEqual([503, 'OIDC_UNAVAILABLE']);
  });

  test.each([false, undefined, 'true', 1])('when email_verified is %j, then nothing is linked', async (isVerified) => {
    const email = newEmail();
    await signedIn(service, 'farmer', { email });
    fake.claims = { email_verified: isVerified };
    expect(outcome(await signInAtFake(email, email))).toEqual([409, 'OIDC_EMAIL_UNVERIFIED']);
  });

  test('when an address differs from that of an account by a letter that is equal in lower case only, then nothing is linked', async () => {
    const email = `k${newEmail()}`;
    await signedIn(service, 'farmer', { email });
    expect(outcome(await signInAtFake(email, email.replace('k', '\u212A')))).toEqual([409, 'OIDC_EMAIL_UNVERIFIED']);
  });

  test.each([{}, { state: '' }, { state: 7 }, { state: 'a', code: 'x'.repeat(4001) }, { state: 'a', code: ['a'] }])(
    'when the body is wrong (case %#), then it is a 400',
    async (body) => {
      expect(outcome(await login(body, 'swath_oidc=x'))).toEqual([400, 'VALIDATION_FAILED']);
    },
  );
});

describe('who may sign in', () => {
  test('when the account is deactivated, then it is refused, linked or not', async () => {
    const email = newEmail();
    const person = await signedIn(service, 'farmer', { email });
    expect((await linkAtFake(person, `sub-${email}`)).status).toBe(200);
    await service.sql('update app_user set active = false where id = $1', [person.id]);
    expect(outcome(await signInAtFake(`sub-${email}`))).toEqual([409, 'OIDC_NOT_ACCEPTED']);
    expect(outcome(await signInAtFake(`other-${email}`, email))).toEqual([409, 'OIDC_NOT_ACCEPTED']);
  });

  test('when the domain is outside the limit, then staff are refused, linked or not, and farmers are not', async () => {
    const [inside, outside] = [`in${made}@office.example`, newEmail()];
    const staff = await signedIn(service, 'receptionist', { email: inside });
    const foreign = await signedIn(service, 'sprayer', { email: outside });
    const farmer = await confirmedFarmer(newEmail());
    expect((await linkAtFake(foreign, 'foreign')).status).toBe(200);
    await admin.patch(`/api/admin/issuer/${fakeId}`, { staffDomains: ['@Office.example'] });
    expect((await signInAtFake(inside, inside)).body.user?.id).toBe(Number(staff.id));
    expect(outcome(await signInAtFake('foreign', outside))).toEqual([409, 'OIDC_NOT_ACCEPTED']);
    expect(outcome(await signInAtFake('foreign'))).toEqual([409, 'OIDC_NOT_ACCEPTED']);
    expect(outcome(await linkAtFake(await signedIn(service, 'admin'), 'new', outside))).toEqual([409, 'OIDC_NOT_ACCEPTED']);
    expect((await signInAtFake(farmer.email, farmer.email)).status).toBe(200);
  });

  test('when the issuer is only for staff, then farmers are refused and nobody registers', async () => {
    const farmer = await signedIn(service, 'farmer', { email: newEmail() });
    const waiting = await signInAtFake('late', newEmail());
    await admin.patch(`/api/admin/issuer/${fakeId}`, { forFarmers: false });
    expect(outcome(await signInAtFake(farmer.email, farmer.email))).toEqual([409, 'OIDC_NOT_ACCEPTED']);
    expect(outcome(await signInAtFake('new', newEmail()))).toEqual([409, 'OIDC_NO_ACCOUNT']);
    const body = { fullName: 'Lúa', phoneNumber: unusedNumber() };
    const registering = await call(service, 'POST', '/api/auth/oidc/register', { body, headers: { cookie: cookieOf(waiting) } });
    expect(outcome(registering)).toEqual([409, 'OIDC_NOT_ACCEPTED']);
  });

  test('when the issuer is only for farmers, then staff are refused', async () => {
    const staff = await signedIn(service, 'admin', { email: newEmail() });
    await admin.patch(`/api/admin/issuer/${fakeId}`, { forStaff: false });
    expect(outcome(await signInAtFake(staff.email, staff.email))).toEqual([409, 'OIDC_NOT_ACCEPTED']);
  });

  test('when the issuer is turned off, then it is not offered, and a sign-in that has begun ends', async () => {
    const { url, cookie } = await begin(fakeId);
    await admin.patch(`/api/admin/issuer/${fakeId}`, { enabled: false });
    expect(outcome(await login(fake.signIn(url, 'a', newEmail()), cookie))).toEqual([409, 'OIDC_REFUSED']);
    expect(outcome(await call(other, 'POST', '/api/auth/oidc/start', { body: { issuerId: fakeId } }))).toEqual([404, 'NOT_FOUND']);
    const { content } = (await call(other, 'GET', '/api/auth/issuer/')).body;
    expect(content).toEqual([{ id: realId, name: 'Real', forFarmers: true, forStaff: true }]);
  });
});

describe('links', () => {
  test('when fifty users link one identity at once on two processes, then one has it', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => signedIn(service, 'farmer')));
    const answers = await Promise.all(
      people.map(async (person, n) => {
        const at = n % 2 === 0 ? service : other;
        const { url, cookie } = await begin(fakeId, callerOn(at, person), at);
        return addLink(person, fake.signIn(url, 'shared'), cookie, at);
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'OIDC_IDENTITY_TAKEN')).toHaveLength(49);
    expect(await service.sql("select 1 from oidc_identity where subject = 'shared'")).toHaveLength(1);
  });

  test('when one identity signs in for the first time fifty times at once on two processes, then it is linked once and all are signed in', async () => {
    const email = newEmail();
    const person = await enteredFarmer(email);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => signInAtFake(email, email, n % 2 === 0 ? service : other)));
    expect(new Set(answers.map(({ body }) => body.user?.id))).toEqual(new Set([Number(person.id)]));
    expect(await actionsOf(person.id)).toEqual(['email_verify', 'identity_link']);
  });

  test('when another identity of the issuer has the e-mail address of a linked account, then it is refused', async () => {
    const email = newEmail();
    const person = await confirmedFarmer(email);
    expect((await signInAtFake(`first-${email}`, email)).status).toBe(200);
    expect(outcome(await signInAtFake(`second-${email}`, email))).toEqual([409, 'OIDC_ALREADY_LINKED']);
    expect(outcome(await linkAtFake(person, `third-${email}`))).toEqual([409, 'OIDC_ALREADY_LINKED']);
    expect((await linkAtFake(person, `first-${email}`)).status).toBe(200);
    expect((await person.get('/api/common/identity/')).body.page.totalElements).toBe(1);
  });

  test('when fifty registrations of one identity are sent at once, then there is one account', async () => {
    const email = newEmail();
    const waiting = await Promise.all(Array.from({ length: 50 }, (_, n) => signInAtFake(email, email, n % 2 === 0 ? service : other)));
    const answers = await Promise.all(
      waiting.map((answer, n) =>
        call(n % 2 === 0 ? service : other, 'POST', '/api/auth/oidc/register', {
          body: { fullName: 'Lúa', phoneNumber: unusedNumber() },
          headers: { cookie: cookieOf(answer) },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(await service.sql('select 1 from app_user where email = $1', [email])).toHaveLength(1);
  });

  test('when the only other way to sign in is a link, then one of two links that are removed at once stays', async () => {
    const person = await signedIn(service, 'farmer', { passwordHash: null });
    expect((await linkAtFake(person, `only-${person.id}`)).status).toBe(200);
    const { url, cookie } = await begin(realId, person);
    expect((await addLink(person, await signInAtProvider(url, `only-${person.id}`, redirectUri), cookie)).status).toBe(200);
    const { content } = (await person.get('/api/common/identity/')).body;
    const answers = await Promise.all(
      content.map(({ id }: { id: number }, n: number) =>
        call(n === 0 ? service : other, 'DELETE', `/api/common/identity/${id}`, { token: person.token }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('the last way to sign in', () => {
  test('when passkey and link of one user are removed at once on two processes, then one of them stays', async () => {
    const people = await Promise.all(Array.from({ length: 25 }, () => signedIn(service, 'farmer', { passwordHash: null })));
    await Promise.all(
      people.map(async (person, n) => {
        await linkAtFake(person, `both-${person.id}`);
        const [passkey] = await service.sql<{ id: string }>(
          `insert into passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
           values ($1, sha256($2::text::bytea), 'b', 0, '{}', 'Phone', now()) returning id`,
          [person.id, `both-${person.id}`],
        );
        const [link] = (await person.get('/api/common/identity/')).body.content;
        const answers = await Promise.all(
          [`passkey/${passkey?.id}`, `identity/${link.id}`].map((path, at) =>
            call((n + at) % 2 === 0 ? service : other, 'DELETE', `/api/common/${path}`, { token: person.token }),
          ),
        );
        expect(answers.map(outcome).sort()).toEqual([
          [200, undefined],
          [409, 'LAST_SIGN_IN_METHOD'],
        ]);
      }),
    );
  });

  test('when codes are not sent, then a confirmed number is no other way to sign in', async () => {
    const person = await signedIn(service, 'farmer', { passwordHash: null });
    await service.sql('insert into verified_phone select id, phone_key, now() from app_user where id = $1', [person.id]);
    const link = (await linkAtFake(person, `phone-${person.id}`)).body;
    const answer = await call(service, 'DELETE', `/api/common/identity/${link.id}`, { token: person.token });
    expect(outcome(answer)).toEqual([409, 'LAST_SIGN_IN_METHOD']);
  });
});

describe('an account whose e-mail address is not confirmed', () => {
  const unconfirmed = [409, 'OIDC_ACCOUNT_UNCONFIRMED'];
  const register = async (email: string): Promise<Caller> => {
    const phoneNumber = unusedNumber();
    const answer = await call(service, 'POST', '/api/auth/register', {
      body: { email, password: testPassword, fullName: 'Someone', phoneNumber },
    });
    return callerOn(service, { id: String(answer.body.user.id), role: 'farmer', email, phoneNumber, token: answer.body.token });
  };
  const signInAtReal = async (email: string): Promise<Answer> => {
    const { url, cookie } = await begin(realId);
    return login(await signInAtProvider(url, email, redirectUri), cookie);
  };
  const accessOf = async (id: string) =>
    service.sql(
      `select 'passkey' as kind from passkey where user_id = $1 union all select 'identity' from oidc_identity where user_id = $1
       union all select 'phone' from verified_phone where user_id = $1 union all select 'calendar' from calendar_feed where user_id = $1
       union all select 'push' from push_subscription where user_id = $1
       union all select 'key' from api_key where user_id = $1 and revoked_at is null`,
      [id],
    );
  /** A password link as a mail has it. */
  async function linkMailedTo({ id, email }: Caller): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await service.sql(
      `insert into password_reset (hash, user_id, created_at, expires_at, email) values ($1, $2, $3, $3::timestamptz + interval '1 hour', $4)`,
      [createHash('sha256').update(token).digest(), id, testNow, email],
    );
    return token;
  }
  const reset = (token: string, at = service) =>
    call(at, 'POST', '/api/auth/password/reset', { body: { token, password: 'Green-Field-7' } });

  test('when someone else has registered with the address, then nothing is shared, and a mailed link gives the account to the owner', async () => {
    const email = newEmail();
    const stranger = await register(email);
    expect((await linkAtFake(stranger, `stranger-${stranger.id}`)).status).toBe(200);
    expect((await stranger.post('/api/common/calendar-feed')).status).toBe(200);
    const keyFields = { name: `Key ${stranger.id}`, userId: Number(stranger.id), scopes: ['orders:read'], expiresInDays: 30 };
    expect((await admin.post('/api/admin/api-key/', keyFields)).status).toBe(200);
    await service.sql(
      `with k as (insert into passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
                  values ($1::bigint, 'a', 'b', 0, '{}', 'Phone', now())),
            s as (insert into push_subscription (user_id, endpoint, p256dh, auth, device, created_at)
                  values ($1::bigint, 'https://push.example/' || $1, 'a', 'b', 'Phone', now()))
       insert into verified_phone (user_id, phone_key, verified_at) select id, phone_key, now() from app_user where id = $1::bigint`,
      [stranger.id],
    );
    expect(outcome(await signInAtReal(email))).toEqual(unconfirmed);
    expect(await accessOf(stranger.id)).toHaveLength(6);
    await call(service, 'POST', '/api/auth/password/forgot', { body: { email } });
    expect((await reset((await sent.link(email)).token)).status).toBe(200);
    expect(await accessOf(stranger.id)).toEqual([]);
    expect((await stranger.get('/api/auth/me')).status).toBe(401);
    expect(outcome(await signInAtFake(`stranger-${stranger.id}`))).toEqual([409, 'OIDC_EMAIL_UNVERIFIED']);
    const [entry] = await service.sql<{ changes: object[] }>(
      "select changes from audit_entry where actor_id = $1 and action = 'email_verify'",
      [stranger.id],
    );
    expect(entry?.changes).toEqual(
      ['devices', 'passkeys', 'signInProviders', 'pushDevices', 'calendarAddresses', 'verifiedPhones', 'apiKeys'].map((field) => ({
        field,
        from: 1,
        to: 0,
      })),
    );
    expect((await signInAtReal(email)).body.user?.id).toBe(Number(stranger.id));
  });

  test('when its holder links an identity with the address, then that confirms it for other issuers', async () => {
    const email = newEmail();
    const farmer = await register(email);
    const { url, cookie } = await begin(realId, farmer);
    expect((await addLink(farmer, await signInAtProvider(url, email, redirectUri), cookie)).status).toBe(200);
    expect((await signInAtFake(`same-${email}`, email)).body.user?.id).toBe(Number(farmer.id));
  });

  test('when the office has entered a farmer who has never signed in, then the identity is linked', async () => {
    const email = newEmail();
    const farmer = await enteredFarmer(email);
    expect((await signInAtReal(email)).body.user?.id).toBe(Number(farmer.id));
    const signedInByPhone = await enteredFarmer(newEmail());
    await service.sql('insert into verified_phone select id, phone_key, now() from app_user where id = $1', [signedInByPhone.id]);
    expect(outcome(await signInAtReal(signedInByPhone.email))).toEqual(unconfirmed);
  });

  test('when staff change their own address, then it is not trusted until an admin has entered it', async () => {
    const [first, second] = [newEmail(), newEmail()];
    const staff = await signedIn(service, 'receptionist', { email: newEmail() });
    expect((await staff.patch('/api/common/profile', { email: first })).status).toBe(200);
    expect(outcome(await signInAtReal(first))).toEqual(unconfirmed);
    expect((await admin.patch(`/api/admin/user/${staff.id}`, { email: second })).status).toBe(200);
    expect((await signInAtReal(second)).body.user?.id).toBe(Number(staff.id));
  });

  test('when owners set passwords while other persons add links and calendars on two processes, then none remain', async () => {
    // Fifty requests at once, of which three wait for each other.
    const cases = await Promise.all(
      Array.from({ length: 17 }, async (_, n) => {
        const stranger = await register(newEmail());
        const subject = `race-${stranger.id}`;
        // Some have added them before, so there is something to end.
        if (n % 3 === 0) {
          expect((await linkAtFake(stranger, subject)).status).toBe(200);
          expect((await stranger.post('/api/common/calendar-feed')).status).toBe(200);
          expect(await accessOf(stranger.id)).toHaveLength(2);
        }
        const { url, cookie } = await begin(fakeId, stranger);
        return { n, stranger, token: await linkMailedTo(stranger), body: fake.signIn(url, subject), cookie };
      }),
    );
    const answers = await Promise.all(
      cases.map(async ({ n, stranger, token, body, cookie }) => {
        const [one, two] = n % 2 === 0 ? [service, other] : [other, service];
        return Promise.all([
          reset(token, one),
          addLink(stranger, body, cookie, two),
          callerOn(n % 4 < 2 ? one : two, stranger).post('/api/common/calendar-feed'),
        ]);
      }),
    );
    expect(answers.map(([owner]) => owner.status)).toEqual(cases.map(() => 200));
    expect(answers.flatMap(([, ...added]) => added).filter(({ status }) => ![200, 401, 409].includes(status))).toEqual([]);
    for (const { stranger } of cases) {
      expect(await accessOf(stranger.id)).toEqual([]);
      expect((await stranger.get('/api/auth/me')).status).toBe(401);
    }
  });

  test('when its owner sets a password while the other person changes the address, then one of them has the account', async () => {
    const strangers = await Promise.all(Array.from({ length: 25 }, () => register(newEmail())));
    await Promise.all(
      strangers.map(async (stranger, n) => {
        const token = await linkMailedTo(stranger);
        const [taken, changed] = await Promise.all([
          reset(token, n % 2 === 0 ? service : other),
          callerOn(n % 2 === 0 ? other : service, stranger).patch('/api/common/profile', { email: `x${stranger.email}` }),
        ]);
        expect([outcome(taken)[1] ?? 200, changed.status]).toEqual(taken.status === 200 ? [200, 401] : ['RESET_CLOSED', 200]);
      }),
    );
  });
});

describe('an issuer that is out of order', () => {
  test.each(['hangs', 'fails', 'sends junk', 'sends too much', 'redirects', 'closes the connection'] as Trouble[])(
    'when discovery %s, then it is a 503',
    async (trouble) => {
      await admin.patch(`/api/admin/issuer/${fakeId}`, { name: 'Fake' });
      fake.trouble = { discovery: trouble };
      const answer = await call(impatient, 'POST', '/api/auth/oidc/start', { body: { issuerId: fakeId } });
      expect([outcome(answer), answer.headers.get('retry-after')]).toEqual([[503, 'OIDC_UNAVAILABLE'], '30']);
      expect((await callerOn(impatient, admin).post(`/api/admin/issuer/${fakeId}/check`)).body).toEqual({ answers: false });
      fake.trouble = {};
      expect((await admin.post(`/api/admin/issuer/${fakeId}/check`)).body).toEqual({ answers: true });
    },
  );

  test.each(['hangs', 'fails', 'sends junk', 'sends too much', 'redirects', 'closes the connection'] as Trouble[])(
    'when the token endpoint %s, then it is a 503',
    async (trouble) => {
      const { url, cookie } = await begin(fakeId);
      fake.trouble = { token: trouble };
      expect(outcome(await login(fake.signIn(url, 'a', newEmail()), cookie, impatient))).toEqual([503, 'OIDC_UNAVAILABLE']);
    },
  );

  test.each(['hangs', 'fails', 'sends junk', 'closes the connection'] as Trouble[])(
    'when the keys cannot be read because the endpoint %s, then it is a 503',
    async (trouble) => {
      // A change makes the service forget the keys it has.
      await admin.patch(`/api/admin/issuer/${fakeId}`, { name: 'Fake' });
      const { url, cookie } = await begin(fakeId);
      fake.trouble = { keys: trouble };
      expect(outcome(await login(fake.signIn(url, 'a', newEmail()), cookie, impatient))).toEqual([503, 'OIDC_UNAVAILABLE']);
    },
  );

  test('when the user info is about someone else, then it is refused', async () => {
    await admin.patch(`/api/admin/issuer/${fakeId}`, { name: 'Fake' });
    fake.metadata = { userinfo_endpoint: `${fake.url}/userinfo` };
    expect(outcome(await signInAtFake('a'))).toEqual([409, 'OIDC_REFUSED']);
  });

  test.each([
    ['another issuer', () => ({ issuer: 'http://localhost:1' })],
    ['no endpoints', () => ({ authorization_endpoint: undefined })],
    ['a script as its page', () => ({ authorization_endpoint: 'javascript:alert(1)' })],
    ['a page without TLS', () => ({ authorization_endpoint: 'http://evil.example/authorize' })],
    ['numbers', () => ({ issuer: 7, authorization_endpoint: 7 })],
  ])('when the discovery document has %s, then it is a 503', async (_, metadata) => {
    await admin.patch(`/api/admin/issuer/${fakeId}`, { name: 'Fake' });
    fake.metadata = metadata();
    expect(outcome(await call(service, 'POST', '/api/auth/oidc/start', { body: { issuerId: fakeId } }))).toEqual([503, 'OIDC_UNAVAILABLE']);
    await admin.patch(`/api/admin/issuer/${fakeId}`, { name: 'Fake' });
  });

  test('when the client secret was stored with another key, then it is a 503', async () => {
    const [row] = await service.sql<{ sealed: Buffer }>('select sealed from stored_secret where name = $1', [`oidc-issuer:${fakeId}`]);
    expect(row?.sealed.includes(clientSecret)).toBe(false);
    await service.sql("update stored_secret set sealed = '\\x0102' where name = $1", [`oidc-issuer:${fakeId}`]);
    expect(outcome(await call(service, 'POST', '/api/auth/oidc/start', { body: { issuerId: fakeId } }))).toEqual([503, 'OIDC_UNAVAILABLE']);
    expect((await admin.patch(`/api/admin/issuer/${fakeId}`, { clientSecret })).status).toBe(200);
    await begin(fakeId);
  });
});

describe('settings', () => {
  const input = { ...issuerFields, name: 'New', url: 'https://login.example.com', enabled: false };

  test('when an admin adds, changes and deletes an issuer, then links go with it, and the audit trail has no secret', async () => {
    const actor = await signedIn(service, 'admin');
    const { id, ...created } = (
      await actor.post('/api/admin/issuer/', {
        ...input,
        url: ' https://login.example.com/.well-known/openid-configuration ',
        staffDomains: ['A.example', 'a.example'],
      })
    ).body;
    const { clientSecret: _, ...shown } = input;
    expect(created).toEqual({ ...shown, staffDomains: ['a.example'], redirectUri });
    const path = `/api/admin/issuer/${id}`;
    expect((await actor.get(path)).body).toEqual({ id, ...created });
    expect((await actor.patch(path, { name: ' Newer ', clientSecret: 'another-secret' })).body.name).toBe('Newer');
    expect((await actor.patch(path, { name: 'Newer' })).status).toBe(200);
    await service.sql('insert into oidc_identity (issuer_id, subject, user_id, created_at) values ($1, $2, $3, now())', [
      id,
      'x',
      actor.id,
    ]);
    expect((await call(service, 'DELETE', path, { token: actor.token })).body).toEqual({ done: true });
    expect(outcome(await actor.get(path))).toEqual([404, 'NOT_FOUND']);
    expect(await service.sql('select 1 from stored_secret where name = $1', [`oidc-issuer:${id}`])).toEqual([]);
    const entries = await service.sql<{ action: string; changes: unknown }>(
      'select action, changes from audit_entry where actor_id = $1 order by id',
      [actor.id],
    );
    expect(entries.map(({ action }) => action)).toEqual(['issuer_create', 'issuer_update', 'issuer_delete']);
    expect(entries[1]?.changes).toEqual([
      { field: 'name', from: 'New', to: 'Newer' },
      { field: 'clientSecret', from: null, to: 'changed' },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/another-secret|of-the-client/);
  });

  test.each([
    [{ url: 'http://login.example.com' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ url: 'https://a:b@login.example.com' }, 'url'],
    [{ staffDomains: ['no domain'] }, 'staffDomains.0'],
    [{ name: ' ' }, 'name'],
    [{ clientSecret: '' }, 'clientSecret'],
    [{ enabled: 'yes' }, 'enabled'],
  ])('when an issuer has %j, then it is a 400', async (wrong, path) => {
    const answer = await admin.post('/api/admin/issuer/', { ...input, ...wrong });
    expect([outcome(answer), answer.body.errors.map((error: { path: string }) => error.path)]).toEqual([
      [400, 'VALIDATION_FAILED'],
      [path],
    ]);
  });

  test('when the name or the address belongs to another issuer, then it is refused, and the address cannot be changed', async () => {
    const exists = [409, 'ISSUER_EXISTS'];
    expect(outcome(await admin.post('/api/admin/issuer/', { ...input, name: 'rEAL' }))).toEqual(exists);
    expect(outcome(await admin.post('/api/admin/issuer/', { ...input, url: provider.url }))).toEqual(exists);
    expect(outcome(await admin.patch(`/api/admin/issuer/${fakeId}`, { name: 'Real' }))).toEqual(exists);
    expect(outcome(await admin.patch(`/api/admin/issuer/${fakeId}`, { url: 'https://other.example.com' }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
  });

  test('when the password is right, then signing in with it works beside an issuer', async () => {
    const email = newEmail();
    await confirmedFarmer(email);
    expect((await signInAtFake(email, email)).status).toBe(200);
    expect((await call(service, 'POST', '/api/auth/login', { body: { email, password: testPassword } })).status).toBe(200);
  });
});
