import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { SentMails } from '../sent-mails.ts';
import { PushEndpoint } from './push-endpoint.ts';

const endpoint = new PushEndpoint();
const mails = new SentMails();
let service: Service;
let other: Service;
let office: Caller;
let admin: Caller;

beforeAll(async () => {
  await endpoint.start();
  service = await startService({
    push: { services: [endpoint.url], privateAddresses: ['127.0.0.1'] },
    mailer: mails,
    timing: { channelLimit: 2000 },
  });
  other = await service.another();
  office = await signedIn(service, 'receptionist');
  admin = await signedIn(service, 'admin');
  await removeBookingLimits(service);
  endpoint.vapidKey = (await office.get('/api/common/push-key')).body.publicKey;
});
afterAll(async () => {
  await service.close();
  await endpoint.close();
});

async function confirmedOrder(farmer: Caller): Promise<number> {
  const { id } = await placed(farmer);
  expect((await office.post(`/api/receptionist/order/${id}/confirm`)).status).toBe(200);
  return id;
}
const states = (farmer: Caller, orderId: number) =>
  service.sql<{ channel: string; status: string; last_error: string | null }>(
    "select channel, status, last_error from message_delivery where recipient_id = $1 and order_id = $2 and type = 'confirmed'",
    [farmer.id, orderId],
  );
const got = (device: string) => endpoint.received.filter((message) => message.device === device);

test('when the service starts twice, then both have one key, whose private part is only stored encrypted', async () => {
  const answer = await admin.get('/api/common/push-key');
  expect(Buffer.from(answer.body.publicKey, 'base64url')).toHaveLength(65);
  expect(
    (await fetch(`${other.url}/api/common/push-key`, { headers: { authorization: `Bearer ${admin.token}` } }).then((r) =>
      r.json(),
    )) as object,
  ).toEqual(answer.body);
  const [row] = await service.sql<{ sealed: Buffer }>("select sealed from stored_secret where name = 'vapid'");
  expect(row?.sealed.includes('privateKey')).toBe(false);
});

test('when a farmer has two devices, then both get the message, encrypted for them, and no mail is sent', async () => {
  const farmer = await signedIn(service, 'farmer');
  for (const device of ['phone', 'tablet'])
    expect((await farmer.post('/api/common/push-device/', endpoint.subscribe(device))).body).toEqual({ done: true });
  expect((await farmer.get('/api/common/channel-preference')).body.channels[0]).toEqual({ channel: 'push', enabled: true, state: 'ready' });
  const id = await confirmedOrder(farmer);
  await eventually(async () => expect(await states(farmer, id)).toMatchObject([{ channel: 'push', status: 'sent' }]));
  for (const device of ['phone', 'tablet'])
    expect(got(device).map(({ payload }) => payload)).toMatchObject([{ path: `/orders/${id}`, text: expect.stringContaining(String(id)) }]);
  expect(got('phone')[0]?.headers).toMatchObject({ ttl: '86400', urgency: 'normal', 'content-encoding': 'aes128gcm' });
  // The booking itself was the farmer's own act.
  expect(mails.to(farmer.email).filter(({ subject }) => subject !== 'Your account was changed')).toHaveLength(1);
});

test('when a browser is gone, then it is forgotten, and without any the mail is sent', async () => {
  const farmer = await signedIn(service, 'farmer');
  for (const device of ['old', 'gone']) await farmer.post('/api/common/push-device/', endpoint.subscribe(device));
  endpoint.answers.set('old', 404).set('gone', 410);
  const id = await confirmedOrder(farmer);
  await eventually(async () => expect(await states(farmer, id)).toMatchObject([{ channel: 'mail', status: 'sent' }]));
  expect((await farmer.get('/api/common/push-device/')).body.page.totalElements).toBe(0);
});

test('when a push service hangs, then the same message is sent again later and replaces the first one', async () => {
  const farmer = await signedIn(service, 'farmer');
  await farmer.post('/api/common/push-device/', endpoint.subscribe('slow'));
  endpoint.answers.set('slow', 0);
  const id = await confirmedOrder(farmer);
  await eventually(async () =>
    expect(await states(farmer, id)).toEqual([{ channel: 'push', status: 'waiting', last_error: 'no answer in time' }]),
  );
  endpoint.answers.delete('slow');
  service.clock.now = new Date(service.clock.now.getTime() + 60_000);
  await eventually(async () => expect(await states(farmer, id)).toMatchObject([{ channel: 'push', status: 'sent' }]));
  expect(got('slow')).toHaveLength(1);
  expect(got('slow')[0]?.payload.tag).toMatch(/^swath-\d+$/);
});

