import { asciiJson, type Fragments } from '../platform/http/row-json.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type Company, type Crop, readCatalog, type SpraySession } from './catalog-store.ts';

export interface CatalogFacts {
  company: Company;
  crops: Map<string, Crop>;
  sessions: Map<string, SpraySession>;
}

/** In-memory cache of crops, sessions and company settings, invalidated by NOTIFY. */
export class Catalog {
  readonly #database: Database;
  #facts: CatalogFacts | undefined;
  #reading: Promise<CatalogFacts> | undefined;
  #generation = 0;
  #json = { crop: new Map<string, string>(), session: new Map<string, string>() };

  constructor(database: Database) {
    this.#database = database;
    database.listen('swath_catalog', () => this.invalidate());
  }

  invalidate(): void {
    this.#generation++;
    this.#facts = undefined;
    this.#reading = undefined;
  }

  /** The cached data. While LISTEN does not work, every call reads from the database. */
  facts(): CatalogFacts | Promise<CatalogFacts> {
    if (this.#facts !== undefined && this.#database.isListening) return this.#facts;
    this.#reading ??= this.#read();
    return this.#reading;
  }

  async #read(): Promise<CatalogFacts> {
    const generation = this.#generation;
    try {
      // Neither `read`, which may be a snapshot of the caller, nor `write`, whose connections may all wait for this answer.
      const { company, crops, sessions } = await readCatalog(this.#database.current);
      const facts = {
        company,
        crops: new Map(crops.map((crop) => [crop.id, crop])),
        sessions: new Map(sessions.map((session) => [session.id, session])),
      };
      this.#json = {
        crop: new Map(crops.map((crop) => [crop.id, cropJson(crop)])),
        session: new Map(sessions.map((session) => [session.id, sessionJson(session)])),
      };
      // If the cache was invalidated during the read, the data may be outdated: return it, but do not cache it.
      if (generation === this.#generation) this.#facts = facts;
      return facts;
    } finally {
      if (generation === this.#generation) this.#reading = undefined;
    }
  }

  /** Loads the catalogue again if an id is missing in the fragments: a row may refer to a crop that was added since the last load. */
  async ensureLoaded(cropIds: Iterable<string>, sessionIds: Iterable<string>): Promise<void> {
    const isMissing = (loaded: Map<string, string>, ids: Iterable<string>) => {
      for (const id of ids) if (!loaded.has(id)) return true;
      return false;
    };
    if (this.#facts === undefined) await this.facts();
    if (isMissing(this.#json.crop, cropIds) || isMissing(this.#json.session, sessionIds)) {
      this.invalidate();
      await this.facts();
    }
  }

  /** Calls `write`, which uses the fragments; again with a newly loaded catalogue if one was missing. */
  async withFragments<T>(write: () => T): Promise<T> {
    if (this.#facts === undefined) await this.facts();
    this.#isFragmentMissing = false;
    const written = write();
    if (!this.#isFragmentMissing) return written;
    this.invalidate();
    await this.facts();
    return write();
  }

  #isFragmentMissing = false;

  #fragment(loaded: Map<string, string>, id: string): string {
    const json = loaded.get(id);
    if (json !== undefined) return json;
    this.#isFragmentMissing = true;
    return 'null';
  }

  readonly fragments: Fragments = {
    crop: (id) => this.#fragment(this.#json.crop, id),
    session: (id) => this.#fragment(this.#json.session, id),
  };
}

export const cropJson = ({ id, name }: Crop): string => asciiJson(`{"id":${id},"name":${JSON.stringify(name)}}`);

const sessionJsons = new WeakMap<SpraySession, string>();

/** Kept for each session of the cache: a week of free places has it 42 times. ASCII. */
export function sessionJson(session: SpraySession): string {
  let json = sessionJsons.get(session);
  if (json === undefined) {
    const { id, startTime, endTime } = session;
    json = `{"id":${id},"startTime":${localTimeJson(startTime)},"endTime":${localTimeJson(endTime)}}`;
    sessionJsons.set(session, json);
  }
  return json;
}

function localTimeJson(time: string): string {
  const [hour, minute, seconds = '0'] = time.split(':');
  const [second, fraction = ''] = seconds.split('.');
  return `{"hour":${Number(hour)},"minute":${Number(minute)},"second":${Number(second)},"nano":${Number(fraction.padEnd(9, '0'))}}`;
}
