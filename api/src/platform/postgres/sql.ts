import { defaultPageSize, type Sort } from '../http/paging.ts';
import type { Value } from './row.ts';

/** A prepared statement. Without a name it is prepared anew each time: for texts that vary too much to keep. */
export interface Statement {
  name: string | undefined;
  text: string;
  /** Given for a statement that may be committed together with others: what it locks first. */
  lock?: (values: readonly Value[]) => string;
  /**
   * Reads a few rows by an index, whatever the values: one plan will do, and several are asked in one go. Else PostgreSQL decides
   * each time, and nobody waits for another's answer.
   */
  short?: boolean;
}

const names = new Set<string>();

/** Prepared once per connection under its name, so a name may stand for one text only. */
export function statement(name: string, text: string, options: Pick<Statement, 'lock' | 'short'> = {}): Statement {
  if (names.has(name)) throw new Error(`there are two statements called ${name}`);
  names.add(name);
  return { name, text, ...options };
}

export function looseStatement(text: string): Statement {
  return { name: undefined, text };
}

/**
 * ORDER BY for a request: its sorts, or the list's own order; the id always last, so that the order is total. It goes the way of
 * the field before it, so that an index on the two can be read from either end. What has no value comes last both ways: that is
 * said only of the `nullable` fields, because saying it of others would keep their index from being read backwards.
 */
export function orderBy(
  sorts: readonly Sort[],
  columns: Record<string, string>,
  standard: string,
  id: string,
  nullable: readonly string[] = [],
): string {
  if (sorts.length === 0) return standard;
  const down = (field: string) => (nullable.includes(field) ? ' desc nulls last' : ' desc');
  const terms = sorts.map(({ field, descending }) => `${columns[field]}${descending ? down(field) : ''}`);
  return [...terms, `${id}${sorts.at(-1)?.descending === true ? ' desc' : ''}`].join(', ');
}

const kept = new Map<string, Statement>();

/** A statement per shape of a list stays prepared; sorts by several fields are too many shapes for that. */
export function listStatement(shape: string, sorts: readonly Sort[], build: () => string): Statement {
  if (sorts.length > 1) return looseStatement(build());
  const key = [shape, ...sorts.map(({ field, descending }) => `${field} ${descending}`)].join(' by ');
  let found = kept.get(key);
  if (found === undefined) {
    // PostgreSQL cuts names at 63 bytes, so the shape is numbered and not spelled out.
    found = statement(`list_${kept.size}`, build());
    kept.set(key, found);
  }
  return found;
}

/**
 * One page of a list. How many rows are wanted stands in the text, because a plan made without
 * knowing that may read and sort the whole list. The first page, as everyone asks for it, stays prepared with
 * its plan, which cost more than the page when it was made anew for each; there are too many others, and without a `shape` none is kept.
 */
export function pageStatement(
  shape: string | undefined,
  sorts: readonly Sort[],
  limit: number,
  offset: number,
  /** `most`: how many rows there are up to the end of the page. */
  build: (limits: string, most: string) => string,
): Statement {
  const text = () => build(`limit ${whole(limit)} offset ${whole(offset)}`, whole(limit + offset));
  const isFirst = shape !== undefined && offset === 0 && limit === defaultPageSize;
  return isFirst ? { ...listStatement(`first page of ${shape}`, sorts, text), short: true } : looseStatement(text());
}

/** Nothing but digits gets from a request into a statement's text. */
function whole(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is no number of rows`);
  return String(value);
}
