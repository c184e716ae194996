import { ConfigError, readChoice, readText, readUrl } from './environment.ts';

export interface StripeConfig {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The keys are live keys (real money), not test keys. */
  live: boolean;
  /** Other base URL of the API, for tests. */
  url: string | undefined;
}

/** Errors do not repeat a key: it may be valid, but set in the wrong variable. */
export function readStripe(env: NodeJS.ProcessEnv): StripeConfig | undefined {
  const names = ['SWATH_STRIPE_SECRET_KEY', 'SWATH_STRIPE_PUBLISHABLE_KEY', 'SWATH_STRIPE_WEBHOOK_SECRET'] as const;
  const [secretKey, publishableKey, webhookSecret] = names.map((name) => readText(env, name));
  const url = readUrl(env, 'SWATH_STRIPE_URL');
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

export function readSandbox(env: NodeJS.ProcessEnv): boolean {
  const sandbox = readChoice(env, 'SWATH_PAYMENTS', ['sandbox']) === 'sandbox';
  if (sandbox && readText(env, 'SWATH_STRIPE_SECRET_KEY') !== undefined)
    throw new ConfigError("SWATH_PAYMENTS=sandbox cannot be combined with Stripe's keys: set one or the other.");
  return sandbox;
}
