import { call } from '../factories.ts';

export const metricsToken = 'a-token-for-prometheus-alone';

export interface Scraped {
  text: string;
  /** Names and kinds of the metrics, from their TYPE lines. */
  kinds: Map<string, string>;
  /** The sum of all samples of that name that have these labels. */
  sum(name: string, labels?: Record<string, string>): number;
  /** The name of every sample. */
  names: Set<string>;
}

/** Parses the Prometheus format. */
export async function scrape(service: { url: string }, token = metricsToken): Promise<Scraped> {
  const { status, text } = await call(service, 'GET', '/metrics', { token });
  if (status !== 200) throw new Error(`the metrics answered ${status}: ${text}`);
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = /^([a-z_][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
      if (name === undefined) throw new Error(`not a valid Prometheus line: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, label]) => [key, label]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
  return {
    text,
    kinds: new Map([...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name, kind]) => [String(name), String(kind)])),
    names: new Set(samples.map(({ name }) => name)),
    sum: (name, wanted = {}) =>
      samples
        .filter((sample) => sample.name === name && Object.entries(wanted).every(([key, value]) => sample.labels[key] === value))
        .reduce((sum, { value }) => sum + value, 0),
  };
}
