import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { recordKeyWrite } from './accounts/api-key.ts';
import { findPrincipal } from './accounts/find-principal.ts';
import { KnownDevices } from './accounts/known-devices.ts';
import { IssuerClients } from './accounts/oidc-client.ts';
import { UsageRecorder } from './accounts/usage-recorder.ts';
import { BackgroundJobs } from './background-jobs.ts';
import { EventIds } from './calendar/calendar-events.ts';
import { Catalog } from './catalog/catalog.ts';
import { buildChannels } from './channels/build-channels.ts';
import type { SmsProvider } from './channels/sms.ts';
import { PlanRunner, type SolveDay } from './crew-plan/plan-runner.ts';
import { solveInWorker } from './crew-plan/solve-in-worker.ts';
import { greatCircleTravel, type TravelTimes } from './crew-plan/travel-times.ts';
import type { PhotoStorage } from './feedback/photo-storage.ts';
import { LiveStreams } from './notifications/live-streams.ts';
import type { Mailer } from './notifications/mail.ts';
import { mailCrews } from './notifications/mail-crews.ts';
import { notificationReader } from './notifications/notification-routes.ts';
import { checkWeather } from './orders/check-weather.ts';
import { OrderWriter } from './orders/order-store.ts';
import { basemapFile } from './pages/basemap-file.ts';
import type { WebApp } from './pages/web-app.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { tracedProvider } from './payments/traced-provider.ts';
import type { TrustedProxies } from './platform/config/config.ts';
import type { Basemap, MapTiles } from './platform/config/map-config.ts';
import type { PushConfig } from './platform/config/push-config.ts';
import type { ZaloConfig } from './platform/config/zalo-config.ts';
import { TokenCache } from './platform/http/auth.ts';
import { GracefulShutdown } from './platform/http/graceful-shutdown.ts';
import { OwnOrigin } from './platform/http/own-origin.ts';
import { recordRefusedOrigins } from './platform/http/refused-origins.ts';
import type { Route } from './platform/http/route.ts';
import { buildHttp } from './platform/http/server.ts';
import { AdmissionControl } from './platform/limits/admission-control.ts';
import type { LoadSheddingOptions } from './platform/limits/load-shedding.ts';
import type { RateLimits } from './platform/limits/rate-limit-rules.ts';
import { SignedLinks } from './platform/links/signed-links.ts';
import { findLatestMigration } from './platform/migrations/migration-store.ts';
import type { IsAllowed } from './platform/outgoing/allowed-addresses.ts';
import type { Database } from './platform/postgres/database.ts';
import { OutageLog } from './platform/postgres/outage-log.ts';
import { tracedDatabase } from './platform/postgres/traced-database.ts';
import { InstallationKeys } from './platform/secrets/installation-keys.ts';
import { SecretBox } from './platform/secrets/secret-box.ts';
import type { Log } from './platform/telemetry/log.ts';
import type { Tracing } from './platform/telemetry/tracing.ts';
import type { Clock } from './platform/time/clock.ts';
import { allRoutes } from './routes.ts';
import { OrderConditionReader } from './sensitive-places/order-conditions.ts';
import { ServiceMetrics } from './service-metrics.ts';
import { ImportRunner } from './spreadsheets/import-runner.ts';
import { ForecastFetcher } from './weather/fetch-forecasts.ts';
import type { ForecastProvider } from './weather/forecast.ts';
import { ForecastCache } from './weather/forecast-cache.ts';
import { ForecastReader } from './weather/forecast-reader.ts';
import { SprayLimitCache } from './weather/spray-limit-setting.ts';
import type { WeatherContext } from './weather/spray-window.ts';

export const version = '0.1.0';

