import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { lockFolder } from './platform/folder-lock.ts';
import { createLog, type Log } from './platform/log.ts';

/** How to stop what has been started so far; the last comes first. */
const stops: (() => Promise<void>)[] = [];
let stopping = false;

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const starting = { config, log, stops, isStopping: () => stopping };
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

async function stop(signal: string, log: Log): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info(`${signal}: finishing what is under way.`);
  await started.catch(() => {});
  await stopAll();
  process.exit(0);
}

async function stopAll(): Promise<void> {
  for (const end of stops.splice(0).reverse()) await end();
}

async function startOwnPostgres(config: Config, log: Log): Promise<EmbeddedPostgres> {
  if ((await lockFolder(config.dataFolder)) === undefined) {
    throw new ConfigError(`Another Swath service is running on ${config.dataFolder}. Stop it first, or give this one its own SWATH_DATA.`);
  }
  // Each process has two sets for reads, one for writes, and three more; some are left for whoever looks into it.
  const needed = 20 + config.workers * (2 * config.readConnections + config.writeConnections + 3);
  const settings = needed > 120 ? { max_connections: String(needed) } : {};
  const embedded = await startEmbeddedPostgres({ folder: config.dataFolder, log, settings });
  stops.push(() => embedded.stop());
  return embedded;
}

const started = main();
started.catch(async (error: unknown) => {
  if (stopping) return;
  const known = error instanceof ConfigError || (error as { code?: string }).code === 'EADDRINUSE';
  process.stderr.write(
    `\n  Swath cannot start: ${known ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n\n`,
  );
  await stopAll().catch(() => {});
  process.exit(1);
});
