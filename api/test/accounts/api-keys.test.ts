import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopesByRole } from '../../src/accounts/api-key-rules.ts';
import { type ApiScope, apiScopes, type Role, roles, rolesAllowed } from '../../src/platform/http/auth.ts';
import { looseStatement } from '../../src/platform/postgres/sql.ts';
import { orderInState } from '../arrange.ts';
import { untilLockWaiters } from '../barriers.ts';
import { type Answer, booking, type Caller, call, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, notifySeconds, type Service, startService, testNow } from '../harness.ts';

let logged = '';
const stream = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});
let service: Service;
let other: Service;
let admin: Caller;
const accounts = {} as Record<Role, Caller>;

beforeAll(async () => {
  service = await startService({ log: pino({ level: 'debug', base: null }, stream), observability: { logRequests: true } });
  other = await service.another();
  for (const role of roles) accounts[role] = await signedIn(service, role);
  admin = accounts.admin;
});
afterAll(() => service.close());

let made = 0;
const bodyFor = (userId: string, more: object = {}) => ({
  name: `Integration ${++made}`,
  userId: Number(userId),
  scopes: ['orders:read'],
  expiresInDays: 30,
  ...more,
});

async function newKey(owner: Caller, scopes: readonly ApiScope[], more: object = {}): Promise<{ id: number; key: string; name: string }> {
  const answer = await admin.post('/api/admin/api-key/', bodyFor(owner.id, { scopes, ...more }));
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}
const withKey = (at: Service, key: string, owner: Caller): Caller => callerOn(at, { ...owner, token: key });
const outcome = ({ status, body }: Answer) => [status, body?.code];

/** A background job saves the last use of every key a few seconds later. */
async function untilLastUseIsSaved(id: number): Promise<void> {
  await eventually(async () => {
    const { content } = (await admin.get('/api/admin/api-key/?size=200')).body as { content: { id: number; lastUsedAt: string | null }[] };
    expect(content.find((one) => one.id === id)?.lastUsedAt).toBe(testNow.toISOString());
  });
}

describe('the nine operations', () => {
  test('when a key has the scope of an operation, then it works as the account of the key; without the scope it is a 403', async () => {
    const { farmer, receptionist, sprayer } = accounts;
    const state = { orderStatus: 'assigned', paymentStatus: 'pending', paymentMethod: 'visa' } as const;
    const { id } = await orderInState(service, farmer, state, [sprayer]);
    const pending = await placed(farmer);
    const intent = await farmer.post(`/api/farmer/order/${id}/payment-intent`);
    const operations: [ApiScope, Caller, 'GET' | 'POST', string, unknown?][] = [
      ['orders:write', farmer, 'POST', '/api/farmer/order', booking()],
      ['orders:read', receptionist, 'GET', `/api/receptionist/order/${id}`],
      ['orders:write', farmer, 'POST', `/api/farmer/order/${pending.id}/confirm`],
      ['orders:read', farmer, 'GET', '/api/farmer/order/'],
      ['feedback:read', receptionist, 'GET', '/api/receptionist/feedback/'],
      ['payments:write', farmer, 'GET', `/api/farmer/order/${id}/payment-intent/${intent.body.clientSecret}`],
      ['orders:read', sprayer, 'GET', '/api/sprayer/order/?page=0'],
      ['orders:read', receptionist, 'GET', `/api/receptionist/order/${id}/sprayers`],
      ['notifications:read', sprayer, 'GET', '/api/common/notification/'],
    ];
    for (const [scope, owner, method, path, body] of operations) {
      const send = ({ key }: { key: string }) => call(service, method, path, { token: key, ...(body === undefined ? {} : { body }) });
      const rest = scopesByRole[owner.role].filter((one) => one !== scope);
      const refused = await send(await newKey(owner, rest));
      expect([path, ...outcome(refused)]).toEqual([path, 403, 'SCOPE_MISSING']);
      expect(refused.body.detail).toContain(scope);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="swath", error="insufficient_scope"');
      const answer = await send(await newKey(owner, [scope]));
      expect([path, answer.status]).toEqual([path, 200]);
    }
    expect((await call(service, 'GET', '/api/farmer/order/', { token: (await newKey(farmer, ['orders:read'])).key })).text).toBe(
      (await farmer.get('/api/farmer/order/')).text,
    );
  });

  test('when an operation has a scope, then exactly the roles that may use it can get the scope', () => {
    const usable = (role: Role): ApiScope[] =>
      apiScopes.filter((scope) =>
        service.app.routes.some((route) => route.scope === scope && route.access !== 'public' && rolesAllowed(route.access).includes(role)),
      );
    for (const role of roles) expect([role, [...scopesByRole[role]].sort()]).toEqual([role, usable(role).sort()]);
    const writing = service.app.routes.filter(({ scope, method, writes }) => scope !== undefined && (method !== 'GET' || writes === true));
    expect(writing.map(({ operationId }) => operationId).sort()).toEqual([
      'confirmOrder',
      'createOrder',
      'createOrderForCaller',
      'openPaymentIntent',
      'verifyPaymentIntent',
    ]);
  });

  test.each(['/api/auth/me', '/api/common/profile', '/api/admin/api-key/', '/api/common/notification/stream', '/metrics'])(
    'when a key with every scope of an admin asks for %s, then it is a 403',
    async (path) => {
      const { key } = await newKey(admin, scopesByRole.admin);
      expect(outcome(await call(service, 'GET', path, { token: key }))).toEqual([403, 'SCOPE_MISSING']);
    },
  );

  test('when a key of one role is used for another role, then it is a 403; in a cookie it is not accepted', async () => {
    const { key } = await newKey(accounts.sprayer, ['orders:read']);
    expect(outcome(await call(service, 'GET', '/api/farmer/order/', { token: key }))).toEqual([403, 'FORBIDDEN']);
    const cookie = await call(service, 'GET', '/api/sprayer/order/?page=0', { headers: { cookie: `swath_token=${key}` } });
    expect(outcome(cookie)).toEqual([401, 'UNAUTHENTICATED']);
  });
});

