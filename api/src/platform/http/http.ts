import { isUtf8 } from 'node:buffer';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyContextConfig,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { AppError, type ErrorCode, type FieldError, invalid } from '../../errors.ts';
import type { TrustedProxies } from '../config/config.ts';
import { discardingUnused, runOnce } from '../idempotency/idempotency.ts';
import { type AdmissionControl, admissionConfigOf, maxConnections } from '../limits/admission-control.ts';
import type { Database } from '../postgres/database.ts';
import type { OutageLog } from '../postgres/outage-log.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { requestFacts, requestWatch } from '../telemetry/request-observer.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { Clock } from '../time/clock.ts';
import { type Access, assertAccessFitsPath, authorize, type Principal, readCredentials, type TokenCache } from './auth.ts';
import { parseJsonBody } from './json-body.ts';
import { type Pageable, readPageable } from './paging.ts';
import { problemHeaders, problemKinds, safePath, toProblem } from './problem.ts';
import type { Route } from './route.ts';
import { type Json, jsonText, RawJson } from './row-json.ts';
import { compileValidator, type Validator } from './validation.ts';

const bodyLimit = 64 * 1024;

export interface HttpOptions {
  log: Log;
  clock: Clock;
  database: Database;
  /** Called after a request that may have written. */
  afterWrite: () => void;
  tokens: TokenCache;
  routes: readonly Route[];
  trustProxy: TrustedProxies;
  pressure: AdmissionControl;
  metrics: Metrics;
  outages: OutageLog;
  tracing?: Tracing | undefined;
  /** A line in the log for each request. */
  logRequests?: boolean;
  /** Called for each refusal. */
  refused?: (code: ErrorCode) => void;
  /** Called when an answer was kept from before. */
  replayed?: () => void;
  /** Answers addresses that no route has: the web app's own pages and files. */
  files?: ((request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined) | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
    traceId: string | undefined;
  }
  interface FastifyContextConfig {
    access?: Access;
    takesBody?: boolean;
    uploadTypes?: readonly string[];
    /** The digest of a route's key. */
    keyDigest?: Buffer;
  }
}

const commonHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The HTTP side of the service: parsing, signing in, checking, refusing. It knows no feature. */
export function buildHttp(options: HttpOptions): FastifyInstance {
  const { log, routes, trustProxy, pressure, tracing } = options;
  const refuseNoted = (request: FastifyRequest, reply: FastifyReply, error: AppError) => {
    options.refused?.(error.code);
    return refuse(request, reply, error, options);
  };
  const app = Fastify({
    bodyLimit,
    // Counted from our end: what is before the proxies' own entries a client may have written itself.
    trustProxy: typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: { requireHostHeader: false }, // Node would refuse without a word; the hook below does it with a problem
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, options.refused),
    frameworkErrors: (error, request, reply) => refuseNoted(request, reply, fromFastify(error)),
  });
  app.server.headersTimeout = 15_000;
  app.server.maxConnections = maxConnections;
  app.addHook('onListen', async () => pressure.start());
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_, socket: Socket) => endWithProblem(socket, new AppError('MALFORMED_REQUEST', 'This service is no proxy.')));
  app.decorateRequest('principal', undefined);
  app.decorateRequest('traceId', undefined);
  app.decorateRequest('began', 0);
  app.decorateRequest('sentBytes', 0);
  app.decorateRequest('times', undefined);
  app.decorateRequest('span', undefined);
  const { requests } = options.metrics;
  const watch = requestWatch({ requests, log, logRequests: options.logRequests === true, tracing, traceIdOf });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    const { takesBody, uploadTypes } = request.routeOptions.config;
    if (uploadTypes !== undefined) return takeUpload(request, uploadTypes, body as Buffer, done);
    if (takesBody !== true) return done(null, undefined);
    const type = request.headers['content-type'] ?? '';
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type) || encoding !== 'identity') {
      return done(unsupported(['application/json']));
    }
    // Read leniently, broken bytes would be stored as something that nobody sent.
    if (!isUtf8(body as Buffer)) return done(new AppError('MALFORMED_REQUEST', 'The body is not UTF-8.'));
    try {
      done(null, parseJsonBody(body.toString()));
    } catch (error) {
      done(error as Error);
    }
  });

  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (request, body, done) => {
    takeUpload(request, request.routeOptions.config.uploadTypes ?? [], body as Buffer, done);
  });

  app.addHook('onRequest', (request, reply, done) => {
    const config = request.routeOptions.config ?? noConfig;
    watch(request, reply, config);
    reply.headers(commonHeaders);
    const tooMuch = pressure.meet(request, reply);
    if (tooMuch !== undefined) return done(tooMuch);
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      return done(new AppError('MALFORMED_REQUEST', 'The Host header is missing.'));
    if (/%00/.test(request.raw.url ?? '')) return done(new AppError('MALFORMED_REQUEST', 'The address has a NUL character in it.'));
    const { access, keyDigest } = config;
    if (access === undefined || access === 'public' || (keyDigest !== undefined && holdsKey(request, keyDigest)))
      return done(pressure.count(undefined, request, reply));
    if (request.span === undefined) signIn(request, reply, access, options, done);
    else tracing?.within(request.span, () => signIn(request, reply, access, options, done));
  });
  if (tracing !== undefined) {
    app.addHook('preHandler', (request, _, done) => (request.span === undefined ? done() : tracing.within(request.span, done)));
  }

  app.setNotFoundHandler((request, reply) => {
    const found = request.method === 'GET' || request.method === 'HEAD' ? options.files?.(request, reply) : undefined;
    if (found === undefined) throw unknownPath(request, routes);
    return found;
  });
  app.setErrorHandler((error, request, reply) => refuseNoted(request, reply, toAppError(error)));
  for (const route of routes) addRoute(app, route, options);
  return app;
}

