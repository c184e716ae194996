import { defaultPageSize, type Sort } from '../http/paging.ts';
import type { Value } from './row.ts';

/** A prepared statement. Without a name it is not kept: for texts with too many variants. */
export interface Statement {
  name: string | undefined;
  text: string;
  /** For statements that may be committed in a batch: the key of the first lock. */
  lock?: (values: readonly Value[]) => string;
  /** For statements that may be committed in a batch: those with the same key are not in two batches at a time. */
  serial?: (values: readonly Value[]) => string;
  /**
   * Reads a few rows by an index for all values: uses a generic plan, and is sent in a batch with others. Otherwise PostgreSQL chooses the
   * plan, and the statement is sent alone.
   */
  short?: boolean;
}

const names = new Set<string>();

/** Prepared once per connection under its name, so each name must have exactly one text. */
export function statement(name: string, text: string, options: Pick<Statement, 'lock' | 'serial' | 'short'> = {}): Statement {
  if (names.has(name)) throw new Error(`there are two statements called ${name}`);
  names.add(name);
  return { name, text, ...options };
}

export function looseStatement(text: string): Statement {
  return { name: undefined, text };
}

/**
 * ORDER BY of a request: its sorts or the default order, with the id last, so that the order is total. The id has the direction of the
 * field before it, so that an index on both can be scanned in either direction. Nulls are last in both directions; this is written for
 * `nullable` fields only, because otherwise the index could not be scanned backwards.
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

/** One prepared statement per variant of a list; sorts by several fields have too many variants. */
export function listStatement(shape: string, sorts: readonly Sort[], build: () => string): Statement {
  if (sorts.length > 1) return looseStatement(build());
  const key = [shape, ...sorts.map(({ field, descending }) => `${field} ${descending}`)].join(' by ');
  let found = kept.get(key);
  if (found === undefined) {
    // PostgreSQL truncates names at 63 bytes, so variants are numbered.
    found = statement(`list_${kept.size}`, build());
    kept.set(key, found);
  }
  return found;
}

/**
 * One page of a list. The limit is part of the text, because a plan for an unknown limit may read and sort the whole list. The first page
 * of the default size is a prepared statement, because planning it would cost more than running it. Other pages have too many variants.
 */
export function pageStatement(
  shape: string | undefined,
  sorts: readonly Sort[],
  limit: number,
  offset: number,
  /** `most`: number of rows up to the end of the page. */
  build: (limits: string, most: string) => string,
): Statement {
  const text = () => build(`limit ${whole(limit)} offset ${whole(offset)}`, whole(limit + offset));
  const isFirst = shape !== undefined && offset === 0 && limit === defaultPageSize;
  return isFirst ? { ...listStatement(`first page of ${shape}`, sorts, text), short: true } : looseStatement(text());
}

/** Only digits from a request may become part of a statement's text. */
function whole(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is not a number of rows`);
  return String(value);
}
