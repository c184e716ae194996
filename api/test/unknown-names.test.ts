import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '../src/platform/http/route.ts';
import { type Callers, callerOf, callersFor, pathOf, sendPatiently, walkableRoutes } from './every-route.ts';
import { type Service, startService } from './harness.ts';

const name = 'misspelt';

/** The operations of the contract, and those whose callers add names of their own. */
const ignoring = new Set([
  'createOrder',
  'getOrder',
  'confirmOrder',
  'listFarmerOrders',
  'listFeedback',
  'verifyPaymentIntent',
  'listSprayerOrders',
  'listSprayersOfOrder',
  'listNotifications',
  'readCalendarFeed',
  'signInWithOidc',
  'linkIdentity',
  ...['reportSmsStatus', 'receiveSms', 'reportGatewayStatus', 'receiveGatewayMessage', 'reportZaloStatus', 'receivePaymentMessage'],
]);
const ignores = ({ operationId, path }: Route): boolean => ignoring.has(operationId) || path.startsWith('/link/');

let service: Service;
let callers: Callers;
beforeAll(async () => {
  service = await startService();
  callers = await callersFor(service);
});
afterAll(() => service.close());

interface FieldError {
  path: string;
  message: string;
}

async function errorsOf(route: Route, query: string, body?: unknown): Promise<{ status: number; errors: FieldError[] }> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${callerOf(route, callers).token}`, ...json };
  const answer = await sendPatiently(
    service,
    route.method,
    pathOf(route, callers) + query,
    headers,
    body === undefined ? undefined : JSON.stringify(body),
  );
  const errors = answer.status === 400 ? (JSON.parse(answer.text) as { errors?: FieldError[] }).errors : undefined;
  return { status: answer.status, errors: errors ?? [] };
}

test('when a query has an unknown parameter, then every operation refuses it with its name, except those that ignore it', async () => {
  for (const route of walkableRoutes(service)) {
    const { errors } = await errorsOf(route, `?${name}=1`);
    const isNamed = errors.some(({ path, message }) => path === name && message.startsWith('is not a parameter of this request'));
    expect([route.operationId, isNamed]).toEqual([route.operationId, !ignores(route)]);
  }
});

test('when a body has an unknown field, also with null, then every operation refuses it with its name, except those that ignore it', async () => {
  for (const route of walkableRoutes(service)) {
    if (!['POST', 'PUT', 'PATCH'].includes(route.method) || route.uploads !== undefined) continue;
    for (const value of [1, null]) {
      const { errors } = await errorsOf(route, '', { [name]: value });
      const isNamed = errors.some(({ path, message }) => path === name && message.startsWith('is not a field of this request'));
      expect([route.operationId, isNamed]).toEqual([route.operationId, !ignores(route)]);
    }
  }
});

interface Node {
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
  additionalProperties?: boolean;
}

/** Each object inside a schema, as a body that has only an unknown field there; `path` is that of the field. */
function* nestedBodies(schema: Node, path: string): Generator<{ path: string; body: unknown }> {
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    for (const option of property.anyOf ?? [property]) {
      const inList = option.items !== undefined;
      for (const object of option.items === undefined ? [option] : (option.items.anyOf ?? [option.items])) {
        if (object.properties === undefined || object.additionalProperties === true) continue;
        const below = `${path}${key}.${inList ? '0.' : ''}`;
        const wrap = (inner: unknown) => ({ [key]: inList ? [inner] : inner });
        yield { path: `${below}${name}`, body: wrap({ [name]: 1 }) };
        for (const deeper of nestedBodies(object, below)) yield { path: deeper.path, body: wrap(deeper.body) };
      }
    }
  }
}

test('when an object inside a body has an unknown field, then it is refused with its path', async () => {
  let nested = 0;
  for (const route of walkableRoutes(service)) {
    if (route.body === undefined || ignores(route)) continue;
    for (const { path, body } of nestedBodies(route.body as Node, '')) {
      nested++;
      const { errors } = await errorsOf(route, '', body);
      expect([route.operationId, path, errors.some((error) => error.path === path)]).toEqual([route.operationId, path, true]);
    }
  }
  expect(nested).toBeGreaterThan(20);
});

test('when a PUT leaves out a field that may be empty, then it is refused, and null is not', async () => {
  let fields = 0;
  for (const route of walkableRoutes(service)) {
    if (route.method !== 'PUT' || route.body === undefined) continue;
    for (const [key, property] of Object.entries(route.body.properties as Record<string, { nullClears?: true }>)) {
      if (property.nullClears !== true) continue;
      fields++;
      const omitted = await errorsOf(route, '', {});
      expect([route.operationId, key, omitted.errors]).toEqual([
        route.operationId,
        key,
        expect.arrayContaining([{ path: key, message: 'is required; null clears it' }]),
      ]);
      const cleared = await errorsOf(route, '', { [key]: null });
      expect([route.operationId, key, cleared.errors.some(({ path }) => path === key)]).toEqual([route.operationId, key, false]);
    }
  }
  expect(fields).toBeGreaterThan(10);
});

test('when a name is misspelt, then the nearest one is named, and nothing is deleted', async () => {
  const { admin } = callers.people;
  const account = { bankBin: '970436', accountNumber: '0011001234567', accountHolder: 'CONG TY CANH DONG XANH' };
  expect((await admin.put('/api/admin/bank-account', { account })).status).toBe(200);
  const refused = await admin.put('/api/admin/bank-account', { acount: {} });
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    expect.arrayContaining([{ path: 'acount', message: 'is not a field of this request; did you mean account?' }]),
  ]);
  const nested = await admin.put('/api/admin/bank-account', { account: { ...account, bankBinn: '970436' } });
  expect(nested.body.errors).toEqual([{ path: 'account.bankBinn', message: 'is not a field of this request; did you mean bankBin?' }]);
  const query = await admin.get('/api/admin/user?rolle=farmer');
  expect(query.body.errors).toEqual([{ path: 'rolle', message: 'is not a parameter of this request; did you mean role?' }]);
  expect((await admin.get('/api/admin/bank-account')).body.account).toEqual(account);
  expect((await admin.put('/api/admin/bank-account', { account: null })).body).toEqual({ account: null });
});

test('when an operation refuses unknown fields, then the OpenAPI document says so', async () => {
  const { paths, components } = JSON.parse((await sendPatiently(service, 'GET', '/api/openapi.json')).text);
  const resolve = (schema: Node & { $ref?: string }): Node =>
    schema.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  const wrong = Object.values(
    paths as Record<string, Record<string, { operationId: string; requestBody?: { content: Record<string, { schema: Node }> } }>>,
  )
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId, requestBody }) => {
      const schema = requestBody?.content['application/json']?.schema;
      if (schema === undefined || resolve(schema).properties === undefined) return false;
      return (resolve(schema).additionalProperties === false) === ignoring.has(operationId);
    });
  expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
});
