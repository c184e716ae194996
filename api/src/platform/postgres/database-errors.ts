import pg from 'pg';
import { AppError } from '../../errors.ts';

function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The server has become a replica: the primary is another one. */
export const isReadOnlyServer = (error: unknown): boolean => sqlState(error) === '25006';

/** Deadlock and serialisation failure: the transaction was rolled back and may be run again. */
const isConflict = (error: unknown): boolean => /^40(001|P01)$/.test(sqlState(error) ?? '');

/** Too long a wait for a lock, or too long a statement: rolled back as well, but another attempt would take as long again. */
export const isTimeLimit = (error: unknown): boolean => /^(55P03|57014)$/.test(sqlState(error) ?? '');

/** A text with NUL or half a character, as characters or as escapes in JSON. */
const isUnstorableText = (error: unknown): boolean => /^(22021|22P05)$/.test(sqlState(error) ?? '');

export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03';

const failedRequests = new WeakMap<Error, number>();

/** Records which request of a call has failed. */
export function markFailedRequest(error: unknown, at: number): void {
  if (error instanceof Error) failedRequests.set(error, at);
}

/** The position of the failed request in its call, if it is known. */
export const failedRequest = (error: unknown): number | undefined => (error instanceof Error ? failedRequests.get(error) : undefined);

/** Nothing was committed, and another attempt may succeed. */
export function isRetryable(error: unknown): boolean {
  const cause = error instanceof AppError ? error.facts.cause : error;
  return isConflict(cause) || isReadOnlyServer(cause);
}

/** Only for errors of `pg` itself: other libraries use the same words and codes. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  // 08 connection, 25006 a server that takes no writes, 25P03 and 25P04 session ended by a time limit, 53 out of resources, 57P shutdown, 58 system error.
  if (state !== undefined) return /^(08|25006|25P03|25P04|53|57P|58)/.test(state);
  const { code, message } = error as { code?: unknown; message?: string };
  if (typeof code === 'string') return /^(E[A-Z]|08)/.test(code);
  return /connect|timeout|terminat|closed|socket|queryable/i.test(message ?? '');
}

/** PostgreSQL rejected a statement; the connection is still usable. */
export function isStatementError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.severity === 'ERROR' || !isConnectionLoss(error));
}

/** Converts the error of a query to the error for the client. Called where the query is sent, so that errors of other libraries are not affected. */
export function toCallerError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (isConnectionLoss(error))
    return new AppError('DATABASE_UNAVAILABLE', 'The database cannot be reached. Please try again in a moment.', {
      retryAfterSeconds: 2,
      cause: error,
    });
  if (isConflict(error) || isTimeLimit(error)) return overloaded(error);
  if (isUnstorableText(error))
    return new AppError('MALFORMED_REQUEST', 'The request has a NUL or half a character in it, which cannot be stored.', { cause: error });
  return error;
}

/** What was to be changed is being changed by others for too long. */
export const overloaded = (cause?: unknown): AppError =>
  new AppError('OVERLOADED', 'Too many changes are being made at the same time. Please try again in a moment.', {
    retryAfterSeconds: 2,
    cause,
  });

export const isOverloaded = (error: unknown): boolean => error instanceof AppError && error.code === 'OVERLOADED';

export const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'DATABASE_UNAVAILABLE';

/** Name of the violated constraint, if the error is a constraint violation. */
export function violatedConstraint(error: unknown): string | undefined {
  return sqlState(error)?.startsWith('23') === true ? (error as pg.DatabaseError).constraint : undefined;
}
