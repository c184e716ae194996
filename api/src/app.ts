import type { FastifyInstance } from 'fastify';
import { accountRoutes } from './accounts/account-routes.ts';
import { deleteExpired, findPrincipal } from './accounts/account-store.ts';
import { addressRoutes } from './accounts/address-routes.ts';
import { farmerLookupRoutes } from './accounts/farmer-lookup-routes.ts';
import { KnownDevices } from './accounts/known-devices.ts';
import { profileRoutes } from './accounts/profile-routes.ts';
import { catalogAdminRoutes } from './admin/catalog-admin-routes.ts';
import { logoRoutes } from './admin/logo-routes.ts';
import { mapAreaRoutes } from './admin/map-area-routes.ts';
import { settingRoutes } from './admin/setting-routes.ts';
import { setupRoutes } from './admin/setup-routes.ts';
import { userAdminRoutes } from './admin/user-admin-routes.ts';
import { Catalog } from './catalog/catalog.ts';
import { catalogRoutes } from './catalog/catalog-routes.ts';
import { closureRoutes } from './catalog/closure-routes.ts';
import { companyRoutes } from './catalog/company-routes.ts';
import { mapRoutes } from './catalog/map-routes.ts';
import { customerAccountRoutes } from './customers/customer-account-routes.ts';
import { customerRoutes } from './customers/customer-routes.ts';
import { absenceRoutes } from './dispatch/absence-routes.ts';
import { bulkRoutes } from './dispatch/bulk-routes.ts';
import { crewNoteRoutes } from './dispatch/crew-note-routes.ts';
import { daySheetRoutes } from './dispatch/day-sheet-routes.ts';
import { dispatchRoutes } from './dispatch/dispatch-routes.ts';
import { handOverRoutes } from './dispatch/hand-over-routes.ts';
import { planningRoutes } from './dispatch/planning-routes.ts';
import { feedbackRoutes } from './feedback/feedback-routes.ts';
import { orderPhotoRoutes } from './feedback/order-photo-routes.ts';
import { photoRoutes } from './feedback/photo-routes.ts';
import type { PhotoStorage } from './feedback/photo-storage.ts';
import { fieldworkRoutes } from './fieldwork/fieldwork-routes.ts';
import { lateReportRoutes } from './fieldwork/late-report-routes.ts';
import { orderMessageRoutes } from './fieldwork/order-message-routes.ts';
import { orderPriceRoutes } from './fieldwork/order-price-routes.ts';
import { workReportRoutes } from './fieldwork/report-routes.ts';
import { runTimers } from './fieldwork/run-timers.ts';
import { startRoutes } from './fieldwork/start-routes.ts';
import { clampDueTimes } from './notifications/clamp-due-times.ts';
import { deadLetterRoutes } from './notifications/dead-letter-routes.ts';
import { deliverWebhooks } from './notifications/deliver-webhooks.ts';
import { OutboxDispatcher } from './notifications/dispatch-outbox.ts';
import { inboxRoutes } from './notifications/inbox-routes.ts';
import { invoiceMailRoutes } from './notifications/invoice-mail-routes.ts';
import { LiveStreams } from './notifications/live-streams.ts';
import type { Mailer } from './notifications/mail.ts';
import { mailCrews } from './notifications/mail-crews.ts';
import { deleteOldMails } from './notifications/mail-store.ts';
import { notificationReader, notificationRoutes } from './notifications/notification-routes.ts';
import { sendMails } from './notifications/send-mails.ts';
import { deleteOldDeliveries } from './notifications/webhook-delivery-store.ts';
import { webhookRoutes } from './notifications/webhook-routes.ts';
import { attentionRoutes } from './orders/attention-routes.ts';
import { bookingCheckRoutes } from './orders/booking-check-routes.ts';
import { bookingLimitRoutes } from './orders/booking-limit-routes.ts';
import { bookingRequestRoutes } from './orders/booking-request-routes.ts';
import { checkWeather } from './orders/check-weather.ts';
import { editRoutes } from './orders/edit-routes.ts';
import { objectionRoutes } from './orders/objection-routes.ts';
import { officeOrderRoutes } from './orders/office-order-routes.ts';
import { applyOrderDeltas } from './orders/order-delta-store.ts';
import { orderMoveRoutes } from './orders/order-move-routes.ts';
import { orderRoutes } from './orders/order-routes.ts';
import { OrderWriter } from './orders/order-store.ts';
import { orderWindowRoutes } from './orders/order-window-routes.ts';
import { basemapFile } from './pages/basemap-file.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { rebookingLinkRoutes } from './pages/rebooking-link-routes.ts';
import { waitingLinkRoutes } from './pages/waiting-link-routes.ts';
import type { WebApp } from './pages/web-app.ts';
import { bankAccountRoutes } from './payments/bank-account-routes.ts';
import { billRoutes } from './payments/bill-routes.ts';
import { cashRoutes } from './payments/cash-routes.ts';
import { ledgerRoutes } from './payments/ledger-routes.ts';
import { paymentMethodRoutes } from './payments/payment-method-routes.ts';
import { paymentRoutes } from './payments/payment-routes.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { reconcilePayments } from './payments/reconcile-payments.ts';
import { SandboxProvider } from './payments/sandbox.ts';
import { statementRoutes } from './payments/statement-routes.ts';
import { tracedProvider } from './payments/traced-provider.ts';
import { transferRoutes } from './payments/transfer-routes.ts';
import { withdrawOpenIntents } from './payments/withdraw-intents.ts';
import type { TrustedProxies } from './platform/config/config.ts';
import type { Basemap, MapTiles } from './platform/config/map-config.ts';
import { TokenCache } from './platform/http/auth.ts';
import { GracefulShutdown } from './platform/http/graceful-shutdown.ts';
import { openApiDocument } from './platform/http/openapi.ts';
import type { Route } from './platform/http/route.ts';
import { buildHttp } from './platform/http/server.ts';
import { metricsRoute, serviceRoutes } from './platform/http/service-routes.ts';
import { deleteOldKeys } from './platform/idempotency/idempotency-store.ts';
import { Poller } from './platform/jobs/poller.ts';
import { AdmissionControl } from './platform/limits/admission-control.ts';
import type { LoadSheddingOptions } from './platform/limits/load-shedding.ts';
import type { RateLimits } from './platform/limits/rate-limit-rules.ts';
import { SignedLinks } from './platform/links/signed-links.ts';
import { findLatestMigration } from './platform/migrations/migration-store.ts';
import { applyCounterDeltas } from './platform/postgres/counter-store.ts';
import type { Database } from './platform/postgres/database.ts';
import { OutageLog } from './platform/postgres/outage-log.ts';
import { tracedDatabase } from './platform/postgres/traced-database.ts';
import type { Log } from './platform/telemetry/log.ts';
import type { Tracing } from './platform/telemetry/tracing.ts';
import type { Clock } from './platform/time/clock.ts';
import { AnswerLinks } from './rebooking/answer-links.ts';
import { rebookingRoutes } from './rebooking/rebooking-routes.ts';
import { exportRoutes } from './reports/export-routes.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { ServiceMetrics } from './service-metrics.ts';
import { endWaitingEntries, runWaitingList } from './waiting/run-waiting-list.ts';
import { waitingFarmerRoutes } from './waiting/waiting-farmer-routes.ts';
import { waitingOfficeRoutes } from './waiting/waiting-office-routes.ts';
import { waitingSettingRoutes } from './waiting/waiting-setting-routes.ts';
import { ForecastFetcher } from './weather/fetch-forecasts.ts';
import type { ForecastProvider } from './weather/forecast.ts';
import { ForecastCache } from './weather/forecast-cache.ts';
import { SprayLimitCache } from './weather/spray-limit-setting.ts';
import { weatherRoutes } from './weather/weather-routes.ts';

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
  /** Undefined: card payments are off. */
  provider?: PaymentProvider | undefined;
  photos: PhotoStorage;
  /** Undefined: mails are queued and not sent. */
  mailer?: Mailer;
  /** False: mails do not reach anyone, so invitation links are shown to the admin. Default: whether there is a mailer. */
  hasMailServer?: boolean;
  tiles?: MapTiles | undefined;
  basemap?: Basemap | undefined;
  /** Undefined: no forecasts, and every spray window is UNKNOWN. */
  forecasts?: ForecastProvider | undefined;
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
}

