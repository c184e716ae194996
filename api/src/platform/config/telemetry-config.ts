import { ConfigError, readText, readUrl } from './environment.ts';

export interface TracesConfig {
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  /** Fraction of requests that are sampled, from 0 to 1. */
  ratio: number;
  /** Export interval in milliseconds. */
  every?: number;
}

/** Errors do not repeat the token. */
export function readMetricsToken(env: NodeJS.ProcessEnv): string | undefined {
  const token = readText(env, 'SWATH_METRICS_TOKEN');
  if (token === undefined || /^[\w~+/.=-]{16,200}$/.test(token)) return token;
  throw new ConfigError('SWATH_METRICS_TOKEN must be 16 to 200 letters, digits or any of -._~+/=.');
}

/** The standard variables of OpenTelemetry. */
export function readTraces(env: NodeJS.ProcessEnv): TracesConfig | undefined {
  const base = readUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  const url = readUrl(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? (base === undefined ? undefined : `${base}/v1/traces`);
  if (url === undefined || readText(env, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined;
  const ratio = Number(readText(env, 'OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(ratio >= 0 && ratio <= 1)) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.');
  const lists = [readText(env, 'OTEL_EXPORTER_OTLP_HEADERS'), readText(env, 'OTEL_EXPORTER_OTLP_TRACES_HEADERS')].flatMap(
    (list) => list?.split(',') ?? [],
  );
  const headers = lists.map((pair) => {
    const [, name, value] = /^\s*([\w-]+)\s*=\s*([\x20-\x7e]*?)\s*$/.exec(pair) ?? [];
    if (name === undefined || value === undefined)
      throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS must look like name=value,other=value.');
    return [name, decoded(value)];
  });
  return { url, headers: Object.fromEntries(headers), serviceName: readText(env, 'OTEL_SERVICE_NAME') ?? 'swath', ratio };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
