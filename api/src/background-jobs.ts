import { deleteExpired } from './accounts/account-store.ts';
import type { UsageRecorder } from './accounts/usage-recorder.ts';
import type { EventIds } from './calendar/calendar-events.ts';
import { Invitations } from './calendar/invitations.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { Channels } from './channels/build-channels.ts';
import { deliverCodes } from './channels/deliver-codes.ts';
import { deliverMessages } from './channels/deliver-messages.ts';
import { deleteOldMessages } from './channels/message-store.ts';
import { deleteOldInbound, deleteOldSenderSpending } from './channels/sms-store.ts';
import { runTimers } from './fieldwork/run-timers.ts';
import { clampDueTimes } from './notifications/clamp-due-times.ts';
import { deliverWebhooks } from './notifications/deliver-webhooks.ts';
import { eventBatchSize, OutboxDispatcher } from './notifications/dispatch-outbox.ts';
import type { Mailer } from './notifications/mail.ts';
import { mailCrews } from './notifications/mail-crews.ts';
import { mailLeaveDecisions } from './notifications/mail-leave-decisions.ts';
import { deleteOldMails } from './notifications/mail-store.ts';
import { notifyContacts } from './notifications/notify-contacts.ts';
import { remindOfExpiry } from './notifications/remind-of-expiry.ts';
import { sendMails } from './notifications/send-mails.ts';
import type { MessageContext } from './notifications/send-messages.ts';
import { deleteOldDeliveries } from './notifications/webhook-delivery-store.ts';
import { checkWeather } from './orders/check-weather.ts';
import { applyOrderDeltas } from './orders/order-delta-store.ts';
import type { OrderWriter } from './orders/order-store.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { reconcilePayments } from './payments/reconcile-payments.ts';
import { deleteOldKeys } from './platform/idempotency/idempotency-store.ts';
import { Poller } from './platform/jobs/poller.ts';
import type { SignedLinks } from './platform/links/signed-links.ts';
import { applyCounterDeltas } from './platform/postgres/counter-store.ts';
import type { Database } from './platform/postgres/database.ts';
import type { OutageLog } from './platform/postgres/outage-log.ts';
import type { SecretBox } from './platform/secrets/secret-box.ts';
import type { Log } from './platform/telemetry/log.ts';
import type { Tracing } from './platform/telemetry/tracing.ts';
import type { Clock } from './platform/time/clock.ts';
import { AnswerLinks } from './rebooking/answer-links.ts';
import { sealStoredSecrets } from './seal-stored-secrets.ts';
import type { ServiceMetrics } from './service-metrics.ts';
import { checkRecords } from './spray-records/check-records.ts';
import { linkRecords } from './spray-records/link-records.ts';
import { deleteOldImports } from './spreadsheets/sheet-import-store.ts';
import { runWaitingList, tendWaitingList } from './waiting/run-waiting-list.ts';
import type { ForecastFetcher } from './weather/fetch-forecasts.ts';
import type { WeatherContext } from './weather/spray-window.ts';

/** Interval while another process dispatches the outbox: that process may have missed events of this one. */
const retryBusyOutboxMs = 50;
const leaveMailSeconds = 15;
const saveUsageSeconds = 5;
const placeNoticeSeconds = 15;
/** How often it is looked whether the daily check is due. */
const checkRecordsSeconds = 600;

export interface JobDeps {
  database: Database;
  catalog: Catalog;
  orders: OrderWriter;
  clock: Clock;
  log: Log;
  outages: OutageLog;
  provider: PaymentProvider | undefined;
  /** Undefined: mails are queued and not sent. */
  mailer: Mailer | undefined;
  channels: Channels;
  messages: MessageContext;
  publicUrl: string;
  links: SignedLinks;
  /** Undefined: secrets are not encrypted. */
  secrets: SecretBox | undefined;
  eventIds: EventIds;
  weather: WeatherContext;
  usage: UsageRecorder;
  /** Undefined: no forecasts. */
  fetcher: ForecastFetcher | undefined;
  tracing: Tracing | undefined;
  serviceMetrics: ServiceMetrics;
  timing: { mailLimit: number; webhookLimit: number; channelLimit: number; jobIntervalFactor: number };
}

