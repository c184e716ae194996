import { createHmac, timingSafeEqual } from 'node:crypto';
import type { InstallationKeys } from '../platform/secrets/installation-keys.ts';

/**
 * Six digits that a farmer without the app gives to the crew. They are derived from the order id and a secret key of this
 * installation (HMAC), so they need not be stored.
 */
export class SignOffCodes {
  readonly #keys: InstallationKeys;

  constructor(keys: InstallationKeys) {
    this.#keys = keys;
  }

  async codeOf(orderId: string): Promise<string> {
    const key = await this.#keys.get('sign-off-code');
    const digest = createHmac('sha256', key).update(`order ${orderId}`).digest();
    return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0');
  }

  async matches(orderId: string, code: string): Promise<boolean> {
    return timingSafeEqual(Buffer.from(await this.codeOf(orderId)), Buffer.from(code.padEnd(6).slice(0, 6)));
  }
}
