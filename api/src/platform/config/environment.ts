import { isNetwork } from '../outgoing/allowed-addresses.ts';

export class ConfigError extends Error {}

export function readText(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/** Values separated by commas. */
export function readList(env: NodeJS.ProcessEnv, name: string): string[] {
  const values = (readText(env, name) ?? '').split(',').map((part) => part.trim());
  return values.filter((value) => value !== '');
}

/** Addresses and networks. */
export function readNetworks(env: NodeJS.ProcessEnv, name: string): string[] {
  const given = readList(env, name);
  const wrong = given.find((network) => !isNetwork(network));
  if (wrong === undefined) return given;
  throw new ConfigError(`${name} must be addresses and networks separated by commas, like 127.0.0.1,10.0.0.0/8, not "${wrong}".`);
}

/** Returns the URL without a trailing slash, so that a path can be appended. */
export function readUrl(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = readText(env, name);
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if ((url?.protocol !== 'http:' && url?.protocol !== 'https:') || url.search !== '' || url.hash !== '') {
    throw new ConfigError(`${name} must be an address like https://spray.example.com, not "${value}".`);
  }
  return url.href.replace(/\/+$/, '');
}

export function readInteger(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const value = readText(env, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}".`);
  }
  return number;
}

export function readChoice<T extends string>(env: NodeJS.ProcessEnv, name: string, options: readonly T[]): T | undefined {
  const value = readText(env, name);
  if (value === undefined) return undefined;
  const found = options.find((option) => option === value);
  if (found === undefined) throw new ConfigError(`${name} must be one of ${options.join(', ')}, not "${value}".`);
  return found;
}
