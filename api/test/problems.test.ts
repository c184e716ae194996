import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../src/app.ts';
import { folderStorage } from '../src/feedback/photo-storage.ts';
import { createLog } from '../src/platform/telemetry/log.ts';
import { removeBookingLimits } from './arrange.ts';
import { booking, type Caller, call, placed, signedIn, testPassword } from './factories.ts';
import { type Service, startService } from './harness.ts';
import { expectProblem, problemFaults } from './problem-shape.ts';

let service: Service;
let farmer: Caller;
let office: Caller;

beforeAll(async () => {
  service = await startService();
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
});
afterAll(() => service.close());

/** Sends raw bytes on a socket, for requests that an HTTP client would not send. */
async function sendRaw(bytes: string | Buffer, patienceMs = 5000): Promise<{ status: number; headers: Headers; text: string }> {
  const { hostname, port } = new URL(service.url);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.setTimeout(patienceMs, () => socket.destroy());
  });
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
  return { status: Number(first.split(' ')[1]), headers, text: rest.join('\r\n\r\n') };
}

describe('addresses', () => {
  test.each([
    '/nothing',
    '/api',
    '/api/farmer',
    '/api/farmer/order/1/nothing',
    '/api/farmer//order',
    '/api/FARMER/order',
    '/api/farmer/order/1/confirm/2',
  ])('when the path is %s, then it is a 404', async (path) => expectProblem(await call(service, 'GET', path), 404, 'NOT_FOUND'));

  test.each([
    ['DELETE', '/api/farmer/order', ['GET', 'HEAD', 'POST']],
    ['PUT', '/api/farmer/order/', ['GET', 'HEAD', 'POST']],
    ['POST', '/api/receptionist/order/7', ['GET', 'HEAD']],
    ['GET', '/api/farmer/order/7/confirm', ['POST']],
    ['HEAD', '/api/farmer/order/7/confirm/', ['POST']],
    ['PATCH', '/api/common/notification/', ['GET', 'HEAD']],
    ['OPTIONS', '/api/sprayer/order', ['GET', 'HEAD']],
    ['PROPFIND', '/api/sprayer/order', ['GET', 'HEAD']],
    ['GET', '/api/auth/login', ['POST']],
  ])('when %s is used on %s, then it is a 405 with the allowed methods', async (method, path, allowed) => {
    const answer = await call(service, method, path, { token: farmer.token });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed);
    if (method !== 'HEAD') expectProblem(answer, 405, 'METHOD_NOT_ALLOWED');
  });

  test.each(['/api/receptionist/order/%', '/api/receptionist/order/%zz', '/api/receptionist/order/%E0%A4', '/%C3%28', '/api/%ff/order'])(
    'when %s has invalid percent-encoding, then it is a 400',
    async (path) => expectProblem(await office.get(path), 400, 'MALFORMED_REQUEST'),
  );

  test.each([
    '/api/receptionist/order/1%00',
    '/api/farmer/order/?orderStatus=pending%00',
    '/%00',
    '/api/farmer/order/1/payment-intent/a%00b',
  ])('when %s has a NUL, then it is a 400', async (path) => expectProblem(await farmer.get(path), 400, 'MALFORMED_REQUEST'));

  test('when a path is very long, then the refusal is well-formed', async () => {
    const long = 'x'.repeat(5000);
    expectProblem(await office.get(`/api/receptionist/order/${long}`), 400, 'VALIDATION_FAILED');
    expectProblem(await farmer.get(`/api/farmer/order/1/payment-intent/${long}`), 404, 'NOT_FOUND');
    expectProblem(await farmer.get(`/${long}`), 404, 'NOT_FOUND');
  });

  test.each([
    '/api/farmer/order/1/payment-intent/pi_1_secret_abc',
    '/api/farmer/order/1/payment%2Dintent/pi_1_secret_abc',
    '/api/farmer/order/1/payment-intent/pi_1_secret_abc/more',
    '/api/farmer/order/1/payment-intent//pi_1_secret_abc',
    '/api/farmer/order/x/Payment-Intent/pi_1_secret_abc?secret=pi_1_secret_abc',
  ])('when a payment secret is in the path, as in %s, then the problem does not contain it', async (path) => {
    const answer = await farmer.get(path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(problemFaults(answer)).toEqual([]);
    expect(answer.text).not.toContain('pi_1_secret_abc');
  });
});