export interface AppDeps {
  database: Database;
  log: Log;
  clock: Clock;
  trustProxy?: TrustedProxies;
  limits?: RateLimits | undefined;
  overload?: LoadSheddingOptions | undefined;
  /** Public address of the service, for links in mails. */
  publicUrl?: string;
  /** Pages at `publicUrl` are accepted, whatever the Host of their requests. */
  isPublicUrlSet?: boolean;
  /** Undefined: card payments are off. */
  provider?: PaymentProvider | undefined;
  photos: PhotoStorage;
  /** Undefined: mails are queued and not sent. */
  mailer?: Mailer;
  /** Undefined: no SMS. */
  sms?: SmsProvider | undefined;
  /** Default: the addresses of Zalo. */
  zalo?: ZaloConfig | undefined;
  /** Undefined: secrets cannot be stored, so there is no push, no Zalo and no sign-in through issuers; signatures end with the process. */
  secrets?: SecretBox | undefined;
  /** Default: the known push services. False: no push messages, no Zalo and no codes by SMS, although secrets can be stored. */
  push?: PushConfig | false | undefined;
  /** The addresses that outgoing requests may use; default: all. */
  isAllowedAddress?: IsAllowed;
  tiles?: MapTiles | undefined;
  basemap?: Basemap | undefined;
  /** Undefined: no forecasts, and every spray window is UNKNOWN. */
  forecasts?: ForecastProvider | undefined;
  /** Distances and travel times between fields; default: by great circle. */
  travelTimes?: TravelTimes | undefined;
  /** Plans the crews of a day; default: in a worker thread. */
  solve?: SolveDay | undefined;
  timing?: Partial<Timing>;
  /** The web app's files and pages. */
  webApp?: WebApp | undefined;
  observability?: Observability;
}

export interface Observability {
  /** Gives access to /metrics, in addition to the token of an admin. */
  metricsToken?: string | undefined;
  /** Metrics include the free space of its disk. */
  dataFolder?: string | undefined;
  tracing?: Tracing | undefined;
  logRequests?: boolean;
}

/** Milliseconds. */
export interface Timing {
  /** Interval of heartbeats on a live stream. */
  heartbeat: number;
  /** Timeout of sending a mail. */
  mailLimit: number;
  /** Timeout of a webhook delivery. */
  webhookLimit: number;
  /** Timeout of a call to the provider of push messages, Zalo or SMS. */
  channelLimit: number;
  /** Timeout of a request to an issuer of OpenID Connect; whole seconds. */
  issuerLimit: number;
  /** Multiplies the intervals of the jobs that run regularly. */
  jobIntervalFactor: number;
}

const defaultTiming: Timing = {
  heartbeat: 15_000,
  mailLimit: 20_000,
  webhookLimit: 10_000,
  channelLimit: 10_000,
  issuerLimit: 5000,
  jobIntervalFactor: 1,
};

export interface App {
  http: FastifyInstance;
  routes: readonly Route[];
  catalog: Catalog;
  forecasts: ForecastFetcher | undefined;
  /** Runs the weather check that is due, if any; answers with the number of orders that became STOP. */
  checkWeather(): Promise<number>;
  /** Sends the crews the mail of the evening, if it is due; answers with the number of mails. */
  mailCrews(): Promise<number>;
  /** Starts the background jobs. */
  work(): void;
  /** Finishes requests and jobs in progress, then stops. The caller closes the database. */
  close(): Promise<void>;
}

