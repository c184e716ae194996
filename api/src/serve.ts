import { join } from 'node:path';
import type pg from 'pg';
import { ensureFirstAdmin } from './accounts/set-up-admin.ts';
import { type App, buildApp, version } from './app.ts';
import { Catalog } from './catalog/catalog.ts';
import { demoAccounts, demoPassword, hasDemoAccounts, settleDemo } from './demo/demo-data.ts';
import { AppError } from './errors.ts';
import { folderStorage, s3Storage } from './feedback/photo-storage.ts';
import { folderMailer } from './notifications/folder-mailer.ts';
import { smtpMailer } from './notifications/smtp-mailer.ts';
import { webApp } from './pages/web-app.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { SandboxProvider } from './payments/sandbox.ts';
import { type Config, ConfigError } from './platform/config/config.ts';
import { migrate } from './platform/migrations/migrate.ts';
import { chooseDriver } from './platform/postgres/choose-driver.ts';
import { type Database, type DatabaseOptions, openDatabase } from './platform/postgres/database.ts';
import { isConnectionLoss } from './platform/postgres/database-errors.ts';
import type { Log } from './platform/telemetry/log.ts';
import { systemClock } from './platform/time/clock.ts';
import { demoForecast } from './weather/demo-forecast.ts';
import { openMeteo } from './weather/open-meteo.ts';

export interface Serving {
  config: Config;
  connection: pg.ClientConfig;
  log: Log;
  /** Takes what has to be stopped again, in the order in which it was started. */
  stops: Stop[];
  stopping: AbortSignal;
}

export interface Stop {
  what: string;
  /** Fails with what had to be left. */
  end(): Promise<void>;
}