describe('creating and listing', () => {
  test.each(roles.filter((role) => role !== 'admin'))('when a %s asks for API keys, then it is a 403', async (role) => {
    const caller = accounts[role];
    for (const answer of [
      await caller.get('/api/admin/api-key/'),
      await caller.post('/api/admin/api-key/', bodyFor(caller.id)),
      await caller.post('/api/admin/api-key/1/revoke'),
    ])
      expect(outcome(answer)).toEqual([403, 'FORBIDDEN']);
  });

  test('when a key is created, then it is in that response only, and its hash is stored', async () => {
    const body = bodyFor(accounts.farmer.id, { scopes: ['orders:write', 'orders:read', 'orders:read'], requestsPerMinute: 90 });
    const created = await admin.post('/api/admin/api-key/', body);
    const { key, ...shown } = created.body;
    expect(key).toMatch(/^swath_[0-9A-Za-z]{38}$/);
    expect(shown).toMatchObject({
      name: body.name,
      hint: key.slice(0, 10),
      user: { id: Number(accounts.farmer.id), role: 'farmer' },
      scopes: ['orders:read', 'orders:write'],
      requestsPerMinute: 90,
      state: 'active',
      expiresAt: new Date(testNow.getTime() + 30 * 86_400_000).toISOString(),
      lastUsedAt: null,
      revokedAt: null,
    });
    expect((await admin.get('/api/admin/api-key/?size=1')).body.content).toEqual([shown]);
    await call(service, 'GET', '/api/farmer/order/', { token: key });
    await call(service, 'GET', `/api/farmer/order/${key}`, { token: key });
    const keyed = { token: key, headers: { 'idempotency-key': 'once' }, body: booking({ date: '2026-11-22' }) };
    expect((await call(service, 'POST', '/api/farmer/order', keyed)).status).toBe(200);
    const stored = await service.sql<{ text: string }>(
      `select string_agg(t, ' ') as text from (select to_jsonb(k)::text as t from api_key k
        union all select to_jsonb(a)::text from audit_entry a union all select to_jsonb(i)::text from idempotency_key i) s`,
    );
    expect(stored[0]?.text).not.toContain(key);
    expect(logged).toContain('/api/farmer/order');
    expect(logged).not.toContain(key);
    expect((await admin.get('/api/admin/audit/?size=200')).text).not.toContain(key);
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['everything'] }, 'scopes'],
    [{ scopes: ['feedback:read'] }, 'scopes'],
    [{ expiresInDays: 0 }, 'expiresInDays'],
    [{ expiresInDays: 731 }, 'expiresInDays'],
    [{ requestsPerMinute: 0 }, 'requestsPerMinute'],
    [{ requestsPerMinute: 6001 }, 'requestsPerMinute'],
    [{ userId: 999_999 }, 'userId'],
    [{ userId: -1 }, 'userId'],
  ])('when a new key has %j, then it is a 400 that names the field', async (wrong, path) => {
    const answer = await admin.post('/api/admin/api-key/', bodyFor(accounts.farmer.id, wrong));
    expect(outcome(answer)).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(path);
  });

  test('when fifty admins create a key of one name at once on two processes, then one succeeds', async () => {
    const body = bodyFor(accounts.farmer.id, { name: 'Same name' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        callerOn(n % 2 === 0 ? service : other, admin).post('/api/admin/api-key/', {
          ...body,
          name: n % 3 === 0 ? 'SAME NAME' : body.name,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body: problem }) => problem.code === 'API_KEY_EXISTS')).toHaveLength(49);
  });
});

