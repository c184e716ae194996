import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (value?: string) => readConfig(value === undefined ? {} : { SWATH_TRUST_PROXY: value }).trustProxy;

test('when nothing is said of proxies, then none is believed', () => {
  expect([read(), read('off')]).toEqual([false, false]);
});

test('when there are so many proxies, then so many are believed; on means one', () => {
  expect([read('on'), read('1'), read('2')]).toEqual([1, 1, 2]);
});

test('when proxies are named, then they are', () => {
  for (const named of ['10.0.0.2', '10.0.0.2, 10.1.0.0/16', '2001:db8::1,fd00::/8']) expect(read(named)).toBe(named);
});

test.each(['yes', 'true', '0', '10', '10.0.0.300', '10.0.0.0/33', '10.0.0.0/0', 'proxy.example', '10.0.0.2,', '10.0.0.0/8/8'])(
  'when it is %s, then the start says what it may be',
  (value) => expect(() => read(value)).toThrow('SWATH_TRUST_PROXY must be off, on (one proxy)'),
);
