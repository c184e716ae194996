import type { Database, Db } from '../platform/postgres/database.ts';
import { type SecretBox, SecretUnreadable } from '../platform/secrets/secret-box.ts';
import { createSecret, lockSecret, readSecret, saveSecret } from '../platform/secrets/secret-store.ts';
import type { Clock } from '../platform/time/clock.ts';
import { forgetAllDevices } from './push-store.ts';

const secretName = 'vapid';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The VAPID keys of this installation, made on first use. Browsers are bound to them, so they change only if the secret key does not open
 * the stored ones. All devices are forgotten then, because no message could reach them.
 */
export class PushKeys {
  readonly #database: Database;
  readonly #box: SecretBox;
  readonly #clock: Clock;
  #keys: Promise<VapidKeys> | undefined;

  constructor(database: Database, box: SecretBox, clock: Clock) {
    this.#database = database;
    this.#box = box;
    this.#clock = clock;
  }

  get(): Promise<VapidKeys> {
    this.#keys ??= this.#read().catch((error: unknown) => {
      this.#keys = undefined;
      throw error;
    });
    return this.#keys;
  }

  async #read(): Promise<VapidKeys> {
    const { write } = this.#database;
    const stored = await this.#open(write);
    if (stored !== undefined && stored !== 'unreadable') return stored;
    const { default: webPush } = await import('web-push');
    const made = JSON.stringify(webPush.generateVAPIDKeys());
    if (stored === undefined) await createSecret(write, this.#box, secretName, made, this.#clock());
    else
      await this.#database.transaction(async (tx) => {
        await lockSecret(tx, secretName);
        // Another process may have replaced them meanwhile.
        if ((await this.#open(tx)) !== 'unreadable') return;
        await saveSecret(tx, this.#box, secretName, made, this.#clock());
        await forgetAllDevices(tx);
      });
    return JSON.parse((await readSecret(write, this.#box, secretName)) ?? '') as VapidKeys;
  }

  async #open(db: Db): Promise<VapidKeys | 'unreadable' | undefined> {
    try {
      const stored = await readSecret(db, this.#box, secretName);
      return stored === undefined ? undefined : (JSON.parse(stored) as VapidKeys);
    } catch (error) {
      if (error instanceof SecretUnreadable) return 'unreadable';
      throw error;
    }
  }
}
