import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertToken } from '../src/accounts/account-store.ts';
import { hashToken, newToken, type Role, roles } from '../src/platform/http/auth.ts';
import type { Route } from '../src/platform/http/route.ts';
import { addNotification, orderInState, removeBookingLimits } from './arrange.ts';
import { sendRaw } from './every-route.ts';
import { type Caller, signedIn } from './factories.ts';
import { type Service, startService } from './harness.ts';
import { expectProblem, problemFaults } from './problem-shape.ts';

/** The allowed roles per path, independent of the service's declarations. The first matching prefix counts. */
const allowedRoles: [prefix: string, who: readonly Role[] | 'everyone'][] = [
  ['/api/farmer/', ['farmer']],
  ['/api/receptionist/', ['receptionist', 'admin']],
  ['/api/sprayer/', ['sprayer']],
  ['/api/admin/', ['admin']],
  ['/api/common/', roles],
  ['/api/auth/register', 'everyone'],
  ['/api/auth/login', 'everyone'],
  ['/api/auth/passkey/', 'everyone'],
  ['/api/auth/phone-code', 'everyone'],
  ['/api/auth/issuer/', 'everyone'],
  ['/api/auth/oidc/', 'everyone'],
  ['/api/channel/zalo/', 'everyone'],
  ['/api/auth/company', 'everyone'],
  ['/api/auth/setup', 'everyone'],
  ['/api/auth/password/', 'everyone'],
  ['/api/auth/spray-record-check', 'everyone'],
  ['/api/auth/', roles],
  ['/api/calendar/', 'everyone'],
  ['/api/payment/webhook/', 'everyone'],
  ['/api/health/', 'everyone'],
  ['/api/openapi.json', 'everyone'],
  ['/api/docs', 'everyone'],
  ['/api/docs/postman.json', 'everyone'],
  ['/metrics', ['admin']],
];

function rolesFor(path: string): readonly Role[] | 'everyone' {
  if (!/^\/(api\/|metrics)/.test(path)) return 'everyone'; // pages and their files; their data come from the routes above
  const found = allowedRoles.find(([prefix]) => path.startsWith(prefix));
  if (found === undefined) throw new Error(`this table has no entry for ${path}`);
  return found[1];
}

const service: Service = await startService();
const day = 86_400_000;
const missing = '9000000000000000000';
const people = {} as Record<Role, Caller>;
const deactivated = {} as Record<Role, Caller>;
/** By role and kind: an id that belongs to the user, and one of another user. */
const idsByRole: Record<string, Record<string, { own: string; others: string }>> = {};
let clientSecret = '';

beforeAll(async () => {
  await removeBookingLimits(service);
  for (const role of roles) {
    people[role] = await signedIn(service, role);
    deactivated[role] = await signedIn(service, role);
  }
  const stranger = await signedIn(service, 'farmer');
  const otherSprayer = await signedIn(service, 'sprayer');
  const state = { orderStatus: 'assigned', paymentStatus: 'pending', paymentMethod: 'visa' } as const;
  const own = String((await orderInState(service, people.farmer, state, [people.sprayer])).id);
  const others = String((await orderInState(service, stranger, state, [otherSprayer])).id);
  clientSecret = (await people.farmer.post(`/api/farmer/order/${own}/payment-intent`)).body.clientSecret;
  for (const role of roles) {
    await addNotification(service, people[role], own);
    await addNotification(service, role === 'sprayer' ? otherSprayer : stranger, others);
    const inbox = (recipient: Caller) => service.sql<{ id: string }>('select id from notification where recipient_id = $1', [recipient.id]);
    const [mine, theirs] = [await inbox(people[role]), await inbox(role === 'sprayer' ? otherSprayer : stranger)];
    // Not one of the callers: some routes revoke the tokens of the user they change.
    const farmer = (await signedIn(service, 'farmer')).id;
    idsByRole[role] = {
      user: { own: farmer, others: farmer },
      order: { own, others },
      notification: { own: String(mine[0]?.id), others: String(theirs[0]?.id) },
    };
  }
  await service.sql('update app_user set active = false where id = any($1)', [roles.map((role) => deactivated[role].id)]);
});
afterAll(() => service.close());

/** A new token for each request, since some of them revoke it. */
async function tokenOf(person: Caller, lifetime = day): Promise<string> {
  const token = newToken();
  const now = service.clock.now.getTime();
  await insertToken(service.database.write, hashToken(token), person.id, new Date(now - 2 * day), new Date(now + lifetime));
  return token;
}

interface Answered {
  status: number;
  headers: Headers;
  text: string;
  code: string | undefined;
}

async function send(route: Route, authorization: string | undefined, id = '1', method: string = route.method): Promise<Answered> {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? id : encodeURIComponent(parameter(route, name))));
  const example = route.bodyExample as Record<string, unknown> | undefined;
  const body = example !== undefined && 'clientSecret' in example ? { ...example, clientSecret } : example;
  const headers = {
    ...(authorization === undefined ? {} : { authorization }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(route.uploads === undefined ? {} : { 'content-type': String(route.uploads.types[0]) }),
  };
  // Not by fetch, which takes as much CPU time as the service does for its answer.
  const answer = await sendRaw(service, method, path, headers, route.uploads === undefined ? body && JSON.stringify(body) : 'a file');
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json') === true;
  return { ...answer, code: isProblem && answer.text !== '' ? JSON.parse(answer.text).code : undefined };
}

function parameter(route: Route, name: string): string {
  if (name === 'secret') return clientSecret;
  const properties = (route.params as unknown as { properties: Record<string, { example?: unknown; examples?: unknown[] }> }).properties;
  return String(properties[name]?.example ?? properties[name]?.examples?.[0] ?? 'unknown');
}

