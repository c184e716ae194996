import type { ServerResponse } from 'node:http';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { safePath } from '../http/problem.ts';
import type { Log } from './log.ts';
import type { RequestMetrics, RouteMetrics } from './request-metrics.ts';
import type { TraceSpan, Tracing } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    began: number;
    /** Bytes of the body, if the reply has no content-length. */
    sentBytes: number;
    times: RouteMetrics | undefined;
    span: TraceSpan | undefined;
  }
  interface FastifyContextConfig {
    times?: RouteMetrics;
  }
}

interface WatchedResponse extends ServerResponse {
  watched?: FastifyReply;
}

export interface Watching {
  requests: RequestMetrics;
  log: Log;
  /** Logs each request at level info; otherwise at level debug. */
  logRequests: boolean;
  tracing: Tracing | undefined;
  traceIdOf(request: FastifyRequest): string;
}

/** The client disconnected before the response; non-standard status of nginx. */
const clientClosedRequest = 499;

/** Called at the start of each request: records its end. One listener function for all requests, so that none is allocated per request. */
export function requestWatch({ requests, log, logRequests, tracing, traceIdOf }: Watching) {
  const level = logRequests ? 'info' : log.isLevelEnabled('debug') ? 'debug' : undefined;

  function ended(this: WatchedResponse): void {
    const reply = this.watched as FastifyReply;
    const { request } = reply;
    const times = request.times ?? requests.unmatched;
    const status = this.writableFinished ? this.statusCode : clientClosedRequest;
    const streamed = times.endless && this.statusCode === 200;
    if (!times.endless) requests.inFlight--;
    if (!streamed) {
      const bytes = request.sentBytes === 0 ? Number(reply.getHeader('content-length') ?? 0) : request.sentBytes;
      times.record(status, (performance.now() - request.began) / 1000, bytes);
    }
    if (level !== undefined) log[level](factsOf(request, status), 'request');
    if (request.span !== undefined) {
      request.span.set({ 'http.response.status_code': status });
      request.span.end(status >= 500 ? { code: String(status) } : undefined);
    }
  }

  function factsOf(request: FastifyRequest, status: number): object {
    return { traceId: traceIdOf(request), path: safePath(request.url), ...requestFacts(request, status) };
  }

  return (request: FastifyRequest, reply: FastifyReply, { times }: FastifyContextConfig): void => {
    const response = reply.raw as WatchedResponse;
    request.began = performance.now();
    request.times = times;
    response.watched = reply;
    response.on('close', ended);
    if (times?.endless !== true) requests.inFlight++;
    if (tracing !== undefined) beginSpan(tracing, request, reply);
  };
}

function beginSpan(tracing: Tracing, request: FastifyRequest, reply: FastifyReply): void {
  const { method, times } = request;
  // The route, not the path, which may contain a secret.
  const route = times === undefined ? {} : { 'http.route': times.path };
  const facts = { 'http.request.method': method, 'url.scheme': request.protocol, ...route };
  const name = times === undefined ? method : `${method} ${times.path}`;
  const span = tracing.begin(name, 'server', facts, String(request.headers.traceparent ?? ''));
  request.span = span;
  request.traceId = span.traceId;
  reply.header('traceresponse', span.traceparent);
}

/** Log fields of a request: no user input, and only the id of the user. */
export function requestFacts(request: FastifyRequest, status: number): object {
  return {
    method: request.method,
    route: request.times?.path,
    status,
    ms: request.began === 0 ? undefined : Math.round(performance.now() - request.began),
    userId: request.principal?.id,
  };
}
