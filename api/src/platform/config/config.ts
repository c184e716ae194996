import { closeSync, openSync, readSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { defaultLimit, type RateLimit, type RateLimits } from '../limits/rate-limit-rules.ts';
import { type Driver, drivers } from '../postgres/statement-pool.ts';

/** Raster map tiles and their attribution. */
export interface MapTiles {
  /** Template with {z}, {x} and {y}. */
  url: string;
  attribution: string;
}

/** Vector map tiles in one file. */
export interface Basemap {
  /** Path of a PMTiles file. */
  file: string;
  attribution: string;
}

/** Trusted proxies for X-Forwarded-For: none (false), a number of hops, or a list of addresses and networks. */
export type TrustedProxies = false | number | string;

export interface Config {
  host: string | undefined;
  port: number;
  /** Public base URL of the service, used for links in mails. */
  publicUrl: string;
  databaseUrl: string | undefined;
  dataFolder: string;
  demo: 'on' | 'off' | 'if-new';
  admin: { email: string; password: string } | undefined;
  /** S3-compatible storage for photos; undefined: a folder. */
  s3: { endpoint: string; bucket: string; region: string; keyId: string; secret: string } | undefined;
  /** Without an SMTP server, mails are written into a folder. */
  mail: { smtpUrl: string | undefined; from: string; folder: string };
  /** Without tiles, maps show the outline that comes with the web app. */
  tiles: MapTiles | undefined;
  /** A PMTiles file that the service serves itself. */
  basemap: Basemap | undefined;
  /** A server with the API of Open-Meteo; undefined: no forecasts, or generated ones with demo data. */
  weather: { url: string; key: string | undefined } | undefined;
  /** Undefined: no card payments, or the sandbox. */
  stripe: StripeConfig | undefined;
  /** The sandbox provider (test cards, no real money), also without demo data. */
  paymentSandbox: boolean;
  trustProxy: TrustedProxies;
  /** Requests per minute. */
  limits: RateLimits;
  logLevel: string;
  /** Writes a log line for each request. */
  logRequests: boolean;
  /** Bearer token for /metrics; undefined: only admins can read them. */
  metricsToken: string | undefined;
  /** OpenTelemetry export; undefined: off. */
  traces: TracesConfig | undefined;
  databaseDriver: Driver;
  readConnections: number;
  writeConnections: number;
  /** Pooler and replica, if there are any. */
  topology: Topology;
  /** Number of worker processes. */
  workers: number;
}

export interface Topology {
  /** A pooler in transaction mode: each transaction may have another connection. */
  pooled: boolean;
  /** Address of the server itself, without the pooler. */
  directUrl: string | undefined;
  replicaUrl: string | undefined;
}

export interface TracesConfig {
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  /** Fraction of requests that are sampled, from 0 to 1. */
  ratio: number;
  /** Export interval in milliseconds. */
  every?: number;
}

export interface StripeConfig {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The keys are live keys (real money), not test keys. */
  live: boolean;
  /** Other base URL of the API, for tests. */
  url: string | undefined;
}

export class ConfigError extends Error {}

/** The only place that reads the environment. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const databaseUrl = text(env, 'DATABASE_URL');
  const email = text(env, 'SWATH_ADMIN_EMAIL');
  const password = text(env, 'SWATH_ADMIN_PASSWORD');
  if ((email === undefined) !== (password === undefined)) {
    throw new ConfigError('SWATH_ADMIN_EMAIL and SWATH_ADMIN_PASSWORD must be set together: set both or neither.');
  }
  const demo = choice(env, 'SWATH_DEMO', ['on', 'off']);
  const port = integer(env, 'PORT', 8080, 0, 65535);
  const smtpUrl = smtpAddress(env);
  const mailFrom = text(env, 'SWATH_MAIL_FROM');
  if (smtpUrl !== undefined && mailFrom === undefined) {
    throw new ConfigError('SWATH_SMTP_URL needs SWATH_MAIL_FROM as well: the address that mails come from.');
  }
  const databaseDriver = choice(env, 'SWATH_DATABASE_DRIVER', drivers) ?? 'pipeline';
  const dataFolder = resolve(text(env, 'SWATH_DATA') ?? 'data');
  return {
    host: text(env, 'HOST'),
    port,
    publicUrl: address(env, 'SWATH_PUBLIC_URL') ?? `http://localhost:${port}`,
    databaseUrl,
    dataFolder,
    demo: demo ?? (databaseUrl === undefined ? 'if-new' : 'off'),
    admin: email === undefined || password === undefined ? undefined : { email, password },
    s3: readS3(env),
    mail: { smtpUrl, from: mailFrom ?? 'Swath <swath@localhost>', folder: join(dataFolder, 'mail') },
    tiles: readTiles(env),
    basemap: readBasemap(env),
    weather: readWeather(env),
    stripe: readStripe(env),
    paymentSandbox: readSandbox(env),
    trustProxy: readProxies(env),
    limits: { user: readLimit(env, 'SWATH_LIMIT_USER'), address: readLimit(env, 'SWATH_LIMIT_ADDRESS') },
    logLevel: choice(env, 'SWATH_LOG', ['debug', 'info', 'warn', 'error', 'silent']) ?? 'info',
    logRequests: choice(env, 'SWATH_LOG_REQUESTS', ['on', 'off']) === 'on',
    metricsToken: readMetricsToken(env),
    traces: readTraces(env),
    databaseDriver,
    // The plain pool has one statement at a time per connection; a pipelined connection has many.
    readConnections: integer(env, 'SWATH_READ_CONNECTIONS', databaseDriver === 'pool' ? 8 : 3, 1, 100),
    writeConnections: integer(env, 'SWATH_WRITE_CONNECTIONS', 16, 1, 200),
    topology: readTopology(env, databaseUrl),
    workers: integer(env, 'SWATH_WORKERS', 1, 1, 64),
  };
}

/** Entries of X-Forwarded-For that a client could have forged must not be trusted, so the number of proxies or their addresses must be given. */
function readProxies(env: NodeJS.ProcessEnv): TrustedProxies {
  const value = text(env, 'SWATH_TRUST_PROXY');
  if (value === undefined || value === 'off') return false;
  if (value === 'on') return 1;
  if (/^[1-9]$/.test(value)) return Number(value);
  if (value.split(',').every((part) => isNetwork(part.trim()))) return value;
  throw new ConfigError(
    `SWATH_TRUST_PROXY must be off, on (one proxy), the number of proxies (1 to 9), or their addresses and networks separated by commas, not "${value}".`,
  );
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return (
    maxBits > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= maxBits))
  );
}

