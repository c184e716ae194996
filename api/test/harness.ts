import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { type App, buildApp, type Observability, type Timing } from '../src/app.ts';
import type { SmsProvider } from '../src/channels/sms.ts';
import type { SolveDay } from '../src/crew-plan/plan-runner.ts';
import type { TravelTimes } from '../src/crew-plan/travel-times.ts';
import { folderStorage, type PhotoStorage } from '../src/feedback/photo-storage.ts';
import type { Mailer } from '../src/notifications/mail.ts';
import { webApp } from '../src/pages/web-app.ts';
import type { PaymentProvider } from '../src/payments/provider.ts';
import { SandboxProvider } from '../src/payments/sandbox.ts';
import type { TrustedProxies } from '../src/platform/config/config.ts';
import type { Basemap, MapTiles } from '../src/platform/config/map-config.ts';
import type { PushConfig } from '../src/platform/config/push-config.ts';
import type { ZaloConfig } from '../src/platform/config/zalo-config.ts';
import type { LoadSheddingOptions } from '../src/platform/limits/load-shedding.ts';
import type { RateLimits } from '../src/platform/limits/rate-limit-rules.ts';
import type { IsAllowed } from '../src/platform/outgoing/allowed-addresses.ts';
import { type Database, openDatabase } from '../src/platform/postgres/database.ts';
import type { Driver } from '../src/platform/postgres/statement-pool.ts';
import { InstallationKeys } from '../src/platform/secrets/installation-keys.ts';
import { SecretBox } from '../src/platform/secrets/secret-box.ts';
import { createLog, type Log } from '../src/platform/telemetry/log.ts';
import type { ForecastProvider } from '../src/weather/forecast.ts';
import { watchAnswers } from './documented.ts';
import { testNow } from './test-now.ts';

export { testNow } from './test-now.ts';

export interface TestClock {
  now: Date;
}

export interface Service {
  url: string;
  app: App;
  database: Database;
  clock: TestClock;
  /** The connection to the database. */
  connection: pg.ClientConfig;
  /** For what a test must read or write directly in the database. */
  sql<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** Another instance of the service on the same database, with the same options except for the given ones. */
  another(changes?: ServiceOptions): Promise<Service>;
  close(): Promise<void>;
}

let databaseDriver: Driver = 'pipeline';

/** The driver of services that are started from now on; see pool-driver/run-on-pool.ts. */
export const setDatabaseDriver = (driver: Driver): void => {
  databaseDriver = driver;
};

export interface ServiceOptions {
  /** Default: that of `setDatabaseDriver`. */
  databaseDriver?: Driver;
  photos?: PhotoStorage;
  /** Default: the sandbox. */
  provider?: ((database: Database) => PaymentProvider) | 'none';
  log?: Log;
  mailer?: Mailer;
  sms?: SmsProvider;
  /** Push messages are on, also to these services. */
  push?: PushConfig | true;
  /** Zalo can be set up; its server. */
  zalo?: ZaloConfig;
  /** Default: the key of all test services. */
  secrets?: SecretBox;
  /** The addresses that outgoing requests may use; default: all. */
  isAllowedAddress?: IsAllowed;
  tiles?: MapTiles;
  basemap?: Basemap;
  forecasts?: ForecastProvider;
  travelTimes?: TravelTimes;
  /** Default: the planner in a worker thread. */
  solve?: SolveDay;
  /** Serves the built web app. */
  web?: true;
  timing?: Partial<Timing>;
  trustProxy?: TrustedProxies;
  /** Set by the operator, unlike the address that tests have otherwise. */
  publicUrl?: string;
  limits?: RateLimits;
  overload?: LoadSheddingOptions;
  observability?: Observability;
  /** Default: a free port; the public address is another one then. */
  port?: number;
  /** Answers requests, but runs no background work. */
  idle?: true;
  /** Wraps the database, to record statements. */
  between?: (database: Database) => Database;
}

/** Starts a service on its own database, with a clock that the test sets. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const postgres = inject('postgres');
  const name = `swath_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template ${inject('templateDatabase')} strategy file_copy`);
  return serve({ ...postgres, database: name }, { now: testNow }, options, () => onServer(`drop database if exists ${name} with (force)`));
}

/** The secret key of services in tests; built services on the same database need it, too. */
export const testSecretKey = Buffer.alloc(32, 7);
const testSecrets = new SecretBox(testSecretKey);
export const testKeys = (database: Database) => new InstallationKeys(database.write, testSecrets);
const sandboxOf = (clock: TestClock) => (database: Database) => new SandboxProvider(database, testKeys(database), () => clock.now);

