import type { Socket } from 'node:net';
import Fastify, { type FastifyContextConfig, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { TrustedProxies } from '../config/config.ts';
import { maxConnections } from '../limits/admission-control.ts';
import { requestWatch } from '../telemetry/request-observer.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { type AuthenticationOptions, authenticate, requiredAccess } from './authentication.ts';
import { addBodyParsers } from './body-parsers.ts';
import { endWithProblem, handleClientError } from './client-error-handler.ts';
import { Connections } from './connections.ts';
import { type ErrorHandlerOptions, notFoundError, sendProblem, toAppError } from './error-handler.ts';
import { acceptFairly } from './fair-accept.ts';
import { type RegisterRouteOptions, registerRoute } from './register-route.ts';
import { commonHeaders } from './respond.ts';
import { maxJsonBodyBytes, type Route } from './route.ts';
import { getTraceId } from './trace-id.ts';

export interface HttpOptions extends AuthenticationOptions, ErrorHandlerOptions, RegisterRouteOptions {
  routes: readonly Route[];
  trustProxy: TrustedProxies;
  tracing?: Tracing | undefined;
  /** Writes a log line for each request. */
  logRequests?: boolean;
  /** Answers paths without a route: the pages and files of the web app. */
  sendFile?: ((request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined) | undefined;
}

/** Builds the HTTP server: parsing, admission control, authentication, validation, problems. It knows no feature. */
export function buildHttp(options: HttpOptions): FastifyInstance {
  const { routes, trustProxy, admissionControl, tracing } = options;
  const app = Fastify({
    bodyLimit: maxJsonBodyBytes,
    // Hops are counted from this service: a client can forge the entries before those of the trusted proxies.
    trustProxy: typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: {
      requireHostHeader: false, // Node would answer without a body; `malformedRequest` answers with a problem
      connectionsCheckingInterval: 1000, // by default a request could be 30 seconds over its time limit
    },
    // A longer part of an address reaches its route, so that a wrong secret of any length gets the same answer. Node limits the headers.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    clientErrorHandler: (error, socket) => handleClientError(error, socket, { connections, onProblem: options.onProblem }),
    frameworkErrors: (error, request, reply) => sendProblem(request, reply, toAppError(error, request), options),
  });
  acceptFairly(app.server);
  const connections = new Connections(app.server);
  app.server.headersTimeout = 15_000;
  app.server.maxConnections = maxConnections;
  app.addHook('onListen', async () => admissionControl.start());
  // Node would answer 417 to an unknown value of Expect; here it is ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_, socket: Socket) => endWithProblem(socket, new AppError('MALFORMED_REQUEST', 'This service is no proxy.')));
  decorateRequests(app);
  addBodyParsers(app);
  addRequestHooks(app, options);
  if (tracing !== undefined) {
    app.addHook('preHandler', (request, _, done) => (request.span === undefined ? done() : tracing.within(request.span, done)));
  }
  app.setNotFoundHandler((request, reply) => {
    const sent = request.method === 'GET' || request.method === 'HEAD' ? options.sendFile?.(request, reply) : undefined;
    if (sent === undefined) throw notFoundError(request, routes);
    return sent;
  });
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, toAppError(error, request), options));
  for (const route of routes) registerRoute(app, route, options);
  return app;
}

/** Declares all properties at once, so that requests keep one hidden class. */
function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('principal', undefined);
  app.decorateRequest('traceId', undefined);
  app.decorateRequest('began', 0);
  app.decorateRequest('sentBytes', 0);
  app.decorateRequest('times', undefined);
  app.decorateRequest('span', undefined);
}

const emptyConfig: FastifyContextConfig = {};

function addRequestHooks(app: FastifyInstance, options: HttpOptions): void {
  const { log, admissionControl, tracing } = options;
  const observe = requestWatch({
    requests: options.metrics.requests,
    log,
    logRequests: options.logRequests === true,
    tracing,
    traceIdOf: getTraceId,
  });
  app.addHook('onRequest', (request, reply, done) => {
    // Once: each read of `routeOptions` creates an object.
    const config = request.routeOptions.config ?? emptyConfig;
    observe(request, reply, config);
    reply.headers(commonHeaders);
    const notAdmitted = admissionControl.admit(request, reply, config);
    if (notAdmitted !== undefined) return done(notAdmitted);
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    const malformed = malformedRequest(request);
    if (malformed !== undefined) return done(malformed);
    const access = requiredAccess(request, config);
    if (access === undefined) {
      // A page of another site could sign its visitor in to an account of its own (login CSRF).
      const isForeign = config.signsIn === true && request.headers.origin !== undefined && !options.ownOrigin.includes(request);
      return done(isForeign ? options.ownOrigin.refuse(request) : admissionControl.count(undefined, request, reply, config));
    }
    if (request.span === undefined) authenticate(request, reply, { config, access }, options, done);
    else tracing?.within(request.span, () => authenticate(request, reply, { config, access }, options, done));
  });
}

function malformedRequest(request: FastifyRequest): AppError | undefined {
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
    return new AppError('MALFORMED_REQUEST', 'The Host header is missing.');
  if (/%00/.test(request.raw.url ?? '')) return new AppError('MALFORMED_REQUEST', 'The address has a NUL character in it.');
  return undefined;
}
