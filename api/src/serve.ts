import { join } from 'node:path';
import type pg from 'pg';
import { ensureFirstAdmin } from './accounts/set-up-admin.ts';
import { type App, buildApp, version } from './app.ts';
import { Catalog } from './catalog/catalog.ts';
import { jsonGateway } from './channels/json-gateway.ts';
import type { SmsProvider } from './channels/sms.ts';
import { twilio } from './channels/twilio.ts';
import { osrmTravel } from './crew-plan/travel-times.ts';
import { demoAccounts, demoPassword, hasDemoAccounts, settleDemo } from './demo/demo-data.ts';
import { findDemoDate } from './demo/demo-store.ts';
import { checkAllSecrets } from './doctor/check-secrets.ts';
import { AppError } from './errors.ts';
import { folderStorage, s3Storage } from './feedback/photo-storage.ts';
import { folderMailer } from './notifications/folder-mailer.ts';
import { smtpMailer } from './notifications/smtp-mailer.ts';
import { webApp } from './pages/web-app.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { SandboxProvider } from './payments/sandbox.ts';
import type { Config } from './platform/config/config.ts';
import { ConfigError } from './platform/config/environment.ts';
import { migrate } from './platform/migrations/migrate.ts';
import { allowedAddresses } from './platform/outgoing/allowed-addresses.ts';
import { installOutgoingFilter } from './platform/outgoing/outgoing-filter.ts';
import { chooseDriver } from './platform/postgres/choose-driver.ts';
import { type Database, type DatabaseOptions, openDatabase } from './platform/postgres/database.ts';
import { isConnectionLoss } from './platform/postgres/database-errors.ts';
import { InstallationKeys } from './platform/secrets/installation-keys.ts';
import { readSecretKey, SecretBox } from './platform/secrets/secret-box.ts';
import { isInstallationSecret } from './platform/secrets/secret-store.ts';
import type { Log } from './platform/telemetry/log.ts';
import { addDays, systemClock } from './platform/time/clock.ts';
import { demoForecast } from './weather/demo-forecast.ts';
import type { ForecastProvider } from './weather/forecast.ts';
import { openMeteo } from './weather/open-meteo.ts';

export interface Serving {
  config: Config;
  connection: pg.ClientConfig;
  log: Log;
  /** Shutdown steps, in the order of start-up. Each part of the service that is started adds its own. */
  stops: Stop[];
  stopping: AbortSignal;
}

export interface Stop {
  name: string;
  /** Rejects if something could not be stopped properly. */
  run(): Promise<void>;
}