async function onServer(text: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** `SWATH_TEST_DELAY_MS` delays each request of the web app by up to as much, to find browser tests that do not wait for their answers. */
function delayRequests({ http }: App): void {
  const maxDelayMs = Number(process.env.SWATH_TEST_DELAY_MS ?? 0);
  if (maxDelayMs === 0) return;
  http.addHook('onRequest', async ({ url }) => {
    if (url.startsWith('/api/') && !url.endsWith('/stream')) await delay(Math.random() * maxDelayMs);
  });
}

/** `SWATH_TEST_JOB_FACTOR` makes background jobs run more or less often, to find tests that depend on when they run. */
const jobIntervalFactor = Number(process.env.SWATH_TEST_JOB_FACTOR ?? 1);

async function serve(
  connection: pg.ClientConfig,
  clock: TestClock,
  options: ServiceOptions,
  dropped: () => Promise<void>,
): Promise<Service> {
  const driver = options.databaseDriver ?? databaseDriver;
  const opened = openDatabase({ connection, readConnections: 2, writeConnections: 10, driver });
  const database = options.between?.(opened) ?? opened;
  const provider = options.provider === 'none' ? undefined : (options.provider ?? sandboxOf(clock))(database);
  const photoFolder = mkdtempSync(join(tmpdir(), 'swath-photos-'));
  const { mailer, timing = {}, observability = {} } = options;
  const app = buildApp({
    database,
    log: options.log ?? createLog('silent'),
    clock: () => clock.now,
    photos: options.photos ?? folderStorage(photoFolder),
    timing: { jobIntervalFactor, ...timing },
    trustProxy: options.trustProxy ?? false,
    limits: options.limits,
    overload: options.overload,
    observability,
    ...(options.port === undefined ? {} : { publicUrl: `http://localhost:${options.port}` }),
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl, isPublicUrlSet: true }),
    sms: options.sms,
    zalo: options.zalo,
    secrets: options.secrets ?? testSecrets,
    push: typeof options.push === 'object' ? options.push : options.push === true || options.zalo !== undefined ? undefined : false,
    ...(options.isAllowedAddress === undefined ? {} : { isAllowedAddress: options.isAllowedAddress }),
    tiles: options.tiles,
    basemap: options.basemap,
    forecasts: options.forecasts,
    travelTimes: options.travelTimes,
    solve: options.solve,
    webApp: options.web === true ? webApp({ folder: join(import.meta.dirname, '..', '..', 'web', 'dist') }) : undefined,
    provider,
    ...(mailer === undefined ? {} : { mailer }),
  });
  const undocumented = watchAnswers(app);
  if (options.web === true) delayRequests(app);
  await app.http.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  if (options.idle !== true) app.work();
  const pool = new pg.Pool({ ...connection, max: 2 });
  pool.on('error', () => {});
  const others: Service[] = [];
  return {
    url: `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`,
    app,
    database,
    clock,
    connection,
    sql: async (text, values = []) => (await pool.query(text, values)).rows,
    async another(changes = {}) {
      const { port: _, ...rest } = options;
      const other = await serve(connection, clock, { ...rest, ...changes }, async () => {});
      others.push(other);
      return other;
    },
    async close() {
      for (const other of others) await other.close();
      await app.close();
      await database.close();
      await pool.end();
      rmSync(photoFolder, { recursive: true, force: true });
      await dropped();
      if (undocumented.length > 0)
        throw new Error(`Responses that differ from docs/openapi.json:\n${[...new Set(undocumented)].join('\n')}`);
    },
  };
}

/** Less than the ten seconds for which a process caches a token: until then, only the notification of a revocation ends it. */
export const notifySeconds = 8;

const firstPauseMs = 10;
const maxPauseMs = 100;

/** Retries until the check passes, with back-off: for background work like the outbox dispatcher. The limit is for a loaded machine. */
export async function eventually<T>(check: () => Promise<T>, seconds = 240): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(pauseMs);
    }
  }
}