function readTopology(env: NodeJS.ProcessEnv, databaseUrl: string | undefined): Topology {
  const pooled = choice(env, 'DATABASE_POOLER', ['none', 'transaction']) === 'transaction';
  const directUrl = databaseAddress(env, 'DATABASE_DIRECT_URL');
  const replicaUrl = databaseAddress(env, 'DATABASE_REPLICA_URL');
  databaseAddress(env, 'DATABASE_URL');
  if (databaseUrl === undefined && (pooled || directUrl !== undefined || replicaUrl !== undefined))
    throw new ConfigError('DATABASE_POOLER, DATABASE_DIRECT_URL and DATABASE_REPLICA_URL require DATABASE_URL.');
  if (pooled !== (directUrl !== undefined))
    throw new ConfigError(
      'DATABASE_POOLER=transaction and DATABASE_DIRECT_URL must be set together: LISTEN and migrations need a connection without the pooler.',
    );
  return { pooled, directUrl, replicaUrl };
}

/** The value may contain a password, so the error does not repeat it. */
function databaseAddress(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = text(env, name);
  if (value !== undefined && !/^(postgres(ql)?:\/\/|socket:|\/)/.test(value)) {
    throw new ConfigError(`${name} must look like postgresql://user:password@host:5432/database.`);
  }
  return value;
}