/** What a start has found out about its database. */
export interface Prepared {
  host: string;
  demo: boolean;
  /** For the link that makes the first admin. */
  setUpToken: string | undefined;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Brings the database up to date, sets up what a first start needs, listens, and says where to look. */
export async function serve(serving: Serving): Promise<void> {
  await bringUpToDate(serving);
  const database = await openServingDatabase(serving);
  const prepared = await untilReachable(() => prepare(serving, database, new Catalog(database)), serving.log, serving.stopping);
  const app = await openApp(serving, database, prepared.demo);
  const port = await listen(app, prepared.host, serving.config.port);
  greet(prepared, port);
}

/** For a process that serves nothing itself: the same, up to where the others listen. */
export async function prepareForOthers(serving: Serving): Promise<Prepared> {
  await bringUpToDate(serving);
  const database = openDatabase({ ...(await databaseOptions(serving)), readConnections: 1, writeConnections: 2 });
  try {
    return await untilReachable(() => prepare(serving, database, new Catalog(database)), serving.log, serving.stopping);
  } finally {
    await database.close();
  }
}

/** For one of several processes, on a database that is prepared. */
export async function serveBeside(serving: Serving, host: string): Promise<number> {
  const database = await openServingDatabase(serving);
  const demo = await untilReachable(() => hasDemoAccounts(database), serving.log, serving.stopping);
  const app = await openApp(serving, database, demo);
  return listen(app, host, serving.config.port);
}

async function bringUpToDate({ config: { topology }, connection, log, stopping }: Serving): Promise<void> {
  const direct = topology.directUrl === undefined ? connection : { connectionString: topology.directUrl };
  await untilReachable(() => migrate(direct, { log }), log, stopping);
}

async function databaseOptions({ config, connection, log, stopping }: Serving): Promise<DatabaseOptions> {
  const { readConnections, writeConnections, topology, databaseDriver } = config;
  const to = (connectionString: string | undefined) => (connectionString === undefined ? undefined : { connectionString });
  const { pooled, directUrl, replicaUrl } = topology;
  const driver = await untilReachable(() => chooseDriver(databaseDriver, connection, { pooled, log }), log, stopping);
  return { connection, readConnections, writeConnections, driver, pooled, direct: to(directUrl), replica: to(replicaUrl), log, stopping };
}

async function openServingDatabase(serving: Serving): Promise<Database> {
  const database = openDatabase(await databaseOptions(serving));
  serving.stops.push({ what: 'the connections to PostgreSQL', end: () => database.close() });
  return database;
}

/** Test cards must never pass for money: the sandbox is there with demo data, or where it is asked for. */
async function openProvider(config: Config, database: Database, demo: boolean): Promise<PaymentProvider | undefined> {
  if (config.stripe !== undefined) {
    // Read from disk only where it is used: it is larger than all the rest.
    const { StripeProvider } = await import('./payments/stripe.ts');
    return new StripeProvider(database, config.stripe);
  }
  return demo || config.paymentSandbox ? new SandboxProvider(database) : undefined;
}

async function openApp(serving: Serving, database: Database, demo: boolean): Promise<App> {
  const { config, log, stops } = serving;
  const photos = config.s3 === undefined ? folderStorage(join(config.dataFolder, 'photos')) : s3Storage(config.s3);
  const { smtpUrl, from, folder } = config.mail;
  const mailer = smtpUrl === undefined ? folderMailer(folder, from) : smtpMailer(smtpUrl, from);
  const { trustProxy, publicUrl, tiles, basemap, metricsToken, logRequests, dataFolder } = config;
  // Read from disk only where it is used, too.
  const tracing = config.traces && (await import('./platform/telemetry/open-telemetry.ts')).openTelemetry(config.traces, version);
  if (tracing !== undefined) stops.push({ what: 'traces', end: () => tracing.close() });
  const provider = await openProvider(config, database, demo);
  const app = buildApp({
    database,
    log,
    clock: systemClock,
    trustProxy,
    limits: config.limits,
    publicUrl,
    photos,
    mailer,
    tiles,
    basemap,
    forecasts: config.weather === undefined ? (demo ? demoForecast(systemClock) : undefined) : openMeteo(config.weather),
    observability: { metricsToken, dataFolder, tracing, logRequests },
    webApp: webApp({
      folder: join(import.meta.dirname, '..', '..', 'web', 'dist'),
      tileUrl: tiles?.url,
      stripe: config.stripe !== undefined,
    }),
    provider,
  });
  stops.push({ what: 'requests and deliveries', end: () => app.close() });
  return app;
}

async function prepare({ config, log }: Serving, database: Database, catalog: Catalog): Promise<Prepared> {
  await settleDemo(database, catalog, config.demo, systemClock());
  const setUpToken = await ensureFirstAdmin(database, config.admin, systemClock()).catch((error: unknown) => {
    if (!(error instanceof AppError) || isUnreachable(error)) throw error;
    const why = error.facts.errors?.map(({ path, message }) => `${path} ${message}`).join('; ') ?? error.message;
    throw new ConfigError(`The admin of SWATH_ADMIN_EMAIL and SWATH_ADMIN_PASSWORD cannot be made: ${why}.`);
  });
  const demo = await hasDemoAccounts(database);
  if (config.demo === 'on' && !demo)
    log.warn('There are no demo accounts: they were deactivated, or someone else has their e-mail addresses.');
  // Everyone knows the demo passwords, so such a service stays on its own machine unless told otherwise.
  return { host: config.host ?? (demo ? '127.0.0.1' : '0.0.0.0'), demo, setUpToken };
}

/** Answers with the port, which the system chooses for 0. */
async function listen(app: App, host: string, port: number): Promise<number> {
  await app.http.listen({ host, port });
  app.work();
  const address = app.http.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** A database server may start later than we do, or be a replica that is about to be promoted. What it says else is final. */
async function untilReachable<T>(work: () => Promise<T>, log: Log, stopping: AbortSignal): Promise<T> {
  for (let told = false; ; told = true) {
    try {
      return await work();
    } catch (error) {
      if (stopping.aborted || !isUnreachable(error)) throw error;
      if (!told) log.warn('The database does not answer yet; waiting for it.');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

function isUnreachable(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === undefined
    ? isConnectionLoss(error)
    : /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|25006|25P0|57|55P03|08|DATABASE_UNAVAILABLE|OVERLOADED)/.test(code);
}

export function greet({ host, demo, setUpToken }: Prepared, port: number): void {
  const base = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;
  say('');
  say(`  Swath is ready: ${base}`);
  say(`  API reference:  ${base}/api/docs`);
  if (demo) {
    say('');
    say(`  Demo accounts, all with the password ${demoPassword}:`);
    for (const { email, title } of demoAccounts) say(`    ${email.padEnd(30)} ${title}`);
  }
  if (setUpToken !== undefined) {
    say('');
    say('  There is no admin yet. Open this link, once, to make one:');
    say(`    ${base}/setup#${setUpToken}`);
  }
  say('');
}
