import { describe, expect, test } from 'vitest';
import { isPrivateNetwork, networkOf } from './network.ts';

describe('addresses', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:7:8:9', 'unreadable'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unreadable'],
    ['unknown', 'unreadable'],
    ['<script>', 'unreadable'],
    ['9'.repeat(5000), 'unreadable'],
  ])('when a request comes from %s, then its network is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test('when two addresses are in the same /64, then they share a network; otherwise they do not', () => {
    expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:db8:1:2:bbbb::2'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  });

  test.each(['127.0.0.1', '127.8.0.1', '10.1.2.3', '172.16.0.1', '172.31.9.9', '192.168.1.1', '169.254.1.1', '::1', 'fd12::1', 'fe80::1'])(
    'when the address is %s, then it is in a private network',
    (address) => expect(isPrivateNetwork(networkOf(address))).toBe(true),
  );

  test.each(['203.0.113.9', '172.15.0.1', '172.32.0.1', '192.169.1.1', '100.64.0.1', '2001:db8::1', '2600::fd00:1', 'unknown', ''])(
    'when the address is %s, then it is not in a private network',
    (address) => expect(isPrivateNetwork(networkOf(address))).toBe(false),
  );
});