describe('the end of a key', () => {
  test('when a key is revoked, then it is a 401 on both processes at once, its name is free again, and the audit trail has it', async () => {
    const { id, key, name } = await newKey(accounts.farmer, ['orders:read']);
    const both = [service, other].map((at) => withKey(at, key, accounts.farmer));
    for (const caller of both) expect((await caller.get('/api/farmer/order/')).status).toBe(200); // in both caches now
    await untilLastUseIsSaved(id);
    const revoked = await admin.post(`/api/admin/api-key/${id}/revoke`);
    expect([revoked.status, revoked.body.state]).toEqual([200, 'revoked']);
    for (const caller of both)
      await eventually(
        async () => expect(outcome(await caller.get('/api/farmer/order/'))).toEqual([401, 'UNAUTHENTICATED']),
        notifySeconds,
      );
    expect((await admin.post(`/api/admin/api-key/${id}/revoke`)).body).toEqual(revoked.body);
    expect(outcome(await admin.post('/api/admin/api-key/999999/revoke'))).toEqual([404, 'NOT_FOUND']);
    const again = await newKey(accounts.farmer, ['orders:read'], { name });
    const audit = (await admin.get('/api/admin/audit/?size=200&action=api_key_create,api_key_revoke')).body.content as {
      action: string;
      subjectId: number;
    }[];
    expect(audit.filter(({ subjectId }) => subjectId === id).map(({ action }) => action)).toEqual(['api_key_revoke', 'api_key_create']);
    expect(audit.map(({ subjectId }) => subjectId)).toContain(again.id);
  });

  test('when a key is revoked while its change is in progress on the other process, then the change is not made', async () => {
    const { id, key, name } = await newKey(accounts.farmer, ['orders:write'], { requestsPerMinute: 6000 });
    const before = Number((await service.sql<{ count: string }>('select count(*) from spray_order'))[0]?.count);
    const [late, revoked] = await service.database.transaction(async (tx) => {
      // As the revocation does: the key is locked, and revoked before the changes that wait for it can be committed.
      await tx.rows(looseStatement('select 1 from api_key where id = $1 for update'), [id]);
      const changes = [service, other].map((at) =>
        withKey(at, key, accounts.farmer).post('/api/farmer/order', booking({ date: '2026-11-20' })),
      );
      await untilLockWaiters(tx, 2);
      await tx.rows(looseStatement("update api_key set revoked_at = now() where id = $1 and pg_notify('swath_revoked', '') is not null"), [
        id,
      ]);
      return [Promise.all(changes), name] as const;
    });
    expect(revoked).toBe(name);
    expect((await late).map(outcome)).toEqual([
      [401, 'UNAUTHENTICATED'],
      [401, 'UNAUTHENTICATED'],
    ]);
    expect(Number((await service.sql<{ count: string }>('select count(*) from spray_order'))[0]?.count)).toBe(before);
  });

  test('when a key has expired, or its account is deactivated or gets another role, then it is a 401', async () => {
    const owner = await signedIn(service, 'farmer');
    const { key } = await newKey(owner, ['orders:read'], { expiresInDays: 1 });
    const ask = async (at: Service) => (await withKey(at, key, owner).get('/api/farmer/order/')).status;
    service.clock.now = new Date(testNow.getTime() + 86_400_000 - 1000);
    expect(await ask(service)).toBe(200);
    service.clock.now = new Date(testNow.getTime() + 86_400_000);
    expect(await ask(other)).toBe(401);
    service.clock.now = testNow;
    await service.sql('update app_user set active = false where id = $1', [owner.id]);
    expect(await ask(other)).toBe(401);
    await service.sql("update app_user set active = true, role = 'admin' where id = $1", [owner.id]);
    expect(await ask(other)).toBe(401);
    const listed = (await admin.get('/api/admin/api-key/?size=200')).body.content as { user: { id: number }; state: string }[];
    expect(listed.find(({ user }) => user.id === Number(owner.id))?.state).toBe('expired');
  });

  test('when a key is forged, then it is a 401, with a wrong checksum and with a right one', async () => {
    const { key } = await newKey(accounts.farmer, ['orders:read']);
    const flipped = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    for (const token of [flipped, `${key}x`, key.slice(0, -1), key.toUpperCase(), 'swath_00000000000000000000000000000000000000'])
      expect(outcome(await call(service, 'GET', '/api/farmer/order/', { token }))).toEqual([401, 'UNAUTHENTICATED']);
  });
});

