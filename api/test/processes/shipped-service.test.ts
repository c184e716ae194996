import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoName, demoEmail, demoPassword } from '../../src/demo/demo-people.ts';
import { addDays } from '../../src/platform/time/clock.ts';
import { clientId, clientSecret, type OpenIdProvider, startOpenIdProvider } from '../accounts/openid-provider.ts';
import { SoftwareAuthenticator } from '../accounts/software-authenticator.ts';
import { PushEndpoint } from '../channels/push-endpoint.ts';
import { type Caller, call, callerOn } from '../factories.ts';
import { cleanUp, launch, newFolder } from '../faults/built-service.ts';
import { eventually } from '../harness.ts';
import { type Collector, startCollector } from '../platform/collector.ts';
import { metricsToken, scrape } from '../platform/scrape.ts';
import { upload } from '../spreadsheets/sheet-calls.ts';
import { newDatabase } from './built-pair.ts';
import { shippedFolder } from './shipped-folder.ts';

/** What is shipped is the bundle with the packages beside it: every package that is loaded on demand is used once. */
let service: { url: string };
let folder: string;
/** Of the service; the doctor reads the secret key in it. */
let dataFolder: string;
let environment: Record<string, string>;
let collector: Collector;
let provider: OpenIdProvider;
const push = new PushEndpoint();
const database = await newDatabase();

beforeAll(async () => {
  [collector, provider] = await Promise.all([
    startCollector(),
    startOpenIdProvider('http://localhost:8080/sign-in/callback'),
    push.start(),
  ]);
  folder = shippedFolder();
  dataFolder = newFolder();
  environment = {
    DATABASE_URL: database.url,
    SWATH_DEMO: 'on',
    SWATH_LOG: 'warn',
    SWATH_METRICS_TOKEN: metricsToken,
    SWATH_PUBLIC_URL: 'http://localhost:8080',
    SWATH_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1,::1',
    SWATH_PUSH_SERVICES: push.url,
    SWATH_PUSH_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  };
  service = { url: await launch(dataFolder, { main: `${folder}/api/dist/main.js`, env: environment }).ready };
}, 120_000);
afterAll(async () => {
  await cleanUp();
  await Promise.all([database.drop(), collector.close(), provider.close(), push.close()]);
});

async function demoCaller(name: DemoName) {
  const { status, text, body } = await call(service, 'POST', '/api/auth/login', {
    body: { email: demoEmail(name), password: demoPassword },
  });
  if (status !== 200) throw new Error(text);
  const { token, user } = body;
  return callerOn(service, { id: String(user.id), role: user.role, email: user.email, phoneNumber: user.phoneNumber, token });
}
async function orderOf(people: string, { id }: Caller, condition: string): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    `select id from spray_order where ${people.replace('$person', id)} and ${condition} limit 1`,
  );
  if (row === undefined) throw new Error(`the demo data has no order with ${condition}`);
  return row.id;
}
const startOf = async (token: string, path: string, length: number) => {
  const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(bytes.toString());
  return bytes.subarray(0, length).toString('latin1');
};

test('when Prometheus asks, then the metrics are answered', async () => {
  const metrics = await scrape(service);
  expect([...metrics.names].filter((name) => name.startsWith('process_')).length).toBeGreaterThan(5);
  expect([...metrics.names].filter((name) => name.startsWith('swath_')).length).toBeGreaterThan(20);
});

test('when a receipt is opened as a PDF, then it is drawn', async () => {
  const farmer = await demoCaller('farmer');
  const id = await orderOf('farmer_id = $person', farmer, "payment_status = 'paid'");
  expect(await startOf(farmer.token, `/api/farmer/order/${id}/receipt.pdf`, 5)).toBe('%PDF-');
});

test('when farmers are exported and uploaded again, then the XLSX file is written and read', async () => {
  const office = await demoCaller('receptionist');
  const headers = { authorization: `Bearer ${office.token}` };
  const file = await fetch(`${service.url}/api/receptionist/customer.xlsx`, { headers });
  expect(file.status).toBe(200);
  const { status, body } = await upload(service, office, 'farmers', new Uint8Array(await file.arrayBuffer()));
  expect([status, body.fields.length > 2]).toEqual([200, true]);
});

test('when a notification is due for a registered browser, then it is encrypted and sent', async () => {
  const [farmer, office] = await Promise.all([demoCaller('farmer'), demoCaller('receptionist')]);
  await database.query("update channel_setting set quiet_from = '00:00', quiet_to = '00:00'");
  push.vapidKey = (await farmer.get('/api/common/push-key')).body.publicKey;
  expect((await farmer.post('/api/common/push-device/', push.subscribe('phone'))).status).toBe(200);
  const id = await orderOf('farmer_id = $person', farmer, "order_status = 'pending'");
  const confirmed = await office.post(`/api/receptionist/order/${id}/confirm`);
  expect([confirmed.status, confirmed.text]).toEqual([200, expect.any(String)]);
  await eventually(async () => expect(push.received.map(({ device }) => device)).toContain('phone'));
});

