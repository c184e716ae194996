import type { Db } from '../platform/postgres/database.ts';
import { saveKeyUse } from './api-key-store.ts';

/** Collects when API keys were last used. A job saves it in batches, so that no request writes it. */
export class UsageRecorder {
  #keys = new Map<string, Date>();

  noteKey(id: string, at: Date): void {
    this.#keys.set(id, at);
  }

  /** Saves what was collected. After a failure it is saved the next time. */
  async save(db: Db): Promise<void> {
    const keys = this.#keys;
    if (keys.size === 0) return;
    this.#keys = new Map();
    try {
      await saveKeyUse(db, keys);
    } catch (error) {
      this.#keys = new Map([...keys, ...this.#keys]);
      throw error;
    }
  }
}