const defaultTiming: Timing = { heartbeat: 15_000, mailLimit: 20_000, webhookLimit: 10_000 };

/** Interval while another process dispatches the outbox: that process may have missed events of this one. */
const retryBusyOutboxMs = 50;

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
  photos,
  provider: plainProvider,
  mailer,
  hasMailServer = mailer !== undefined,
  tiles,
  basemap,
  forecasts,
  timing = {},
  webApp,
  observability: { metricsToken, dataFolder, tracing, logRequests = false } = {},
}: AppDeps): App {
  const { heartbeat, mailLimit, webhookLimit } = { ...defaultTiming, ...timing };
  const database = tracing === undefined ? plainDatabase : tracedDatabase(plainDatabase, tracing);
  const provider = tracing === undefined || plainProvider === undefined ? plainProvider : tracedProvider(plainProvider, tracing);
  const serviceMetrics = new ServiceMetrics({ database, clock, version, dataFolder });
  const { metrics } = serviceMetrics;
  const catalog = new Catalog(database);
  const outages = new OutageLog(log, () => findLatestMigration(plainDatabase.read));
  const tokens = new TokenCache(database, (hash) => findPrincipal(database.read, hash, clock()));
  const devices = new KnownDevices(database);
  const deps = { database, catalog, orders: new OrderWriter(catalog), clock };
  const fetcher = forecasts && new ForecastFetcher({ database, catalog, provider: forecasts, clock, log });
  const weather = { database, catalog, clock, sprayLimits: new SprayLimitCache(database), fetcher, forecastCache: new ForecastCache() };
  const streams = new LiveStreams({ database, tokens, clock, read: notificationReader(deps), heartbeat });
  const mails =
    mailer === undefined
      ? undefined
      : sendMails({
          database,
          clock,
          log,
          outages,
          mailer,
          publicUrl,
          limit: mailLimit,
          tracing,
          onAttempt: serviceMetrics.countDelivery('mail'),
        });
  const webhooks = deliverWebhooks({
    database,
    clock,
    outages,
    limit: webhookLimit,
    tracing,
    onAttempt: serviceMetrics.countDelivery('webhook'),
  });
  const links = new SignedLinks(database.write);
  const dispatcher = new OutboxDispatcher({
    database,
    catalog,
    orders: deps.orders,
    answerLinks: new AnswerLinks(links, publicUrl),
    clock,
    log,
    onDispatched: serviceMetrics.dispatched,
  });
  const outbox = new Poller({
    outages,
    items: 'events',
    pollIntervalMs: 500,
    async poll() {
      const began = new Date();
      const events = await dispatcher.dispatchDue();
      if (events === 'busy') {
        setTimeout(() => outbox.wake(), retryBusyOutboxMs).unref();
        return 0;
      }
      if (events > 0) {
        tracing?.note('dispatch events', { 'swath.events': events }, began);
        mails?.wake();
        webhooks.wake();
        reconcile();
      }
      return events;
    },
  });
  const waitingDeps = { database, catalog, clock, links, publicUrl };
  const waitingList = new Poller({
    outages,
    items: 'places',
    pollIntervalMs: 1000,
    // Every write wakes it, and few free a place.
    debounceMs: 25,
    async poll() {
      const steps = await runWaitingList(waitingDeps);
      if (steps > 0) mails?.wake();
      return steps;
    },
  });
  serviceMetrics.addStreamAndTokenMetrics(streams, tokens);
  serviceMetrics.addForecastMetrics(fetcher, database, clock);

  const routes: Route[] = [
    ...accountRoutes({ database, tokens, clock, devices, trustsProxy: trustProxy !== false }),
    ...farmerLookupRoutes(database),
    ...profileRoutes({ database, tokens, clock, devices }),
    ...catalogRoutes(database, catalog, clock),
    ...closureRoutes(deps),
    ...companyRoutes({ catalog, clock, tiles, cardProvider: provider?.name ?? null }),
    ...mapRoutes(database, basemap),
    ...weatherRoutes(weather),
    ...orderRoutes(deps),
    ...orderWindowRoutes(weather),
    ...orderMoveRoutes(deps),
    ...officeOrderRoutes(deps),
    ...editRoutes(deps, (actor, orderId, now) => withdrawOpenIntents({ database, provider, log }, actor, orderId, now)),
    ...bookingCheckRoutes(deps),
    ...bookingRequestRoutes(deps),
    ...bookingLimitRoutes(deps),
    ...objectionRoutes(deps),
    ...attentionRoutes(deps),
    ...paymentRoutes(deps, provider, log),
    ...paymentMethodRoutes(deps, provider, log),
    ...transferRoutes(deps),
    ...statementRoutes(deps),
    ...bankAccountRoutes(deps),
    ...billRoutes(deps),
    ...ledgerRoutes(deps),
    ...cashRoutes(deps),
    ...dispatchRoutes(deps),
    ...crewNoteRoutes(deps),
    ...planningRoutes(deps),
    ...absenceRoutes(deps),
    ...bulkRoutes(deps),
    ...rebookingRoutes(deps, weather),
    ...handOverRoutes(deps),
    ...daySheetRoutes(deps),
    ...fieldworkRoutes(deps),
    ...startRoutes(deps, weather),
    ...workReportRoutes(deps),
    ...orderPriceRoutes(deps),
    ...lateReportRoutes(deps),
    ...orderMessageRoutes(deps),
    ...feedbackRoutes(deps),
    ...photoRoutes(deps, photos),
    ...orderPhotoRoutes(deps, photos),
    ...notificationRoutes(deps, streams),
    ...inboxRoutes(database, clock),
    ...invoiceMailRoutes(deps),
    ...deadLetterRoutes(database, clock),
    ...waitingFarmerRoutes(deps),
    ...waitingOfficeRoutes(deps),
    ...waitingSettingRoutes(deps),
    ...customerRoutes(deps),
    ...customerAccountRoutes({ database, tokens, clock, publicUrl }),
    ...reportRoutes(deps),
    ...exportRoutes(deps),
    ...addressRoutes({ database, clock }),
    ...userAdminRoutes({ database, tokens, clock, publicUrl, hasMailServer }),
    ...catalogAdminRoutes(deps),
    ...settingRoutes(deps),
    ...mapAreaRoutes(deps),
    ...logoRoutes({ database, clock }),
    ...setupRoutes({ database, clock, hasCardPayments: provider !== undefined, hasMailServer }),
    ...webhookRoutes(database, clock, () => (tracing === undefined ? webhooks.wake() : tracing.outside(() => webhooks.wake()))),
  ];
  const document = () => openApiDocument(routes);
  routes.push(...serviceRoutes(database, document), metricsRoute({ metrics, token: metricsToken }));
  routes.push(...rebookingLinkRoutes(weather, links));
  routes.push(...pageRoutes({ document, sandbox: provider instanceof SandboxProvider }));
  routes.push(...waitingLinkRoutes({ ...deps, links }));

  const wakeJobs = () => {
    outbox.wake();
    waitingList.wake();
  };
  const afterWrite = tracing === undefined ? wakeJobs : () => tracing.outside(wakeJobs);
  const sendBasemap = basemap === undefined ? undefined : basemapFile(basemap.file);
  const admissionControl = new AdmissionControl({ database, clock, log, trustProxy, limits, overload });
  const http = buildHttp({
    log,
    clock,
    database,
    tokens,
    routes,
    trustProxy,
    admissionControl,
    outages,
    afterWrite,
    sendFile: (request, reply) => sendBasemap?.(request, reply) ?? webApp?.(request, reply),
    metrics,
    tracing,
    logRequests,
    onProblem: serviceMetrics.countProblem,
    onReplay: serviceMetrics.countReplay,
  });
  const gracefulShutdown = new GracefulShutdown(http.server);
  const cleanUp = async () => {
    await deleteExpired(database.write, clock());
    await deleteOldKeys(database.write, clock());
    await deleteOldMails(database.write, clock());
    await deleteOldDeliveries(database.write, clock());
  };
  // One run at a time, and separate from requests and notifications: the provider may be slow.
  const stopping = new AbortController();
  let reconciliation = Promise.resolve();
  let isReconciliationQueued = false;
  const reconcile = () => {
    if (isReconciliationQueued) return;
    isReconciliationQueued = true;
    reconciliation = reconciliation
      .then(async () => {
        isReconciliationQueued = false;
        const deps = { database, provider, log, stopping: stopping.signal };
        if ((await reconcilePayments(deps, clock())) > 0) outbox.wake();
      })
      .catch((error: unknown) => outages.warn(error, 'Payments could not be reconciled; trying again.'));
  };
  let weatherWatch = Promise.resolve();
  const timers: NodeJS.Timeout[] = [];
  const every = (seconds: number, work: () => Promise<unknown>) => {
    const timer = setInterval(
      () => void work().catch((error: unknown) => outages.warn(error, 'A timer failed; it runs again.')),
      seconds * 1000,
    );
    timer.unref();
    timers.push(timer);
  };
  return {
    http,
    routes,
    catalog,
    forecasts: fetcher,
    checkWeather: () => checkWeather(weather),
    mailCrews: () => mailCrews(weather),
    work() {
      outbox.start();
      waitingList.start();
      mails?.start();
      webhooks.start();
      every(3600, cleanUp);
      every(5, () => clampDueTimes(database, clock()));
      every(1, () => applyCounterDeltas(database.write));
      every(5, () => applyOrderDeltas(database.write));
      every(30, async () => reconcile());
      if (fetcher !== undefined) {
        const watch = async () => {
          await fetcher.run();
          if (stopping.signal.aborted) return;
          if ((await checkWeather(weather)) > 0) outbox.wake();
          if ((await mailCrews(weather)) > 0) mails?.wake();
        };
        const watchInTurn = async () => {
          weatherWatch = weatherWatch
            .then(watch)
            .catch((error: unknown) => outages.warn(error, 'Forecasts could not be fetched or checked; trying again.'));
        };
        void watchInTurn();
        every(60, watchInTurn);
      }
      every(60, () => endWaitingEntries(waitingDeps));
      every(30, async () => {
        if ((await runTimers(database, catalog, clock())) > 0) outbox.wake();
      });
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      streams.close();
      await gracefulShutdown.close(() => http.close());
      await admissionControl.close();
      await streams.closed();
      await Promise.all([outbox.stop(), waitingList.stop()]);
      await reconciliation;
      await fetcher?.close();
      await weatherWatch;
      await Promise.all([mails?.stop(), webhooks.stop()]);
      outages.close();
    },
  };
}
