import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { discardingUnused, runOnce } from '../idempotency/idempotency.ts';
import { admissionConfigOf } from '../limits/admission-control.ts';
import { type Database, type Db, withinTransaction } from '../postgres/database.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Clock } from '../time/clock.ts';
import { assertAccessFitsPath, type Principal } from './auth.ts';
import { digestOf } from './authentication.ts';
import { compileInputValidator, compileQueryFilter, readIfMatch, throwInvalid } from './input-validation.ts';
import type { Pageable } from './paging.ts';
import { addedHeaders, respond } from './respond.ts';
import type { Route } from './route.ts';
import { isJson, jsonText, type ResponseJson } from './row-json.ts';

export interface RegisterRouteOptions {
  clock: Clock;
  database: Database;
  metrics: Metrics;
  /** Called after a request that may have written. */
  afterWrite: () => void;
  /**
   * Records a change made with an API key, in the transaction of the change where the route has one. Throws if the key has been revoked
   * meanwhile, so that the change is rolled back.
   */
  recordKeyWrite?: (db: Db, write: KeyWrite) => Promise<void>;
  /** Called when a stored response of an Idempotency-Key was sent again. */
  onReplay?: () => void;
}

export interface KeyWrite {
  principal: Principal;
  operationId: string;
  params: unknown;
  responseJson: string;
}

/** Registers a route with Fastify: validation, idempotency, handler and response. */
export function registerRoute(
  app: FastifyInstance,
  route: Route,
  { clock, database, metrics, afterWrite, onReplay, recordKeyWrite }: RegisterRouteOptions,
): void {
  assertAccessFitsPath(route.path, route.access);
  const validateInput = compileInputValidator(route);
  const filterQuery = compileQueryFilter(route.query);
  const writes = route.method !== 'GET' || route.writes === true;
  const readsFromReplica = route.method === 'GET' && !writes && route.paging !== undefined;
  const { prepare, discard, removeSecret, restoreSecret } = route;

  const callOf = (request: FastifyRequest, reply: FastifyReply, pageable: Pageable, db: Database) => ({
    params: request.params as never,
    query: filterQuery(request.query as Record<string, unknown>) as never,
    // The body itself stays as it was sent: it is part of the hash of an Idempotency-Key.
    body: (route.optionalBody === true ? (request.body ?? {}) : request.body) as never,
    upload: request.body as Buffer,
    pageable,
    user: request.principal as never,
    database: db,
    expectedVersion: route.versioned !== undefined ? readIfMatch(request) : undefined,
    request,
    reply,
  });

  const runHandler = (
    request: FastifyRequest,
    reply: FastifyReply,
    pageable: Pageable,
    db: Database,
    prepared: unknown,
  ): Promise<ResponseJson> => {
    const { principal } = request;
    const run = (within: Database) => answerOf(request, reply, pageable, within, prepared);
    if (!writes || principal?.apiKey === undefined || recordKeyWrite === undefined) return run(db);
    const { operationId } = route;
    const runRecorded = async (within: Database): Promise<string> => {
      const responseJson = jsonText(await run(within));
      await recordKeyWrite(within.write, { principal, operationId, params: request.params, responseJson });
      return responseJson;
    };
    // Only the handler of an idempotent route does all its work through the database that it is given.
    return route.idempotent === true ? db.transaction((tx) => runRecorded(withinTransaction(db, tx))) : runRecorded(db);
  };

  const answerOf = async (
    request: FastifyRequest,
    reply: FastifyReply,
    pageable: Pageable,
    db: Database,
    prepared: unknown,
  ): Promise<ResponseJson> => {
    const call = callOf(request, reply, pageable, db);
    const result =
      readsFromReplica && db.fromReplica !== undefined
        ? await db.fromReplica(() => route.handle(call, prepared))
        : await route.handle(call, prepared);
    return isJson(result) ? result : JSON.stringify(result);
  };

  const runWithoutKey = async (request: FastifyRequest, reply: FastifyReply, pageable: Pageable): Promise<ResponseJson> => {
    if (prepare === undefined) return runHandler(request, reply, pageable, database, undefined);
    const prepared = await prepare(callOf(request, reply, pageable, database));
    return discardingUnused(prepared, discard, () => runHandler(request, reply, pageable, database, prepared));
  };

  const runWithKey = async (
    request: FastifyRequest,
    reply: FastifyReply,
    pageable: Pageable,
    userId: string,
    key: string,
  ): Promise<ResponseJson> => {
    const callOutsideTransaction = callOf(request, reply, pageable, database);
    const headersBefore = reply.getHeaders();
    const stored = await runOnce<unknown>(
      { database, now: clock(), replayed: onReplay },
      { userId, key, method: route.method, path: canonicalPath(route.path, request.params), body: request.body },
      {
        prepare: prepare && (() => prepare(callOutsideTransaction)),
        discard,
        run: async (db, prepared) => {
          const body = jsonText(await runHandler(request, reply, pageable, db, prepared));
          return { status: reply.statusCode, headers: addedHeaders(headersBefore, reply.getHeaders()), body };
        },
        removeSecret,
        restoreSecret: restoreSecret && ((body) => restoreSecret(body, callOutsideTransaction)),
      },
    );
    reply.code(stored.status).headers(stored.headers);
    return stored.body;
  };

  app.route({
    // One registration for both: Fastify's own routes for HEAD take a quarter of the time to build the server.
    method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(route.uploads === undefined ? {} : { bodyLimit: route.uploads.limit }),
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    config: {
      access: route.access,
      ...(route.scope === undefined ? {} : { scope: route.scope }),
      ...(route.signsIn === true ? { signsIn: true } : {}),
      hasJsonBody: route.body !== undefined,
      hasOptionalBody: route.optionalBody === true,
      refusesBody: route.body === undefined && route.ignoresUnknown !== true && route.method !== 'DELETE',
      times: metrics.requests.of(route.method, route.path, route.contentType === 'text/event-stream'),
      ...admissionConfigOf(route),
      ...(route.uploads === undefined ? {} : { uploadTypes: route.uploads.types }),
      ...(route.key === undefined ? {} : { keyDigest: digestOf(route.key) }),
    },
    handler: (request, reply) => {
      const { pageable, errors } = validateInput(request);
      if (errors.length > 0) return throwInvalid(route, request.body, errors);
      const key = request.headers['idempotency-key'];
      const { principal } = request;
      const run = (): Promise<ResponseJson> =>
        route.idempotent === true && key !== undefined && principal !== undefined
          ? runWithKey(request, reply, pageable, principal.id, String(key))
          : runWithoutKey(request, reply, pageable);
      const result = route.before === undefined ? run() : route.before(callOf(request, reply, pageable, database)).then(run);
      return result.then((json) => {
        if (writes) afterWrite();
        return respond(reply, json, route.contentType);
      });
    },
  });
}

/** The same for every spelling of a path: with or without a trailing slash, and however it is percent-encoded. */
function canonicalPath(template: string, params: unknown): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name] ?? ''));
}
