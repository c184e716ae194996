import { BlockList, isIP } from 'node:net';

// Addresses that are not reachable over the internet (IANA special-purpose registries), and those that wrap an IPv4 address.
const notPublic = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '::1/128', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
  ...['5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

/** An IP address or a network such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return (
    maxBits > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= maxBits))
  );
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits ?? (isIP(address) === 6 ? 128 : 32)), familyOf(address));
  }
  return list;
}

export type IsAllowed = (address: string) => boolean;

/** Public addresses, and those of `allowed`: addresses and networks. An IPv4 address that is written as IPv6 counts as itself. */
export function allowedAddresses(allowed: readonly string[]): IsAllowed {
  const refused = listOf(notPublic);
  const excepted = listOf(allowed);
  return (address) => {
    const plain = address.replace(/^\[(.*)\]$/s, '$1').replace(/%.*$/s, '');
    if (isIP(plain) === 0) return false;
    return !refused.check(plain, familyOf(plain)) || excepted.check(plain, familyOf(plain));
  };
}

/**
 * Whether requests to a host may be possible, as far as its text says it: an address that is not allowed is refused, and so is a name of this
 * machine unless a loopback address is allowed. Other names are looked up when they are requested.
 */
export function canRequestHost(hostname: string, isAllowed: IsAllowed): boolean {
  const host = hostname
    .replace(/^\[(.*)\]$/s, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(host) !== 0) return isAllowed(host);
  return !(host === 'localhost' || host.endsWith('.localhost')) || isAllowed('127.0.0.1') || isAllowed('::1');
}