test('when a passkey is added, then it signs in', async () => {
  const farmer = await demoCaller('farmer2');
  const authenticator = new SoftwareAuthenticator();
  const origin = 'http://localhost:8080';
  const begun = async (path: string, token?: string) => {
    const { body, headers } = await call(service, 'POST', path, token === undefined ? {} : { token });
    return { challenge: body.challenge, headers: { cookie: headers.get('set-cookie')?.split(';', 1)[0] ?? '' } };
  };
  const adding = await begun('/api/common/passkey/options', farmer.token);
  const credential = authenticator.register(adding.challenge, origin);
  const added = await farmer.post('/api/common/passkey/', { name: 'Phone', credential }, adding.headers);
  expect([added.status, added.text]).toEqual([200, expect.stringContaining('Phone')]);
  const signing = await begun('/api/auth/passkey/options');
  const body = { credential: authenticator.signIn(signing.challenge, origin) };
  expect((await call(service, 'POST', '/api/auth/passkey/login', { headers: signing.headers, body })).body.user?.id).toBe(
    Number(farmer.id),
  );
});

test('when a provider of OpenID Connect is set up, then its addresses are found and a sign-in starts there', async () => {
  const admin = await demoCaller('admin');
  const issuer = {
    name: 'Cooperative',
    url: provider.url,
    clientId,
    clientSecret,
    enabled: true,
    forFarmers: true,
    forStaff: true,
    staffDomains: [],
  };
  const { body } = await admin.post('/api/admin/issuer/', issuer);
  const started = await call(service, 'POST', '/api/auth/oidc/start', { body: { issuerId: body.id } });
  expect([started.status, started.text]).toEqual([200, expect.stringContaining(provider.url)]);
});

test('when a plan is requested, then the solver ends it', async () => {
  const office = await demoCaller('receptionist');
  const started = await office.post('/api/receptionist/plan/', { date: addDays(new Date().toISOString().slice(0, 10), 2) });
  expect([started.status, started.text]).toEqual([200, expect.any(String)]);
  await eventually(async () => expect((await office.get(`/api/receptionist/plan/${started.body.id}`)).body.state).toBe('ready'));
});

test('when a photo is uploaded, then it is decoded', async () => {
  const crew = await demoCaller('sprayer');
  const id = await orderOf('id in (select order_id from crew_member where sprayer_id = $person)', crew, "order_status = 'in_progress'");
  const body = new Uint8Array(
    await sharp({ create: { width: 64, height: 48, channels: 3, background: 'green' } })
      .png()
      .toBuffer(),
  );
  const headers = { authorization: `Bearer ${crew.token}`, 'content-type': 'image/png' };
  const { status } = await fetch(`${service.url}/api/sprayer/order/${id}/photo`, { method: 'POST', headers, body });
  expect(status).toBe(200);
});

test('when a farmer opens a file of field boundaries, then it is read', async () => {
  const { token } = await demoCaller('farmer');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
  const points = '105.45,10.53 105.46,10.53 105.46,10.54 105.45,10.54 105.45,10.53';
  const ring = `<outerBoundaryIs><LinearRing><coordinates>${points}</coordinates></LinearRing></outerBoundaryIs>`;
  const body = `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>North</name><Polygon>${ring}</Polygon></Placemark></kml>`;
  const response = await fetch(`${service.url}/api/farmer/field-import/preview?fileName=a.kml`, { method: 'POST', headers, body });
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('North')]);
});

test('when a request is answered, then its trace is exported', async () => {
  await call(service, 'GET', '/api/auth/company');
  await eventually(async () => expect(collector.spans.map(({ name }) => name)).toContain('GET /api/auth/company'));
});

test('when a page is opened, then the web app is answered', async () => {
  const { status, text } = await call(service, 'GET', '/');
  expect([status, text]).toEqual([200, expect.stringContaining('<div id="root">')]);
});

test.each(['migrate', 'doctor'])('when %s runs as an npm script of the image, then it works', (command) => {
  const env = { PATH: process.env.PATH, SWATH_DATA: dataFolder, npm_config_update_notifier: 'false', ...environment };
  let output: string;
  try {
    output = execFileSync('npm', ['run', '--silent', command], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    // The doctor ends with 1 after warnings.
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    expect([command, status, stderr]).toEqual(['doctor', 1, '']);
    output = stdout;
  }
  expect(output).not.toMatch(/Cannot find|MODULE_NOT_FOUND/);
});
