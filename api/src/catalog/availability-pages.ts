import { type Pageable, pageJson } from '../platform/http/paging.ts';
import { RawJson } from '../platform/http/row-json.ts';
import { bytesOfRows, type RawRow } from '../platform/postgres/row.ts';
import { datesBetween, type WallTime } from '../platform/time/clock.ts';
import { sessionJson } from './catalog.ts';
import type { SpraySession } from './catalog-store.ts';
import { toSessionDays } from './closure-store.ts';
import type { DateRange } from './date-range-rules.ts';

type Sessions = ReadonlyMap<string, SpraySession>;

/** A page of 200 sessions has some 36 kB. */
const maxPages = 64;

/** Pages of free places. Clients request the same few weeks again and again, and most of the time no place has been taken meanwhile. */
export class AvailabilityPages {
  #sessions: Sessions | undefined;
  readonly #pages = new Map<string, AvailabilityPage>();

  /** `sessions`: the map of the catalogue, which is replaced by another one when it changes. */
  find(sessions: Sessions, range: DateRange, pageable: Pageable): AvailabilityPage {
    if (this.#sessions !== sessions) this.#pages.clear();
    this.#sessions = sessions;
    const isDescending = pageable.sort[0]?.descending === true;
    const key = `${range.from} ${range.to} ${pageable.page} ${pageable.size} ${isDescending}`;
    let page = this.#pages.get(key);
    if (page === undefined) {
      page = new AvailabilityPage(sessions, range, pageable, isDescending);
      if (this.#pages.size >= maxPages) this.#pages.clear();
      this.#pages.set(key, page);
    }
    return page;
  }
}

interface SessionOfDay {
  date: string;
  session: SpraySession;
}

export class AvailabilityPage {
  /** The dates of the page; undefined: it is empty. */
  readonly dates: DateRange | undefined;
  readonly #pageable: Pageable;
  readonly #total: number;
  readonly #active: readonly SpraySession[];
  readonly #content: readonly SessionOfDay[];
  /** What the response was written from, and the response. */
  #written: { rows: Buffer; begun: string; json: RawJson | string } | undefined;

  constructor(sessions: Sessions, range: DateRange, pageable: Pageable, isDescending: boolean) {
    const { page, size } = pageable;
    this.#pageable = pageable;
    this.#active = [...sessions.values()].filter((session) => session.active);
    const all = datesBetween(range.from, range.to).flatMap((date) => this.#active.map((session) => ({ date, session })));
    if (isDescending) all.reverse();
    this.#total = all.length;
    this.#content = all.slice(page * size, (page + 1) * size);
    const [first, last] = [this.#content[0]?.date, this.#content.at(-1)?.date];
    if (first !== undefined && last !== undefined) this.dates = first <= last ? { from: first, to: last } : { from: last, to: first };
  }

  /** The response for the rows of its dates. It is written again only if they have changed or another session has begun. */
  json(rows: readonly RawRow[], now: WallTime): RawJson | string {
    const bytes = bytesOfRows(rows);
    const begun = `${now.date} ${this.#active.reduce((count, { startTime }) => (startTime <= now.time ? count + 1 : count), 0)}`;
    if (bytes !== undefined && this.#written?.begun === begun && this.#written.rows.equals(bytes)) return this.#written.json;
    const json = this.#write(rows, now);
    // A copy, because the bytes are part of a larger buffer.
    if (bytes !== undefined) this.#written = { rows: Buffer.from(bytes), begun, json };
    return json;
  }

  #write(rows: readonly RawRow[], now: WallTime): RawJson | string {
    const days = toSessionDays(rows);
    const content = this.#content.map(({ date, session }) => {
      const isBegun = date < now.date || (date === now.date && session.startTime <= now.time);
      const day = days.get(`${date} ${session.id}`);
      const free = isBegun || day?.closed === true ? 0 : Math.max(0, session.capacity - (day?.taken ?? 0));
      return `{"date":"${date}","session":${sessionJson(session)},"capacity":${session.capacity},"free":${free}}`;
    });
    // ASCII, so it may be raw. Copied, because otherwise each response would join its parts again.
    return new RawJson(Buffer.from(pageJson(this.#pageable, this.#total, content), 'latin1').toString('latin1'));
  }
}