/** What the service does besides answering requests: outbox, waiting list, deliveries, payments, forecasts, timers. */
export class BackgroundJobs {
  readonly #deps: JobDeps;
  readonly #mails: ReturnType<typeof sendMails> | undefined;
  readonly #webhooks: ReturnType<typeof deliverWebhooks>;
  readonly #messages: ReturnType<typeof deliverMessages>;
  readonly #codes: ReturnType<typeof deliverCodes> | undefined;
  readonly #outbox: Poller;
  readonly #waitingList: Poller;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #stopping = new AbortController();
  #reconciliation = Promise.resolve();
  #isReconciliationQueued = false;
  #weatherWatch = Promise.resolve();

  constructor(deps: JobDeps) {
    this.#deps = deps;
    const { database, catalog, orders, clock, log, outages, mailer, channels, publicUrl, links, eventIds, tracing } = deps;
    const { serviceMetrics, timing } = deps;
    this.#mails =
      mailer &&
      sendMails({
        database,
        clock,
        log,
        outages,
        mailer,
        publicUrl,
        limit: timing.mailLimit,
        tracing,
        onAttempt: serviceMetrics.countDelivery('mail'),
      });
    this.#webhooks = deliverWebhooks({
      database,
      clock,
      box: deps.secrets,
      outages,
      limit: timing.webhookLimit,
      tracing,
      onAttempt: serviceMetrics.countDelivery('webhook'),
    });
    this.#messages = deliverMessages({
      database,
      catalog,
      clock,
      outages,
      senders: channels.senders,
      limit: timing.channelLimit,
      tracing,
      onAttempt: (channel, result) => serviceMetrics.countDelivery(channel)(result),
      onMailQueued: () => this.#mails?.wake(),
    });
    this.#codes =
      channels.codes && deliverCodes({ database, catalog, clock, outages, publicUrl, limit: timing.channelLimit, ...channels.codes });
    const dispatcher = new OutboxDispatcher({
      database,
      catalog,
      orders,
      answerLinks: new AnswerLinks(links, publicUrl),
      invitations: new Invitations(eventIds, publicUrl),
      available: channels.available,
      clock,
      log,
      onDispatched: serviceMetrics.dispatched,
    });
    this.#outbox = new Poller({
      outages,
      items: 'events',
      pollIntervalMs: 500,
      maxPauseMs: 400,
      fullBatch: eventBatchSize,
      poll: () => this.#dispatch(dispatcher),
    });
    this.#waitingList = new Poller({
      outages,
      items: 'places',
      pollIntervalMs: 1000,
      // Every write wakes it, and few free a place.
      debounceMs: 25,
      maxPauseMs: 400,
      poll: async () => {
        const steps = await runWaitingList(this.#deps);
        if (steps > 0) this.#wakeQueues();
        return steps;
      },
    });
  }

  wakeAfterWrite(): void {
    this.#outside(() => {
      this.#outbox.wake();
      this.#waitingList.wake();
    });
  }

  wakeWebhooks(): void {
    this.#outside(() => this.#webhooks.wake());
  }

  wakeCodes(): void {
    this.#outside(() => this.#codes?.wake());
  }

  wakeMessages(): void {
    this.#outside(() => this.#wakeQueues());
  }

  #wakeQueues(): void {
    this.#messages.wake();
    this.#mails?.wake();
  }

  start(): void {
    const { database, catalog, clock } = this.#deps;
    this.#outbox.start();
    this.#waitingList.start();
    this.#mails?.start();
    this.#webhooks.start();
    this.#messages.start();
    this.#codes?.start();
    // Made at the first start. If this fails, the first use tries again.
    this.#deps.channels.pushKeys?.get().catch((error: unknown) => this.#deps.log.warn({ err: String(error) }, 'Push messages are off.'));
    this.#every(3600, () => this.#cleanUp());
    this.#every(5, () => clampDueTimes(database, clock()));
    this.#every(1, () => applyCounterDeltas(database.write));
    this.#every(5, () => applyOrderDeltas(database.write));
    this.#every(1, () => linkRecords(database));
    this.#every(checkRecordsSeconds, () => checkRecords(database, clock(), this.#deps.log));
    this.#every(30, async () => this.#reconcile());
    this.#every(30, async () => {
      if ((await runTimers(database, catalog, clock())) > 0) this.#outbox.wake();
    });
    this.#every(300, async () => {
      if ((await remindOfExpiry(database, catalog, clock(), this.#deps.messages)) > 0) this.#wakeQueues();
    });
    this.#every(placeNoticeSeconds, async () => {
      if ((await notifyContacts(database, catalog, clock())) > 0) this.#mails?.wake();
    });
    this.#every(60, () => tendWaitingList(this.#deps));
    this.#every(saveUsageSeconds, () => this.#deps.usage.save(database.write));
    this.#every(leaveMailSeconds, async () => {
      if ((await mailLeaveDecisions(this.#deps, this.#deps.messages)) > 0) this.#wakeQueues();
    });
    if (this.#deps.fetcher === undefined) return;
    this.#watchWeather();
    this.#every(60, async () => this.#watchWeather());
  }

  /** Before the last requests are answered: nothing new begins. */
  stopTimers(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopping.abort();
  }

  /** After the last request: finishes what is in progress. */
  async finish(): Promise<void> {
    await Promise.all([this.#outbox.stop(), this.#waitingList.stop()]);
    await this.#reconciliation;
    await this.#deps.fetcher?.close();
    await this.#weatherWatch;
    await Promise.all([this.#mails?.stop(), this.#webhooks.stop(), this.#messages.stop(), this.#codes?.stop()]);
    // Without the database, the last seconds of usage are lost.
    await this.#deps.usage.save(this.#deps.database.write).catch(() => {});
  }

  async #dispatch(dispatcher: OutboxDispatcher): Promise<number> {
    const began = new Date();
    const events = await dispatcher.dispatchDue();
    if (events === 'busy') {
      setTimeout(() => this.#outbox.wake(), retryBusyOutboxMs).unref();
      return 0;
    }
    if (events > 0) {
      this.#deps.tracing?.note('dispatch events', { 'swath.events': events }, began);
      this.#mails?.wake();
      this.#messages.wake();
      this.#webhooks.wake();
      this.#reconcile();
    }
    return events;
  }

  /** One run at a time, and separate from requests and notifications: the provider may be slow. */
  #reconcile(): void {
    if (this.#isReconciliationQueued) return;
    this.#isReconciliationQueued = true;
    const { database, provider, log, clock, outages } = this.#deps;
    this.#reconciliation = this.#reconciliation
      .then(async () => {
        this.#isReconciliationQueued = false;
        const deps = { database, provider, log, stopping: this.#stopping.signal };
        if ((await reconcilePayments(deps, clock())) > 0) this.#outbox.wake();
      })
      .catch((error: unknown) => outages.warn(error, 'Payments could not be reconciled; trying again.'));
  }

  /** One run at a time. */
  #watchWeather(): void {
    const { weather, fetcher, outages } = this.#deps;
    this.#weatherWatch = this.#weatherWatch
      .then(async () => {
        await fetcher?.run();
        if (this.#stopping.signal.aborted) return;
        if ((await checkWeather(weather)) > 0) this.#outbox.wake();
        if ((await mailCrews(weather, this.#deps.messages)) > 0) this.#wakeQueues();
      })
      .catch((error: unknown) => outages.warn(error, 'Forecasts could not be fetched or checked; trying again.'));
  }

  async #cleanUp(): Promise<void> {
    const { database, clock, secrets } = this.#deps;
    const clean = [
      deleteExpired,
      deleteOldKeys,
      deleteOldMails,
      deleteOldDeliveries,
      deleteOldMessages,
      deleteOldInbound,
      deleteOldSenderSpending,
      deleteOldImports,
    ];
    for (const clear of clean) await clear(database.write, clock());
    if (secrets !== undefined) await sealStoredSecrets(database.write, secrets, clock());
  }

  #every(seconds: number, work: () => Promise<unknown>): void {
    const { outages, timing } = this.#deps;
    const warn = (error: unknown) => outages.warn(error, 'A timer failed; it runs again.');
    const timer = setInterval(() => void work().catch(warn), seconds * 1000 * timing.jobIntervalFactor);
    timer.unref();
    this.#timers.push(timer);
  }

  /** Without the trace of the request that wakes a job. */
  #outside(wake: () => void): void {
    const { tracing } = this.#deps;
    if (tracing === undefined) wake();
    else tracing.outside(wake);
  }
}