/** What distinguishes two problems: without trace id and path. */
function comparable({ status, text }: Answered): unknown {
  const { traceId, instance, ...rest } = text === '' || status < 400 ? ({} as Record<string, unknown>) : JSON.parse(text);
  return { status, ...rest };
}

test('when the routes are read from the router, then they are exactly the routes that are tested here', () => {
  const prefixes: string[] = [];
  const known = new Set<string>();
  for (const line of service.app.http.printRoutes({ commonPrefix: false }).split('\n')) {
    const found = /^((?:[│ ] {3})*)[├└]── (.*?)(?: \(([A-Z, -]+)\))?$/.exec(line);
    if (found === null) continue;
    const depth = (found[1] as string).length / 4;
    prefixes.splice(depth, prefixes.length, found[2] as string);
    for (const method of found[3]?.split(', ') ?? []) known.add(`${method} ${prefixes.join('').replace(/(.)\/$/, '$1')}`);
  }
  const declared = service.app.routes.flatMap(({ method, path }) => {
    const address = path.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1');
    return (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((each) => `${each} ${address}`);
  });
  expect([...known].sort()).toEqual([...new Set(declared)].sort());
});

describe.each(service.app.routes.map((route) => ({ name: `${route.method} ${route.path}`, route })))('$name', ({ route }) => {
  const who = rolesFor(route.path);
  const admitted = who === 'everyone' ? roles : who;
  const kind = /\/([\w-]+)\/\{id\}/.exec(route.path)?.[1];

  if (who === 'everyone') {
    test('when it is called with or without a token, then no authentication is required', async () => {
      for (const authorization of [undefined, 'Bearer wrong', `Bearer ${newToken()}`, `Bearer ${await tokenOf(people.farmer)}`]) {
        const answer = await send(route, authorization);
        expect(['UNAUTHENTICATED', 'FORBIDDEN']).not.toContain(answer.code);
        expect(answer.status).toBeLessThan(500);
      }
    });
    return;
  }

  test('when it is called without a valid token, then it is a 401 with a challenge', async () => {
    const role = admitted[0] as Role;
    const good = await tokenOf(people[role]);
    const unknown = {
      anonymous: undefined,
      'another token': `Bearer ${newToken()}`,
      'a token cut short': `Bearer ${good.slice(0, -1)}`,
      'an empty token': 'Bearer ',
      'another scheme': `Basic ${Buffer.from(`${people[role].email}:x`).toString('base64')}`,
      'two tokens': `Bearer ${good} ${good}`,
      'an expired token': `Bearer ${await tokenOf(people[role], -1)}`,
      'a deactivated user': `Bearer ${await tokenOf(deactivated[role])}`,
    };
    const expectUnauthenticated = async (name: string, authorization: string | undefined, id: string) => {
      const answer = await send(route, authorization, id);
      expect([name, answer.status]).toEqual([name, 401]);
      expectProblem(answer, 401, 'UNAUTHENTICATED');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    };
    // With and without a row behind the token: whether an id exists, and HEAD, make no difference to either.
    const [anonymous, inactive] = ['anonymous', 'a deactivated user'] as const;
    // In parallel: none of them has an effect.
    await Promise.all([
      ...Object.entries(unknown).map(([name, authorization]) =>
        expectUnauthenticated(name, authorization, idsByRole[role]?.[kind ?? '']?.own ?? '1'),
      ),
      ...[anonymous, inactive].flatMap((name) => [
        route.path.includes('{id}') && expectUnauthenticated(name, unknown[name], missing),
        route.method === 'GET' && send(route, unknown[name], '1', 'HEAD').then(({ status }) => expect([name, status]).toEqual([name, 401])),
      ]),
    ]);
  });

  test.each(roles)('when a %s calls it, then the role decides', async (role) => {
    const answer = await send(route, `Bearer ${await tokenOf(people[role])}`, idsByRole[role]?.[kind ?? '']?.own);
    expect(answer.status, answer.text).toBeLessThan(500);
    if (answer.status >= 400) expect(problemFaults(answer)).toEqual([]);
    if (admitted.includes(role)) expect(['UNAUTHENTICATED', 'FORBIDDEN']).not.toContain(answer.code);
    else expectProblem(answer, 403, 'FORBIDDEN');
  });

  if (kind === undefined) return;

  test.each(admitted)('when a %s requests an unknown id, then it is a 404', async (role) => {
    expectProblem(await send(route, `Bearer ${await tokenOf(people[role])}`, missing), 404, 'NOT_FOUND');
  });

  if (kind !== 'order' && kind !== 'notification') return;
  // A part of it, like a photo, does not exist here in any case; the tests of those parts distinguish them.
  if (/\{(?!id\}|secret\})/.test(route.path)) return;

  test.each(admitted)(
    'when a %s requests one of another user, then the office sees it and other roles get the same 404 as for an unknown id',
    async (role) => {
      const { own, others } = idsByRole[role]?.[kind] ?? { own: '', others: '' };
      const ask = async (id: string) => comparable(await send(route, `Bearer ${await tokenOf(people[role])}`, id));
      const notFound = await ask(missing);
      expect(await ask(own)).not.toEqual(notFound);
      const isOffice = role === 'receptionist' || role === 'admin';
      const seesOrders = route.path.startsWith('/api/receptionist/') || (kind === 'order' && isOffice);
      if (seesOrders) expect(await ask(others)).not.toEqual(notFound);
      else expect(await ask(others)).toEqual(notFound);
    },
  );
});
