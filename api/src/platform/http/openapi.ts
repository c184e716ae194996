import type { TSchema } from 'typebox';
import type { ErrorCode } from '../../errors.ts';
import type { Access } from './auth.ts';
import { headersOf, limitHeaders, problemResponses, problemSchema } from './openapi-problems.ts';
import { clean, type Json, reference, sizeText } from './openapi-schemas.ts';
import { PageableSchema } from './paging.ts';
import { maxJsonBodyBytes, type PagingSpec, type Route } from './route.ts';

/** Version of the contract, independent of the version of the service. */
const contractVersion = 'v0';

/** Paths with a trailing slash in the contract. The service accepts every path with and without it. */
const slashedPaths = new Set(['/api/farmer/order/', '/api/receptionist/feedback/', '/api/sprayer/order/', '/api/common/notification/']);

export const documentedPath = (path: string): string => (slashedPaths.has(path) ? path : path.replace(/(.)\/$/, '$1'));

/** A request that the service sends to addresses of its users. */
export interface DocumentedWebhook {
  name: string;
  operationId: string;
  summary: string;
  description: string;
  body: TSchema;
  example: unknown;
  /** What the receiver answers. */
  response: string;
}

/** Generates the OpenAPI 3.1 document from the routes, schemas and webhooks of the service. */
export function openApiDocument(routes: readonly Route[], webhooks: readonly DocumentedWebhook[]): Json {
  const components = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (!route.path.startsWith('/api/') || route.tag === 'pages') continue;
    const path = documentedPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, components) };
  }
  const sent = Object.fromEntries(webhooks.map((webhook) => [webhook.name, { post: webhookOperation(webhook, components) }]));
  components.set('Problem', problemSchema);
  const tags = [...new Set(routes.filter((route) => route.tag !== 'pages').map((route) => route.tag))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Swath',
      version: contractVersion,
      summary: 'Crop-spraying orders, from booking to a signed-off, paid, rated field.',
      description: `All bodies are JSON, and those of requests have at most ${sizeText(maxJsonBodyBytes)} where an operation says nothing else. Every success is 200; every refusal is an RFC 9457 problem with a stable \`code\`. Sign in with \`POST /api/auth/login\` and send the token as a bearer token, or send an API key of the same form. Requests are counted for each user and each address: \`RateLimit\` says what is left. After 429 and 503, wait for the seconds of \`Retry-After\`.`,
      contact: { name: 'Swath', email: 'office@swath.example' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: tags.map((name) => ({ name, description: tagTexts[name] ?? name })),
    paths,
    webhooks: sent,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token that signing in answers with, or an API key.' },
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

const webhookOperation = (
  { operationId, summary, description, body, example, response }: DocumentedWebhook,
  components: Map<string, Json>,
): Json => ({
  operationId,
  summary,
  description,
  tags: ['admin'],
  security: [],
  requestBody: { required: true, content: { 'application/json': { schema: reference(body, components), example } } },
  responses: { '2XX': { description: response } },
});

function operation(route: Route, components: Map<string, Json>): Json {
  const parameters = [
    ...parametersOf('path', route.params, components),
    ...parametersOf('query', route.query, components),
    ...(route.paging === undefined ? [] : pagingParameters(route.paging, components)),
    ...(route.idempotent === true ? [idempotencyParameter] : []),
    ...(route.versioned === undefined ? [] : [ifMatchParameter(route.versioned)]),
    ...(route.contentType === 'text/event-stream' ? [lastEventIdParameter] : []),
  ];
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: [route.description, whoMay(route.access), keyScope(route)].filter((text) => text !== undefined).join('\n\n'),
    tags: [route.tag],
    ...(route.access === 'public' ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            ...(route.bodyLimit === undefined ? {} : { description: `At most ${sizeText(route.bodyLimit)}.` }),
            required: route.optionalBody !== true,
            content: { 'application/json': { schema: reference(route.body, components), example: route.bodyExample } },
          },
        }),
    ...(route.uploads === undefined
      ? {}
      : {
          requestBody: {
            description: `At most ${sizeText(route.uploads.limit)}.`,
            required: true,
            content: Object.fromEntries(route.uploads.types.map((type) => [type, { schema: bytesOf(type) }])),
          },
        }),
    responses: {
      '200': {
        description: 'OK',
        ...headersOf(200, route),
        content: Object.fromEntries(
          [route.contentType ?? 'application/json', ...(route.otherContentTypes ?? [])].map((type) => [
            type,
            { schema: reference(route.response, components), example: route.example },
          ]),
        ),
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

const keyScope = ({ access, scope }: Route): string | undefined =>
  access === 'public' ? undefined : scope === undefined ? undefined : `API keys need the scope \`${scope}\`.`;

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

const ifMatchParameter = (versioned: true | ErrorCode): Json => ({
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    versioned === true
      ? 'The ETag of the order as you saw it. If the order has changed since, the request is rejected with `ORDER_CHANGED`, which lists the changes.'
      : `The ETag as you saw it. If it has changed since, the request is rejected with \`${versioned}\`.`,
  schema: { type: 'string' },
  example: '"3"',
});

const lastEventIdParameter: Json = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The id of the last event received. The stream begins with the events after it.',
  schema: { type: 'string', pattern: '^\\d{1,19}$' },
  example: '99',
};
