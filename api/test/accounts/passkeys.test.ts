import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxPasskeys } from '../../src/accounts/passkey.ts';
import { roles } from '../../src/platform/http/auth.ts';
import { type Answer, type Caller, call, callerOn, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

/** The public address of a service in tests. */
const origin = 'http://localhost:8080';

let service: Service;
let other: Service;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
});
afterAll(() => service.close());

const outcome = ({ status, body }: Answer) => [status, body?.code];
const cookieOf = (answer: Answer): string => answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';

interface Begun {
  challenge: string;
  cookie: string;
}
async function begin(path: string, token?: string, at: Service = service): Promise<Begun> {
  const answer = await call(at, 'POST', path, token === undefined ? {} : { token });
  expect(answer.headers.get('set-cookie')).toMatch(/^swath_passkey=[\w-]{43}; Path=\/api; HttpOnly; SameSite=Strict; Max-Age=300$/);
  return { challenge: answer.body.challenge, cookie: cookieOf(answer) };
}
const beginAdding = (person: Caller, at = service) => begin('/api/common/passkey/options', person.token, at);
const beginSignIn = (at = service) => begin('/api/auth/passkey/options', undefined, at);

const add = (person: Caller, credential: object, cookie: string, name = 'My phone', at = service) =>
  call(at, 'POST', '/api/common/passkey/', { token: person.token, headers: { cookie }, body: { name, credential } });
const signIn = (credential: object, cookie: string, at = service) =>
  call(at, 'POST', '/api/auth/passkey/login', { headers: { cookie }, body: { credential } });

async function withPasskey(person: Caller): Promise<SoftwareAuthenticator> {
  const authenticator = new SoftwareAuthenticator();
  const { challenge, cookie } = await beginAdding(person);
  const added = await add(person, authenticator.register(challenge, origin), cookie);
  if (added.status !== 200) throw new Error(added.text);
  return authenticator;
}

test.each(roles)(
  'when a %s adds a passkey, then it signs in on either process, is listed with its use, renamed and removed',
  async (role) => {
    const person = await signedIn(service, role);
    const authenticator = await withPasskey(person);
    const { challenge, cookie } = await beginSignIn();
    const answer = await signIn(authenticator.signIn(challenge, origin), cookie, other);
    expect([answer.status, answer.body.user?.id]).toEqual([200, Number(person.id)]);
    expect((await call(service, 'GET', '/api/auth/me', { token: answer.body.token })).status).toBe(200);
    const [passkey] = (await person.get('/api/common/passkey/')).body.content;
    expect(passkey).toMatchObject({ name: 'My phone', createdAt: testNow.toISOString(), lastUsedAt: testNow.toISOString() });
    const path = `/api/common/passkey/${passkey.id}`;
    expect((await person.patch(path, { name: ' Office ' })).body.name).toBe('Office');
    const stranger = await signedIn(service, role);
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: { name: 'Mine' } } : {};
      expect(outcome(await call(service, method, path, { token: stranger.token, ...body }))).toEqual([404, 'NOT_FOUND']);
    }
    expect((await call(service, 'DELETE', path, { token: person.token })).body).toEqual({ done: true });
    const again = await beginSignIn();
    expect(outcome(await signIn(authenticator.signIn(again.challenge, origin), again.cookie))).toEqual([409, 'PASSKEY_REFUSED']);
    const entries = await service.sql<{ action: string }>('select action from audit_entry where actor_id = $1 order by id', [person.id]);
    expect(entries.map(({ action }) => action)).toEqual(role === 'farmer' ? [] : ['passkey_add', 'sign_in', 'passkey_remove']);
  },
);

test('when a challenge is used twice, by another browser, without its cookie, after 5 minutes or by another user, then it is refused', async () => {
  const person = await signedIn(service, 'farmer');
  const authenticator = await withPasskey(person);
  const first = await beginSignIn();
  const credential = authenticator.signIn(first.challenge, origin);
  expect((await signIn(credential, first.cookie)).status).toBe(200);
  expect(outcome(await signIn(credential, first.cookie))).toEqual([409, 'PASSKEY_REFUSED']);

  const [mine, theirs] = [await beginSignIn(), await beginSignIn()];
  expect(outcome(await signIn(authenticator.signIn(mine.challenge, origin), theirs.cookie))).toEqual([409, 'PASSKEY_REFUSED']);
  expect(outcome(await signIn(authenticator.signIn(mine.challenge, origin), ''))).toEqual([409, 'PASSKEY_REFUSED']);

  const late = await beginSignIn();
  service.clock.now = new Date(testNow.getTime() + 300_000);
  expect(outcome(await signIn(authenticator.signIn(late.challenge, origin), late.cookie))).toEqual([409, 'PASSKEY_REFUSED']);
  service.clock.now = testNow;

  const adding = await beginAdding(person);
  const stranger = await signedIn(service, 'farmer');
  const made = new SoftwareAuthenticator().register(adding.challenge, origin);
  expect(outcome(await add(stranger, made, adding.cookie))).toEqual([409, 'PASSKEY_REFUSED']);
  expect(outcome(await signIn(authenticator.signIn(adding.challenge, origin), adding.cookie))).toEqual([409, 'PASSKEY_REFUSED']);
});

