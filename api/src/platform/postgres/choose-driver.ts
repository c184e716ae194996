import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import type { Log } from '../telemetry/log.ts';
import { isConnectionLoss } from './database-errors.ts';
import { PipelineConnection, UnexpectedConnectionError } from './pipeline-connection.ts';
import { isUnresponsive, PrimaryDiscovery } from './primary-discovery.ts';
import { decodeRow } from './row.ts';
import { looseStatement } from './sql.ts';
import type { Driver, StatementPoolOptions } from './statement-pool.ts';

const selfTestTimeoutMs = 3000;
const echoStatement = looseStatement('select $1::text, null, $2::int + 1');
const failingStatement = looseStatement('select 1 / $1::int');

/**
 * The configured driver, or the plain one if the pipelined driver does not work with this version of `pg`. Fails like any query
 * while the database cannot be reached.
 */
export async function chooseDriver(
  configured: Driver,
  connection: pg.ClientConfig,
  { pooled = false, log }: { pooled?: boolean; log?: Log },
): Promise<Driver> {
  if (configured === 'pool') return 'pool';
  const reason = await findPipelineFault(connection, { pooled });
  if (reason === undefined) return 'pipeline';
  log?.warn(`The pipelined database driver does not work with this version of pg (${reason}): using the plain pool.`);
  return 'pool';
}

/** Why the pipelined driver cannot be used; undefined if it can. Runs a few statements, one of which fails. */
export async function findPipelineFault(connection: pg.ClientConfig, options: StatementPoolOptions = {}): Promise<string | undefined> {
  const address = await new PrimaryDiscovery({ ...connection, connectionTimeoutMillis: selfTestTimeoutMs }).find();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(resolve, selfTestTimeoutMs, 'timeout');
  });
  const result = await Promise.race([runSelfTest(address, options), timeout]).finally(() => clearTimeout(timer));
  if (result !== 'timeout') return result;
  if (await isUnresponsive(address)) throw new Error('Connection timeout: the server does not answer');
  return 'no answer in time';
}

async function runSelfTest(address: pg.ClientConfig, options: StatementPoolOptions): Promise<string | undefined> {
  let connection: PipelineConnection | undefined;
  try {
    connection = await PipelineConnection.open(address, options, () => {});
    const echo = { statement: echoStatement, values: ['phun thuốc', 41] };
    const [first, failure, second] = await Promise.all([
      connection.send([echo, echo], false),
      connection.send([{ statement: failingStatement, values: [0] }], false).catch((error: { code?: unknown }) => error.code),
      connection.send([echo], true),
    ]);
    const results = [...first, ...second].map((rows) => rows.map(decodeRow));
    const expected = [['phun thuốc', null, '42']];
    return failure === '22012' && isDeepStrictEqual(results, [expected, expected, expected]) ? undefined : 'wrong results';
  } catch (error) {
    if (!(error instanceof UnexpectedConnectionError || error instanceof TypeError) && isDatabaseError(error)) throw error;
    return error instanceof Error ? error.message : String(error);
  } finally {
    void connection?.close().catch(() => {});
  }
}

/** Of PostgreSQL or of the network, not of a changed `pg`. */
const isDatabaseError = (error: unknown): boolean => error instanceof pg.DatabaseError || isConnectionLoss(error);