function readS3(env: NodeJS.ProcessEnv): Config['s3'] {
  const endpoint = text(env, 'SWATH_S3_ENDPOINT');
  if (endpoint === undefined) return undefined;
  const required = (name: string): string => {
    const value = text(env, name);
    if (value === undefined) throw new ConfigError(`SWATH_S3_ENDPOINT is set, so ${name} must be, too.`);
    return value;
  };
  return {
    endpoint,
    bucket: required('SWATH_S3_BUCKET'),
    region: text(env, 'SWATH_S3_REGION') ?? 'us-east-1',
    keyId: required('SWATH_S3_KEY_ID'),
    secret: required('SWATH_S3_SECRET'),
  };
}

function readWeather(env: NodeJS.ProcessEnv): Config['weather'] {
  const url = address(env, 'SWATH_WEATHER_URL');
  const key = text(env, 'SWATH_WEATHER_KEY');
  if (url === undefined && key !== undefined) throw new ConfigError('SWATH_WEATHER_KEY requires SWATH_WEATHER_URL.');
  return url === undefined ? undefined : { url, key };
}

/** Tile providers require attribution, so both settings must be set. */
function readTiles(env: NodeJS.ProcessEnv): Config['tiles'] {
  const url = text(env, 'SWATH_TILE_URL');
  const attribution = text(env, 'SWATH_TILE_ATTRIBUTION');
  if ((url === undefined) !== (attribution === undefined)) {
    throw new ConfigError('SWATH_TILE_URL and SWATH_TILE_ATTRIBUTION must be set together: set both or neither.');
  }
  if (url === undefined || attribution === undefined) return undefined;
  const isTemplate = ['{z}', '{x}', '{y}'].every((part) => url.split(part).length === 2);
  const parsed = isTemplate && URL.canParse(url) ? new URL(url) : undefined;
  // The URL is public: it must not contain credentials.
  if (parsed?.protocol !== 'https:' || parsed.hostname.includes('{') || parsed.username !== '' || parsed.hash !== '' || /\s/.test(url)) {
    throw new ConfigError('SWATH_TILE_URL must be an address like https://tiles.example.com/{z}/{x}/{y}.png.');
  }
  if (attribution.length > 300) throw new ConfigError('SWATH_TILE_ATTRIBUTION must have at most 300 characters.');
  return { url, attribution };
}

/** Most basemaps are made from OpenStreetMap, whose licence requires attribution. */
function readBasemap(env: NodeJS.ProcessEnv): Basemap | undefined {
  const path = text(env, 'SWATH_BASEMAP');
  if (path === undefined) return undefined;
  const attribution = text(env, 'SWATH_BASEMAP_ATTRIBUTION') ?? '© OpenStreetMap contributors';
  if (attribution.length > 300) throw new ConfigError('SWATH_BASEMAP_ATTRIBUTION must have at most 300 characters.');
  const file = resolve(path);
  if (!isPmtiles(file))
    throw new ConfigError(`SWATH_BASEMAP must be the path of a PMTiles file (version 3) that the service can read, not "${path}".`);
  return { file, attribution };
}

function isPmtiles(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    const head = Buffer.alloc(8);
    const count = readSync(file, head);
    closeSync(file);
    return count === 8 && head.toString('latin1', 0, 7) === 'PMTiles' && head[7] === 3;
  } catch {
    return false;
  }
}

/** Errors do not repeat a key: it may be valid, but set in the wrong variable. */
function readStripe(env: NodeJS.ProcessEnv): StripeConfig | undefined {
  const names = ['SWATH_STRIPE_SECRET_KEY', 'SWATH_STRIPE_PUBLISHABLE_KEY', 'SWATH_STRIPE_WEBHOOK_SECRET'] as const;
  const [secretKey, publishableKey, webhookSecret] = names.map((name) => text(env, name));
  const url = address(env, 'SWATH_STRIPE_URL');
  if (secretKey === undefined && publishableKey === undefined && webhookSecret === undefined && url === undefined) return undefined;
  if (secretKey === undefined || publishableKey === undefined || webhookSecret === undefined)
    throw new ConfigError(`${names.join(', ')} must be set together: set all three or none.`);
  const mode = /^[sr]k_(test|live)_\w+$/.exec(secretKey)?.[1];
  if (mode === undefined) throw new ConfigError(`${names[0]} must begin with sk_test_, sk_live_, rk_test_ or rk_live_.`);
  const publishableMode = /^pk_(test|live)_\w+$/.exec(publishableKey)?.[1];
  if (publishableMode === undefined) throw new ConfigError(`${names[1]} must begin with pk_test_ or pk_live_.`);
  if (mode !== publishableMode) throw new ConfigError(`${names[0]} and ${names[1]} must both be test keys, or both live ones.`);
  if (!/^whsec_\S+$/.test(webhookSecret)) throw new ConfigError(`${names[2]} must begin with whsec_.`);
  if (url !== undefined && (new URL(url).pathname !== '/' || (mode === 'live' && !url.startsWith('https:'))))
    throw new ConfigError('SWATH_STRIPE_URL must be an address without a path, and with live keys one that begins with https.');
  return { secretKey, publishableKey, webhookSecret, live: mode === 'live', url };
}

