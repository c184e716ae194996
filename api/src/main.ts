import { type Config, ConfigError, readConfig } from './platform/config/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { lockFolder } from './platform/embedded-postgres/folder-lock.ts';
import { createLog, type Log } from './platform/telemetry/log.ts';
import type { Stop } from './serve.ts';

/** Milliseconds. Whoever runs services mostly waits for half a minute before they kill. */
const startsWithin = 10_000;
const stopsWithin = 28_000;

/** How to stop what has been started so far; the last comes first. */
const stops: Stop[] = [];
const stopping = new AbortController();

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const starting = { config, log, stops, stopping: stopping.signal };
  // The rest of the service is read from disk while PostgreSQL starts.
  const serving = import('./serve.ts');
  const workers = config.workers === 1 ? undefined : await import('./workers.ts');
  process.on('SIGTERM', (signal) => void stop(signal, log));
  // A terminal sends it to workers as well; their parent tells them when to stop.
  process.on('SIGINT', (signal) => workers?.isWorker === true || void stop(signal, log));
  if (workers?.isWorker === true) return workers.work(starting);
  const embedded = config.databaseUrl === undefined ? await startOwnPostgres(config, log) : undefined;
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl };
  if (workers === undefined) await (await serving).serve({ ...starting, connection });
  else await workers.lead({ ...starting, connection });
}

/** The exit code is 1 when something had to be left as it was; the log says what. */
async function stop(why: string, log: Log, code = 0): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  log.info(`${why}: finishing what is under way.`);
  let underWay = 'the start';
  setTimeout(() => {
    log.error(`Stopped after ${stopsWithin / 1000} seconds although ${underWay} had not come to an end.`);
    process.exit(1);
  }, stopsWithin);
  // A start that waits for a silent database goes on for ever.
  await Promise.race([started.catch(() => {}), new Promise((resolve) => setTimeout(resolve, startsWithin))]);
  const left = await stopAll((what) => {
    underWay = what;
  });
  for (const { message } of left) log.error(message);
  process.exit(left.length > 0 ? 1 : code);
}

/** Answers with what could not be stopped as it should be. */
async function stopAll(next: (what: string) => void): Promise<Error[]> {
  const left: Error[] = [];
  for (const { what, end } of stops.splice(0).reverse()) {
    next(what);
    await end().catch((error: Error) => left.push(error));
  }
  return left;
}

async function startOwnPostgres(config: Config, log: Log): Promise<EmbeddedPostgres> {
  if ((await lockFolder(config.dataFolder)) === undefined) {
    throw new ConfigError(`Another Swath service is running on ${config.dataFolder}. Stop it first, or give this one its own SWATH_DATA.`);
  }
  // Each process has two sets for reads, one for writes, and three more; some are left for whoever looks into it.
  const needed = 20 + config.workers * (2 * config.readConnections + config.writeConnections + 3);
  const settings = needed > 120 ? { max_connections: String(needed) } : {};
  const embedded = await startEmbeddedPostgres({ folder: config.dataFolder, log, settings, stopping: stopping.signal });
  stops.push({ what: 'PostgreSQL', end: () => embedded.stop() });
  void embedded.gone.then(() => stop(`The database's files are gone from ${embedded.cluster}`, log, 1));
  return embedded;
}

const started = main();
started.catch(async (error: unknown) => {
  if (stopping.signal.aborted) return;
  const known = error instanceof ConfigError || ['EADDRINUSE', 'MIGRATION_REFUSED'].includes((error as { code?: string }).code ?? '');
  process.stderr.write(
    `\n  Swath cannot start: ${known ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n\n`,
  );
  await stopAll(() => {});
  process.exit(1);
});
