import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (services: string) => readConfig({ SWATH_PUSH_SERVICES: services }).push.services;

test('without settings, push messages go to no further service and to no private address', () => {
  expect(readConfig({}).push).toEqual({ services: [], privateAddresses: [] });
});

test('push services are hosts, hosts below one, and origins', () => {
  const services = ['push.example.com', '*.push.example.org', 'https://push.example.com:8443', 'http://127.0.0.1:4000'];
  expect(read(services.join(', '))).toEqual(services);
});

test.each(['*', '*.com', 'push', 'https://push.example.com/path', 'push.example.com:8443', 'ftp://push.example.com', '*.*.example.com'])(
  '%s is refused as a push service',
  (value) => {
    expect(() => read(value)).toThrow('SWATH_PUSH_SERVICES must be hosts separated by commas');
  },
);

test('private addresses of push services have a setting of their own', () => {
  const { push, allowedAddresses } = readConfig({
    SWATH_ALLOW_PRIVATE_ADDRESSES: '10.0.0.0/8',
    SWATH_PUSH_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
  });
  expect([push.privateAddresses, allowedAddresses]).toEqual([['127.0.0.1'], ['10.0.0.0/8']]);
  expect(() => readConfig({ SWATH_PUSH_ALLOW_PRIVATE_ADDRESSES: 'localhost' })).toThrow('SWATH_PUSH_ALLOW_PRIVATE_ADDRESSES must be');
});
