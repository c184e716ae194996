import { statfs } from 'node:fs/promises';
import type { ErrorCode } from './errors.ts';
import { type Backlog, readBacklog } from './notifications/backlog-store.ts';
import type { DispatchedEvent } from './notifications/dispatch-notifications.ts';
import type { LiveStreams } from './notifications/live-streams.ts';
import { eventTypes, paymentMethods } from './orders/order.ts';
import type { TokenCache } from './platform/http/auth.ts';
import { problemKinds } from './platform/http/problem.ts';
import type { Database } from './platform/postgres/database.ts';
import { Counter, type Measure, Metrics, type MetricValue } from './platform/telemetry/metrics.ts';
import type { Clock } from './platform/time/clock.ts';
import { type RecordCheck, readRecordCheck } from './spray-records/record-check-store.ts';
import type { ForecastFetcher } from './weather/fetch-forecasts.ts';
import { type ForecastAge, readForecastAge } from './weather/forecast-store.ts';

export interface ServiceMetricsOptions {
  database: Database;
  clock: Clock;
  version: string;
  /** Metrics include the free space of its disk. */
  dataFolder?: string | undefined;
}

const moneyEvents = ['paid', 'payment_failed', 'refunded'] as const;
const channels = ['mail', 'webhook', 'push', 'zalo', 'sms'] as const;

