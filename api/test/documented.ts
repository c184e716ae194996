import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { App } from '../src/app.ts';
import { isCalendarDate } from '../src/platform/time/clock.ts';

interface Operation {
  responses: Record<string, { content: Record<string, { schema: object; examples?: Record<string, unknown> }> }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

type Check = (schema: object, value: unknown) => string[];

/** Checks values against schemas of an OpenAPI 3.1 document. */
export function createChecker(document: OpenApi): Check {
  // Most schemas check a few values: to optimise their code takes longer than it saves.
  const code = { optimize: false };
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, allowUnionTypes: true, code });
  ajv.addVocabulary(['example']);
  ajv.addFormat('date', isCalendarDate);
  ajv.addFormat('date-time', instant);
  ajv.addFormat('email', /^\S+@\S+$/);
  ajv.addFormat('uri', /^\w+:\S+$/);
  ajv.addFormat('int32', { type: 'number', validate: (value) => Number.isInteger(value) && Math.abs(value) <= 2 ** 31 });
  ajv.addFormat('int64', { type: 'number', validate: Number.isInteger });
  ajv.addSchema({ $id: 'openapi', components: document.components, $defs: {} } as object);
  ajv.addVocabulary(['components']);
  // By object first, to avoid the text; by text, because most operations share their schemas and compiling one is slow.
  const byObject = new Map<object, ValidateFunction>();
  const byText = new Map<string, ValidateFunction>();
  const compile = (schema: object): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
    const validate = byText.get(text) ?? ajv.compile(JSON.parse(text) as object);
    byText.set(text, validate);
    byObject.set(schema, validate);
    return validate;
  };
  return (schema, value) => {
    const validate = byObject.get(schema) ?? compile(schema);
    return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** Keyed by the data of the routes: to generate the document and to compile its schemas takes longer than most tests. */
const documents = new Map<string, { document: OpenApi; check: Check }>();

/** Checks every response of a service and returns those that its OpenAPI document does not allow. */
export function watchAnswers({ http, routes }: Pick<App, 'http' | 'routes'>): string[] {
  const undocumented: string[] = [];
  const checked = new Map<object, string>();
  let known: Promise<{ document: OpenApi; check: Check }> | undefined;
  const read = async () => {
    // The document depends on nothing else. Functions have no JSON.
    const key = JSON.stringify(routes);
    let found = documents.get(key);
    if (found === undefined) {
      // From an address of its own, so that the rate limits of the tests do not count it.
      const text = (await http.inject({ url: '/api/openapi.json', remoteAddress: '192.0.2.1' })).payload;
      const document = JSON.parse(text) as OpenApi;
      found = { document, check: createChecker(document) };
      documents.set(key, found);
    }
    return found;
  };
  http.addHook('onSend', async (request, reply, payload) => {
    const path = request.routeOptions.url?.replace(/:(\w+)/g, '{$1}');
    if (path === undefined || path === '/api/openapi.json' || request.method === 'HEAD') return payload;
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    // Single flight: parallel requests share one read.
    known ??= read();
    const { document, check } = await known;
    const { paths } = document;
    const method = request.method.toLowerCase();
    const operation = paths[path]?.[method] ?? paths[`${path}/`]?.[method] ?? paths[path.replace(/\/$/, '')]?.[method];
    if (operation === undefined) return payload;
    const note = (fault: string) => undocumented.push(`${request.method} ${path} answered ${reply.statusCode}: ${fault}`);
    const type = String(reply.getHeader('content-type')).split(';', 1)[0] ?? '';
    const promised = operation.responses[reply.statusCode]?.content[type];
    if (promised === undefined) note(`not documented as ${type}: ${payload.toString().slice(0, 200)}`);
    else if (type.endsWith('json')) {
      const text = payload.toString();
      if (checked.get(promised) === text) return payload; // the same text was checked before
      checked.set(promised, text);
      const value = JSON.parse(text);
      for (const fault of check(promised.schema, value)) note(fault);
      if (reply.statusCode >= 400 && promised.examples?.[value.code] === undefined) note(`the code ${value.code} is not documented`);
    }
    return payload;
  });
  return undocumented;
}
