import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../src/platform/http/route.ts';
import { singleLinePattern } from '../../src/platform/http/single-line-rules.ts';
import { type Callers, callerOf, callersFor, pathOf, refusesWithPage, sendPatiently, sendRaw, walkableRoutes } from '../every-route.ts';
import { call, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { expectProblem, problemFaults } from '../problem-shape.ts';

let service: Service;
let callers: Callers;

beforeAll(async () => {
  service = await startService();
  callers = await callersFor(service);
});
afterAll(() => service.close());

describe('bodies', () => {
  const withBody = () => walkableRoutes(service).filter(({ body }) => body !== undefined);

  test('when a body is nested thousands of levels deep, then every route refuses it, also with an Idempotency-Key', async () => {
    const deep = `${'['.repeat(2500)}${']'.repeat(2500)}`;
    for (const route of withBody()) {
      const { token } = callerOf(route, callers);
      const body = `${JSON.stringify(route.bodyExample).slice(0, -1)},"extra":${deep}}`;
      const headers = { 'idempotency-key': `deep-${route.operationId}` };
      expectProblem(await call(service, route.method, pathOf(route, callers), { token, body, headers }), 400, 'MALFORMED_REQUEST');
    }
  });

  test.each(['\\u0000', '\\ud83c'])('when a large body has %s in it, then it is refused as a whole', async (sequence) => {
    const body = `{"fields":[{"name":"Field","boundary":{"type":"Polygon","coordinates":[["${sequence}"${',0'.repeat(200_000)}]]}}]}`;
    expectProblem(await callers.people.farmer.post('/api/farmer/field-import', body as never), 400, 'MALFORMED_REQUEST');
  });

  test('when a name or a place has a line break or turns the text around it, then every route refuses it by field', async () => {
    const lineNames =
      /^(fullName|name|location|street|city|province|postalCode|companyName|accountHolder|model|serial|registration|issuer)$/;
    const message = 'must be one line, without tabs and control characters';
    let checked = 0;
    for (const route of withBody()) {
      const { properties = {} } = route.body as unknown as { properties?: Record<string, { type?: string; pattern?: string }> };
      const names = Object.keys(properties).filter((name) => properties[name]?.type === 'string');
      const lines = names.filter((name) => properties[name]?.pattern === singleLinePattern);
      expect([route.operationId, lines]).toEqual([route.operationId, expect.arrayContaining(names.filter((name) => lineNames.test(name)))]);
      if (lines.length === 0) continue;
      checked++;
      for (const text of ['a\nb', 'a\u202eb']) {
        const body = { ...(route.bodyExample as object), ...Object.fromEntries(lines.map((name) => [name, text])) };
        const answer = await call(service, route.method, pathOf(route, callers), { token: callerOf(route, callers).token, body });
        expectProblem(answer, 400, 'VALIDATION_FAILED');
        expect(answer.body.errors).toEqual(expect.arrayContaining(lines.map((path) => ({ path, message }))));
      }
    }
    expect(checked).toBeGreaterThan(20);
  });

  test('when a PATCH has an unknown field, then it is refused by name and nothing is audited', async () => {
    const partial = withBody().filter(({ method }) => method === 'PATCH');
    expect(partial.map(({ operationId }) => operationId)).toContain('changeSetting');
    const entries = () => service.sql('select count(*) from audit_entry');
    const before = await entries();
    for (const route of partial) {
      const { token } = callerOf(route, callers);
      for (const body of ['{"n":12345678901234567890}', '{"nothing":{"a":[1]}}', '{"__proto__":1}']) {
        const answer = await call(service, route.method, pathOf(route, callers), { token, body });
        expectProblem(answer, 400, 'VALIDATION_FAILED');
        expect(answer.body.errors).toEqual([{ path: Object.keys(JSON.parse(body))[0], message: 'is not a field of this request' }]);
      }
    }
    expect(await entries()).toEqual(before);
  });
});

test('when any query is sent to any route, then there is no 5xx, and every refusal is a problem', async () => {
  const odd = ['', '3', '-1', 'x', '%00', '%', '1e400', '99999999999999999999', '9999-12-31', '2026-02-30', '[object%20Object]', '{}'];
  const shapes = (name: string) => [`${name}=1&${name}=2`, `${name}[]=1`, `${name}[x]=1`, name];
  const valuesOf = (name: string) => odd.map((value) => `${name}=${value}`);
  const lists = walkableRoutes(service).filter(({ method }) => method === 'GET');
  const parametersOf = ({ query }: Route) => (query as { properties?: Record<string, object> } | undefined)?.properties ?? {};

  /** Sends the queries, some at a time, and returns those whose parameter was refused. */
  async function send(requests: { route: Route; name: string; query: string }[]): Promise<Set<string>> {
    const refused = new Set<string>();
    const waiting = [...requests];
    const sendNext = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { route, name, query } = next;
        const path = `${pathOf(route, callers)}?${query}`;
        const answer = await sendPatiently(service, 'GET', path, { authorization: `Bearer ${callerOf(route, callers).token}` });
        expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(500);
        if (answer.status < 400 || refusesWithPage({ path })) continue;
        expect(problemFaults(answer)).toEqual([]);
        const { errors = [] } = JSON.parse(answer.text) as { errors?: { path: string }[] };
        if (errors.some((error) => error.path === name)) refused.add(query);
      }
    };
    await Promise.all(Array.from({ length: 8 }, sendNext));
    return refused;
  }

  // Most parameters are declared alike on many routes. What the schema of one route refuses, the same schema refuses on every other: they
  // get one such value, and all that can reach their code.
  const declared = lists.flatMap((route) =>
    Object.entries(parametersOf(route)).map(([name, schema]) => ({ route, name, schema: `${name} ${JSON.stringify(schema)}` })),
  );
  const bySchema = new Map<string, typeof declared>();
  for (const parameter of declared) bySchema.set(parameter.schema, [...(bySchema.get(parameter.schema) ?? []), parameter]);
  for (const [first, ...others] of bySchema.values()) {
    if (first === undefined) continue;
    const { name } = first;
    const refused = await send([...valuesOf(name), ...shapes(name)].map((query) => ({ ...first, query })));
    const [oneRefused] = refused;
    const queries = valuesOf(name).filter((query) => !refused.has(query) || query === oneRefused);
    await send(others.flatMap((other) => queries.map((query) => ({ ...other, query }))));
  }
  const undeclaredOf = (route: Route) =>
    ['from', 'to', 'date', 'sort', 'pageable', '__proto__']
      .filter((name) => !Object.hasOwn(parametersOf(route), name))
      .map((name) => `${name}=3`);
  await send(lists.map((route) => ({ route, name: '', query: undeclaredOf(route).join('&') })));
});