const noConfig: FastifyContextConfig = {};

/** Compared as digests, so that the time it takes says nothing of how much of it was right. */
function holdsKey(request: FastifyRequest, digest: Buffer): boolean {
  const credentials = readCredentials(request.headers);
  return credentials !== undefined && !credentials.fromCookie && timingSafeEqual(digestOf(credentials.token), digest);
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The bytes as they came: of a picture, or of JSON whose signature covers every one of them. */
function takeUpload(
  request: FastifyRequest,
  types: readonly string[],
  body: Buffer,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (types.includes(type)) done(null, body);
  else done(unsupported(types));
}

const unsupported = (types: readonly string[]): AppError =>
  new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    types.length === 0 ? 'There is no body to send here.' : `Send the body as ${types.join(', ')}, without content encoding.`,
  );

function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Exclude<Access, 'public'>,
  { tokens, pressure }: HttpOptions,
  done: (error?: Error) => void,
): void {
  const admit = (principal: Principal | undefined) => {
    const tooMany = pressure.count(principal, request, reply);
    if (tooMany !== undefined) return done(tooMany);
    try {
      request.principal = authorize(access, principal);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
  const credentials = readCredentials(request.headers);
  if (credentials === undefined) {
    admit(undefined);
  } else if (credentials.fromCookie && !isSafe(request.method) && !isOwnOrigin(request)) {
    done(new AppError('FOREIGN_ORIGIN', 'A signed-in browser may change things only from our own pages.'));
  } else {
    // From memory the answer comes at once: no promise on the way of most requests.
    const found = tokens.principal(credentials.token);
    if (found instanceof Promise) found.then(admit, done);
    else admit(found);
  }
}

const isSafe = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

export function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  try {
    return origin !== undefined && new URL(origin).host === request.host;
  } catch {
    return false;
  }
}

function addRoute(app: FastifyInstance, route: Route, { clock, database, afterWrite, metrics, replayed }: HttpOptions): void {
  assertAccessFitsPath(route.path, route.access);
  const check = inputChecker(route);
  const takesBody = route.body !== undefined;
  const writes = route.method !== 'GET' || route.writes === true;

  const declared = declaredOnly(route.query);
  const callOf = (request: FastifyRequest, reply: FastifyReply, pageable: Pageable, through: Database) => ({
    params: request.params as never,
    query: declared(request.query as Record<string, unknown>) as never,
    body: request.body as never,
    upload: request.body as Buffer,
    pageable,
    user: request.principal as never,
    database: through,
    seenVersion: route.versioned === true ? readIfMatch(request) : undefined,
    request,
    reply,
  });
  const isList = route.method === 'GET' && !writes && route.paging !== undefined;
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    pageable: Pageable,
    through: Database,
    prepared: unknown,
  ): Promise<Json> => {
    const call = callOf(request, reply, pageable, through);
    const result =
      isList && through.fromReplica !== undefined
        ? await through.fromReplica(() => route.handle(call, prepared))
        : await route.handle(call, prepared);
    return typeof result === 'string' || result instanceof RawJson ? result : JSON.stringify(result);
  };
  const { prepare, discard, removeSecret, restoreSecret } = route;

  const answerUnkeyed = async (request: FastifyRequest, reply: FastifyReply, pageable: Pageable): Promise<Json> => {
    if (prepare === undefined) return answer(request, reply, pageable, database, undefined);
    const prepared = await prepare(callOf(request, reply, pageable, database));
    return discardingUnused(prepared, discard, () => answer(request, reply, pageable, database, prepared));
  };

  const answerOnce = async (
    request: FastifyRequest,
    reply: FastifyReply,
    pageable: Pageable,
    userId: string,
    key: string,
  ): Promise<Json> => {
    const outside = callOf(request, reply, pageable, database);
    const common = reply.getHeaders();
    const stored = await runOnce<unknown>(
      { database, now: clock(), replayed },
      { userId, key, method: route.method, path: canonicalPath(route.path, request.params), body: request.body },
      {
        prepare: prepare && (() => prepare(outside)),
        discard,
        run: async (through, prepared) => {
          const body = jsonText(await answer(request, reply, pageable, through, prepared));
          return { status: reply.statusCode, headers: headersBesides(common, reply.getHeaders()), body };
        },
        removeSecret,
        restoreSecret: restoreSecret && ((body) => restoreSecret(body, outside)),
      },
    );
    reply.code(stored.status).headers(stored.headers);
    return stored.body;
  };

  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(route.uploads === undefined ? {} : { bodyLimit: route.uploads.limit }),
    config: {
      access: route.access,
      takesBody,
      times: metrics.requests.of(route.method, route.path, route.contentType === 'text/event-stream'),
      ...admissionConfigOf(route),
      ...(route.uploads === undefined ? {} : { uploadTypes: route.uploads.types }),
      ...(route.key === undefined ? {} : { keyDigest: digestOf(route.key) }),
    },
    handler: (request, reply) => {
      const pageable = check(request);
      const key = request.headers['idempotency-key'];
      const { principal } = request;
      const respondTo = (): Promise<Json> =>
        route.idempotent === true && key !== undefined && principal !== undefined
          ? answerOnce(request, reply, pageable, principal.id, String(key))
          : answerUnkeyed(request, reply, pageable);
      const answered = route.before === undefined ? respondTo() : route.before(callOf(request, reply, pageable, database)).then(respondTo);
      return answered.then((json) => {
        if (writes) afterWrite();
        return respond(reply, json, route.contentType);
      });
    },
  });
}

