import { randomBytes } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealWebhookSecrets } from '../../src/notifications/seal-webhook-secrets.ts';
import { sealWebhookSecret } from '../../src/notifications/webhook-secret.ts';
import { allowedAddresses } from '../../src/platform/outgoing/allowed-addresses.ts';
import { SecretBox } from '../../src/platform/secrets/secret-box.ts';
import { addDays } from '../../src/platform/time/clock.ts';
import { type Caller, call, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { type Posted, type Receiver, startReceiver } from './webhook-receiver.ts';

let service: Service;
let admin: Caller;
let farmer: Caller;
let receiver: Receiver;

beforeAll(async () => {
  service = await startService({ timing: { webhookLimit: 4000 }, isAllowedAddress: allowedAddresses(['127.0.0.1']) });
  await service.sql('update spray_session set capacity = 1000');
  admin = await signedIn(service, 'admin');
});
beforeEach(async () => {
  // Receivers check that messages are recent, so these tests use the real time.
  service.clock.now = new Date();
  receiver = await startReceiver();
  farmer = await signedIn(service, 'farmer');
});
afterEach(async () => {
  await service.sql('delete from webhook');
  await receiver.close();
});
afterAll(() => service.close());

const later = (seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
};
const book = (overrides: Record<string, unknown> = {}) =>
  placed(farmer, { date: addDays(new Date().toISOString().slice(0, 10), 7), ...overrides });
const register = async (path: string, eventTypes = ['order.created', 'order.confirmed']) => {
  const answer = await admin.post('/api/admin/webhook/', { url: receiver.url + path, eventTypes });
  expect(answer.status).toBe(200);
  return answer.body;
};
const patch = (id: number, body: unknown) => call(service, 'PATCH', `/api/admin/webhook/${id}`, { token: admin.token, body });
const deliveries = async (id: number) => (await admin.get(`/api/admin/webhook/${id}/delivery/`)).body.content;
const verified = (secret: string, { text, headers }: Posted) => new Webhook(secret).verify(text, headers as Record<string, string>);

test('when an order is placed, then the receiver gets it once, signed, in the format of the contract', async () => {
  const hook = await register('/one');
  expect(hook.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const { id } = await book();
  await eventually(async () => expect(receiver.at('/one')).toHaveLength(1));
  const [posted] = receiver.at('/one') as [Posted];
  const message = verified(hook.secret, posted) as { type: string; timestamp: string; data: { order: { id: number } } };
  const receptionist = await signedIn(service, 'receptionist');
  expect(message).toEqual({
    type: 'order.created',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: { version: 1, order: (await receptionist.get(`/api/receptionist/order/${id}`)).body },
  });
  expect(() => verified(`whsec_${Buffer.alloc(32).toString('base64')}`, posted)).toThrow(WebhookVerificationError);
  expect(() => verified(hook.secret, { ...posted, text: posted.text.replace('created', 'deleted') })).toThrow(WebhookVerificationError);
  await eventually(async () =>
    expect(await deliveries(hook.id)).toMatchObject([
      { type: 'order.created', status: 'delivered', attempts: 1, responseCode: 200, nextAttemptAt: null },
    ]),
  );
});

test('when the address of a webhook is private and not allowed, then saving it is refused', async () => {
  const refusal = [
    400,
    [{ path: 'url', message: expect.stringContaining('is a private address; webhooks are sent to public addresses only') }],
  ];
  const save = async (url: string) => {
    const { status, body } = await admin.post('/api/admin/webhook/', { url, eventTypes: ['order.created'] });
    return [status, body.errors];
  };
  for (const host of ['10.0.0.7', '127.1.2.3', '0x0a000007', '[::1]', '[::ffff:10.0.0.7]'])
    expect(await save(`https://${host}/hook`)).toEqual(refusal);
  const { id } = await register('/kept');
  const changed = await patch(id, { url: 'http://192.168.1.9:8080/' });
  expect([changed.status, changed.body.errors]).toEqual(refusal);
  expect((await patch(id, { url: 'http://localhost:8080/' })).status).toBe(200);
});

test('when a webhook is limited to some events, or inactive, then it gets no others', async () => {
  const all = await register('/all');
  await register('/confirmed', ['order.confirmed']);
  const off = await register('/off');
  expect((await patch(off.id, { active: false })).body.active).toBe(false);
  const { id } = await book();
  await farmer.post(`/api/farmer/order/${id}/confirm`);
  const types = (path: string) =>
    receiver
      .at(path)
      .map(({ text }) => JSON.parse(text).type)
      .sort();
  await eventually(async () => expect(types('/all')).toEqual(['order.confirmed', 'order.created']));
  await eventually(async () => expect(types('/confirmed')).toEqual(['order.confirmed']));
  expect(types('/off')).toEqual([]);
  expect((await call(service, 'DELETE', `/api/admin/webhook/${all.id}`, { token: admin.token })).body).toEqual({ done: true });
  await register('/later');
  await book();
  await eventually(async () => expect(types('/later')).toEqual(['order.created']));
  expect(types('/all')).toHaveLength(2);
});

test('when a receiver fails and recovers, then the message is delivered with the same id, and the log has every attempt', async () => {
  const hook = await register('/weak');
  receiver.answer = () => 500;
  await book();
  const failed = async (attempts: number) =>
    eventually(async () => {
      const [row] = await deliveries(hook.id);
      expect(row).toMatchObject({ status: 'waiting', attempts, responseCode: 500, lastError: 'answered 500' });
      const wait = (Date.parse(row.nextAttemptAt) - service.clock.now.getTime()) / 1000;
      expect(wait).toBeLessThan(attempts === 1 ? 10 : 50); // not the lease of an attempt that still runs
      return wait;
    });
  const first = await failed(1);
  expect((await admin.get('/api/admin/webhook/')).body.content[0].failingSince).not.toBeNull();
  later(first + 1);
  expect(await failed(2)).toBeGreaterThan(first);
  receiver.answer = () => 204;
  later(60);
  await eventually(async () =>
    expect(await deliveries(hook.id)).toMatchObject([{ status: 'delivered', attempts: 3, responseCode: 204, lastError: null }]),
  );
  expect(new Set(receiver.at('/weak').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  for (const posted of receiver.at('/weak')) verified(hook.secret, posted);
  expect((await admin.get('/api/admin/webhook/')).body.content[0].failingSince).toBeNull();
});

test('when a receiver responds with a redirect, then it is not followed and counts as a failure', async () => {
  const hook = await register('/moved');
  receiver.answer = () => 302;
  await book();
  await eventually(async () => expect(await deliveries(hook.id)).toMatchObject([{ status: 'waiting', responseCode: 302 }]));
  expect(receiver.at('/elsewhere')).toEqual([]);
});

test('when one receiver hangs and another is unreachable, then all others get every message', async () => {
  receiver.answer = (path) => (path === '/hangs' ? 'hangs' : 200);
  const hanging = await register('/hangs');
  const gone = await startReceiver();
  await gone.close();
  const dead = await admin.post('/api/admin/webhook/', { url: gone.url, eventTypes: ['order.created'] });
  await register('/well');
  for (let n = 0; n < 20; n++) await book();
  await eventually(async () => expect(receiver.at('/well')).toHaveLength(20));
  expect(receiver.at('/hangs').length).toBeLessThan(20);
  await eventually(async () =>
    expect((await deliveries(hanging.id)).some(({ lastError }: { lastError: string }) => lastError === 'no answer in time')).toBe(true),
  );
  await eventually(async () =>
    expect((await deliveries(dead.body.id))[0]).toMatchObject({
      status: 'waiting',
      responseCode: null,
      lastError: 'ECONNREFUSED',
    }),
  );
});

test('when two processes deliver, then each message is posted once', async () => {
  await service.another();
  const hook = await register('/twice');
  await Promise.all(Array.from({ length: 30 }, () => book()));
  await eventually(async () =>
    expect(
      (await admin.get(`/api/admin/webhook/${hook.id}/delivery/?size=100`)).body.content.filter(
        ({ status }: { status: string }) => status === 'delivered',
      ),
    ).toHaveLength(30),
  );
  expect(receiver.at('/twice')).toHaveLength(30);
  expect(new Set(receiver.at('/twice').map(({ headers }) => headers['webhook-id'])).size).toBe(30);
});

test('when a receiver fails for a day, then its message is a dead letter, and an admin can replay it', async () => {
  const hook = await register('/gone');
  receiver.answer = () => 503;
  await book();
  for (let attempt = 1; attempt <= 11; attempt++) {
    await eventually(async () => {
      const [row] = await deliveries(hook.id);
      expect(row).toMatchObject({ attempts: attempt, status: attempt === 11 ? 'failed' : 'waiting', lastError: 'answered 503' });
      expect(Date.parse(row.nextAttemptAt) - Date.parse(row.lastAttemptAt)).not.toBe(60_000); // not the lease of an attempt that still runs
    });
    await service.sql("update webhook_delivery set next_attempt_at = $1 where status = 'waiting'", [service.clock.now]);
  }
  receiver.answer = () => 200;
  const [row] = await deliveries(hook.id);
  expect(row.nextAttemptAt).toBeNull();
  const replayed = await admin.post(`/api/admin/webhook/${hook.id}/delivery/${row.id}/replay`);
  expect([replayed.status, replayed.body.status]).toEqual([200, 'waiting']);
  await eventually(async () => expect(await deliveries(hook.id)).toMatchObject([{ status: 'delivered', attempts: 12 }]));
  expect(new Set(receiver.at('/gone').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('when a receiver fails for days or responds 410, then it is deactivated until an admin activates it', async () => {
  const failing = await register('/days');
  const leaving = await register('/leaving');
  receiver.answer = (path) => (path === '/leaving' ? 410 : 500);
  const active = async () =>
    Object.fromEntries(
      (await admin.get('/api/admin/webhook/')).body.content.map((hook: { id: number; active: boolean }) => [hook.id, hook.active]),
    );
  await book();
  await eventually(async () => expect(await active()).toEqual({ [failing.id]: true, [leaving.id]: false }));
  await service.sql("update webhook set failing_since = $1::timestamptz - interval '4 days' where id = $2 ", [
    service.clock.now,
    failing.id,
  ]);
  await book();
  await eventually(async () => expect((await active())[failing.id]).toBe(false));
  const turnedOff = async () =>
    (await admin.get('/api/admin/audit/?action=webhook_update')).body.content
      .filter(({ actor }: { actor: unknown }) => actor === null)
      .map(({ subjectId, changes }: { subjectId: number; changes: unknown }) => [subjectId, changes]);
  const change = [{ field: 'active', from: true, to: false }];
  expect(await turnedOff()).toEqual([
    [failing.id, change],
    [leaving.id, change],
  ]);
  const [row] = await deliveries(failing.id);
  const refused = await admin.post(`/api/admin/webhook/${failing.id}/delivery/${row.id}/replay`);
  expect([refused.status, refused.body.code]).toEqual([409, 'ACTION_NOT_ALLOWED']);
  receiver.answer = () => 200;
  later(60);
  expect((await patch(failing.id, { active: true })).body).toMatchObject({ active: true, failingSince: null });
  await eventually(async () =>
    expect((await deliveries(failing.id)).map(({ status }: { status: string }) => status)).toEqual(['delivered', 'delivered']),
  );
});

test('when the secret is rotated, then messages are signed with both secrets for a day, and then with the new one only', async () => {
  const hook = await register('/turn');
  const { secret } = (await admin.post(`/api/admin/webhook/${hook.id}/rotate-secret`)).body;
  expect(secret).not.toBe(hook.secret);
  await book();
  await eventually(async () => expect(receiver.at('/turn')).toHaveLength(1));
  const [both] = receiver.at('/turn') as [Posted];
  verified(secret, both);
  verified(hook.secret, both);
  await service.sql("update webhook set old_secret_until = $1::timestamptz - interval '1 second'", [service.clock.now]);
  await book();
  await eventually(async () => expect(receiver.at('/turn')).toHaveLength(2));
  verified(secret, receiver.at('/turn')[1] as Posted);
  expect(() => verified(hook.secret, receiver.at('/turn')[1] as Posted)).toThrow(WebhookVerificationError);
});

test('when a webhook is registered and its secret rotated, then neither secret is stored in clear', async () => {
  const hook = await register('/sealed');
  const rotated = await admin.post(`/api/admin/webhook/${hook.id}/rotate-secret`);
  const [stored] = await service.sql('select secret, old_secret from webhook where id = $1', [hook.id]);
  for (const bytes of [stored?.secret, stored?.old_secret] as Buffer[])
    for (const { secret } of [hook, rotated.body]) {
      const clear = Buffer.from(secret.slice('whsec_'.length), 'base64');
      expect(bytes.includes(clear) || bytes.includes(clear.toString('hex'))).toBe(false);
    }
});

test('when secrets were stored in clear, then fifty runs at once encrypt them once, and messages are signed as before', async () => {
  const hook = await register('/earlier');
  const [secret, old] = [randomBytes(32), randomBytes(32)];
  const stored = async () => (await service.sql('select secret, old_secret from webhook where id = $1', [hook.id]))[0];
  await service.sql("update webhook set secret = $2, old_secret = $3, old_secret_until = now() + interval '1 day' where id = $1", [
    hook.id,
    secret,
    old,
  ]);
  const sign = async () => {
    const before = receiver.at('/earlier').length;
    await book();
    await eventually(async () => expect(receiver.at('/earlier')).toHaveLength(before + 1));
    const posted = receiver.at('/earlier').at(-1) as Posted;
    for (const one of [secret, old]) verified(`whsec_${one.toString('base64')}`, posted);
  };
  await sign();
  const box = new SecretBox(Buffer.alloc(32, 7));
  await Promise.all(Array.from({ length: 50 }, () => sealWebhookSecrets(service.database.write, box)));
  const sealed = await stored();
  expect([sealed?.secret, sealed?.old_secret].some((bytes) => bytes.includes(secret) || bytes.includes(old))).toBe(false);
  await sealWebhookSecrets(service.database.write, box);
  expect(await stored()).toEqual(sealed);
  await sign();
});

test('when the key of secrets is another one, then the log of deliveries says so, and a rotated secret signs again', async () => {
  const hook = await register('/key');
  const foreign = sealWebhookSecret(new SecretBox(randomBytes(32)), randomBytes(32));
  await service.sql('update webhook set secret = $2 where id = $1', [hook.id, foreign]);
  await book();
  await eventually(async () =>
    expect(await deliveries(hook.id)).toMatchObject([{ lastError: 'the secret was stored with another SWATH_SECRET_KEY or secret.key' }]),
  );
  const { body } = await admin.post(`/api/admin/webhook/${hook.id}/rotate-secret`);
  await service.sql("update webhook_delivery set next_attempt_at = $1 where status = 'waiting'", [service.clock.now]);
  await eventually(async () => expect(receiver.at('/key')).toHaveLength(1));
  verified(body.secret, receiver.at('/key')[0] as Posted);
});

test('when a webhook was created, then no later response has its secret', async () => {
  const hook = await register('/quiet');
  await book();
  await eventually(async () => expect(receiver.at('/quiet')).toHaveLength(1));
  const bare = hook.secret.slice('whsec_'.length);
  for (const { text } of [
    await admin.get('/api/admin/webhook/'),
    await patch(hook.id, { description: 'new' }),
    await admin.get(`/api/admin/webhook/${hook.id}/delivery/`),
  ]) {
    expect(text).toContain('"id"');
    expect(text).not.toContain(bare);
    expect(text).not.toContain('whsec_');
  }
});

test.each([
  [{ url: 'ftp://example.com', eventTypes: ['order.created'] }, ['url']],
  [{ url: 'not an address', eventTypes: ['order.created'] }, ['url']],
  [{ url: 'https://user:pass@example.com', eventTypes: ['order.created'] }, ['url']],
  [{ url: 'https://example.com', eventTypes: [] }, ['eventTypes']],
  [{ url: 'https://example.com', eventTypes: ['order.exploded'] }, ['eventTypes']],
  [{}, ['eventTypes', 'url']],
])('when a webhook is %j, then it is refused for %j', async (body, paths) => {
  const answer = await admin.post('/api/admin/webhook/', body);
  expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(answer.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual(paths);
});

test('when a webhook or delivery does not exist, then every operation is a 404', async () => {
  const hook = await register('/there');
  const answers = [
    await patch(999_999, { active: true }),
    await call(service, 'DELETE', '/api/admin/webhook/999999', { token: admin.token }),
    await admin.post('/api/admin/webhook/999999/rotate-secret'),
    await admin.get('/api/admin/webhook/999999/delivery/'),
    await admin.post('/api/admin/webhook/999999/delivery/1/replay'),
    await admin.post(`/api/admin/webhook/${hook.id}/delivery/999999/replay`),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [404, 'NOT_FOUND']));
});

test('when the maximum number of webhooks exists, then another one is refused', async () => {
  await service.sql(
    `insert into webhook (url, description, event_types, active, secret, created_at)
     select 'http://127.0.0.1:9/', '', '{order.feedback}', false, '\\x00', now() from generate_series(1, 50)`,
  );
  const answer = await admin.post('/api/admin/webhook/', { url: receiver.url, eventTypes: ['order.created'] });
  expect([answer.status, answer.body.code]).toEqual([409, 'TOO_MANY_WEBHOOKS']);
});

test('when the clock is set back three hours, then a message that is due soon is not delayed by three hours', async () => {
  receiver.answer = () => 500;
  const hook = await register('/put-back');
  await book();
  await eventually(async () => expect(await deliveries(hook.id)).toMatchObject([{ status: 'waiting', attempts: 1, responseCode: 500 }]));
  receiver.answer = () => 200;
  later(-3 * 3600);
  await eventually(async () => {
    const [row] = await deliveries(hook.id);
    expect((Date.parse(row.nextAttemptAt) - service.clock.now.getTime()) / 1000).toBeLessThanOrEqual(60);
  });
  later(61);
  await eventually(async () => expect(await deliveries(hook.id)).toMatchObject([{ status: 'delivered', attempts: 2 }]));
});
