import { asciiJson, type Fragments } from '../platform/http/row-json.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type Company, type Crop, readCatalog, type SpraySession } from './catalog-store.ts';

export interface CatalogFacts {
  company: Company;
  crops: Map<string, Crop>;
  sessions: Map<string, SpraySession>;
}

/** Crops, sessions and settings change rarely and are needed always: kept in memory, read anew when they change. */
export class Catalog {
  readonly #database: Database;
  #facts: CatalogFacts | undefined;
  #reading: Promise<CatalogFacts> | undefined;
  #generation = 0;
  #json = { crop: new Map<string, string>(), session: new Map<string, string>() };

  constructor(database: Database) {
    this.#database = database;
    database.listen('swath_catalog', () => this.forget());
  }

  forget(): void {
    this.#generation++;
    this.#facts = undefined;
    this.#reading = undefined;
  }

  /** What is known now. While changes cannot be heard, it is read each time. */
  facts(): CatalogFacts | Promise<CatalogFacts> {
    if (this.#facts !== undefined && this.#database.hearing) return this.#facts;
    this.#reading ??= this.#read();
    return this.#reading;
  }

  async #read(): Promise<CatalogFacts> {
    const generation = this.#generation;
    try {
      const { company, crops, sessions } = await readCatalog(this.#database.read);
      const facts = {
        company,
        crops: new Map(crops.map((crop) => [crop.id, crop])),
        sessions: new Map(sessions.map((session) => [session.id, session])),
      };
      this.#json = {
        crop: new Map(crops.map((crop) => [crop.id, cropJson(crop)])),
        session: new Map(sessions.map((session) => [session.id, sessionJson(session)])),
      };
      // A change that was announced meanwhile may be newer than what was read: use it, but do not keep it.
      if (generation === this.#generation) this.#facts = facts;
      return facts;
    } finally {
      if (generation === this.#generation) this.#reading = undefined;
    }
  }

  /** Makes sure that the fragments below know these ids: a row may name a crop that was added a moment ago. */
  async cover(cropIds: Iterable<string>, sessionIds: Iterable<string>): Promise<void> {
    const missing = (known: Map<string, string>, ids: Iterable<string>) => {
      for (const id of ids) if (!known.has(id)) return true;
      return false;
    };
    if (this.#facts === undefined) await this.facts();
    if (missing(this.#json.crop, cropIds) || missing(this.#json.session, sessionIds)) {
      this.forget();
      await this.facts();
    }
  }

  readonly fragments: Fragments = {
    crop: (id) => this.#json.crop.get(id) ?? 'null',
    session: (id) => this.#json.session.get(id) ?? 'null',
  };
}

export const cropJson = ({ id, name }: Crop): string => asciiJson(`{"id":${id},"name":${JSON.stringify(name)}}`);

export const sessionJson = ({ id, startTime, endTime }: SpraySession): string =>
  `{"id":${id},"startTime":${localTimeJson(startTime)},"endTime":${localTimeJson(endTime)}}`;

function localTimeJson(time: string): string {
  const [hour, minute, seconds = '0'] = time.split(':');
  const [second, fraction = ''] = seconds.split('.');
  return `{"hour":${Number(hour)},"minute":${Number(minute)},"second":${Number(second)},"nano":${Number(fraction.padEnd(9, '0'))}}`;
}
