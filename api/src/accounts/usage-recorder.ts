import type { Db } from '../platform/postgres/database.ts';
import { saveKeyUse } from './api-key-store.ts';
import { saveTokenUse } from './device-store.ts';

const maxTokens = 20_000;
const batchSize = 1000;

/** Collects when tokens and API keys were last used. A job saves it in batches, so that no request writes it. */
export class UsageRecorder {
  readonly #keys = new Map<string, Date>();
  readonly #tokens = new Map<string, Date>();

  noteKey(id: string, at: Date): void {
    this.#keys.set(id, at);
  }

  noteToken(hash: Buffer, at: Date): void {
    if (this.#tokens.size < maxTokens) this.#tokens.set(hash.toString('hex'), at);
  }

  /** Saves what was collected. After a failure it is saved the next time. */
  async save(db: Db): Promise<void> {
    await saveInBatches(this.#keys, (uses) => saveKeyUse(db, uses));
    await saveInBatches(this.#tokens, (uses) => saveTokenUse(db, uses));
  }
}

async function saveInBatches(collected: Map<string, Date>, save: (uses: ReadonlyMap<string, Date>) => Promise<void>): Promise<void> {
  while (collected.size > 0) {
    const batch = new Map([...collected].slice(0, batchSize));
    await save(batch);
    for (const [key, at] of batch) if (collected.get(key) === at) collected.delete(key);
  }
}