function readSandbox(env: NodeJS.ProcessEnv): boolean {
  const sandbox = choice(env, 'SWATH_PAYMENTS', ['sandbox']) === 'sandbox';
  if (sandbox && text(env, 'SWATH_STRIPE_SECRET_KEY') !== undefined)
    throw new ConfigError("SWATH_PAYMENTS=sandbox cannot be combined with Stripe's keys: set one or the other.");
  return sandbox;
}

/** A configured limit applies to all clients, private networks included. */
function readLimit(env: NodeJS.ProcessEnv, name: string): RateLimit | undefined {
  const value = text(env, name);
  if (value === undefined) return defaultLimit;
  if (value === 'off') return undefined;
  if (!/^[1-9]\d{0,6}$/.test(value))
    throw new ConfigError(`${name} must be off or a whole number of requests per minute, at most 9999999, not "${value}".`);
  return { maxRequests: Number(value), exemptsPrivateNetworks: false };
}

/** Errors do not repeat the token. */
function readMetricsToken(env: NodeJS.ProcessEnv): string | undefined {
  const token = text(env, 'SWATH_METRICS_TOKEN');
  if (token === undefined || /^[\w~+/.=-]{16,200}$/.test(token)) return token;
  throw new ConfigError('SWATH_METRICS_TOKEN must be 16 to 200 letters, digits or any of -._~+/=.');
}

/** The standard variables of OpenTelemetry. */
function readTraces(env: NodeJS.ProcessEnv): TracesConfig | undefined {
  const base = address(env, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  const url = address(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? (base === undefined ? undefined : `${base}/v1/traces`);
  if (url === undefined || text(env, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined;
  const ratio = Number(text(env, 'OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(ratio >= 0 && ratio <= 1)) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.');
  const lists = [text(env, 'OTEL_EXPORTER_OTLP_HEADERS'), text(env, 'OTEL_EXPORTER_OTLP_TRACES_HEADERS')].flatMap(
    (list) => list?.split(',') ?? [],
  );
  const headers = lists.map((pair) => {
    const [, name, value] = /^\s*([\w-]+)\s*=\s*([\x20-\x7e]*?)\s*$/.exec(pair) ?? [];
    if (name === undefined || value === undefined)
      throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS must look like name=value,other=value.');
    return [name, decoded(value)];
  });
  return { url, headers: Object.fromEntries(headers), serviceName: text(env, 'OTEL_SERVICE_NAME') ?? 'swath', ratio };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function text(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/** Returns the URL without a trailing slash, so that a path can be appended. */
function address(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if ((url?.protocol !== 'http:' && url?.protocol !== 'https:') || url.search !== '' || url.hash !== '') {
    throw new ConfigError(`${name} must be an address like https://spray.example.com, not "${value}".`);
  }
  return url.href.replace(/\/+$/, '');
}

/** The value may contain a password, so the error does not repeat it. */
function smtpAddress(env: NodeJS.ProcessEnv): string | undefined {
  const value = text(env, 'SWATH_SMTP_URL');
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new ConfigError('SWATH_SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465.');
  }
  return value;
}

function integer(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}".`);
  }
  return number;
}

function choice<T extends string>(env: NodeJS.ProcessEnv, name: string, options: readonly T[]): T | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const found = options.find((option) => option === value);
  if (found === undefined) throw new ConfigError(`${name} must be one of ${options.join(', ')}, not "${value}".`);
  return found;
}
