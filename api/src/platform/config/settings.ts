import { nearestName } from './nearest-name.ts';

/** The environment variables of the service, and those of deploy/compose.yaml. A test compares them with the code that reads them. */
export const settings = [
  ...['DATABASE_DIRECT_URL', 'DATABASE_POOLER', 'DATABASE_REPLICA_URL', 'DATABASE_URL'],
  ...['SWATH_ADMIN_EMAIL', 'SWATH_ADMIN_PASSWORD', 'SWATH_ALLOW_PRIVATE_ADDRESSES', 'SWATH_BASEMAP', 'SWATH_BASEMAP_ATTRIBUTION'],
  ...['SWATH_DATA', 'SWATH_DATABASE_DRIVER', 'SWATH_DB_PASSWORD', 'SWATH_DEMO', 'SWATH_LIMIT_ADDRESS', 'SWATH_LIMIT_USER', 'SWATH_LOG'],
  ...['SWATH_LOG_REQUESTS', 'SWATH_MAIL_FROM', 'SWATH_METRICS_TOKEN', 'SWATH_PAYMENTS', 'SWATH_PUBLIC_URL'],
  ...['SWATH_PUSH_ALLOW_PRIVATE_ADDRESSES', 'SWATH_PUSH_SERVICES', 'SWATH_READ_CONNECTIONS', 'SWATH_ROUTING_URL'],
  ...['SWATH_S3_BUCKET', 'SWATH_S3_ENDPOINT', 'SWATH_S3_KEY_ID', 'SWATH_S3_REGION', 'SWATH_S3_SECRET', 'SWATH_SECRET_KEY'],
  ...['SWATH_SMS_ACCOUNT', 'SWATH_SMS_CALLBACK_SECRET', 'SWATH_SMS_SENDER', 'SWATH_SMS_TEMPLATE', 'SWATH_SMS_TOKEN', 'SWATH_SMS_URL'],
  ...['SWATH_SMTP_URL', 'SWATH_STRIPE_PUBLISHABLE_KEY', 'SWATH_STRIPE_SECRET_KEY', 'SWATH_STRIPE_URL', 'SWATH_STRIPE_WEBHOOK_SECRET'],
  ...['SWATH_TILE_ATTRIBUTION', 'SWATH_TILE_URL', 'SWATH_TRUST_PROXY', 'SWATH_WEATHER_KEY', 'SWATH_WEATHER_URL', 'SWATH_WORKERS'],
  ...['SWATH_WRITE_CONNECTIONS', 'SWATH_ZALO_OAUTH_URL', 'SWATH_ZALO_URL'],
] as const;

export interface UnknownSetting {
  name: string;
  /** The setting that was probably meant. */
  meant: string | undefined;
}

/** Variables that look like settings of the service but are none: a misspelt one would have no effect, and nobody would notice. */
export function findUnknownSettings(env: NodeJS.ProcessEnv = process.env): UnknownSetting[] {
  const known = new Set<string>(settings);
  return Object.keys(env)
    .filter((name) => !known.has(name) && !name.startsWith('SWATH_TEST_'))
    .map((name) => ({ name, meant: nearestName(name, settings) }))
    .filter(({ name, meant }) => name.startsWith('SWATH_') || (name.startsWith('DATABASE_') && meant !== undefined))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const describeUnknownSetting = ({ name, meant }: UnknownSetting): string =>
  `${name} is no setting${meant === undefined ? '' : `: did you mean ${meant}?`}`;
