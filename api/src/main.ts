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
  process.on('SIGTERM', (signal) => void stop(signal, log));
  process.on('SIGINT', (signal) => void stop(signal, log));
  // The rest of the service is read from disk while PostgreSQL starts.
  const serving = import('./serve.ts');
  const embedded = config.databaseUrl === undefined ? await startOwnPostgres(config, log) : undefined;
  const { serve } = await serving;
  await serve({
    config,
    connection: embedded?.connection ?? { connectionString: config.databaseUrl },
    log,
    stops,
    isStopping: () => stopping,
  });
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
  const embedded = await startEmbeddedPostgres({ folder: config.dataFolder, log });
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
