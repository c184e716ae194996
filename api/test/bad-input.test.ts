import { parse } from 'lossless-json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderInState, removeBookingLimits } from './arrange.ts';
import { type Sent, sendRaw } from './every-route.ts';
import { booking, type Caller, signedIn } from './factories.ts';
import { type Service, startService } from './harness.ts';
import { problemFaults } from './problem-shape.ts';
import { fc } from './seeded-fast-check.ts';

const runs = 30;

let service: Service;
const callers = {} as Record<'farmer' | 'receptionist' | 'sprayer', Caller>;
let orderId: string;

beforeAll(async () => {
  service = await startService();
  await removeBookingLimits(service);
  callers.farmer = await signedIn(service, 'farmer');
  callers.receptionist = await signedIn(service, 'receptionist');
  callers.sprayer = await signedIn(service, 'sprayer');
  const state = { orderStatus: 'assigned', paymentStatus: 'pending', paymentMethod: 'visa' } as const;
  orderId = String((await orderInState(service, callers.farmer, state, [callers.sprayer])).id);
});
afterAll(() => service.close());

const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
  sendRaw(service, method, path, headers, body);

/** No 5xx, and every refusal is a well-formed problem. */
function expectSound(answer: Sent, method = 'GET'): void {
  expect(answer.status, answer.text).toBeLessThan(500);
  if (answer.status !== 200 && method !== 'HEAD') expect(problemFaults(answer)).toEqual([]);
}

const as = (role: keyof typeof callers) => ({ authorization: `Bearer ${callers[role].token}` });

/** The nine operations, each with the variable parts of its path. */
const operations: { name: string; role: keyof typeof callers; method: string; path: (...parts: string[]) => string }[] = [
  { name: '1 create', role: 'farmer', method: 'POST', path: () => '/api/farmer/order' },
  { name: '2 get', role: 'receptionist', method: 'GET', path: (id) => `/api/receptionist/order/${id}` },
  { name: '3 confirm', role: 'farmer', method: 'POST', path: (id) => `/api/farmer/order/${id}/confirm` },
  { name: '4 orders', role: 'farmer', method: 'GET', path: () => '/api/farmer/order/' },
  { name: '5 feedback', role: 'receptionist', method: 'GET', path: () => '/api/receptionist/feedback/' },
  { name: '6 verify', role: 'farmer', method: 'GET', path: (id, secret) => `/api/farmer/order/${id}/payment-intent/${secret}` },
  { name: '7 my orders', role: 'sprayer', method: 'GET', path: () => '/api/sprayer/order/' },
  { name: '8 sprayers', role: 'receptionist', method: 'GET', path: (id) => `/api/receptionist/order/${id}/sprayers` },
  { name: '9 inbox', role: 'sprayer', method: 'GET', path: () => '/api/common/notification/' },
];

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\u202e',
    '💧'.repeat(300),
    'x'.repeat(3000),
    "'; drop table spray_order; --",
    '__proto__',
    '%',
    '../..',
    '{{7*7}}',
  ),
);
const anyNumber = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.constantFrom(
    '1e400',
    '-1e400',
    '1e-400',
    '-0',
    '9223372036854775807',
    '9223372036854775808',
    '0.1e1',
    '1E5',
    '123456789012345678901234567890.5',
  ),
);
const encoded = fc.oneof(
  anyText.map((text) => {
    try {
      return encodeURIComponent(text);
    } catch {
      return '%ED%A0%80';
    }
  }),
  anyNumber.map(String),
  fc.string({ unit: fc.constantFrom(...'%0123456789abcdefABCDEF;=,.[]{}"\\|^`~!$&()*+:@-_'), maxLength: 30 }),
);
const queryName = fc.oneof(
  fc.constantFrom(
    'page',
    'size',
    'sort',
    'pageable',
    'pageable[page]',
    'pageable.size',
    'pageable[sort][0]',
    'sort[]',
    'orderStatus',
    'paymentMethod',
    'pageable[',
    'pageable[page][x]',
    '__proto__',
  ),
  encoded,
);
const query = fc
  .array(
    fc.tuple(
      queryName,
      fc.oneof(encoded, fc.constantFrom('0', '1', 'date,desc', 'pending', '%7B%22page%22:0%7D', '%7B%22page%22:%7B%7D%7D')),
    ),
    { maxLength: 5 },
  )
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`));

describe.each(operations)('$name', ({ role, method, path }) => {
  test('when path and query are arbitrary, then the response is well-formed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(encoded, fc.constant(orderId)), encoded, query, async (id, secret, search) => {
        expectSound(await send(method, `${path(id, secret)}${search}`.replace(/[^\x21-\x7e]/g, '%20'), as(role)));
      }),
      { numRuns: runs },
    );
  });

  test('when headers are arbitrary, then the response is well-formed', async () => {
    const value = fc.string({
      unit: fc
        .integer({ min: 0x20, max: 0xff })
        .filter((code) => code !== 0x7f)
        .map((code) => String.fromCharCode(code)),
      maxLength: 60,
    });
    const name = fc.constantFrom(
      ...[
        'accept',
        'accept-language',
        'content-type',
        'content-encoding',
        'cookie',
        'origin',
        'traceparent',
        'authorization',
        'idempotency-key',
      ],
      ...['if-match', 'if-none-match', 'range', 'expect', 'x-forwarded-for', 'x-forwarded-proto', 'x-http-method-override', 'host', 'te'],
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 5 }), fc.boolean(), async (headers, signed) => {
        expectSound(await send(method, path(orderId, 'secret'), { ...(signed ? as(role) : {}), ...headers }));
      }),
      { numRuns: runs },
    );
  });

  test('when the method is another one, then the response is well-formed', async () => {
    for (const other of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH']) {
      expectSound(
        await send(other, path(orderId, 'secret'), { ...as(role), 'content-type': 'application/json', 'content-length': '2' }, '{}'),
        other,
      );
    }
  });
});

/** JSON text that JSON.stringify never writes: numbers out of range, duplicate keys. */
const jsonText: fc.Memo<string> = fc.memo((depth) =>
  fc.oneof(
    anyText.map((text) => JSON.stringify(text)),
    anyNumber.map((number) => (typeof number === 'number' && !Number.isFinite(number) ? '0' : String(number))),
    fc.constantFrom('null', 'true', 'false', '[]', '{}', '"2026-11-17"', '{"id":1}', '{"hour":6,"minute":0}'),
    ...(depth <= 1
      ? []
      : [
          fc.array(jsonText(), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
          fc
            .array(fc.tuple(fc.constantFrom('id', 'name', 'startTime', 'hour', '__proto__', 'constructor', 'toString', ''), jsonText()), {
              maxLength: 3,
            })
            .map((pairs) => `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
        ]),
  ),
);

