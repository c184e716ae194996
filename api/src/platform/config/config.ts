import { join, resolve } from 'node:path';
import { defaultLimit, type RateLimit, type RateLimits } from '../limits/rate-limit-rules.ts';
import { isNetwork } from '../outgoing/allowed-addresses.ts';
import { type Driver, drivers } from '../postgres/statement-pool.ts';
import { ConfigError, readChoice, readInteger, readNetworks, readText, readUrl } from './environment.ts';
import { type Basemap, type MapTiles, readBasemap, readTiles } from './map-config.ts';
import { readSandbox, readStripe, type StripeConfig } from './payment-config.ts';
import { type PushConfig, readPush } from './push-config.ts';
import { readSms, type SmsConfig } from './sms-config.ts';
import { readMetricsToken, readTraces, type TracesConfig } from './telemetry-config.ts';
import { readZalo, type ZaloConfig } from './zalo-config.ts';

/** Trusted proxies for X-Forwarded-For: none (false), a number of hops, or a list of addresses and networks. */
export type TrustedProxies = false | number | string;

export interface Config {
  host: string | undefined;
  port: number;
  /** Public base URL of the service, used for links in mails. */
  publicUrl: string;
  /** Otherwise `publicUrl` is a guess. */
  isPublicUrlSet: boolean;
  databaseUrl: string | undefined;
  dataFolder: string;
  demo: DemoMode;
  admin: { email: string; password: string } | undefined;
  /** S3-compatible storage for photos; undefined: a folder. */
  s3: { endpoint: string; bucket: string; region: string; keyId: string; secret: string } | undefined;
  /** Without an SMTP server, mails are written into a folder. */
  mail: { smtpUrl: string | undefined; from: string; folder: string };
  /** Undefined: no SMS. */
  sms: SmsConfig | undefined;
  /** Addresses of Zalo. */
  zalo: ZaloConfig;
  push: PushConfig;
  /** Encrypts stored secrets; undefined: a key in the data folder. */
  secretKey: Buffer | undefined;
  /** Without tiles, maps show the outline that comes with the web app. */
  tiles: MapTiles | undefined;
  /** A PMTiles file that the service serves itself. */
  basemap: Basemap | undefined;
  /** A server with the API of Open-Meteo; undefined: no forecasts, or generated ones with demo data. */
  weather: { url: string; key: string | undefined } | undefined;
  /** A server with the `table` API of OSRM; undefined: distances by great circle. */
  routingUrl: string | undefined;
  /** Undefined: no card payments, or the sandbox. */
  stripe: StripeConfig | undefined;
  /** The sandbox provider (test cards, no real money), also without demo data. */
  paymentSandbox: boolean;
  trustProxy: TrustedProxies;
  /** Addresses and networks that requests of the service, except push messages, may go to although they are not public. */
  allowedAddresses: string[];
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

const demoChoices = ['on', 'off', 'large', 'large-planned'] as const;
/** `if-new`: on, unless the database has been declined demo data before. */
export type DemoMode = (typeof demoChoices)[number] | 'if-new';

/** The only place that reads the environment. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const databaseUrl = readText(env, 'DATABASE_URL');
  const email = readText(env, 'SWATH_ADMIN_EMAIL');
  const password = readText(env, 'SWATH_ADMIN_PASSWORD');
  if ((email === undefined) !== (password === undefined)) {
    throw new ConfigError('SWATH_ADMIN_EMAIL and SWATH_ADMIN_PASSWORD must be set together: set both or neither.');
  }
  const demo = readChoice(env, 'SWATH_DEMO', demoChoices);
  const port = readInteger(env, 'PORT', 8080, 0, 65535);
  const publicUrl = readUrl(env, 'SWATH_PUBLIC_URL');
  const smtpUrl = smtpAddress(env);
  const mailFrom = readText(env, 'SWATH_MAIL_FROM');
  if (smtpUrl !== undefined && mailFrom === undefined) {
    throw new ConfigError('SWATH_SMTP_URL needs SWATH_MAIL_FROM as well: the address that mails come from.');
  }
  const databaseDriver = readChoice(env, 'SWATH_DATABASE_DRIVER', drivers) ?? 'pipeline';
  const dataFolder = resolve(readText(env, 'SWATH_DATA') ?? 'data');
  return {
    host: readText(env, 'HOST'),
    port,
    publicUrl: publicUrl ?? `http://localhost:${port}`,
    isPublicUrlSet: publicUrl !== undefined,
    databaseUrl,
    dataFolder,
    demo: demo ?? (databaseUrl === undefined ? 'if-new' : 'off'),
    admin: email === undefined || password === undefined ? undefined : { email, password },
    s3: readS3(env),
    mail: { smtpUrl, from: mailFrom ?? 'Swath <swath@localhost>', folder: join(dataFolder, 'mail') },
    sms: readSms(env),
    zalo: readZalo(env),
    push: readPush(env),
    secretKey: readSecretKey(env),
    tiles: readTiles(env),
    basemap: readBasemap(env),
    weather: readWeather(env),
    routingUrl: readUrl(env, 'SWATH_ROUTING_URL'),
    stripe: readStripe(env),
    paymentSandbox: readSandbox(env),
    trustProxy: readProxies(env),
    allowedAddresses: readNetworks(env, 'SWATH_ALLOW_PRIVATE_ADDRESSES'),
    limits: { user: readLimit(env, 'SWATH_LIMIT_USER'), address: readLimit(env, 'SWATH_LIMIT_ADDRESS') },
    logLevel: readChoice(env, 'SWATH_LOG', ['debug', 'info', 'warn', 'error', 'silent']) ?? 'info',
    logRequests: readChoice(env, 'SWATH_LOG_REQUESTS', ['on', 'off']) === 'on',
    metricsToken: readMetricsToken(env),
    traces: readTraces(env),
    databaseDriver,
    // The plain pool has one statement at a time per connection; a pipelined connection has many.
    readConnections: readInteger(env, 'SWATH_READ_CONNECTIONS', databaseDriver === 'pool' ? 8 : 3, 1, 100),
    writeConnections: readInteger(env, 'SWATH_WRITE_CONNECTIONS', 16, 1, 200),
    topology: readTopology(env, databaseUrl),
    workers: readInteger(env, 'SWATH_WORKERS', 1, 1, 64),
  };
}

/** Entries of X-Forwarded-For that a client could have forged must not be trusted, so the number of proxies or their addresses must be given. */
function readProxies(env: NodeJS.ProcessEnv): TrustedProxies {
  const value = readText(env, 'SWATH_TRUST_PROXY');
  if (value === undefined || value === 'off') return false;
  if (value === 'on') return 1;
  if (/^[1-9]$/.test(value)) return Number(value);
  if (value.split(',').every((part) => isNetwork(part.trim()))) return value;
  throw new ConfigError(
    `SWATH_TRUST_PROXY must be off, on (one proxy), the number of proxies (1 to 9), or their addresses and networks separated by commas, not "${value}".`,
  );
}

function readTopology(env: NodeJS.ProcessEnv, databaseUrl: string | undefined): Topology {
  const pooled = readChoice(env, 'DATABASE_POOLER', ['none', 'transaction']) === 'transaction';
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
  const value = readText(env, name);
  if (value !== undefined && !/^(postgres(ql)?:\/\/|socket:|\/)/.test(value)) {
    throw new ConfigError(`${name} must look like postgresql://user:password@host:5432/database.`);
  }
  return value;
}

function readS3(env: NodeJS.ProcessEnv): Config['s3'] {
  const endpoint = readText(env, 'SWATH_S3_ENDPOINT');
  if (endpoint === undefined) return undefined;
  const required = (name: string): string => {
    const value = readText(env, name);
    if (value === undefined) throw new ConfigError(`SWATH_S3_ENDPOINT is set, so ${name} must be, too.`);
    return value;
  };
  return {
    endpoint,
    bucket: required('SWATH_S3_BUCKET'),
    region: readText(env, 'SWATH_S3_REGION') ?? 'us-east-1',
    keyId: required('SWATH_S3_KEY_ID'),
    secret: required('SWATH_S3_SECRET'),
  };
}

/** Processes on several machines need the same key. The error does not repeat it. */
function readSecretKey(env: NodeJS.ProcessEnv): Buffer | undefined {
  const value = readText(env, 'SWATH_SECRET_KEY');
  if (value === undefined) return undefined;
  if (!/^[0-9a-f]{64}$/i.test(value))
    throw new ConfigError('SWATH_SECRET_KEY must be 64 hexadecimal digits, for example from openssl rand -hex 32.');
  return Buffer.from(value, 'hex');
}

function readWeather(env: NodeJS.ProcessEnv): Config['weather'] {
  const url = readUrl(env, 'SWATH_WEATHER_URL');
  const key = readText(env, 'SWATH_WEATHER_KEY');
  if (url === undefined && key !== undefined) throw new ConfigError('SWATH_WEATHER_KEY requires SWATH_WEATHER_URL.');
  return url === undefined ? undefined : { url, key };
}

/** A configured limit applies to all clients, private networks included. */
function readLimit(env: NodeJS.ProcessEnv, name: string): RateLimit | undefined {
  const value = readText(env, name);
  if (value === undefined) return defaultLimit;
  if (value === 'off') return undefined;
  if (!/^[1-9]\d{0,6}$/.test(value))
    throw new ConfigError(`${name} must be off or a whole number of requests per minute, at most 9999999, not "${value}".`);
  return { maxRequests: Number(value), exemptsPrivateNetworks: false };
}

/** The value may contain a password, so the error does not repeat it. */
function smtpAddress(env: NodeJS.ProcessEnv): string | undefined {
  const value = readText(env, 'SWATH_SMTP_URL');
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new ConfigError('SWATH_SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465.');
  }
  return value;
}
