import type { ErrorCode } from '../../errors.ts';
import { AppError } from '../../errors.ts';
import { isRateLimited } from '../limits/admission-control.ts';
import { isEssential } from '../limits/load-shedding-rules.ts';
import type { Access } from './auth.ts';
import { PageableSchema } from './paging.ts';
import { problemKinds, toProblem } from './problem.ts';
import type { PagingSpec, Route } from './route.ts';

type Json = Record<string, unknown>;

/** Internal schema keywords for validation and serialisation; removed from the document. */
const ownKeywords = new Set(['notBlank', 'patternHint', 'fragment']);

/** Version of the contract, independent of the version of the service. */
const contractVersion = 'v0';

/** Paths with a trailing slash in the contract. The service accepts every path with and without it. */
const slashedPaths = new Set(['/api/farmer/order/', '/api/receptionist/feedback/', '/api/sprayer/order/', '/api/common/notification/']);

export const documentedPath = (path: string): string => (slashedPaths.has(path) ? path : path.replace(/(.)\/$/, '$1'));

/** Generates the OpenAPI 3.1 document from the routes and schemas of the service. */
export function openApiDocument(routes: readonly Route[]): Json {
  const components = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (!route.path.startsWith('/api/') || route.tag === 'pages') continue;
    const path = documentedPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, components) };
  }
  components.set('Problem', problemSchema);
  const tags = [...new Set(routes.filter((route) => route.tag !== 'pages').map((route) => route.tag))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Swath',
      version: contractVersion,
      summary: 'Crop-spraying orders, from booking to a signed-off, paid, rated field.',
      description:
        'All bodies are JSON. Every success is 200; every refusal is an RFC 9457 problem with a stable `code`. Sign in with `POST /api/auth/login` and send the token as a bearer token. Requests are counted for each user and each address: `RateLimit` says what is left. After 429 and 503, wait for the seconds of `Retry-After`.',
      contact: { name: 'Swath', email: 'office@swath.example' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: tags.map((name) => ({ name, description: tagTexts[name] ?? name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token that signing in answers with.' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'swath_token', description: 'The same token, as the web app holds it.' },
      },
      headers: limitHeaders,
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

const tagTexts: Record<string, string> = {
  accounts: 'Signing up, in and out; a forgotten password.',
  admin: 'For admins: people, crops and prices, sessions, settings, and who changed what.',
  common: 'For everyone who is signed in.',
  farmer: 'For farmers: their own orders and payments.',
  payments: 'For the payment provider.',
  receptionist: 'For the office: receptionists and admins.',
  sprayer: 'For crew members: their own orders.',
  service: 'The state of the service itself.',
};

function operation(route: Route, components: Map<string, Json>): Json {
  const parameters = [
    ...parametersOf('path', route.params, components),
    ...parametersOf('query', route.query, components),
    ...(route.paging === undefined ? [] : pagingParameters(route.paging, components)),
    ...(route.idempotent === true ? [idempotencyParameter] : []),
    ...(route.versioned === true ? [ifMatchParameter] : []),
    ...(route.contentType === 'text/event-stream' ? [lastEventIdParameter] : []),
  ];
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: [route.description, whoMay(route.access)].filter((text) => text !== undefined).join('\n\n'),
    tags: [route.tag],
    ...(route.access === 'public' ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: route.optionalBody !== true,
            content: { 'application/json': { schema: reference(route.body, components), example: route.bodyExample } },
          },
        }),
    ...(route.uploads === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: Object.fromEntries(route.uploads.types.map((type) => [type, { schema: bytesOf(type) }])),
          },
        }),
    responses: {
      '200': {
        description: 'OK',
        ...headersOf(200, route),
        content: { [route.contentType ?? 'application/json']: { schema: reference(route.response, components), example: route.example } },
      },
      ...problemResponses(route),
    },
  };
}

const bytesOf = (type: string): Json => (type === 'application/json' ? { type: 'object' } : { type: 'string', contentMediaType: type });

