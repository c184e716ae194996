import { isIPv6 } from 'node:net';

const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** The network that rate limits count: an IPv4 address, or the /64 of an IPv6 address, which one household or office has. */
export function networkOf(address: string): string {
  if (ipv4.test(address)) return address;
  const text = address.toLowerCase().replace(/%.*$/s, '');
  const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1] ?? /^\[(.*)\](?::\d{1,5})?$/.exec(text)?.[1];
  if (withPort !== undefined) return networkOf(withPort);
  // A forwarded address may be any text: all invalid ones share one count.
  if (!isIPv6(text)) return 'unreadable';
  const groups = groupsOf(text);
  // An IPv4 address that arrived at an IPv6 socket, `::ffff:1.2.3.4`, is the same client as `1.2.3.4`.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of a valid IPv6 address; its end may be in IPv4 notation. */
function groupsOf(address: string): number[] {
  const read = (part: string): number[] =>
    part.split(':').flatMap((group) => {
      if (group === '') return [];
      const [a, b, c, d] = group.split('.').map(Number);
      return a === undefined || b === undefined || c === undefined || d === undefined
        ? [Number.parseInt(group, 16)]
        : [a * 256 + b, c * 256 + d];
    });
  const [head = '', tail] = address.split('::');
  const [before, after] = [read(head), read(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** Loopback, private and link-local addresses, which are not routed over the internet. */
export function isPrivateNetwork(network: string): boolean {
  return network.includes(':')
    ? /^(?:0:0:0:0|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)::\/64$/.test(network)
    : /^(?:127|10)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\./.test(network);
}