/** All metrics of the service. Order events are counted by the process that dispatches them: once, and after their commit. */
export class ServiceMetrics {
  readonly metrics = new Metrics();
  readonly #problems = new Counter(
    ['code'],
    Object.keys(problemKinds).map((code) => [code]),
  );
  readonly #events = new Counter(
    ['event', 'method'],
    eventTypes.flatMap((event) => paymentMethods.map((method) => [event, method])),
  );
  readonly #payments = new Counter(['event', 'method', 'currency']);
  readonly #amounts = new Counter(['event', 'method', 'currency']);
  readonly #deliveries = new Counter(
    ['channel', 'result'],
    channels.flatMap((channel) => ['sent', 'failed'].map((result) => [channel, result])),
  );
  #replays = 0;

  constructor({ database, clock, version, dataFolder }: ServiceMetricsOptions) {
    const counters: [string, string, () => MetricValue[] | number][] = [
      ['swath_problems_total', 'Error responses by problem code.', () => this.#problems.values()],
      [
        'swath_order_events_total',
        'Order events by payment method, counted when their notifications are dispatched.',
        () => this.#events.values(),
      ],
      ['swath_payments_total', 'Orders paid, payments failed, orders refunded.', () => this.#payments.values()],
      ['swath_payments_amount_total', 'Total cost of those orders, by currency.', () => this.#amounts.values()],
      ['swath_deliveries_total', 'Attempts to deliver mails, webhooks and messages by other channels.', () => this.#deliveries.values()],
      ['swath_idempotent_replays_total', 'Stored responses replayed for a repeated Idempotency-Key.', () => this.#replays],
      ['swath_sign_ins_total', 'Sign-ins by result.', () => this.#signIns()],
    ];
    this.metrics.own(...counters.map(([name, help, read]): Measure => ({ name, help, type: 'counter', read })));
    this.metrics.own(...databaseLoad(database));
    this.metrics.shared(() => serviceWideMetrics(database, clock, version));
    this.metrics.shared(async () => recordMeasures(await withinTimeout(readRecordCheck(database.read)), clock()));
    if (dataFolder !== undefined) this.metrics.shared(() => diskOf(dataFolder));
  }

  readonly countProblem = (code: ErrorCode): void => this.#problems.add([code]);

  readonly countReplay = (): void => {
    this.#replays++;
  };

  readonly dispatched = (events: DispatchedEvent[]): void => {
    for (const { type, paymentMethod, cost, currency } of events) {
      this.#events.add([type, paymentMethod]);
      if (!moneyEvents.some((event) => event === type)) continue;
      this.#payments.add([type, paymentMethod, currency]);
      this.#amounts.add([type, paymentMethod, currency], Number(cost));
    }
  };

  countDelivery(channel: (typeof channels)[number]): (result: 'sent' | 'failed') => void {
    return (result) => this.#deliveries.add([channel, result]);
  }

  addStreamAndTokenMetrics(streams: LiveStreams, tokens: TokenCache): void {
    const { counts } = tokens;
    this.metrics.own(
      { name: 'swath_live_streams', help: 'Live streams that are open.', type: 'gauge', read: () => streams.size },
      {
        name: 'swath_token_lookups_total',
        help: 'Token lookups: from the cache, or from the database.',
        type: 'counter',
        read: () => [
          { labels: { result: 'remembered' }, value: counts.hits },
          { labels: { result: 'looked_up' }, value: counts.misses },
        ],
      },
    );
  }

  /** Without forecasts all are 0, also if old ones are stored. */
  addForecastMetrics(fetcher: ForecastFetcher | undefined, database: Database, clock: Clock): void {
    const count = (read: (counts: ForecastFetcher['counts']) => number): number => (fetcher === undefined ? 0 : read(fetcher.counts));
    this.metrics.own(
      {
        name: 'swath_forecast_requests_total',
        help: 'Requests to the forecast provider by result.',
        type: 'counter',
        read: () => [
          { labels: { result: 'succeeded' }, value: count(({ succeeded }) => succeeded) },
          { labels: { result: 'failed' }, value: count(({ failed }) => failed) },
        ],
      },
      {
        name: 'swath_forecasts_refused_total',
        help: 'Forecasts of places that were not usable: another place, or hours that are missing.',
        type: 'counter',
        read: () => count(({ refused }) => refused),
      },
    );
    const none: ForecastAge = { places: 0, outdated: 0, oldestSeconds: 0 };
    this.metrics.shared(async () => {
      const age = fetcher === undefined ? none : await withinTimeout(readForecastAge(database.read, clock()));
      return age === undefined ? [] : forecastMeasures(age);
    });
  }

  #signIns(): MetricValue[] {
    const results = { succeeded: 200, refused: 401, limited: 429 };
    return Object.entries(results).map(([result, status]) => ({
      labels: { result },
      value: this.metrics.requests.count('/api/auth/login', status),
    }));
  }
}

function databaseLoad(database: Database): Measure[] {
  const gauge = (name: string, help: string, read: Measure['read']): Measure => ({
    name: `swath_database_${name}`,
    help,
    type: 'gauge',
    read,
  });
  const ofPipes = (read: (pipe: { open: number; inFlight: number }) => number) => () =>
    Object.entries(database.load().pipes).map(([pipe, load]) => ({ labels: { pipe }, value: read(load) }));
  return [
    gauge('driver', 'The driver in use: 1 with its name. A pool where pipeline is configured: the self-test failed.', () => [
      { labels: { driver: database.load().driver }, value: 1 },
    ]),
    gauge('write_connections_open', 'Connections for transactions and writes that are open.', () => database.load().writes.open),
    gauge('write_connections_busy', 'Connections for transactions and writes that are in use.', () => database.load().writes.busy),
    gauge('write_connections_max', 'Maximum number of connections for transactions and writes.', () => database.load().writes.most),
    gauge('write_connections_waiting', 'Requests that wait for a connection of the write pool.', () => database.load().writes.waiting),
    gauge(
      'pipes_open',
      'Open pipelined connections.',
      ofPipes(({ open }) => open),
    ),
    gauge(
      'pipe_statements_in_flight',
      'Statements in flight on pipelined connections.',
      ofPipes(({ inFlight }) => inFlight),
    ),
  ];
}

/** Prometheus waits for ten seconds by default. */
const databaseTimeoutMs = 4000;

const gauge = (name: string, help: string, value: number): Measure => ({ name, help, type: 'gauge', read: () => value });

/** Undefined if the database fails or does not answer in time. */
async function withinTimeout<T>(reading: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, databaseTimeoutMs, undefined);
  });
  const value = await Promise.race([reading.catch(() => undefined), timeout]);
  clearTimeout(timer);
  return value;
}

async function serviceWideMetrics(database: Database, clock: Clock, version: string): Promise<Measure[]> {
  const began = performance.now();
  const backlog = await withinTimeout(readBacklog(database.read, clock()));
  return [
    { name: 'swath_build_info', help: 'Version of the service.', type: 'gauge', read: () => [{ labels: { version }, value: 1 }] },
    gauge('swath_database_up', '1 if PostgreSQL has answered within 4 seconds.', backlog === undefined ? 0 : 1),
    gauge('swath_database_answer_seconds', 'Time to read the metrics from the database.', (performance.now() - began) / 1000),
    ...(backlog === undefined ? [] : backlogMeasures(backlog)),
  ];
}

function backlogMeasures({ outbox, mail, webhook, openOrders }: Backlog): Measure[] {
  const by = (name: string, help: string, read: (channel: Backlog['mail']) => number): Measure => ({
    name,
    help,
    type: 'gauge',
    read: () => [
      { labels: { channel: 'mail' }, value: read(mail) },
      { labels: { channel: 'webhook' }, value: read(webhook) },
    ],
  });
  return [
    gauge('swath_outbox_events', 'Events waiting to be dispatched.', outbox.waiting),
    gauge('swath_outbox_oldest_seconds', 'Age of the oldest of them.', outbox.oldestSeconds),
    gauge('swath_outbox_retrying', 'Events that failed and will be retried.', outbox.retrying),
    gauge('swath_outbox_dead_letters', 'Dead letters: events that failed and are no longer retried.', outbox.deadLetters),
    by('swath_deliveries_waiting', 'Mails and webhooks waiting for delivery, including retries.', ({ waiting }) => waiting),
    by('swath_deliveries_oldest_seconds', 'Age of the oldest of them.', ({ oldestSeconds }) => oldestSeconds),
    by('swath_deliveries_given_up', 'Deliveries of the last day that are no longer retried.', ({ givenUp }) => givenUp),
    gauge('swath_orders_open', 'Orders that someone of the office looks after and that are not closed.', openOrders),
  ];
}

const forecastMeasures = ({ places, outdated, oldestSeconds }: ForecastAge): Measure[] => [
  gauge('swath_forecast_places', 'Places that need a forecast.', places),
  gauge('swath_forecast_places_outdated', 'Places without a usable forecast: every verdict is UNKNOWN.', outdated),
  gauge('swath_forecast_oldest_seconds', 'Age of the oldest stored forecast of such a place.', oldestSeconds),
];

const recordMeasures = (check: RecordCheck | undefined, now: Date): Measure[] =>
  check === undefined
    ? []
    : [
        gauge(
          'swath_spray_records_faulty',
          '1 if the last daily check found spray records that were changed.',
          check.fault === null ? 0 : 1,
        ),
        gauge(
          'swath_spray_records_checked_seconds',
          'Age of the last check; NaN: none yet.',
          check.checkedAt === null ? Number.NaN : Math.max(0, (now.getTime() - Date.parse(check.checkedAt)) / 1000),
        ),
      ];

async function diskOf(folder: string): Promise<Measure[]> {
  const disk = await statfs(folder).catch(() => undefined);
  if (disk === undefined) return [];
  return [
    gauge('swath_disk_free_bytes', 'Free on the disk of the data folder.', disk.bavail * disk.bsize),
    gauge('swath_disk_size_bytes', 'The size of that disk.', disk.blocks * disk.bsize),
  ];
}
