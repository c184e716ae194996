import { afterAll, beforeAll, expect, test } from 'vitest';
import { roles } from '../../src/platform/http/auth.ts';
import { type Answer, type Caller, call, callerOn, signedIn, testPassword } from '../factories.ts';
import { eventually, notifySeconds, type Service, startService, testNow } from '../harness.ts';

let service: Service;
let other: Service;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
});
afterAll(() => service.close());

interface Listed {
  id: number;
  browser: string | null;
  system: string | null;
  lastUsedAt: string | null;
  current: boolean;
}

const phoneAgent = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const deskAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';

async function signInOn(person: Caller, userAgent: string): Promise<string> {
  const body = { email: person.email, password: testPassword };
  const answer = await call(service, 'POST', '/api/auth/login', { body, headers: { 'user-agent': userAgent } });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.token;
}
const devicesOf = async (person: Caller): Promise<Listed[]> => (await person.get('/api/common/device/?size=200')).body.content;
const remove = (person: Caller, id: number | string) => call(service, 'DELETE', `/api/common/device/${id}`, { token: person.token });
const outcome = ({ status, body }: Answer) => [status, body?.code];
const me = async (at: Service, token: string) => (await call(at, 'GET', '/api/auth/me', { token })).status;

test.each(roles)(
  'when a %s is signed in on two devices, then both are listed, this one first, and the other can be signed out',
  async (role) => {
    const person = await signedIn(service, role);
    const phone = callerOn(service, { ...person, token: await signInOn(person, phoneAgent) });
    const desk = await signInOn(person, deskAgent);
    const listed = await devicesOf(phone);
    expect(listed.map(({ browser, system, current }) => ({ browser, system, current }))).toEqual([
      { browser: 'Chrome', system: 'Android', current: true },
      { browser: 'Firefox', system: 'Linux', current: false },
      { browser: null, system: null, current: false },
    ]);
    for (const at of [service, other]) expect(await me(at, desk)).toBe(200); // in both caches now
    expect((await remove(phone, listed[1]?.id ?? 0)).body).toEqual({ done: true });
    expect(await me(service, desk)).toBe(401);
    await eventually(async () => expect(await me(other, desk)).toBe(401), notifySeconds);
    expect(outcome(await remove(phone, listed[1]?.id ?? 0))).toEqual([404, 'NOT_FOUND']);
    const entries = await service.sql('select 1 from audit_entry where action = $1 and actor_id = $2', ['device_sign_out', person.id]);
    expect(entries).toHaveLength(role === 'farmer' ? 0 : 1);
  },
);

test('when a user names the device of another user, then it is the same 404 as a missing one, and that device stays signed in', async () => {
  const [victim, attacker] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
  const [device] = await devicesOf(victim);
  const foreign = await remove(attacker, device?.id ?? 0);
  const missing = await remove(attacker, 9_000_000);
  expect([outcome(foreign), foreign.body.detail]).toEqual([outcome(missing), missing.body.detail]);
  expect(foreign.status).toBe(404);
  expect(await me(service, victim.token)).toBe(200);
  for (const id of ['0', 'x', '-1', '9223372036854775808']) expect((await remove(attacker, id)).status).toBe(400);
});

test('when all other devices are signed out, then this one stays, the others end on both processes, and so do their live streams', async () => {
  const person = await signedIn(service, 'receptionist');
  const others = [await signInOn(person, phoneAgent), await signInOn(person, deskAgent)];
  const streams = await Promise.all(
    others.map((token, n) =>
      fetch(`${(n === 0 ? service : other).url}/api/common/notification/stream`, { headers: { authorization: `Bearer ${token}` } }),
    ),
  );
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  const ended = Promise.all(streams.map((stream) => stream.text()));
  expect((await person.post('/api/common/device/sign-out-others')).body).toEqual({ done: true });
  await ended;
  for (const token of others)
    for (const at of [service, other]) await eventually(async () => expect(await me(at, token)).toBe(401), notifySeconds);
  expect((await devicesOf(person)).map(({ current }) => current)).toEqual([true]);
});

test('when fifty requests on two processes sign out one device, then one succeeds', async () => {
  const person = await signedIn(service, 'admin');
  const callers = [service, other].map((at) => callerOn(at, person));
  await signInOn(person, deskAgent);
  const victim = (await devicesOf(person)).find(({ current }) => !current);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      call(n % 2 === 0 ? service : other, 'DELETE', `/api/common/device/${victim?.id}`, { token: callers[n % 2]?.token ?? '' }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(49);
  const entries = await service.sql('select 1 from audit_entry where action = $1 and actor_id = $2', ['device_sign_out', person.id]);
  expect(entries).toHaveLength(1);
});

test('when a device is used, then its last use is saved in the background, to the minute', async () => {
  const person = await signedIn(service, 'sprayer');
  await person.get('/api/auth/me');
  const lastUse = async () => (await devicesOf(person))[0]?.lastUsedAt;
  await eventually(async () => expect(await lastUse()).toBe(testNow.toISOString()));
  const later = new Date(testNow.getTime() + 120_000);
  service.clock.now = later;
  expect(await me(other, person.token)).toBe(200);
  await eventually(async () => expect(await lastUse()).toBe(later.toISOString()));
  service.clock.now = testNow;
});

test('when a device was signed in by an earlier version, then it is listed and can be signed out', async () => {
  const person = await signedIn(service, 'farmer');
  await service.sql("insert into access_token (hash, user_id, created_at, expires_at) values ('\\x01', $1, $2, '2099-01-01')", [
    person.id,
    testNow,
  ]);
  const old = (await devicesOf(person)).find(({ current }) => !current);
  expect(old).toMatchObject({ browser: null, system: null, lastUsedAt: null });
  expect((await remove(person, old?.id ?? 0)).status).toBe(200);
});