describe('bodies', () => {
  const post = (body: string, path = '/api/farmer/order') =>
    send('POST', path, { ...as('farmer'), 'content-type': 'application/json' }, body);

  test('when a valid booking is mutated anywhere, then the response is well-formed, and accepted values are returned unchanged', async () => {
    const valid = Object.entries(booking({ date: '2027-01-15' })).map(([key, value]): [string, string] => [key, JSON.stringify(value)]);
    const change = fc.tuple(
      fc.constantFrom(...Object.keys(booking()), 'session.startTime', 'cost', 'farmer'),
      jsonText(3),
      fc.constantFrom('replace', 'drop', 'repeat'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 2 }), async (changes) => {
        let members = [...valid];
        for (const [key, value, how] of changes) {
          if (key === 'session.startTime')
            members = members.map((member) => (member[0] === 'session' ? ['session', `{"id":3,"startTime":${value}}`] : member));
          else if (how !== 'repeat') members = members.filter((member) => member[0] !== key);
          if (how !== 'drop' && key !== 'session.startTime') members.push([key, value]);
        }
        const body = `{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`;
        const answer = await post(body);
        expectSound(answer);
        if (answer.status !== 200) return;
        const [asked, order] = [JSON.parse(body), JSON.parse(answer.text)];
        expect(order).toMatchObject({
          date: asked.date,
          location: asked.location.trim(),
          latitude: asked.latitude + 0,
          longitude: asked.longitude + 0,
          area: asked.area,
          session: { id: asked.session.id },
          cropType: { id: asked.cropType.id },
          paymentMethod: asked.paymentMethod,
          confirmed: asked.confirmed === true,
        });
      }),
      { numRuns: 4 * runs },
    );
  });

  test('when the body is any JSON, or none, then the response is well-formed', async () => {
    const paths = service.app.routes.filter(({ method }) => method === 'POST').map(({ path }) => path.replace('{id}', orderId));
    const bodies = fc.oneof(
      jsonText(4),
      anyText,
      jsonText(3).map((text) => text.slice(0, -1)),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths.filter((path) => !path.endsWith('/logout'))), bodies, async (path, body) =>
        expectSound(await post(body, path)),
      ),
      { numRuns: 2 * runs },
    );
  });

  test('when location and position are any valid values, then they are stored and returned unchanged', async () => {
    const place = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
      .filter((text) => text.trim() !== '' && !text.includes('\0'));
    const within = (limit: number) =>
      fc.oneof(fc.double({ min: -limit, max: limit, noNaN: true }), fc.integer({ min: -limit, max: limit }));
    const area = fc.oneof(fc.double({ min: 1, max: 1_000_000, noNaN: true }), fc.integer({ min: 1, max: 1_000_000 }));
    await fc.assert(
      fc.asyncProperty(place, within(90), within(180), area, async (location, latitude, longitude, size) => {
        const answer = await post(JSON.stringify(booking({ location, latitude, longitude, area: size, date: '2027-01-16' })));
        expect(answer.status, answer.text).toBe(200);
        const { id, ...order } = JSON.parse(answer.text);
        const expected = { location: location.trim(), latitude: latitude + 0, longitude: longitude + 0, area: size };
        expect(order).toMatchObject(expected);
        expect(JSON.parse((await send('GET', `/api/receptionist/order/${id}`, as('receptionist'))).text)).toMatchObject(expected);
        expect(JSON.parse((await send('POST', `/api/farmer/order/${id}/confirm`, as('farmer'))).text)).toMatchObject(expected);
      }),
      { numRuns: runs },
    );
  });
});

