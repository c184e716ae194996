import type { MetricValue } from './metrics.ts';

/** Seconds. */
export const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

class Durations {
  readonly counts = new Float64Array(buckets.length + 1);
  count = 0;
  sum = 0;

  record(seconds: number): void {
    this.count++;
    this.sum += seconds;
    let at = 0;
    while (at < buckets.length && seconds > (buckets[at] as number)) at++;
    this.counts[at] = (this.counts[at] as number) + 1;
  }
}

/** Metrics of one route. Recording a request allocates no object, because it runs for every request. */
export class RouteMetrics {
  readonly method: string;
  readonly path: string;
  /** A live stream: its duration is not recorded. */
  readonly endless: boolean;
  readonly byStatus = new Map<number, Durations>();
  bytes = 0;

  constructor(method: string, path: string, endless = false) {
    this.method = method;
    this.path = path;
    this.endless = endless;
  }

  record(status: number, seconds: number, bytes: number): void {
    let times = this.byStatus.get(status);
    if (times === undefined) {
      times = new Durations();
      this.byStatus.set(status, times);
    }
    times.record(seconds);
    this.bytes += bytes;
  }
}

/** Labels come from declared routes only, never from client input. */
export class RequestMetrics {
  readonly #routes: RouteMetrics[] = [];
  /** For paths without a route: files of the web app, and 404. */
  readonly unmatched = this.of('GET', '(no route)');
  inFlight = 0;

  of(method: string, path: string, endless = false): RouteMetrics {
    const route = new RouteMetrics(method, path, endless);
    this.#routes.push(route);
    return route;
  }

  count(path: string, status: number): number {
    return this.#routes.reduce((sum, route) => (route.path === path ? sum + (route.byStatus.get(status)?.count ?? 0) : sum), 0);
  }

  durations(name: string): MetricValue[] {
    return this.#routes.flatMap(({ method, path, byStatus }) =>
      [...byStatus].flatMap(([status, { counts, count, sum }]) => {
        const labels = { method, route: path, status: String(status) };
        let below = 0;
        const within = buckets.map((le, at) => {
          below += counts[at] as number;
          return { metricName: `${name}_bucket`, labels: { ...labels, le: String(le) }, value: below };
        });
        return [
          ...within,
          { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
          { metricName: `${name}_sum`, labels, value: sum },
          { metricName: `${name}_count`, labels, value: count },
        ];
      }),
    );
  }

  bytes(): MetricValue[] {
    return this.#routes
      .filter(({ byStatus }) => byStatus.size > 0)
      .map(({ method, path, bytes }) => ({ labels: { method, route: path }, value: bytes }));
  }
}
