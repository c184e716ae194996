import { looseStatement } from './sql.ts';

/** Milliseconds that a process waits for an answer of the server before it answers 503. */
export const clientTimeoutMs = 10_000;

/**
 * Milliseconds. Below the client's limit, so that what was answered 503 is never committed later; and one below the other, so that
 * whoever waits for a suspended process outlasts it: first its session is ended, then the waiting statement would be.
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

/** For a connection of our own. Not as start-up parameters: PgBouncer in session mode refuses those it does not know. */
export const sessionLimits = limits(serverLimits, false);

/** Begins a transaction whose limits end with it: behind a pooler the connection serves others afterwards. */
export const beginWithLimits = `begin; ${limits(serverLimits, true)}`;

// A batch is sent whole, its commit included. transaction_timeout, from PostgreSQL 17 on, also ends one of which only a part arrived.
const batchLimits = { ...serverLimits, transaction_timeout: 9000 };
export const batchSessionLimits = limits(batchLimits, false);
export const batchLimitsStatement = looseStatement(limits(batchLimits, true));

/**
 * Last in a batch: fails once the transaction has taken longer than a single statement may, and with it the whole batch. Each of
 * its statements has its own time limit, and together they could outlast the client's.
 */
export const batchDeadlineStatement = looseStatement(
  `select 1 / (clock_timestamp() < now() + interval '${serverLimits.statement_timeout} milliseconds')::integer`,
);

/** Rejects when there is no answer in time. */
export async function answerInTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // A process that was suspended finds its timers due before it has read what arrived meanwhile: it reads first, then gives up.
    timer = setTimeout(() => setImmediate(() => reject(new Error('Query read timeout'))), clientTimeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