/** Builds the service with all its features. It does not listen on a port yet. */
export function buildApp({
  database: plainDatabase,
  log,
  clock,
  trustProxy = false,
  limits,
  overload,
  publicUrl = 'http://localhost:8080',
  isPublicUrlSet = false,
  photos,
  provider: plainProvider,
  mailer,
  sms,
  zalo,
  secrets,
  push,
  isAllowedAddress = () => true,
  tiles,
  basemap,
  forecasts,
  travelTimes = greatCircleTravel,
  solve = solveInWorker,
  timing = {},
  webApp,
  observability: { metricsToken, dataFolder, tracing, logRequests = false } = {},
}: AppDeps): App {
  const { heartbeat, issuerLimit, ...jobTiming } = { ...defaultTiming, ...timing };
  const database = tracing === undefined ? plainDatabase : tracedDatabase(plainDatabase, tracing);
  const provider = tracing === undefined || plainProvider === undefined ? plainProvider : tracedProvider(plainProvider, tracing);
  const serviceMetrics = new ServiceMetrics({ database, clock, version, dataFolder });
  const { metrics } = serviceMetrics;
  const catalog = new Catalog(database);
  const outages = new OutageLog(log, () => findLatestMigration(plainDatabase.read));
  const usage = new UsageRecorder();
  const tokens = new TokenCache(database, (token) => findPrincipal(database.read, usage, token, clock()));
  const keys = new InstallationKeys(database.write, secrets ?? new SecretBox(randomBytes(32)));
  const devices = new KnownDevices(keys);
  const deps = { database, catalog, orders: new OrderWriter(catalog), clock };
  const forecastCache = new ForecastCache();
  const forecastReader = new ForecastReader(database, forecastCache);
  const onSaved = () => forecastReader.invalidate();
  const fetcher = forecasts && new ForecastFetcher({ database, catalog, provider: forecasts, clock, log, onSaved });
  const conditions = new OrderConditionReader();
  const weather: WeatherContext = {
    ...{ database, catalog, clock, fetcher, forecastCache, forecastReader },
    sprayLimits: new SprayLimitCache(database),
    readConditions: (db, orderIds) => conditions.read(db, orderIds),
  };
  const ownOrigin = new OwnOrigin({ publicUrl, isPublicUrlSet, onRefused: recordRefusedOrigins({ database, log, clock }) });
  const streams = new LiveStreams({ database, tokens, clock, read: notificationReader(deps), heartbeat });
  const links = new SignedLinks(keys);
  const eventIds = new EventIds(keys);
  const planRunner = new PlanRunner({ database, clock, outages, solve, travelTimes });
  const importRunner = new ImportRunner({ database, outages });
  const channels = buildChannels({
    database,
    catalog,
    clock,
    publicUrl,
    sms,
    zalo,
    push: push || undefined,
    secrets: push === false ? undefined : secrets,
  });
  const messages = { available: channels.available, publicUrl };
  const jobs = new BackgroundJobs({
    database,
    catalog,
    orders: deps.orders,
    clock,
    log,
    outages,
    provider,
    mailer,
    channels,
    messages,
    publicUrl,
    links,
    secrets,
    eventIds,
    weather,
    usage,
    fetcher,
    tracing,
    serviceMetrics,
    timing: jobTiming,
  });
  serviceMetrics.addStreamAndTokenMetrics(streams, tokens);
  serviceMetrics.addForecastMetrics(fetcher, database, clock);

  const routes = allRoutes({
    ...deps,
    issuerClients: new IssuerClients({ publicUrl, timeoutMs: issuerLimit, log }),
    secrets,
    keys,
    log,
    tokens,
    devices,
    trustsProxy: trustProxy !== false,
    publicUrl,
    ownOrigin,
    provider,
    photos,
    // Without one, mails do not reach anyone.
    hasMailServer: mailer !== undefined && mailer.isFolder !== true,
    tiles,
    basemap,
    weather,
    streams,
    links,
    eventIds,
    planRunner,
    importRunner,
    channels,
    messages,
    isAllowedAddress,
    wakeWebhooks: () => jobs.wakeWebhooks(),
    wakeMessages: () => jobs.wakeMessages(),
    wakeCodes: () => jobs.wakeCodes(),
    metrics,
    metricsToken,
  });

  const sendBasemap = basemap === undefined ? undefined : basemapFile(basemap.file);
  const admissionControl = new AdmissionControl({ database, clock, log, trustProxy, limits, overload });
  const http = buildHttp({
    log,
    clock,
    database,
    tokens,
    ownOrigin,
    routes,
    trustProxy,
    admissionControl,
    outages,
    afterWrite: () => jobs.wakeAfterWrite(),
    sendFile: (request, reply) => sendBasemap?.(request, reply) ?? webApp?.(request, reply),
    metrics,
    tracing,
    logRequests,
    onProblem: serviceMetrics.countProblem,
    onReplay: serviceMetrics.countReplay,
    recordKeyWrite: (db, write) => recordKeyWrite(db, write, clock()),
  });
  const gracefulShutdown = new GracefulShutdown(http.server);
  return {
    http,
    routes,
    catalog,
    forecasts: fetcher,
    checkWeather: () => checkWeather(weather),
    mailCrews: () => mailCrews(weather, messages),
    work: () => jobs.start(),
    async close() {
      jobs.stopTimers();
      streams.close();
      await gracefulShutdown.close(() => http.close());
      await admissionControl.close();
      await streams.closed();
      await planRunner.close();
      await importRunner.close();
      await jobs.finish();
      outages.close();
    },
  };
}
