import { looseStatement } from './sql.ts';

/** Timeout of a query in the client; then the service answers 503. */
export const clientTimeoutMs = 10_000;

/**
 * Milliseconds. All are below the client's timeout, so that a request that was answered 503 is never committed later. They are graded: if a
 * suspended process holds a lock, its session is ended before the statements that wait for the lock time out.
 */
const serverLimits = {
  idle_in_transaction_session_timeout: 4000,
  lock_timeout: 6000,
  statement_timeout: 8000,
};

const limits = (names: Record<string, number>, isLocal: boolean) =>
  `select set_config(name, value, ${isLocal}) from (values ${Object.entries(names)
    .map(([name, value]) => `('${name}', '${value}')`)
    .join(', ')}) s (name, value) where name <> 'transaction_timeout' or current_setting('server_version_num')::integer >= 170000`;

/** For a session of our own. Not as start-up parameters, because PgBouncer in session mode rejects unknown ones. */
export const sessionLimits = limits(serverLimits, false);

/** Begins a transaction with limits that end with it, because behind a pooler the connection is shared. */
export const beginWithLimits = `begin; ${limits(serverLimits, true)}`;

/** The same for several reads that must agree. */
export const beginReadWithLimits = `begin isolation level repeatable read read only; ${limits(serverLimits, true)}`;

// A batch is sent with its commit. transaction_timeout (PostgreSQL 17 and later) also ends a batch of which only a part arrived. A batch
// waits for a lock for a moment only, since all its statements wait with it; the one that waits is then sent alone, with the usual limits.
const batchLimits = { ...serverLimits, lock_timeout: 100, transaction_timeout: 9000 };
export const batchSessionLimits = limits(batchLimits, false);
export const batchLimitsStatement = looseStatement(limits(batchLimits, true));

/**
 * The last statement of a batch: fails if the transaction has taken longer than a single statement may, and rolls the batch back. Each
 * statement has its own timeout, and their sum could exceed the client's.
 */
export const batchDeadlineStatement = looseStatement(
  `select 1 / (clock_timestamp() < now() + interval '${serverLimits.statement_timeout} milliseconds')::integer`,
);

/** Rejects on timeout. */
export async function answerInTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // In a process that was suspended, timers are due before the socket is read: setImmediate reads the socket first.
    timer = setTimeout(() => setImmediate(() => reject(new Error('Query read timeout'))), clientTimeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
