import { setFlagsFromString } from 'node:v8';
import { type Config, readConfig } from './platform/config/config.ts';
import { ConfigError } from './platform/config/environment.ts';
import { describeUnknownSetting, findUnknownSettings } from './platform/config/settings.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { lockFolder } from './platform/embedded-postgres/folder-lock.ts';
import { connectionsOfProcess } from './platform/postgres/connection-counts.ts';
import { createLog, type Log } from './platform/telemetry/log.ts';
import type { Stop } from './serve.ts';

// With hundreds of connections, objects of waiting requests reach the old generation, which V8 would let grow to several times its size
// before it collects them. V8 reads this flag at each collection, so it can be set here (docs/decisions/0007-performance.md).
setFlagsFromString('--heap-growing-percent=50');

/** Supervisors such as systemd and Docker usually send SIGKILL after 30 seconds. */
const startTimeoutMs = 10_000;
const stopTimeoutMs = 28_000;

/** Shutdown steps of what has been started so far; run in reverse order. */
const stops: Stop[] = [];
const stopping = new AbortController();

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  for (const unknown of findUnknownSettings()) log.warn(describeUnknownSetting(unknown));
  const starting = { config, log, stops, stopping: stopping.signal };
  // Loads the rest of the service while PostgreSQL starts.
  const serving = import('./serve.ts');
  const workers = config.workers === 1 ? undefined : await import('./workers.ts');
  process.on('SIGTERM', (signal) => void stop(signal, log));
  // A terminal sends SIGINT to the workers as well; they wait for the SIGTERM of their parent.
  process.on('SIGINT', (signal) => workers?.isWorker === true || void stop(signal, log));
  if (workers?.isWorker === true) return workers.work(starting);
  const embedded = config.databaseUrl === undefined ? await startPostgres(config, log) : undefined;
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl };
  if (workers === undefined) await (await serving).serve({ ...starting, connection });
  else await workers.lead({ ...starting, connection });
}

/** Graceful shutdown. The exit code is 1 if a step failed; the log has the reason. */
async function stop(why: string, log: Log, code = 0): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  log.info(`${why}: stopping gracefully.`);
  let currentStep = 'start-up';
  setTimeout(() => {
    log.error(`Stopped after ${stopTimeoutMs / 1000} seconds; this step had not finished: ${currentStep}.`);
    process.exit(1);
  }, stopTimeoutMs);
  // Bounded, because a start that waits for an unresponsive database does not end.
  await Promise.race([started.catch(() => {}), new Promise((resolve) => setTimeout(resolve, startTimeoutMs))]);
  const failures = await stopAll((name) => {
    currentStep = name;
  });
  for (const { message } of failures) log.error(message);
  process.exit(failures.length > 0 ? 1 : code);
}

/** Returns the errors of the steps that failed. */
async function stopAll(onStep: (name: string) => void): Promise<Error[]> {
  const failures: Error[] = [];
  for (const { name, run } of stops.splice(0).reverse()) {
    onStep(name);
    await run().catch((error: Error) => failures.push(error));
  }
  return failures;
}

async function startPostgres(config: Config, log: Log): Promise<EmbeddedPostgres> {
  if ((await lockFolder(config.dataFolder)) === undefined) {
    throw new ConfigError(`Another Swath service is running on ${config.dataFolder}. Stop it first, or give this one its own SWATH_DATA.`);
  }
  // Some are reserved for administrators.
  const needed = 20 + config.workers * connectionsOfProcess(config);
  const settings = needed > 120 ? { max_connections: String(needed) } : {};
  const embedded = await startEmbeddedPostgres({ folder: config.dataFolder, log, settings, stopping: stopping.signal });
  stops.push({ name: 'PostgreSQL', run: () => embedded.stop() });
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