function whoMay(access: Access): string {
  if (access === 'public') return 'Open to everyone.';
  if (access === 'signed-in') return 'For every signed-in user.';
  return access === 'receptionist' ? 'For the roles receptionist and admin.' : `For the role ${access}.`;
}

function parametersOf(place: 'path' | 'query', schema: Route['params'], components: Map<string, Json>): Json[] {
  if (schema === undefined) return [];
  const { properties, required = [] } = schema as unknown as { properties: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => {
    const { description, example, ...rest } = property;
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: reference(rest, components),
      ...(example === undefined ? {} : { example }),
    };
  });
}

/** As one object, as in the contract, and as separate parameters, because many client generators cannot serialise an object in a query. */
function pagingParameters({ sortable }: PagingSpec, components: Map<string, Json>): Json[] {
  const { page, size, sort } = PageableSchema.properties;
  const example = { page: 0, size: 20, ...(sortable.length === 0 ? {} : { sort: [`${sortable[0]},desc`] }) };
  const sortText = sortable.length === 0 ? 'The list has a fixed order; omit `sort`.' : `Sortable by ${sortable.join(', ')}.`;
  const member = (name: keyof typeof example, { description, ...schema }: Json, text = description): Json => ({
    name,
    in: 'query',
    required: false,
    description: text,
    schema: clean(schema, components),
    example: example[name],
  });
  return [
    member('page', page as unknown as Json),
    member('size', size as unknown as Json),
    ...(sortable.length === 0 ? [] : [member('sort', sort as unknown as Json, `${(sort as unknown as Json).description} ${sortText}`)]),
    {
      name: 'pageable',
      in: 'query',
      required: false,
      style: 'form',
      explode: true,
      description: [
        'The same three parameters as one object: `page=0&size=20`, `pageable.page=0`, `pageable[page]=0` or `pageable={"page":0}`.',
        'Use either this or `page`, `size` and `sort`.',
        sortText,
      ].join(' '),
      schema: reference(PageableSchema, components),
      example,
    },
  ];
}

const idempotencyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeating the request with the same key within 24 hours returns the stored response and has no further effect.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '0d6f2c9e-6b1c-4a53-9a43-6c0f6d1d7a11',
};

const ifMatchParameter: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag of the order as you saw it. If the order has changed since, the request is rejected with `ORDER_CHANGED`, which lists the changes.',
  schema: { type: 'string' },
  example: '"3"',
};

const lastEventIdParameter: Json = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The id of the last event received. The stream begins with the events after it.',
  schema: { type: 'string', pattern: '^\\d{1,19}$' },
  example: '99',
};

