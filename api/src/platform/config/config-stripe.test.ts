import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './environment.ts';

const test3 = {
  SWATH_STRIPE_SECRET_KEY: 'sk_test_hush1',
  SWATH_STRIPE_PUBLISHABLE_KEY: 'pk_test_hush2',
  SWATH_STRIPE_WEBHOOK_SECRET: 'whsec_hush3',
};
const live3 = { ...test3, SWATH_STRIPE_SECRET_KEY: 'sk_live_hush1', SWATH_STRIPE_PUBLISHABLE_KEY: 'pk_live_hush2' };

test('when no key is set, then there is no card provider, unless the sandbox is configured', () => {
  expect([readConfig({}).stripe, readConfig({}).paymentSandbox]).toEqual([undefined, false]);
  expect(readConfig({ SWATH_PAYMENTS: 'sandbox' }).paymentSandbox).toBe(true);
  expect(() => readConfig({ SWATH_PAYMENTS: 'on' })).toThrow(ConfigError);
  expect(() => readConfig({ ...test3, SWATH_PAYMENTS: 'sandbox' })).toThrow(ConfigError);
});

test.each([
  ['test keys', test3, false],
  ['a restricted test key', { ...test3, SWATH_STRIPE_SECRET_KEY: 'rk_test_hush1' }, false],
  ['live keys', live3, true],
])('when %s are set, then Stripe is the provider, in the mode of the keys', (_, env, live) => {
  expect(readConfig(env).stripe).toEqual({
    secretKey: env.SWATH_STRIPE_SECRET_KEY,
    publishableKey: env.SWATH_STRIPE_PUBLISHABLE_KEY,
    webhookSecret: env.SWATH_STRIPE_WEBHOOK_SECRET,
    live,
    url: undefined,
  });
});

test('when another base URL is set, then it is used', () => {
  expect(readConfig({ ...test3, SWATH_STRIPE_URL: 'http://127.0.0.1:12111/' }).stripe?.url).toBe('http://127.0.0.1:12111');
});

test.each([
  [{ ...test3, SWATH_STRIPE_SECRET_KEY: '' }, /must be set together/],
  [{ ...test3, SWATH_STRIPE_PUBLISHABLE_KEY: '' }, /must be set together/],
  [{ ...test3, SWATH_STRIPE_WEBHOOK_SECRET: '' }, /must be set together/],
  [{ SWATH_STRIPE_URL: 'http://127.0.0.1:12111' }, /must be set together/],
  [{ ...test3, SWATH_STRIPE_PUBLISHABLE_KEY: 'pk_live_hush2' }, /both/],
  [{ ...live3, SWATH_STRIPE_PUBLISHABLE_KEY: 'pk_test_hush2' }, /both/],
  [{ ...test3, SWATH_STRIPE_SECRET_KEY: 'pk_test_hush2' }, /SECRET_KEY must begin/],
  [{ ...test3, SWATH_STRIPE_SECRET_KEY: 'hush' }, /SECRET_KEY must begin/],
  [{ ...test3, SWATH_STRIPE_PUBLISHABLE_KEY: 'sk_test_hush1' }, /PUBLISHABLE_KEY must begin/],
  [{ ...test3, SWATH_STRIPE_WEBHOOK_SECRET: 'hush' }, /WEBHOOK_SECRET must begin/],
  [{ ...test3, SWATH_STRIPE_URL: 'http://127.0.0.1:12111/v1' }, /without a path/],
  [{ ...live3, SWATH_STRIPE_URL: 'http://stripe.example' }, /https/],
])('when the settings are %j, then the error names what is wrong and contains no key', (env, message) => {
  const read = () => readConfig(env);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(message);
  expect(read).not.toThrow(/hush/);
});
