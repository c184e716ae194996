import type { Metric, Registry } from 'prom-client';
import { RequestMetrics } from './request-metrics.ts';

export interface MetricValue {
  labels: Record<string, string>;
  value: number;
  /** Of a part of a histogram. */
  metricName?: string;
}

export interface Measure {
  /** As Prometheus knows it, from swath_ on. */
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  read(): MetricValue[] | number;
}

/** Figures of one process, as other processes of the same service are sent them. */
export type ProcessMetrics = { name: string; type: string; values: MetricValue[] }[];

/** A counter by labels. Each pair of values that is counted stays in memory, so they come from short lists of ours. */
export class Counter {
  readonly #labels: readonly string[];
  readonly #values = new Map<string, MetricValue>();

  /** `known`: what is shown as 0 before it is counted first, so that a rate of it can be taken from then on. */
  constructor(labels: readonly string[], known: readonly (readonly string[])[] = []) {
    this.#labels = labels;
    for (const words of known) this.add(words, 0);
  }

  add(words: readonly string[], by = 1): void {
    const key = words.join(' ');
    const found = this.#values.get(key);
    if (found !== undefined) found.value += by;
    else this.#values.set(key, { labels: Object.fromEntries(this.#labels.map((label, at) => [label, words[at] ?? ''])), value: by });
  }

  values(): MetricValue[] {
    return [...this.#values.values()];
  }
}

/**
 * What Prometheus is told. While nobody asks, this is plain numbers: the library is read from disk with the first
 * question. A process's own figures add up over all processes of a service. What all of them see alike, like the
 * database, is read by the one that is asked.
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
        help: 'Requests by route, method and status: from the head of the request to the end of the answer. 499: the client left before it.',
        type: 'histogram',
        read: () => requests.durations(duration),
      },
      {
        name: 'swath_http_requests_in_flight',
        help: 'Requests under way, without live streams.',
        type: 'gauge',
        read: () => requests.inFlight,
      },
      {
        name: 'swath_http_response_bytes_total',
        help: 'Bytes of answered bodies, without live streams.',
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

  /** Figures of this process alone. */
  async figures(): Promise<ProcessMetrics> {
    return (await (await this.#ownRegistry()).getMetricsAsJSON()) as unknown as ProcessMetrics;
  }

  /** Everything, in the format of Prometheus: with the figures of all processes added up, or of this one where it is alone. */
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

/** The library asks no more of a metric than this. */
function toMetric({ name, help, type, read }: Measure): Metric {
  const get = async () => {
    const values = read();
    return { name, help, type, aggregator: 'sum', values: typeof values === 'number' ? [{ labels: {}, value: values }] : values };
  };
  return { name, help, type, aggregator: 'sum', get } as unknown as Metric;
}