/** The problem codes of a route: those of its kind and its own. */
export function problemsOf(route: Route): ErrorCode[] {
  const codes: ErrorCode[] = [];
  const { params, query, paging, body, uploads, idempotent } = route;
  // An Idempotency-Key is validated, too.
  if ([params, query, paging, body, uploads, idempotent].some((input) => input !== undefined)) codes.push('VALIDATION_FAILED');
  codes.push('MALFORMED_REQUEST');
  if (route.access !== 'public') codes.push('UNAUTHENTICATED');
  if (route.access !== 'public' && route.access !== 'signed-in') codes.push('FORBIDDEN');
  if (route.access !== 'public' && route.method !== 'GET') codes.push('FOREIGN_ORIGIN');
  // A body that a route does not declare is ignored, but its size and content type are still checked.
  if (route.method !== 'GET') codes.push('BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (route.idempotent === true) codes.push('IDEMPOTENCY_KEY_REUSED');
  if (route.versioned === true) codes.push('ORDER_CHANGED');
  if (isRateLimited(route)) codes.push('TOO_MANY_REQUESTS');
  codes.push(...(route.problems ?? []), 'DATABASE_UNAVAILABLE');
  if (!isEssential(route)) codes.push('OVERLOADED');
  codes.push('INTERNAL');
  return [...new Set(codes)];
}

function problemResponses(route: Route): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of problemsOf(route)) {
    const { status } = problemKinds[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const entries = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${problemKinds[code].title}.`).join(' '),
        ...headersOf(status, route),
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(codes.map((code) => [code, { value: exampleProblem(code, route.path) }])),
          },
        },
      },
    ]);
  return Object.fromEntries(entries);
}

function headersOf(status: number, route: Route): Json {
  const headers: Json = {};
  if (status === 401) headers['WWW-Authenticate'] = { description: 'The authentication scheme.', schema: { type: 'string' } };
  if (status === 429 || status === 503)
    headers['Retry-After'] = { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } };
  if ((status === 200 || status === 429) && isRateLimited(route))
    for (const name of Object.keys(limitHeaders)) headers[name] = { $ref: `#/components/headers/${name}` };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

/** On every response of a rate-limited operation, unless the limit is turned off. */
const limitHeaders: Json = {
  'RateLimit-Policy': {
    description:
      'The rate limit of this request (draft-ietf-httpapi-ratelimit-headers): `q` requests in `w` seconds, per signed-in `"user"`, otherwise per `"address"`; `"address-total"` if all users of an address together have reached their limit.',
    schema: { type: 'string' },
    example: '"user";q=1200;w=60',
  },
  RateLimit: {
    description: 'The remaining quota: `r` requests within the next `t` seconds, after which a new window begins.',
    schema: { type: 'string' },
    example: '"user";r=1199;t=60',
  },
};

function exampleProblem(code: ErrorCode, path: string): Json {
  const errors =
    code === 'VALIDATION_FAILED' || code === 'DATE_NOT_BOOKABLE'
      ? { errors: [{ path: 'date', message: 'must be a date, YYYY-MM-DD' }] }
      : {};
  const error = new AppError(code, `${problemKinds[code].title}.`, errors);
  const instance = path
    .replace('{id}', '42')
    .replace('{secret}', '[redacted]')
    .replace(/\{\w+Id\}/, '7');
  return { ...toProblem(error, instance, '4bf92f3577b34da6a3ce929d0e0e4736') };
}

const problemSchema: Json = {
  title: 'Problem',
  description: 'Error response (RFC 9457).',
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'traceId'],
  properties: {
    type: { type: 'string', description: 'Link to the description of this problem code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened, and what to do.' },
    instance: { type: 'string', description: 'The path of the request.' },
    code: { type: 'string', enum: Object.keys(problemKinds), description: 'Stable problem code.' },
    traceId: { type: 'string', description: 'Trace id of the request, as in the logs.' },
    errors: {
      type: 'array',
      description: 'All invalid fields, or all orders that block the action (path `order.42`).',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string' },
          message: { type: 'string' },
          code: { type: 'string', enum: Object.keys(problemKinds), description: 'Why the order blocks the action.' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

/** Moves named schemas to the components and returns a $ref. */
function reference(schema: object, components: Map<string, Json>): Json {
  const { title, ...rest } = schema as Json;
  if (typeof title !== 'string') return clean(schema as Json, components);
  const cleaned = { title, ...clean(rest, components) };
  const known = components.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(cleaned))
    throw new Error(`two different schemas are called ${title}`);
  components.set(title, cleaned);
  return { $ref: `#/components/schemas/${title}` };
}

function clean(schema: Json, components: Map<string, Json>): Json {
  const entries = Object.entries(schema)
    .filter(([key]) => !ownKeywords.has(key))
    .map(([key, value]) => {
      if (key === 'properties') {
        return [
          key,
          Object.fromEntries(
            Object.entries(value as Record<string, object>).map(([name, property]) => [name, reference(property, components)]),
          ),
        ];
      }
      if (key === 'items') return [key, reference(value as object, components)];
      if (key === 'anyOf') return [key, (value as object[]).map((option) => reference(option, components))];
      return [key, value];
    });
  return Object.fromEntries(entries);
}