/** The same for every spelling of one address: with and without the slash at its end, however it is encoded. */
function canonicalPath(template: string, params: unknown): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name] ?? ''));
}

type HeaderValues = ReturnType<FastifyReply['getHeaders']>;

/** The headers that a handler has set, as a repeat of its answer needs them. */
function headersBesides(common: HeaderValues, all: HeaderValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined || common[name as keyof HeaderValues] === value ? [] : [[name, String(value)]],
    ),
  );
}

const jsonType = 'application/json; charset=utf-8';

function respond(reply: FastifyReply, answer: Json, contentType = jsonType): FastifyReply {
  if (reply.sent) return reply;
  if (answer instanceof RawJson) return respondRaw(reply, answer);
  if (!reply.hasHeader('content-type')) reply.header('content-type', contentType);
  return reply.send(answer);
}

/** Past Fastify, which would encode the text again: head and body leave in one piece, as the bytes they are. */
function respondRaw(reply: FastifyReply, { bytes }: RawJson): FastifyReply {
  const headers = reply.getHeaders() as OutgoingHttpHeaders;
  headers['content-type'] = jsonType;
  headers['content-length'] = bytes.length;
  reply.request.sentBytes = bytes.length;
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, headers);
  reply.raw.end(bytes, 'latin1');
  return reply;
}

/** `*` matches any version. Anything but one strong tag of ours matches none: weak tags never match (RFC 9110, 13.1.1). */
function readIfMatch(request: FastifyRequest): number | undefined {
  const tag = request.headers['if-match']?.trim();
  if (tag === undefined || tag === '*') return undefined;
  return Number(/^"(\d{1,9})"$/.exec(tag)?.[1] ?? -1);
}

const firstPage: Pageable = { page: 0, size: 20, sort: [] };

/** Checks path, query and body together, so that the answer names everything at fault at once. */
function inputChecker(route: Route): (request: FastifyRequest) => Pageable {
  const none: Validator = () => [];
  const params = route.params === undefined ? none : compileValidator(route.params, 'text');
  const query = route.query === undefined ? none : compileValidator(route.query, 'text');
  const body = route.body === undefined ? none : compileValidator(route.body, 'body');
  const { paging } = route;
  const lists = listsIn(route.query);
  return (request) => {
    splitLists(request.query as Record<string, unknown>, lists);
    const errors: FieldError[] = [...params(request.params), ...query(request.query)];
    let pageable = firstPage;
    if (paging !== undefined) {
      const read = readPageable(request.query as Record<string, unknown>, paging.sortable);
      pageable = read.pageable;
      errors.push(...read.errors);
    }
    if (route.uploads !== undefined && !Buffer.isBuffer(request.body))
      errors.push({ path: 'body', message: `is required: ${route.uploads.types.join(', ')}` });
    if (route.body !== undefined && request.body === undefined) errors.push({ path: 'body', message: 'is required, as a JSON object' });
    else errors.push(...body(request.body));
    if (errors.length > 0) throw invalid(...errors);
    return pageable;
  };
}

