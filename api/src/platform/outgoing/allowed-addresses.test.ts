import { expect, test } from 'vitest';
import { allowedAddresses, canRequestHost, isNetwork } from './allowed-addresses.ts';

test.each([
  ...[
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
  ],
  ...['192.168.1.1', '192.0.2.1', '198.18.0.1', '198.19.255.255', '203.0.113.9', '224.0.0.1', '255.255.255.255'],
  ...['::', '::1', '[::1]', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a00:1', '::127.0.0.1', '64:ff9b::a00:1', '2002:a00:1::1'],
  ...['fc00::1', 'fdff::1', 'fe80::1', 'fe80::1%eth0', 'ff02::1', '2001:db8::1'],
])('%s is not public', (address) => {
  expect(allowedAddresses([])(address)).toBe(false);
});

test.each([
  ...[
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '172.15.255.255',
    '172.32.0.0',
  ],
  ...['192.167.255.255', '192.169.0.0', '223.255.255.255', '2606:4700::1111', '[2606:4700::1111]', '::ffff:8.8.8.8'],
])('%s is public', (address) => {
  expect(allowedAddresses([])(address)).toBe(true);
});

test('what is no address is refused', () => {
  for (const text of ['', 'localhost', '127.1', '0x7f000001', '2130706433']) expect(allowedAddresses(['127.0.0.0/8'])(text)).toBe(false);
});

test('listed addresses and networks are allowed, and no others', () => {
  const isAllowed = allowedAddresses(['10.0.0.5', '192.168.7.0/24', 'fd00::/16', '::1']);
  const addresses = ['10.0.0.5', '10.0.0.6', '::ffff:10.0.0.5', '192.168.7.9', '192.168.8.9', 'fd00::1', 'fd01::1', '::1', '127.0.0.1'];
  expect(addresses.map(isAllowed)).toEqual([true, false, true, true, false, true, false, true, false]);
});

test('a network is an address with a number of bits that fits', () => {
  const texts = ['10.0.0.1', '10.0.0.0/8', '::1', 'fc00::/7', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', 'localhost', ''];
  expect(texts.map(isNetwork)).toEqual([true, true, true, true, false, false, false, false, false]);
});

test('when a host is a private address or a name of this machine, then it can be requested only if its address is allowed', () => {
  const hosts = ['10.0.0.1', '[::1]', 'localhost', 'LOCALHOST.', 'api.localhost', '1.1.1.1', 'example.com', 'localhost.example.com'];
  const isAllowed = allowedAddresses([]);
  expect(hosts.map((host) => canRequestHost(host, isAllowed))).toEqual([false, false, false, false, false, true, true, true]);
  const isAllowedLocally = allowedAddresses(['127.0.0.1']);
  expect(['localhost', '127.0.0.1', '127.0.0.2'].map((host) => canRequestHost(host, isAllowedLocally))).toEqual([true, true, false]);
});
