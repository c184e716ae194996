import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRefusedOrigin } from '../../src/platform/http/refused-origin-store.ts';
import { type Caller, call, signedIn, testPassword } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

const publicUrl = 'https://spray.example';
/** As nginx sends it without `proxy_set_header Host`. */
const proxied = { host: '127.0.0.1:8080' };

let service: Service;
/** The operator has set its public address. */
let configured: Service;
/** Behind a proxy that names the host. */
let trusting: Service;
let farmer: Caller;

beforeAll(async () => {
  service = await startService();
  [configured, trusting] = await Promise.all([service.another({ publicUrl }), service.another({ trustProxy: 1 })]);
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

const signIn = (at: Service, headers: Record<string, string>) =>
  call(at, 'POST', '/api/auth/login', { body: { email: farmer.email, password: testPassword }, headers });
const cookieOf = (answer: { headers: Headers }) => answer.headers.getSetCookie()[0] ?? '';

describe('when the page is at the public address and the proxy does not pass the host on', () => {
  test('then a service that knows the address signs the browser in with a secure cookie, and takes its changes', async () => {
    const answer = await signIn(configured, { ...proxied, origin: publicUrl });
    expect([answer.status, cookieOf(answer)]).toEqual([200, expect.stringMatching(/^swath_token=.*; Secure$/)]);
    const cookie = cookieOf(answer).split(';', 1)[0] ?? '';
    const change = (origin: string) => call(configured, 'POST', '/api/auth/logout', { headers: { ...proxied, origin, cookie } });
    expect((await change('https://elsewhere.example')).body.code).toBe('FOREIGN_ORIGIN');
    expect((await change('http://spray.example')).body.code).toBe('FOREIGN_ORIGIN');
    expect((await change(publicUrl)).status).toBe(200);
  });

  test('then one that does not know it says what to set, and the doctor can read it', async () => {
    const answer = await signIn(service, { ...proxied, origin: publicUrl });
    expect([answer.status, answer.body.code, answer.headers.get('set-cookie')]).toEqual([403, 'FOREIGN_ORIGIN', null]);
    expect(answer.body.detail).toContain(`set SWATH_PUBLIC_URL=${publicUrl}`);
    await eventually(async () =>
      expect(await findRefusedOrigin(service.database.read, new Date(0))).toEqual({ origin: publicUrl, host: proxied.host }),
    );
  });
});

test('when a trusted proxy names the forwarded host, then its page is accepted, and without trust it is not', async () => {
  const headers = { ...proxied, origin: publicUrl, 'x-forwarded-host': 'spray.example', 'x-forwarded-proto': 'https' };
  expect((await signIn(trusting, headers)).status).toBe(200);
  expect(
    (await signIn(configured, { ...headers, origin: 'https://elsewhere.example', 'x-forwarded-host': 'elsewhere.example' })).status,
  ).toBe(403);
  expect((await signIn(service, headers)).status).toBe(403);
});

test('when a program without an origin or a page of the same host signs in, then it is accepted', async () => {
  expect((await signIn(service, {})).status).toBe(200);
  expect((await signIn(service, { origin: service.url })).status).toBe(200);
});

test('when an admin creates a link, then it has the public address, or the one at which the page is open', async () => {
  const { id } = await signedIn(service, 'farmer');
  const linkAt = async (at: Service, headers: Record<string, string>) => {
    const admin = await signedIn(service, 'admin');
    const { body } = await call(at, 'POST', `/api/admin/user/${id}/invitation-link`, { token: admin.token, headers });
    return new URL(body.link).origin;
  };
  expect(await linkAt(configured, proxied)).toBe(publicUrl);
  expect(await linkAt(service, { host: '192.168.1.20:8080', origin: 'http://192.168.1.20:8080' })).toBe('http://192.168.1.20:8080');
  expect(await linkAt(service, { host: '192.168.1.20:8080' })).toBe('http://192.168.1.20:8080');
});
