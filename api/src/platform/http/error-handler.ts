import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '../../errors.ts';
import type { OutageLog } from '../postgres/outage-log.ts';
import type { Log } from '../telemetry/log.ts';
import { requestFacts } from '../telemetry/request-observer.ts';
import { sizeText } from './openapi-schemas.ts';
import { problemHeaders, problemKinds, safePath, toProblem } from './problem.ts';
import { commonHeaders } from './respond.ts';
import type { Route } from './route.ts';
import { getTraceId } from './trace-id.ts';

export interface ErrorHandlerOptions {
  log: Log;
  outages: OutageLog;
  /** Called for each error response. */
  onProblem?: (code: ErrorCode) => void;
}

/** Answers an error as a problem (RFC 9457) and logs it if it is a fault of the service. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AppError,
  { log, outages, onProblem }: ErrorHandlerOptions,
): FastifyReply {
  onProblem?.(error.code);
  const traceId = getTraceId(request);
  const { status } = problemKinds[error.code];
  const path = safePath(request.url);
  const facts = () => ({ traceId, path, ...requestFacts(request, status), code: error.code });
  // Overload and database outages are logged once, not per request: the log lines would add to the load.
  if (status >= 500 && error.code !== 'OVERLOADED' && !outages.covers(error, facts))
    log.error({ ...facts(), cause: causeOf(error) }, error.message);
  return reply
    .code(status)
    .headers({ ...commonHeaders, ...problemHeaders(error) })
    .send(JSON.stringify(toProblem(error, path, traceId)));
}

/** Without the other properties of the error: they may contain personal data. */
function causeOf({ cause }: AppError): object | undefined {
  if (!(cause instanceof Error)) return undefined;
  return { name: cause.name, message: cause.message, code: (cause as { code?: unknown }).code, stack: cause.stack };
}

/** 404 for an unknown path, 405 for a known path with another method. */
export function notFoundError(request: FastifyRequest, routes: readonly Route[]): AppError {
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

/** The AppError of any error that a handler, a hook or Fastify itself has thrown. */
export function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  return fromFastifyError(error as FastifyError, request);
}

function fromFastifyError(error: FastifyError, request: FastifyRequest): AppError {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('BODY_TOO_LARGE', `The body is too large: at most ${sizeText(request.routeOptions.bodyLimit)} can be sent here.`);
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
      return new AppError('INTERNAL', 'An unexpected error occurred. It has been logged.', { cause: error });
  }
}
