import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAllSecrets } from '../../src/doctor/check-secrets.ts';
import { SecretBox } from '../../src/platform/secrets/secret-box.ts';
import { saveSecret } from '../../src/platform/secrets/secret-store.ts';
import { type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { PushEndpoint } from './push-endpoint.ts';

const endpoint = new PushEndpoint();
const lost = new SecretBox(randomBytes(32));
let service: Service;
let admin: Caller;
let office: Caller;

beforeAll(async () => {
  await endpoint.start();
  service = await startService({ push: { services: [endpoint.url], privateAddresses: ['127.0.0.1'] }, idle: true });
  admin = await signedIn(service, 'admin');
  office = await signedIn(service, 'receptionist');
});
afterAll(async () => {
  await service.close();
  await endpoint.close();
});

const store = (name: string, secret: string) => saveSecret(service.database.write, lost, name, secret, service.clock.now);

test('when the key of push cannot be read, then fifty requests to two processes get one new key, devices are forgotten, and push works again', async () => {
  const farmer = await signedIn(service, 'farmer');
  await farmer.post('/api/common/push-device/', endpoint.subscribe('before'));
  await store('vapid', JSON.stringify({ publicKey: 'p', privateKey: 'q' }));
  const { read } = service.database;
  expect((await checkAllSecrets(read, new SecretBox(Buffer.alloc(32, 7)))).unreadable).toEqual([
    expect.stringMatching(/^vapid .*push on again/),
  ]);
  const other = await service.another();
  const callers = [farmer, callerOn(other, farmer)];
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => callers[n % 2]?.get('/api/common/push-key')));
  expect(answers.filter((answer) => answer?.status !== 200)).toEqual([]);
  expect(new Set(answers.map((answer) => answer?.body.publicKey)).size).toBe(1);
  endpoint.vapidKey = answers[0]?.body.publicKey;
  expect(Buffer.from(endpoint.vapidKey, 'base64url')).toHaveLength(65);
  expect((await farmer.get('/api/common/push-device/')).body.content).toEqual([]);
  expect((await checkAllSecrets(read, new SecretBox(Buffer.alloc(32, 7)))).unreadable).toEqual([]);

  other.app.work();
  await farmer.post('/api/common/push-device/', endpoint.subscribe('after'));
  const { id } = await placed(farmer);
  await office.post(`/api/receptionist/order/${id}/confirm`);
  await eventually(async () => expect(endpoint.received.map(({ device }) => device)).toEqual(['after']));
});

test('when secrets of Zalo and of a sign-in provider cannot be read, then nothing is an internal error, and they can be entered again', async () => {
  const issuer = { name: 'Lost', url: 'https://lost.example', clientId: 'swath', clientSecret: 'secret', enabled: true };
  const made = await admin.post('/api/admin/issuer/', { ...issuer, forFarmers: true, forStaff: false, staffDomains: [] });
  expect(made.status).toBe(200);
  await service.sql("insert into zalo_account (app_id) values ('1') on conflict do nothing");
  for (const name of ['zalo-app', 'zalo-tokens', `oidc-issuer:${made.body.id}`]) await store(name, '{}');
  const found = await checkAllSecrets(service.database.read, new SecretBox(Buffer.alloc(32, 7)));
  expect(found.unreadable).toEqual([
    expect.stringMatching(/^oidc-issuer:\d+ .*Sign-in providers/),
    expect.stringMatching(/^zalo-app .*Channels/),
    expect.stringMatching(/^zalo-tokens .*Channels/),
  ]);
  expect((await admin.get('/api/admin/zalo')).body.state).toBe('not_set_up');
  const change = await admin.put('/api/admin/zalo', { appId: '3390165814920551234' });
  expect([change.status, change.body.errors.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    ['appSecret', 'oaSecret', 'refreshToken'],
  ]);
  expect((await admin.post(`/api/admin/issuer/${made.body.id}/check`)).body).toEqual({ answers: false });
  expect(await admin.get('/api/admin/issuer/')).toMatchObject({ status: 200 });
  const start = await admin.post('/api/auth/oidc/start', { issuerId: made.body.id });
  expect([start.status, start.body.code]).toEqual([503, 'OIDC_UNAVAILABLE']);
  expect((await admin.patch(`/api/admin/issuer/${made.body.id}`, { clientSecret: 'again' })).status).toBe(200);
  expect((await checkAllSecrets(service.database.read, new SecretBox(Buffer.alloc(32, 7)))).unreadable).toHaveLength(2);
});
