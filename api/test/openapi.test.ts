import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentedPath } from '../src/platform/http/openapi.ts';
import { createChecker, type OpenApi, watchAnswers } from './documented.ts';
import { call } from './factories.ts';
import { type Service, startService } from './harness.ts';

const file = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
const document = JSON.parse(file) as OpenApi & Record<string, unknown>;
const check = createChecker(document);

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: object;
  example?: unknown;
}
interface Documented {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<
    string,
    {
      description: string;
      headers?: Record<string, object>;
      content: Record<string, { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }>;
    }
  >;
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation: operation as unknown as Documented,
  })),
);

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('when the service returns its document, then it equals docs/openapi.json (if not: npm run openapi)', async () => {
  const { status, headers, text } = await call(service, 'GET', '/api/openapi.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(`${text}\n` === file, 'docs/openapi.json is not what the service serves: run `npm run openapi` and commit it').toBe(true);
});

test('when it is validated as OpenAPI 3.1, then there are no errors', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect([valid, validator.version]).toEqual([true, '3.1']);
});

test('when routes and operations are compared, then every route is documented', () => {
  const documented = new Set(operations.map(({ name }) => name));
  const served = service.app.routes.filter(({ path, tag }) => path.startsWith('/api/') && tag !== 'pages');
  expect(served.map(({ method, path }) => `${method} ${documentedPath(path)}`).sort()).toEqual([...documented].sort());
});

test('when the contract is looked up in it, then all nine operations are there with the names of the contract', () => {
  expect(operations.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'POST /api/farmer/order',
      'GET /api/receptionist/order/{id}',
      'POST /api/farmer/order/{id}/confirm',
      'GET /api/farmer/order/',
      'GET /api/receptionist/feedback/',
      'GET /api/farmer/order/{id}/payment-intent/{secret}',
      'GET /api/sprayer/order/',
      'GET /api/receptionist/order/{id}/sprayers',
      'GET /api/common/notification/',
    ]),
  );
});

test('when a generator derives names from it, then they are unique', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z\d]+$/);
});

describe.each(operations)('$name', ({ path, method, operation }) => {
  test('when it is read, then it has a summary, a description and its roles', () => {
    expect(operation.summary).toMatch(/\S/);
    expect(operation.description).toMatch(/Open to everyone|For /);
    expect(operation.tags).toHaveLength(1);
  });

  test('when its success is read, then it is 200 with a schema and a valid example', () => {
    expect(Object.keys(operation.responses).filter((status) => status < '400')).toEqual(['200']);
    const types = Object.entries(operation.responses['200']?.content ?? {});
    // Only a file has several types, one for each format.
    expect(types).toHaveLength(path.endsWith('.{format}') ? 2 : 1);
    for (const [type, media] of types) {
      expect(media.example).toBeDefined();
      if (type === 'application/json') expect(check(media.schema, media.example)).toEqual([]);
    }
  });

  test('when its input is read, then each part has a valid example', () => {
    const parameters = operation.parameters ?? [];
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath);
    for (const parameter of parameters) {
      expect([parameter.name, parameter.example === undefined]).toEqual([parameter.name, false]);
      expect([parameter.name, check(parameter.schema, parameter.example)]).toEqual([parameter.name, []]);
    }
    const body = operation.requestBody?.content['application/json'];
    const types = Object.keys(operation.requestBody?.content ?? {});
    if (types.length > 0 && !types.includes('application/json')) return; // a file is its own example
    if (operation.requestBody !== undefined) expect(check(body?.schema as object, body?.example)).toEqual([]);
  });

  test('when its refusals are read, then each is a problem with an example of each code', () => {
    const refusals = Object.entries(operation.responses).filter(([status]) => status >= '400');
    const statuses = refusals.map(([status]) => status);
    expect(statuses).toEqual(expect.arrayContaining(['400', '500', '503']));
    if (operation.security?.length !== 0) expect(statuses).toContain('401');
    if (/^\/api\/(farmer|receptionist|sprayer|admin)\//.test(path)) expect(statuses).toContain('403');
    if (path.includes('{id}')) expect(statuses).toContain('404');
    if (method !== 'get') expect(statuses).toEqual(expect.arrayContaining(['413', '415']));
    if (!/^\/api\/(health|payment\/webhook)\//.test(path)) {
      const limits = ['RateLimit', 'RateLimit-Policy'];
      expect(Object.keys(operation.responses['200']?.headers ?? {})).toEqual(expect.arrayContaining(limits));
      expect(Object.keys(operation.responses['429']?.headers ?? {})).toEqual(expect.arrayContaining([...limits, 'Retry-After']));
    }
    for (const [status, { description, content }] of refusals) {
      const { schema, examples } = content['application/problem+json'] ?? { schema: {} };
      expect(Object.keys(content)).toEqual(['application/problem+json']);
      expect(description).toMatch(/\S/);
      expect(Object.keys(examples ?? {}).length).toBeGreaterThan(0);
      for (const [code, { value }] of Object.entries(examples ?? {})) {
        expect([status, code, check(schema, value)]).toEqual([status, code, []]);
        expect(value).toMatchObject({ status: Number(status), code });
      }
    }
    expect(method).toMatch(/^(get|post|put|patch|delete)$/);
  });
});

test('when a response is an object, then its schema allows no undocumented field', () => {
  const inputs = new Set(
    operations.flatMap(({ operation }) => JSON.stringify(operation.requestBody ?? {}).match(/schemas\/(\w+)/)?.[1] ?? []),
  );
  const open = Object.entries(document.components.schemas)
    .filter(([name]) => !inputs.has(name) && name !== 'Pageable' && name !== 'OpenApiDocument')
    .filter(([, schema]) => {
      const {
        type,
        additionalProperties,
        required = [],
        properties = {},
      } = schema as Record<string, object> & { type?: string; required?: string[] };
      // Stored documents keep the fields of their time, and say so.
      const isLeftOut = ({ description = '' }: { description?: string }) => description.includes('Left out:');
      const whole =
        'errors' in properties || Object.entries(properties).every(([field, part]) => required.includes(field) || isLeftOut(part));
      return type === 'object' && ((additionalProperties as unknown) !== false || !whole);
    });
  expect(open.map(([name]) => name)).toEqual([]);
});

test('when a response differs from the document, then the check that runs in every test reports it', async () => {
  const thing = { type: 'object', additionalProperties: false, required: ['id'], properties: { id: { type: 'integer' } } };
  const promised: OpenApi = {
    paths: {
      '/api/thing': {
        get: { responses: { '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } } },
      },
    },
    components: { schemas: { Thing: thing } },
  };
  const http = Fastify();
  const noted = watchAnswers({ http, routes: [] });
  http.get('/api/openapi.json', async () => promised);
  let answer: unknown;
  http.get('/api/thing', async (_, reply) => reply.code((answer as { code?: number }).code ?? 200).send(answer));
  const noticed = async (given: unknown) => {
    answer = given;
    await http.inject('/api/thing');
    return noted.splice(0).length;
  };
  expect(await noticed({ id: 1 })).toBe(0);
  expect(await noticed({ id: '1' })).toBe(1);
  expect(await noticed({ id: 1, more: 2 })).toBe(1);
  expect(await noticed({})).toBe(1);
  expect(await noticed({ code: 418 })).toBe(1);
  await http.close();
});
