import type { Sort } from './paging.ts';

/** A prepared statement. Without a name it is prepared anew each time: for texts that vary too much to keep. */
export interface Statement {
  name: string | undefined;
  text: string;
}

const names = new Set<string>();

/** Prepared once per connection under its name, so a name may stand for one text only. */
export function statement(name: string, text: string): Statement {
  if (names.has(name)) throw new Error(`there are two statements called ${name}`);
  names.add(name);
  return { name, text };
}

export function looseStatement(text: string): Statement {
  return { name: undefined, text };
}

/** ORDER BY for a request: its sorts, or the list's own order; the id always last, so that the order is total. */
export function orderBy(sorts: readonly Sort[], columns: Record<string, string>, standard: string, id: string): string {
  if (sorts.length === 0) return standard;
  const terms = sorts.map(({ field, descending }) => `${columns[field]} ${descending ? 'desc nulls last' : 'asc nulls last'}`);
  return [...terms, `${id} desc`].join(', ');
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
