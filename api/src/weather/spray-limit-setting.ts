import type { Database } from '../platform/postgres/database.ts';
import { readSprayLimit, type SprayLimitSetting } from './spray-limit-store.ts';
import { presets, type SprayLimits } from './spray-window-rules.ts';

const effective = new WeakMap<SprayLimitSetting, SprayLimits>();

/** All limits of a setting; the same object at every call, so that verdicts can be kept with it. */
export function effectiveLimits(setting: SprayLimitSetting): SprayLimits {
  let limits = effective.get(setting);
  if (limits === undefined) {
    limits = { ...presets[setting.preset], ...setting.limits };
    effective.set(setting, limits);
  }
  return limits;
}

/** In-memory cache of the company's spray limits, invalidated by NOTIFY. */
export class SprayLimitCache {
  readonly #database: Database;
  #setting: Promise<SprayLimitSetting> | undefined;

  constructor(database: Database) {
    this.#database = database;
    database.listen('swath_spray_limit', () => this.invalidate());
  }

  invalidate(): void {
    this.#setting = undefined;
  }

  /** While LISTEN does not work, every call reads from the database. */
  async setting(): Promise<SprayLimitSetting> {
    if (!this.#database.isListening) return readSprayLimit(this.#database.read);
    if (this.#setting === undefined) {
      // Not `read`, which is within a snapshot of the caller: what is cached must be current.
      const reading = readSprayLimit(this.#database.write);
      this.#setting = reading;
      reading.catch(() => {
        if (this.#setting === reading) this.#setting = undefined;
      });
    }
    return this.#setting;
  }

  async limits(): Promise<SprayLimits> {
    return effectiveLimits(await this.setting());
  }
}