/** Result of preparing the database at start-up. */
export interface Prepared {
  host: string;
  demo: boolean;
  /** Token of the set-up link for the first admin. */
  setUpToken: string | undefined;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Runs migrations and first-start set-up, listens, and prints the address. */
export async function serve(serving: Serving): Promise<void> {
  await runMigrations(serving);
  const database = await openServingDatabase(serving);
  const prepared = await untilReachable(() => prepare(serving, database, new Catalog(database)), serving.log, serving.stopping);
  const app = await openApp(serving, database, prepared.demo);
  const port = await listen(app, prepared.host, serving.config.port);
  printAddress(prepared, port);
}

/** For the primary of several processes, which serves no requests: migrations and first-start set-up only. */
export async function prepareForWorkers(serving: Serving): Promise<Prepared> {
  await runMigrations(serving);
  const database = openDatabase({ ...(await databaseOptions(serving)), readConnections: 1, writeConnections: 2 });
  try {
    return await untilReachable(() => prepare(serving, database, new Catalog(database)), serving.log, serving.stopping);
  } finally {
    await database.close();
  }
}

/** For a worker process, on a prepared database. Returns the port. */
export async function serveAsWorker(serving: Serving, host: string): Promise<number> {
  const database = await openServingDatabase(serving);
  const demo = await untilReachable(() => hasDemoAccounts(database), serving.log, serving.stopping);
  const app = await openApp(serving, database, demo);
  return listen(app, host, serving.config.port);
}

async function runMigrations({ config: { topology }, connection, log, stopping }: Serving): Promise<void> {
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
  serving.stops.push({ name: 'connections to PostgreSQL', run: () => database.close() });
  return database;
}

/** The sandbox must never be mistaken for real payments: it is on only with demo data or by configuration. */
async function openProvider(
  config: Config,
  database: Database,
  keys: InstallationKeys,
  demo: boolean,
): Promise<PaymentProvider | undefined> {
  if (config.stripe !== undefined) {
    // Loaded on demand, because the SDK is larger than the rest of the service.
    const { StripeProvider } = await import('./payments/stripe.ts');
    return new StripeProvider(keys, config.stripe);
  }
  return demo || config.paymentSandbox ? new SandboxProvider(database, keys) : undefined;
}

const openSecrets = async ({ dataFolder, secretKey }: Config): Promise<SecretBox> =>
  new SecretBox(await readSecretKey(dataFolder, secretKey));

function openSms({ sms }: Config): SmsProvider | undefined {
  if (sms === undefined) return undefined;
  return sms.kind === 'twilio' ? twilio(sms) : jsonGateway(sms);
}

/** Generated forecasts are for demo data only; it rains on the first morning after they were added. */
async function openForecasts(config: Config, database: Database, demo: boolean): Promise<ForecastProvider | undefined> {
  if (config.weather !== undefined) return openMeteo(config.weather);
  if (!demo) return undefined;
  const addedOn = await findDemoDate(database.read);
  return demoForecast(systemClock, addedOn === undefined ? undefined : addDays(addedOn, 1));
}

async function openApp(serving: Serving, database: Database, demo: boolean): Promise<App> {
  const { config, log, stops } = serving;
  installOutgoingFilter(config.allowedAddresses);
  const photos = config.s3 === undefined ? folderStorage(join(config.dataFolder, 'photos')) : s3Storage(config.s3);
  const { smtpUrl, from, folder } = config.mail;
  const mailer = smtpUrl === undefined ? folderMailer(folder, from) : smtpMailer(smtpUrl, from);
  const { trustProxy, publicUrl, isPublicUrlSet, tiles, basemap, metricsToken, logRequests, dataFolder } = config;
  // Loaded on demand as well.
  const tracing = config.traces && (await import('./platform/telemetry/open-telemetry.ts')).openTelemetry(config.traces, version);
  if (tracing !== undefined) stops.push({ name: 'traces', run: () => tracing.close() });
  const secrets = await openSecrets(config);
  const provider = await openProvider(config, database, new InstallationKeys(database.write, secrets), demo);
  const app = buildApp({
    travelTimes: config.routingUrl === undefined ? undefined : osrmTravel(config.routingUrl),
    database,
    log,
    clock: systemClock,
    trustProxy,
    limits: config.limits,
    publicUrl,
    isPublicUrlSet,
    photos,
    mailer,
    sms: openSms(config),
    zalo: config.zalo,
    push: config.push,
    secrets,
    isAllowedAddress: allowedAddresses(config.allowedAddresses),
    tiles,
    basemap,
    forecasts: await openForecasts(config, database, demo),
    observability: { metricsToken, dataFolder, tracing, logRequests },
    webApp: webApp({
      folder: join(import.meta.dirname, '..', '..', 'web', 'dist'),
      tileUrl: tiles?.url,
      stripe: config.stripe !== undefined,
    }),
    provider,
  });
  stops.push({ name: 'requests and deliveries', run: () => app.close() });
  return app;
}

/** The service runs without secrets that it cannot read; what that means is said here and by the doctor. */
async function reportSecrets({ write }: Database, box: SecretBox, log: Log): Promise<void> {
  await isInstallationSecret(write, box, systemClock());
  const { unreadable } = await checkAllSecrets(write, box);
  if (unreadable.length > 0)
    log.error(
      { unreadable },
      'Stored secrets cannot be read: SWATH_SECRET_KEY, or secret.key in the data folder, is not the one they were stored with. Restore it, and set the same on all machines. See "Secret key" in docs/operate.md.',
    );
}

async function prepare({ config, log }: Serving, database: Database, catalog: Catalog): Promise<Prepared> {
  await settleDemo(database, catalog, config.demo, systemClock());
  const setUpToken = await ensureFirstAdmin(database, config.admin, systemClock()).catch((error: unknown) => {
    if (!(error instanceof AppError) || isUnreachable(error)) throw error;
    const why = error.facts.errors?.map(({ path, message }) => `${path} ${message}`).join('; ') ?? error.message;
    throw new ConfigError(`The admin of SWATH_ADMIN_EMAIL and SWATH_ADMIN_PASSWORD cannot be created: ${why}.`);
  });
  const demo = await hasDemoAccounts(database);
  if (config.demo !== 'off' && config.demo !== 'if-new' && !demo)
    log.warn('There are no demo accounts: they were deactivated, or someone else has their e-mail addresses.');
  await reportSecrets(database, await openSecrets(config), log);
  // The demo passwords are public, so a service with demo data listens on the loopback address unless HOST is set.
  return { host: config.host ?? (demo ? '127.0.0.1' : '0.0.0.0'), demo, setUpToken };
}

/** Returns the port, which the operating system chooses for 0. */
async function listen(app: App, host: string, port: number): Promise<number> {
  await app.http.listen({ host, port });
  app.work();
  const address = app.http.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Retries while the database is unreachable: its server may start later, or be a replica that is about to be promoted. Other errors are final. */
async function untilReachable<T>(work: () => Promise<T>, log: Log, stopping: AbortSignal): Promise<T> {
  for (let isLogged = false; ; isLogged = true) {
    try {
      return await work();
    } catch (error) {
      if (stopping.aborted || !isUnreachable(error)) throw error;
      if (!isLogged) log.warn('The database is not reachable yet; waiting for it.');
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

export function printAddress({ host, demo, setUpToken }: Prepared, port: number): void {
  const base = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;
  print('');
  print(`  Swath is ready: ${base}`);
  print(`  API reference:  ${base}/api/docs`);
  if (demo) {
    print('');
    print(`  Demo accounts, all with the password ${demoPassword}:`);
    for (const { email, title } of demoAccounts) print(`    ${email.padEnd(30)} ${title}`);
  }
  if (setUpToken !== undefined) {
    print('');
    print('  There is no admin yet. Open this one-time link to create one:');
    print(`    ${base}/setup#${setUpToken}`);
  }
  print('');
}