test.each(['W/"1"', '"1", W/"1"', 'W/"0", W/"1"'])('when If-Match is the weak tag %s, then it matches no version', async (tag) => {
  const { farmer } = callers.people;
  const order = await placed(farmer);
  const path = `/api/farmer/order/${order.id}`;
  const strong = (await farmer.get(path)).headers.get('etag');
  expect(strong).toBe('"1"');
  expectProblem(await farmer.post(`${path}/cancel`, undefined, { 'if-match': tag }), 409, 'ORDER_CHANGED');
  expect((await farmer.post(`${path}/cancel`, undefined, { 'if-match': '"1"' })).status).toBe(200);
});

describe('secrets in URLs', () => {
  const secret = 'pi_6d0a2b9c_secret_0f1e2d3c4b5a';
  const lines: string[] = [];
  let own: Service;
  beforeAll(async () => {
    own = await startService({
      log: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }),
      observability: { logRequests: true },
    });
  });
  afterAll(() => own.close());

  test.each([
    `/api/farmer/order/1/payment-intent/${secret}`,
    '/api/farmer/order/1/payment-intent;x=1/hidden',
    '/api/farmer/order/1/payment-intent;hidden',
    '/api/farmer/order/1/PAYMENT%2dINTENT//hidden/x',
    '/api/farmer/order/1/payment%252Dintent/hidden',
    '/api/farmer/order/1/payment-intent%2Fhidden%ZZ',
    '/api/farmer/order/1/payment_intents/1/hidden',
    `/api/farmer/order/1/${secret}`,
    `/pay/${secret}/x`,
    `//api/farmer/order/${'hidden'.repeat(12)}`,
  ])('when %s is requested, then neither the problem nor the log has the secret', async (path) => {
    const farmer = await signedIn(own, 'farmer');
    const answer = await sendRaw(own, 'GET', path, { authorization: `Bearer ${farmer.token}` });
    // The lines are in the order of the requests, so once this one is logged, that of the path is, too.
    const { traceId } = JSON.parse((await sendRaw(own, 'GET', '/api/nothing')).text);
    await eventually(async () => expect(lines.join('')).toContain(traceId));
    expect(answer.text + lines.join('')).not.toMatch(/hidden|6d0a2b9c/);
    if (answer.status >= 400) expect(problemFaults(answer)).toEqual([]);
  });
});

describe('guess limits per network behind a proxy', () => {
  let own: Service;
  beforeAll(async () => {
    own = await startService({ trustProxy: 1 });
  });
  afterAll(() => own.close());
  let guesses = 0;
  const guess = (address: string) =>
    call(own, 'POST', '/api/auth/login', {
      body: { email: `unknown${guesses++}@test.example`, password: 'Wrong-Password-1' },
      headers: { 'x-forwarded-for': address },
    });

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'],
    ['198.51.100.7', '::ffff:198.51.100.7', '198.51.100.8'],
    ['::ffff:c633:6409', '198.51.100.9', '198.51.100.10'],
  ])('when %s has used up its guesses, then %s has none left and %s has all of its own', async (first, same, other) => {
    await own.sql('delete from sign_in_attempt');
    expectProblem(await guess(first), 401, 'BAD_CREDENTIALS');
    await own.sql("update sign_in_attempt set attempts = 1000 where key like 'address:%'");
    expectProblem(await guess(same), 429, 'TOO_MANY_ATTEMPTS');
    expectProblem(await guess(other), 401, 'BAD_CREDENTIALS');
  });
});