test('when the answer is for another site, forged, of an unknown passkey, or its counter has not risen, then it is refused', async () => {
  const person = await signedIn(service, 'farmer');
  const authenticator = await withPasskey(person);
  const attempt = async (make: (challenge: string) => object) => {
    const { challenge, cookie } = await beginSignIn();
    return outcome(await signIn(make(challenge), cookie));
  };
  const refused = [409, 'PASSKEY_REFUSED'];
  expect(await attempt((challenge) => authenticator.signIn(challenge, 'https://localhost.evil.example'))).toEqual(refused);
  expect(await attempt((challenge) => authenticator.signIn(challenge, 'http://localhost:9999'))).toEqual(refused);
  expect(await attempt((challenge) => authenticator.signIn(challenge, origin, 'evil.example'))).toEqual(refused);
  expect(await attempt((challenge) => new SoftwareAuthenticator().signIn(challenge, origin))).toEqual(refused);
  expect(
    await attempt((challenge) => ({
      ...new SoftwareAuthenticator().signIn(challenge, origin),
      id: authenticator.credentialId.toString('base64url'),
    })),
  ).toEqual(refused);
  authenticator.counter = 50;
  expect((await attempt((challenge) => authenticator.signIn(challenge, origin)))[0]).toBe(200);
  authenticator.counter = 10;
  expect(await attempt((challenge) => authenticator.signIn(challenge, origin))).toEqual(refused);
  const { challenge, cookie } = await beginAdding(person);
  expect(outcome(await add(person, new SoftwareAuthenticator().register(challenge, 'https://evil.example'), cookie))).toEqual(refused);
});

test('when one answer is sent fifty times at once to two processes, then it signs in once', async () => {
  const person = await signedIn(service, 'sprayer');
  const authenticator = await withPasskey(person);
  const { challenge, cookie } = await beginSignIn();
  const credential = authenticator.signIn(challenge, origin);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => signIn(credential, cookie, n % 2 === 0 ? service : other)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
});

test('when fifty passkeys are added at once on two processes, then the user has twenty', async () => {
  const person = await signedIn(service, 'farmer');
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const at = n % 2 === 0 ? service : other;
      const { challenge, cookie } = await beginAdding(callerOn(at, person), at);
      return add(person, new SoftwareAuthenticator().register(challenge, origin), cookie, `Key ${n}`, at);
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxPasskeys);
  expect(answers.filter(({ body }) => body.code === 'TOO_MANY_PASSKEYS')).toHaveLength(50 - maxPasskeys);
});

test('when the account is deactivated, then its passkey is refused like an unknown one', async () => {
  const person = await signedIn(service, 'farmer');
  const authenticator = await withPasskey(person);
  await service.sql('update app_user set active = false where id = $1', [person.id]);
  const { challenge, cookie } = await beginSignIn();
  expect(outcome(await signIn(authenticator.signIn(challenge, origin), cookie))).toEqual([409, 'PASSKEY_REFUSED']);
});

test.each([
  [{}, 'id'],
  [{ id: 'a b', rawId: 'AQ', type: 'public-key', response: {} }, 'id'],
  [{ id: 'AQ', rawId: 'AQ', type: 'password', response: { clientDataJSON: 'e30', authenticatorData: 'AQ', signature: 'AQ' } }, 'type'],
])('when the credential is %j, then it is a 400', async (credential, field) => {
  const { cookie } = await beginSignIn();
  const answer = await signIn(credential, cookie);
  expect(outcome(answer)).toEqual([400, 'VALIDATION_FAILED']);
  expect(answer.body.errors.map(({ path }: { path: string }) => path)).toContain(`credential.${field}`);
});

test('when the members of the credential are nonsense, then it is refused and no 500', async () => {
  const person = await signedIn(service, 'farmer');
  const authenticator = await withPasskey(person);
  const id = authenticator.credentialId.toString('base64url');
  for (const response of [
    { clientDataJSON: '', authenticatorData: '', signature: '' },
    { clientDataJSON: 'e30', authenticatorData: 'AQ', signature: 'AQ' },
    { clientDataJSON: 'AQID', authenticatorData: 'A'.repeat(20_000), signature: 'AQ' },
  ]) {
    const { cookie } = await beginSignIn();
    expect(outcome(await signIn({ id, rawId: id, type: 'public-key', response }, cookie))).toEqual([409, 'PASSKEY_REFUSED']);
  }
  const { cookie } = await beginAdding(person);
  const made = { id, rawId: id, type: 'public-key', response: { clientDataJSON: 'e30', attestationObject: 'oA' } };
  expect(outcome(await add(person, made, cookie))).toEqual([409, 'PASSKEY_REFUSED']);
});