describe('limits and traces', () => {
  test('when a key has used its requests of the minute, then it is a 429, and the account and its other keys go on', async () => {
    const { key } = await newKey(accounts.receptionist, ['feedback:read'], { requestsPerMinute: 3 });
    const path = '/api/receptionist/feedback/';
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await call(service, 'GET', path, { token: key })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const limited = await call(service, 'GET', path, { token: key });
    expect([...outcome(limited), limited.headers.get('ratelimit-policy')]).toEqual([429, 'TOO_MANY_REQUESTS', '"key";q=3;w=60']);
    expect((await accounts.receptionist.get(path)).status).toBe(200);
    expect((await call(service, 'GET', path, { token: (await newKey(accounts.receptionist, ['feedback:read'])).key })).status).toBe(200);
  });

  test('when a key makes a change, then the audit trail names key, operation and order, once for a repeated request', async () => {
    const farmer = await signedIn(service, 'farmer');
    const { key, name } = await newKey(farmer, ['orders:write']);
    const keyed = { token: key, headers: { 'idempotency-key': 'the-same' }, body: booking({ date: '2026-11-21' }) };
    const [first, second] = [
      await call(service, 'POST', '/api/farmer/order', keyed),
      await call(other, 'POST', '/api/farmer/order', keyed),
    ];
    expect([first.status, second.text]).toEqual([200, first.text]);
    expect((await call(service, 'POST', `/api/farmer/order/${first.body.id}/confirm`, { token: key })).status).toBe(200);
    expect((await call(service, 'POST', '/api/farmer/order', { token: key, body: booking({ area: 0 }) })).status).toBe(400);
    const { content } = (await admin.get(`/api/admin/audit/?action=api_key_write&actorId=${farmer.id}`)).body;
    const entry = (operation: string) => ({
      action: 'api_key_write',
      subjectType: 'order',
      subjectId: first.body.id,
      changes: [
        { field: 'apiKey', from: null, to: name },
        { field: 'operation', from: null, to: operation },
      ],
    });
    expect(content).toMatchObject([entry('confirmOrder'), entry('createOrder')]);
    expect(content).toHaveLength(2);
  });

  test('when a key is used, then its last use is saved in the background', async () => {
    const { id, key } = await newKey(accounts.sprayer, ['orders:read']);
    await call(other, 'GET', '/api/sprayer/order/?page=0', { token: key });
    await untilLastUseIsSaved(id);
  });
});