describe('cost', () => {
  /** The digits of a decimal and the number of its decimals. */
  const digitsOf = (text: string): [bigint, number] => {
    const [whole = '0', fraction = ''] = text.split('.');
    return [BigInt(whole + fraction), fraction.length];
  };
  /** Area times price, rounded half up, in integers only: independent of the service's arithmetic. */
  function expectedCost(area: string, price: string, digits: number): bigint {
    const [[a, behindA], [p, behindP]] = [digitsOf(area), digitsOf(price)];
    const behind = behindA + behindP;
    const product = a * p * 10n ** BigInt(digits);
    const divisor = 10n ** BigInt(behind);
    return (product * 2n + divisor) / (divisor * 2n);
  }
  const decimal = (most: number, places: number) =>
    fc
      .tuple(fc.integer({ min: 1, max: most }), fc.integer({ min: 0, max: 10 ** places - 1 }), fc.integer({ min: 0, max: places }))
      .map(([whole, fraction, kept]) => (kept === 0 ? String(whole) : `${whole}.${String(fraction).padStart(places, '0').slice(0, kept)}`));

  test.each([0, 2])('when the currency has %i digits, then the cost is exact for any area and price', async (digits) => {
    const own = await startService();
    try {
      await removeBookingLimits(own);
      await own.sql('update company set currency_digits = $1', [digits]);
      const farmer = await signedIn(own, 'farmer');
      const halves = fc.constantFrom(
        ['1.5', '0.01'],
        ['1.5', '0.03'],
        ['2.5', '1'],
        ['1.005', '1'],
        ['1.0005', '10'],
        ['999999.5', '999999999.99'],
        ['1', '0'],
      );
      const pairs = fc.oneof(fc.tuple(decimal(999_999, 6), decimal(999_999_999, 4)), halves);
      await fc.assert(
        fc.asyncProperty(pairs, async ([area = '1', price = '0']) => {
          await own.sql('update crop set price = $1 where id = 2', [price]);
          const body = JSON.stringify(booking({ area: 'A', cropType: { id: 2 }, date: '2027-01-17' })).replace('"A"', area);
          const answers = [await farmer.post('/api/farmer/order', body), await farmer.get(`/api/common/quote?cropId=2&area=${area}`)];
          for (const answer of answers) {
            expect(answer.status, answer.text).toBe(200);
            const { cost } = parse(answer.text, null, (text) => text) as { cost: string };
            const [given, behind] = digitsOf(cost);
            expect([area, price, given * 10n ** BigInt(digits - Math.min(behind, digits))]).toEqual([
              area,
              price,
              expectedCost(area, price, digits),
            ]);
            expect(behind).toBeLessThanOrEqual(digits);
          }
        }),
        { numRuns: runs },
      );
    } finally {
      await own.close();
    }
  });
});
