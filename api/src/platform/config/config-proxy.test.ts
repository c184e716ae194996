import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (value?: string) => readConfig(value === undefined ? {} : { SWATH_TRUST_PROXY: value }).trustProxy;

test('when no proxy is configured, then none is trusted', () => {
  expect([read(), read('off')]).toEqual([false, false]);
});

test('when a number of proxies is set, then that many hops are trusted; "on" is one', () => {
  expect([read('on'), read('1'), read('2')]).toEqual([1, 1, 2]);
});

test('when proxy addresses are set, then these are trusted', () => {
  for (const named of ['10.0.0.2', '10.0.0.2, 10.1.0.0/16', '2001:db8::1,fd00::/8']) expect(read(named)).toBe(named);
});

test.each(['yes', 'true', '0', '10', '10.0.0.300', '10.0.0.0/33', '10.0.0.0/0', 'proxy.example', '10.0.0.2,', '10.0.0.0/8/8'])(
  'when the value is %s, then the error lists the allowed values',
  (value) => expect(() => read(value)).toThrow('SWATH_TRUST_PROXY must be off, on (one proxy)'),
);