test('when someone else signs in on the same browser, then it is theirs; and a person removes only own devices', async () => {
  const [first, second] = [await signedIn(service, 'farmer'), await signedIn(service, 'sprayer')];
  const shared = endpoint.subscribe('shared');
  await first.post('/api/common/push-device/', shared);
  await second.post('/api/common/push-device/', shared);
  expect((await first.get('/api/common/push-device/')).body.content).toEqual([]);
  const [device] = (await second.get('/api/common/push-device/')).body.content;
  expect(device).toMatchObject({ device: 'Test shared', lastUsedAt: null });
  expect((await first.post('/api/common/push-device/remove', { id: device.id })).status).toBe(404);
  expect((await first.post('/api/common/push-device/remove', { endpoint: shared.endpoint })).status).toBe(404);
  expect((await second.post('/api/common/push-device/remove', { endpoint: shared.endpoint })).body).toEqual({ done: true });
  for (let n = 0; n < 12; n++) await second.post('/api/common/push-device/', endpoint.subscribe(`many-${n}`));
  expect((await second.get('/api/common/push-device/')).body.page.totalElements).toBe(10);
});

test.each([
  [{ endpoint: 'ftp://push.example' }, 'endpoint'],
  [{ endpoint: 'https://push.example/send/abc' }, 'endpoint'],
  [{ endpoint: 'http://127.0.0.1/send/abc' }, 'endpoint'],
  [{ p256dh: 'abc' }, 'p256dh'],
  [{ auth: 'abc' }, 'auth'],
])('when a subscription has %j, then it is refused by name', async (change, path) => {
  const answer = await admin.post('/api/common/push-device/', { ...endpoint.subscribe('bad'), ...change });
  expect([answer.status, answer.body.errors[0].path]).toEqual([400, path]);
});

test('when a device is at a known push service, then it is added', async () => {
  const farmer = await signedIn(service, 'farmer');
  const { device: _, ...keys } = endpoint.subscribe('known');
  const hosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com', 'wns2-sg2p.notify.windows.com'];
  for (const host of hosts) {
    const added = await farmer.post('/api/common/push-device/', { ...keys, endpoint: `https://${host}/${farmer.id}`, device: host });
    expect([host, added.status]).toEqual([host, 200]);
  }
  const { content } = (await farmer.get('/api/common/push-device/')).body;
  expect(content.map(({ state }: { state: string }) => state)).toEqual(hosts.map(() => 'ready'));
});

test('when fifty devices are added at once, then ten are kept', async () => {
  const farmer = await signedIn(service, 'farmer');
  const added = await Promise.all(
    Array.from({ length: 50 }, (_, n) => farmer.post('/api/common/push-device/', endpoint.subscribe(`crowd-${n}`))),
  );
  expect(new Set(added.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await farmer.get('/api/common/push-device/')).body.page.totalElements).toBe(10);
});

test('when a device from earlier is at an unknown push service, then nothing is sent to it, and its user sees that', async () => {
  const unknown = await new PushEndpoint().start();
  unknown.vapidKey = endpoint.vapidKey;
  const farmer = await signedIn(service, 'farmer');
  const { endpoint: address, p256dh, auth } = unknown.subscribe('earlier');
  await service.sql(
    'insert into push_subscription (user_id, endpoint, p256dh, auth, device, created_at) values ($1, $2, $3, $4, $5, now())',
    [...[farmer.id, address, p256dh, auth], 'Earlier browser'],
  );
  expect((await farmer.get('/api/common/channel-preference')).body.channels[0]).toMatchObject({ channel: 'push', state: 'not_supported' });
  expect((await farmer.get('/api/common/push-device/')).body.content).toMatchObject([
    { device: 'Earlier browser', state: 'not_supported' },
  ]);
  const id = await confirmedOrder(farmer);
  await eventually(async () => expect(await states(farmer, id)).toMatchObject([{ channel: 'mail', status: 'sent' }]));
  expect(unknown.received).toEqual([]);
  await unknown.close();
});

test('when a push service has a private address that is not listed for push, then nothing is sent to it', async () => {
  const guarded = await startService({ push: { services: [endpoint.url], privateAddresses: [] } });
  const farmer = await signedIn(guarded, 'farmer');
  await removeBookingLimits(guarded);
  expect((await farmer.post('/api/common/push-device/', endpoint.subscribe('private'))).status).toBe(200);
  const { id } = await placed(farmer);
  await (await signedIn(guarded, 'receptionist')).post(`/api/receptionist/order/${id}/confirm`);
  await eventually(async () =>
    expect(await guarded.sql("select channel, last_error from message_delivery where type = 'confirmed'")).toEqual([
      { channel: 'push', last_error: 'ADDRESS_NOT_PUBLIC' },
    ]),
  );
  expect(got('private')).toEqual([]);
  await guarded.close();
});
