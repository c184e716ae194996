import { AppError, type ErrorCode } from '../../errors.ts';
import { isRateLimited } from '../limits/admission-control.ts';
import { isEssential } from '../limits/load-shedding-rules.ts';
import type { Json } from './openapi-schemas.ts';
import { problemKinds, toProblem } from './problem.ts';
import type { Route } from './route.ts';

/** The problem codes of a route: those of its kind and its own. */
function problemsOf(route: Route): ErrorCode[] {
  const codes: ErrorCode[] = [];
  const { params, query, paging, body, uploads, idempotent, ignoresUnknown } = route;
  // An Idempotency-Key is validated, too.
  if (ignoresUnknown !== true || [params, query, paging, body, uploads, idempotent].some((input) => input !== undefined))
    codes.push('VALIDATION_FAILED');
  codes.push('MALFORMED_REQUEST');
  if (route.access !== 'public') codes.push('UNAUTHENTICATED', 'SCOPE_MISSING');
  if (route.access !== 'public' && route.access !== 'signed-in') codes.push('FORBIDDEN');
  if ((route.access !== 'public' && route.method !== 'GET') || route.signsIn === true) codes.push('FOREIGN_ORIGIN');
  // A body that a route does not declare is ignored, but its size and content type are still checked.
  if (route.method !== 'GET') codes.push('BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (route.idempotent === true) codes.push('IDEMPOTENCY_KEY_REUSED');
  if (route.versioned !== undefined) codes.push(route.versioned === true ? 'ORDER_CHANGED' : route.versioned);
  if (isRateLimited(route)) codes.push('TOO_MANY_REQUESTS');
  codes.push(...(route.problems ?? []), 'DATABASE_UNAVAILABLE');
  if (!isEssential(route)) codes.push('OVERLOADED');
  codes.push('INTERNAL');
  return [...new Set(codes)];
}

export function problemResponses(route: Route): Json {
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

export function headersOf(status: number, route: Route): Json {
  const headers: Json = {};
  if (status === 401) headers['WWW-Authenticate'] = { description: 'The authentication scheme.', schema: { type: 'string' } };
  if (status === 429 || status === 503)
    headers['Retry-After'] = { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } };
  if ((status === 200 || status === 429) && isRateLimited(route))
    for (const name of Object.keys(limitHeaders)) headers[name] = { $ref: `#/components/headers/${name}` };
  if (status === 200)
    for (const [name, { description, example }] of Object.entries(route.responseHeaders ?? {}))
      headers[name] = { description, schema: { type: 'string' }, example };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

/** On every response of a rate-limited operation, unless the limit is turned off. */
export const limitHeaders: Json = {
  'RateLimit-Policy': {
    description:
      'The rate limit of this request (draft-ietf-httpapi-ratelimit-headers): `q` requests in `w` seconds, per signed-in `"user"`, per API `"key"`, otherwise per `"address"`; `"address-total"` if all users of an address together have reached their limit.',
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
    .replace('.{format}', '.xlsx')
    .replace(/\{\w+Id\}/, '7');
  return { ...toProblem(error, instance, '4bf92f3577b34da6a3ce929d0e0e4736') };
}

export const problemSchema: Json = {
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
