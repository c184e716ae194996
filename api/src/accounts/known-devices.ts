import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { InstallationKeys } from '../platform/secrets/installation-keys.ts';

const lifetimeSeconds = 365 * 86_400;
const cookieNameOf = (userId: string): string => `swath_device_${userId}`;

/** The Secure attribute for cookies, if the browser uses TLS. `Origin` has the scheme of its page, also where a proxy forwards none. */
export const secure = ({ protocol, headers }: FastifyRequest): string =>
  protocol === 'https' || headers.origin?.startsWith('https:') === true ? '; Secure' : '';

/**
 * Devices on which an account has signed in before, identified by a signed cookie: `<device id>.<issued at>.<signature>`. The cookie is no
 * credential. It gives the device its own limit of password attempts, so that attempts from other devices cannot lock the owner out.
 */
export class KnownDevices {
  readonly #keys: InstallationKeys;

  constructor(keys: InstallationKeys) {
    this.#keys = keys;
  }

  /** The device id, if the request has a valid cookie for this account. */
  async find(userId: string, cookies: string | undefined, now: Date): Promise<string | undefined> {
    const name = `${cookieNameOf(userId)}=`;
    const cookie = cookies
      ?.split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(name));
    const [, id = '', issuedAt = '', signature = ''] =
      /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/.exec(cookie?.slice(name.length) ?? '') ?? [];
    if (id === '' || Number(issuedAt) + lifetimeSeconds < now.getTime() / 1000) return undefined;
    const expected = await this.#sign(userId, id, issuedAt);
    return timingSafeEqual(Buffer.from(expected), Buffer.from(signature)) ? id : undefined;
  }

  /** A Set-Cookie value for a device on which the user has just authenticated; undefined: the request has a valid cookie. */
  async remember(userId: string, request: FastifyRequest, now: Date): Promise<string | undefined> {
    if ((await this.find(userId, request.headers.cookie, now)) !== undefined) return undefined;
    const id = randomBytes(16).toString('base64url');
    const issuedAt = String(Math.floor(now.getTime() / 1000));
    const value = `${id}.${issuedAt}.${await this.#sign(userId, id, issuedAt)}`;
    return `${cookieNameOf(userId)}=${value}; Path=/api/auth; HttpOnly; SameSite=Lax; Max-Age=${lifetimeSeconds}${secure(request)}`;
  }

  async #sign(userId: string, id: string, issuedAt: string): Promise<string> {
    const key = await this.#keys.get('known-device');
    return createHmac('sha256', key).update(`${userId}.${id}.${issuedAt}`).digest('base64url');
  }
}
