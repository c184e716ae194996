import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './environment.ts';

test('when no rate limit is set, then the defaults apply, and private networks are exempt', () => {
  const usual = { maxRequests: 1200, exemptsPrivateNetworks: true };
  expect(readConfig({}).limits).toEqual({ user: usual, address: usual });
});

test('when one rate limit is set, then it applies to every client, and the other keeps its default', () => {
  expect(readConfig({ SWATH_LIMIT_USER: '300' }).limits).toEqual({
    user: { maxRequests: 300, exemptsPrivateNetworks: false },
    address: { maxRequests: 1200, exemptsPrivateNetworks: true },
  });
});

test('when rate limits are off, then there are none', () => {
  expect(readConfig({ SWATH_LIMIT_USER: 'off', SWATH_LIMIT_ADDRESS: 'off' }).limits).toEqual({ user: undefined, address: undefined });
});

test.each(['0', '-1', '1.5', 'many', '1e3', '10000000'])(
  'when a rate limit is %s, then the start fails with an error that names the setting',
  (value) => {
    expect(() => readConfig({ SWATH_LIMIT_ADDRESS: value })).toThrow(ConfigError);
    expect(() => readConfig({ SWATH_LIMIT_ADDRESS: value })).toThrow('SWATH_LIMIT_ADDRESS must be off or a whole number');
  },
);
