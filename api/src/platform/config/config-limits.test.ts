import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('when nothing is set, then everyone has the usual limit, and our own network none', () => {
  const usual = { maxRequests: 1200, exemptsPrivateNetworks: true };
  expect(readConfig({}).limits).toEqual({ user: usual, address: usual });
});

test('when a limit is set, then it counts for everyone; the other stays', () => {
  expect(readConfig({ SWATH_LIMIT_USER: '300' }).limits).toEqual({
    user: { maxRequests: 300, exemptsPrivateNetworks: false },
    address: { maxRequests: 1200, exemptsPrivateNetworks: true },
  });
});

test('when limits are turned off, then there are none', () => {
  expect(readConfig({ SWATH_LIMIT_USER: 'off', SWATH_LIMIT_ADDRESS: 'off' }).limits).toEqual({ user: undefined, address: undefined });
});

test.each(['0', '-1', '1.5', 'many', '1e3', '10000000'])(
  'when a limit is %s, then the service says what is wrong and does not start',
  (value) => {
    expect(() => readConfig({ SWATH_LIMIT_ADDRESS: value })).toThrow(ConfigError);
    expect(() => readConfig({ SWATH_LIMIT_ADDRESS: value })).toThrow('SWATH_LIMIT_ADDRESS must be off or a whole number');
  },
);
