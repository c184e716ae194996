import type { Metric, Registry } from 'prom-client';
import { RequestMetrics } from './request-metrics.ts';

export interface MetricValue {
  labels: Record<string, string>;
  value: number;
  /** Name of the series of a histogram (_bucket, _sum, _count). */
  metricName?: string;
}

export interface Measure {
  /** Begins with swath_. */
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  read(): MetricValue[] | number;
}

/** Metrics of one process, as sent to other processes of the service. */
export type ProcessMetrics = { name: string; type: string; values: MetricValue[] }[];

/** A counter with labels. Each combination of label values stays in memory, so they must come from short fixed lists. */
export class Counter {
  readonly #labels: readonly string[];
  readonly #values = new Map<string, MetricValue>();

  /** `known`: label values that start at 0, so that rate() works from the first increment on. */
  constructor(labels: readonly string[], known: readonly (readonly string[])[] = []) {
    this.#labels = labels;
    for (const labelValues of known) this.add(labelValues, 0);
  }

  add(labelValues: readonly string[], by = 1): void {
    const key = labelValues.join(' ');
    const found = this.#values.get(key);
    if (found !== undefined) found.value += by;
    else this.#values.set(key, { labels: Object.fromEntries(this.#labels.map((label, at) => [label, labelValues[at] ?? ''])), value: by });
  }

  values(): MetricValue[] {
    return [...this.#values.values()];
  }
}

/**
 * The metrics of the service. Until the first scrape they are plain numbers; prom-client is loaded on demand. Metrics of a process are
 * summed over all processes. Shared ones, such as those of the database, are read by the process that is scraped.
 */
export class Metrics {
  readonly requests = new RequestMetrics();
  readonly #own: Measure[] = [];
  readonly #shared: (() => Promise<Measure[]>)[] = [];
  #registry: Promise<Registry> | undefined;

  constructor() {
    const { requests } = this;
    const duration = 'swath_http_request_duration_seconds';
    this.own(
      {
        name: duration,
        help: 'Requests by route, method and status: from the request header to the end of the response. 499: the client disconnected before the response.',
        type: 'histogram',
        read: () => requests.durations(duration),
      },
      {
        name: 'swath_http_requests_in_flight',
        help: 'Requests in flight, without live streams.',
        type: 'gauge',
        read: () => requests.inFlight,
      },
      {
        name: 'swath_http_response_bytes_total',
        help: 'Bytes of response bodies, without live streams.',
        type: 'counter',
        read: () => requests.bytes(),
      },
    );
  }

  own(...measures: Measure[]): void {
    this.#own.push(...measures);
  }

  shared(read: () => Promise<Measure[]>): void {
    this.#shared.push(read);
  }

  /** Metrics of this process. */
  async ofProcess(): Promise<ProcessMetrics> {
    return (await (await this.#ownRegistry()).getMetricsAsJSON()) as unknown as ProcessMetrics;
  }

  /** All metrics in the Prometheus text format: summed over all processes, or those of this process if there are no others. */
  async text(all: readonly ProcessMetrics[] = []): Promise<string> {
    const { AggregatorRegistry, Registry } = await import('prom-client');
    const added = all.length === 0 ? await this.#ownRegistry() : AggregatorRegistry.aggregate(all as object[]);
    const shared = new Registry();
    for (const measures of await Promise.all(this.#shared.map((read) => read()))) {
      for (const measure of measures) shared.registerMetric(toMetric(measure));
    }
    return `${await added.metrics()}\n${await shared.metrics()}`;
  }

  #ownRegistry(): Promise<Registry> {
    this.#registry ??= import('prom-client').then(({ Registry, collectDefaultMetrics }) => {
      const registry = new Registry();
      collectDefaultMetrics({ register: registry });
      for (const measure of this.#own) registry.registerMetric(toMetric(measure));
      return registry;
    });
    return this.#registry;
  }
}

/** The part of the interface that prom-client uses. */
function toMetric({ name, help, type, read }: Measure): Metric {
  const get = async () => {
    const values = read();
    return { name, help, type, aggregator: 'sum', values: typeof values === 'number' ? [{ labels: {}, value: values }] : values };
  };
  return { name, help, type, aggregator: 'sum', get } as unknown as Metric;
}
