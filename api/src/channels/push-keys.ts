import type { Database } from '../platform/postgres/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { createSecret, readSecret } from '../platform/secrets/secret-store.ts';
import type { Clock } from '../platform/time/clock.ts';

const secretName = 'vapid';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** The VAPID keys of this installation, made at the first start. Browsers are bound to them, so they never change. */
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
    const stored = await readSecret(write, this.#box, secretName);
    if (stored !== undefined) return JSON.parse(stored) as VapidKeys;
    const { default: webPush } = await import('web-push');
    await createSecret(write, this.#box, secretName, JSON.stringify(webPush.generateVAPIDKeys()), this.#clock());
    return JSON.parse((await readSecret(write, this.#box, secretName)) ?? '') as VapidKeys;
  }
}
