import { ConfigError, readList, readNetworks } from './environment.ts';

export interface PushConfig {
  /** Push services besides the known ones: a host, `*.` and a host for all hosts below it, or an origin such as `https://push.example:8443`. */
  services: string[];
  /** Addresses and networks of these services that are not public. */
  privateAddresses: string[];
}

/** Without further push services. */
export const publicPush: PushConfig = { services: [], privateAddresses: [] };

const label = '[a-z0-9]([a-z0-9-]*[a-z0-9])?';
const hostForm = new RegExp(`^(\\*\\.)?(${label}\\.)+${label}$`);

const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

export function readPush(env: NodeJS.ProcessEnv): PushConfig {
  const services = readList(env, 'SWATH_PUSH_SERVICES');
  const wrong = services.find((service) => !hostForm.test(service) && !isOrigin(service));
  if (wrong !== undefined)
    throw new ConfigError(
      `SWATH_PUSH_SERVICES must be hosts separated by commas, like push.example.com,*.push.example.org or https://push.example.com:8443, not "${wrong}".`,
    );
  return { services, privateAddresses: readNetworks(env, 'SWATH_PUSH_ALLOW_PRIVATE_ADDRESSES') };
}