const propertiesOf = (schema: Route['query']): Record<string, { type?: string }> =>
  (schema as { properties?: Record<string, { type?: string }> } | undefined)?.properties ?? {};

/** The validated part of a query: no handler sees a parameter that its route does not declare. */
function declaredOnly(schema: Route['query']): (query: Record<string, unknown>) => Record<string, unknown> {
  const names = Object.keys(propertiesOf(schema));
  return (query) => {
    const known: Record<string, unknown> = {};
    for (const name of names) if (query[name] !== undefined) known[name] = query[name];
    return known;
  };
}

/** Names of the query parameters that take several values. */
function listsIn(schema: Route['query']): string[] {
  const properties = propertiesOf(schema);
  return Object.keys(properties).filter((name) => properties[name]?.type === 'array');
}

/** Several values may come as several parameters, or as one with commas. */
function splitLists(query: Record<string, unknown>, lists: string[]): void {
  for (const name of lists) {
    const given = query[name];
    if (given !== undefined)
      query[name] = [given]
        .flat()
        .flatMap((word) => String(word).split(','))
        .filter((word) => word !== '');
  }
}

function unknownPath(request: FastifyRequest, routes: readonly Route[]): AppError {
  const path = request.url.split('?', 1)[0]?.replace(/(.)\/$/, '$1') ?? '/';
  const allow = routes
    .filter((route) =>
      new RegExp(
        `^${route.path
          .replace(/(.)\/$/, '$1')
          .replace(/[.]/g, '\\.')
          .replace(/\{\w+\}/g, '[^/]+')}$`,
      ).test(path),
    )
    .map((route) => route.method);
  if (allow.length === 0) return new AppError('NOT_FOUND', 'There is nothing at this address.');
  if (allow.includes('GET')) allow.push('HEAD' as 'GET');
  return new AppError('METHOD_NOT_ALLOWED', `Here only ${allow.join(', ')} can be used.`, { allow });
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return fromFastify(error as FastifyError);
}

function fromFastify(error: FastifyError): AppError {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('BODY_TOO_LARGE', 'The body is larger than it may be here.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('MALFORMED_REQUEST', 'The body is not as long as its Content-Length says.');
    case 'FST_ERR_BAD_URL':
      return new AppError('MALFORMED_REQUEST', 'The address is not well encoded.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('NOT_FOUND', 'There is nothing at this address.');
    default:
      if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
        return new AppError('MALFORMED_REQUEST', 'The request cannot be read.', { cause: error });
      }
      return new AppError('INTERNAL', 'Something went wrong on our side. It has been noted.', { cause: error });
  }
}

export function traceIdOf(request: FastifyRequest): string {
  const given = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/.exec(String(request.headers.traceparent))?.[1];
  request.traceId ??= given ?? randomBytes(16).toString('hex');
  return request.traceId;
}

function refuse(request: FastifyRequest, reply: FastifyReply, error: AppError, { log, outages }: HttpOptions): FastifyReply {
  const traceId = traceIdOf(request);
  const { status } = problemKinds[error.code];
  const path = safePath(request.url);
  const facts = () => ({ traceId, path, ...requestFacts(request, status), code: error.code });
  // LoadShedder and a database that is away are told of once, not with every request: writing it down would be more of it.
  if (status >= 500 && error.code !== 'OVERLOADED' && !outages.covers(error, facts))
    log.error({ ...facts(), cause: causeOf(error) }, error.message);
  return reply
    .code(status)
    .headers({ ...commonHeaders, ...problemHeaders(error) })
    .send(JSON.stringify(toProblem(error, path, traceId)));
}

/** Enough to find a fault by; not the values, which may be someone's. */
function causeOf({ cause }: AppError): object | undefined {
  if (!(cause instanceof Error)) return undefined;
  return { name: cause.name, message: cause.message, code: (cause as { code?: unknown }).code, stack: cause.stack };
}

/** What Node itself refuses, before there is a request to speak of. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, refused: HttpOptions['refused']): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new AppError('HEADERS_TOO_LARGE', 'The headers are too large.')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new AppError('REQUEST_TIMEOUT', 'The request took too long to arrive.')
        : new AppError('MALFORMED_REQUEST', 'This is not a well-formed HTTP request.');
  refused?.(refusal.code);
  endWithProblem(socket, refusal);
}

function endWithProblem(socket: Socket, refusal: AppError): void {
  const body = JSON.stringify(toProblem(refusal, '/', randomBytes(16).toString('hex')));
  const { status, title } = problemKinds[refusal.code];
  const headers = { ...commonHeaders, ...problemHeaders(refusal), 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${head.join('')}\r\n${body}`);
}