describe('bodies', () => {
  const post = (body: string, headers: Record<string, string> = {}) => farmer.post('/api/farmer/order', body, headers);

  test.each(['{', '{"date":}', '{"a":1,}', "{'a':1}", 'date=2026-11-17', '{"a":NaN}', '\u0001', '{"a":1}{"b":2}', '{"a":01}', '[1,2'])(
    'when the body is %j, then it is a 400',
    async (body) => expectProblem(await post(body), 400, 'MALFORMED_REQUEST'),
  );

  test.each(['', ' ', 'null', '[]', '"text"', '7', 'true', '[[[]]]'])(
    'when the body is %j and not an object, then it is a 400',
    async (body) => {
      for (const refused of [await post(body), await farmer.post('/api/auth/login', body)]) {
        expectProblem(refused, 400, 'VALIDATION_FAILED');
        expect(refused.body.errors).toHaveLength(1);
      }
    },
  );

  test('when the body is nested too deeply, then it is a 400 and no stack overflow', async () => {
    const deep = (open: string, close: string, inner: string) => open.repeat(4000) + inner + close.repeat(4000);
    for (const inner of ['1', '12345678901234567890']) {
      expect((await post(deep('[', ']', inner))).status).toBe(400);
      expect((await post(deep('{"a":', '}', inner))).status).toBe(400);
      expect((await post(`{"session":${deep('{"startTime":', '}', inner)}}`)).status).toBe(400);
    }
  });

  test('when text has a NUL, then it is a 400; when it has only the escape as text, then it is accepted', async () => {
    expectProblem(await farmer.post('/api/farmer/order', booking({ location: 'a\u0000b' })), 400, 'MALFORMED_REQUEST');
    const location = 'the text \\u0000, spelled out';
    expect((await placed(farmer, { location, date: '2026-11-21' })).location).toBe(location);
  });

  test('when text is not valid Unicode, then it is refused and not changed', async () => {
    const lone = JSON.stringify(booking({ location: 'X' })).replace('"X"', '"a\\ud800b"');
    expectProblem(await post(lone), 400, 'MALFORMED_REQUEST');
    const bytes = Buffer.concat([Buffer.from('{"location":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]);
    const response = await fetch(`${service.url}/api/farmer/order`, {
      method: 'POST',
      headers: { authorization: `Bearer ${farmer.token}`, 'content-type': 'application/json' },
      body: bytes,
    });
    expectProblem({ status: response.status, headers: response.headers, text: await response.text() }, 400, 'MALFORMED_REQUEST');
  });

  test.each([66_000, 1_000_000, 5_000_000])('when the body has %i bytes, then it is a 413', async (size) => {
    expectProblem(await post(JSON.stringify(booking({ location: 'x'.repeat(size) }))), 413, 'BODY_TOO_LARGE');
  });

  test('when a chunked body grows too large, then it is a 413', async () => {
    const chunk = 'x'.repeat(0x4000);
    const head = `POST /api/farmer/order HTTP/1.1\r\nHost: swath\r\nAuthorization: Bearer ${farmer.token}\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expectProblem(await sendRaw(`${head}${`4000\r\n${chunk}\r\n`.repeat(5)}0\r\n\r\n`), 413, 'BODY_TOO_LARGE');
  });

  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
    'text/json',
  ])('when the body is sent as %s, then it is a 415', async (type) =>
    expectProblem(await post(JSON.stringify(booking()), { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE'),
  );

  test('when the body has no content type, or is compressed, then it is a 415', async () => {
    const head = `POST /api/farmer/order HTTP/1.1\r\nHost: swath\r\nAuthorization: Bearer ${farmer.token}\r\nConnection: close\r\n`;
    expectProblem(await sendRaw(`${head}Content-Length: 2\r\n\r\n{}`), 415, 'UNSUPPORTED_MEDIA_TYPE');
    expectProblem(await post(JSON.stringify(booking()), { 'content-encoding': 'gzip' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.swath+json'])(
    'when the content type is %s, then the body is read',
    async (type) => expectProblem(await post('{}', { 'content-type': type }), 400, 'VALIDATION_FAILED'),
  );

  test('when every field is wrong, then all fields are named at once', async () => {
    const wrong = {
      date: '2026-02-30',
      session: { id: 0 },
      location: ' ',
      latitude: 91,
      longitude: '1',
      cropType: {},
      area: 0.99,
      confirmed: 'yes',
      paymentMethod: 'gold',
    };
    const answer = await farmer.post('/api/farmer/order', wrong);
    expectProblem(answer, 400, 'VALIDATION_FAILED');
    expect(answer.body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      'area',
      'confirmed',
      'cropType.id',
      'date',
      'latitude',
      'location',
      'longitude',
      'paymentMethod',
      'session.id',
    ]);
    const missing = await farmer.post('/api/farmer/order', {});
    expect(missing.body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      'area',
      'cropType',
      'date',
      'latitude',
      'location',
      'longitude',
      'paymentMethod',
      'session',
    ]);
  });

  test.each([undefined, '', '{}', '[]', 'no json at all'])(
    'when an operation without a body gets %j, then it still succeeds',
    async (body) => {
      const { id } = await placed(farmer, { date: '2026-11-22' });
      expect((await farmer.post(`/api/farmer/order/${id}/confirm`, body)).status).toBe(200);
      expect(
        (await call(service, 'GET', '/api/farmer/order/', { token: farmer.token, headers: { 'content-type': 'application/json' } })).status,
      ).toBe(200);
    },
  );
});

describe('HTTP level', () => {
  const get = (extra: string, version = '1.1') =>
    `GET /api/health/live HTTP/${version}\r\nHost: swath\r\nConnection: close\r\n${extra}\r\n`;

  test('when a request does not arrive in full, then it is a 408 soon after its limit of time', async () => {
    const limits = { head: 15_000, body: 30_000 };
    const timeUntil408 = async (sent: string) => {
      const began = performance.now();
      expectProblem(await sendRaw(sent, 60_000), 408, 'REQUEST_TIMEOUT');
      return performance.now() - began;
    };
    const [headMs, bodyMs] = await Promise.all([
      timeUntil408('GET /api/health/live HTTP/1.1\r\nHost: swath\r\n'),
      timeUntil408('POST /api/auth/login HTTP/1.1\r\nHost: swath\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'),
    ]);
    // By default Node.js looks for late requests every 30 seconds.
    expect([headMs - limits.head, bodyMs - limits.body].map((lateMs) => lateMs < 10_000)).toEqual([true, true]);
  }, 70_000);

  test('when the headers are too large or too many, then it is a 431', async () => {
    expectProblem(await sendRaw(get(`X-Long: ${'x'.repeat(20_000)}\r\n`)), 431, 'HEADERS_TOO_LARGE');
    expectProblem(await sendRaw(get('X-Many: 1\r\n'.repeat(3000))), 431, 'HEADERS_TOO_LARGE');
    expectProblem(await sendRaw(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: swath\r\n\r\n`), 431, 'HEADERS_TOO_LARGE');
  });

  test.each([
    'nonsense\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'FROB / HTTP/1.1\r\nHost: swath\r\n\r\n',
    'GET /a b HTTP/1.1\r\nHost: swath\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: swath\r\nBad Header: 1\r\n\r\n',
    'POST /api/auth/login HTTP/1.1\r\nHost: swath\r\nContent-Length: x\r\n\r\n',
    'POST /api/auth/login HTTP/1.1\r\nHost: swath\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
    'POST /api/auth/login HTTP/1.1\r\nHost: swath\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nzz\r\n',
    'GET /api/health/live HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET /api/health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\nX: \u0001\r\nConnection: close\r\n\r\n',
  ])('when the request is %j, then it is a 400', async (bytes) => expectProblem(await sendRaw(bytes), 400, 'MALFORMED_REQUEST'));

  test('when the client sends an unknown Expect header, then it is answered', async () => {
    expect((await sendRaw(get('Expect: a miracle\r\n'))).status).toBe(200);
  });

  test('when the method is CONNECT, then it is refused with a problem', async () => {
    expectProblem(await sendRaw('CONNECT swath:443 HTTP/1.1\r\nHost: swath\r\n\r\n'), 400, 'MALFORMED_REQUEST');
  });

  test('when the request is HTTP/1.0 or asks for an upgrade, then it is answered', async () => {
    expect((await sendRaw('GET /api/health/live HTTP/1.0\r\n\r\n')).status).toBe(200);
    expect((await sendRaw(get('Upgrade: websocket\r\n').replace('close', 'upgrade, close'))).status).toBe(200);
  });
});

describe('trace ids', () => {
  test('when the caller sends a traceparent, then the problem has its trace id', async () => {
    const id = '4bf92f3577b34da6a3ce929d0e0e4736';
    const answer = await call(service, 'GET', '/nothing', { headers: { traceparent: `00-${id}-00f067aa0ba902b7-01` } });
    expect(answer.body.traceId).toBe(id);
  });

  test.each([
    '',
    'x',
    '00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01',
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `ff-${'a'.repeat(32)}-00f067aa0ba902b7-01`,
  ])('when the traceparent is %j, then the problem has a new trace id', async (traceparent) => {
    const ids = new Set<string>();
    for (let n = 0; n < 2; n++) {
      const answer = await call(service, 'GET', '/nothing', { headers: { traceparent } });
      expect(problemFaults(answer)).toEqual([]);
      ids.add(answer.body.traceId);
    }
    expect(ids.size).toBe(2);
    expect([...ids].some((id) => traceparent.includes(id))).toBe(false);
  });
});

describe('cookies', () => {
  const login = (headers: Record<string, string> = {}) =>
    call(service, 'POST', '/api/auth/login', { body: { email: farmer.email, password: testPassword }, headers });
  const cookieOf = (answer: { headers: Headers }) => answer.headers.getSetCookie()[0] ?? '';

  test('when a user signs in, then the cookie is HttpOnly and SameSite', async () => {
    const cookie = cookieOf(await login());
    expect(cookie).toMatch(/^swath_token=[\w-]{43}; /);
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie.split('; ')).toContain(flag);
    expect(cookie).not.toContain('Secure');
  });

  test('when another origin signs its visitor in, then it is refused without a cookie', async () => {
    const answer = await login({ origin: 'https://elsewhere.example' });
    expect([answer.status, cookieOf(answer)]).toEqual([403, '']);
  });

  test('when a change is authenticated by cookie, then it must be same-origin', async () => {
    const { id } = await placed(farmer, { date: '2026-11-23' });
    const cookie = cookieOf(await login()).split(';', 1)[0] as string;
    const confirm = (headers: Record<string, string>) =>
      call(service, 'POST', `/api/farmer/order/${id}/confirm`, { headers: { cookie, ...headers } });
    for (const origin of [
      undefined,
      'null',
      'https://elsewhere.example',
      'nonsense',
      `${service.url}.elsewhere.example`,
      'http://127.0.0.1:1',
    ]) {
      expectProblem(await confirm(origin === undefined ? {} : { origin }), 403, 'FOREIGN_ORIGIN');
    }
    expect((await confirm({ origin: service.url })).status).toBe(200);
    expect((await call(service, 'GET', '/api/auth/me', { headers: { cookie } })).status).toBe(200);
    expect((await call(service, 'GET', '/api/auth/me', { headers: { cookie: `a=1; ${cookie}; b=2` } })).status).toBe(200);
  });

  test('when the user signs out by cookie, then the cookie is cleared and the token invalid', async () => {
    const cookie = cookieOf(await login()).split(';', 1)[0] as string;
    const answer = await call(service, 'POST', '/api/auth/logout', { headers: { cookie, origin: service.url } });
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).toMatch(/^swath_token=; .*Max-Age=0/);
    expectProblem(await call(service, 'GET', '/api/auth/me', { headers: { cookie } }), 401, 'UNAUTHENTICATED');
  });

  test('when TLS ends at a trusted proxy, then the cookie is Secure; without a trusted proxy the header is ignored', async () => {
    const behind = await startService();
    const proxied = buildApp({
      database: behind.database,
      log: createLog('silent'),
      clock: () => behind.clock.now,
      photos: folderStorage('unused'),
      trustProxy: 1,
    });
    try {
      const person = await signedIn(behind, 'farmer');
      const payload = { email: person.email, password: testPassword };
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'swath.example', origin: 'https://swath.example' };
      const answer = await proxied.http.inject({ method: 'POST', url: '/api/auth/login', payload, headers });
      expect(String(answer.headers['set-cookie']).split('; ')).toContain('Secure');
      expect(answer.headers['strict-transport-security']).toBeDefined();
      const plain = await call(behind, 'POST', '/api/auth/login', { body: payload, headers: { 'x-forwarded-proto': 'https' } });
      expect(cookieOf(plain)).not.toContain('Secure');
      expect(plain.headers.get('strict-transport-security')).toBeNull();
    } finally {
      await proxied.close();
      await behind.close();
    }
  });
});
