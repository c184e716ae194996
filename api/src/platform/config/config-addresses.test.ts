import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (value?: string) => readConfig(value === undefined ? {} : { SWATH_ALLOW_PRIVATE_ADDRESSES: value }).allowedAddresses;

test('SWATH_ALLOW_PRIVATE_ADDRESSES is a list of addresses and networks', () => {
  expect([read(), read(' 127.0.0.1, 10.0.0.0/8 ,::1')]).toEqual([[], ['127.0.0.1', '10.0.0.0/8', '::1']]);
});

test.each(['localhost', '10.0.0.0/99', '127.0.0.1;::1', 'on'])('%s is refused', (value) => {
  expect(() => read(value)).toThrow(`SWATH_ALLOW_PRIVATE_ADDRESSES must be addresses and networks separated by commas`);
});
