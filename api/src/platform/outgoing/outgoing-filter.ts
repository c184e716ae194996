import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch as fetchFrom, install, setGlobalDispatcher } from 'undici';
import { allowedAddresses, type IsAllowed } from './allowed-addresses.ts';

const code = 'ADDRESS_NOT_PUBLIC';
export const notPublicReason = 'is not public, and SWATH_ALLOW_PRIVATE_ADDRESSES does not list it';

/** A request was about to go to an address that is neither public nor allowed. */
class AddressNotPublic extends Error {
  readonly code = code;

  constructor() {
    super(`The address ${notPublicReason}.`);
  }
}

/** Whether `fetch` failed because the address is neither public nor allowed. */
export const isNotPublic = (error: unknown): boolean => (error as { cause?: { code?: unknown } }).cause?.code === code;

/** Refuses a name if any of its addresses is not allowed: another attempt might use that one. */
function filteredLookup(isAllowed: IsAllowed): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) return callback(error, []);
      if (!addresses.every(({ address }) => isAllowed(address))) return callback(new AddressNotPublic(), []);
      const [first] = addresses;
      return options.all === true ? callback(null, addresses) : callback(null, first?.address ?? '', first?.family);
    });
  };
}

/** Connections only to public addresses and those of `allowed`. The check follows the DNS lookup of every connection, redirects included. */
export function filteredAgent(allowed: readonly string[]): Agent {
  const isAllowed = allowedAddresses(allowed);
  const connect = buildConnector({ lookup: filteredLookup(isAllowed) });
  return new Agent({
    connect(options, callback) {
      const host = options.hostname.replace(/^\[(.*)\]$/s, '$1');
      // No lookup takes place for an address.
      if (isIP(host) !== 0 && !isAllowed(host)) return callback(new AddressNotPublic(), null);
      return connect(options, callback);
    },
  });
}

/** A `fetch` with a filter of its own, instead of that of this process. */
export function filteredFetch(allowed: readonly string[]): typeof fetch {
  const dispatcher = filteredAgent(allowed);
  // The package's types of requests and responses differ from those of Node in details.
  const fetchWith = fetchFrom as unknown as (input: unknown, init: unknown) => Promise<Response>;
  return (input, init) => fetchWith(input, { ...init, dispatcher });
}

/** Every `fetch` of this process goes through the filter. */
export function installOutgoingFilter(allowed: readonly string[]): void {
  // Replaces the fetch of Node by that of the same package as the agent, because their versions must fit.
  install();
  setGlobalDispatcher(filteredAgent(allowed));
}
