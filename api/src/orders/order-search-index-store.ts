import type { Value } from '../platform/postgres/database.ts';
import type { OfficeListFilter } from './office-filter.ts';

/** As many as `order_search_keys` has. */
const parts = 16;

/** Rows `o` of `order_search`, found by the index of words one part after the other, so that a limit leaves out the last parts. Arguments are SQL. */
export const ordersWithWords = (phrase: string, phonePrefixes = "'{}'"): string =>
  `(select order_search_template(${phrase}, ${phonePrefixes}) as template offset 0) q cross join generate_series(0, ${parts - 1}) part
    cross join lateral (select * from order_search where order_search_keys(id, words) @@ order_search_part(q.template, part) offset 0) o`;

export interface SearchSql {
  /** On `order_search o`. */
  condition: string;
  /** The rows of `order_search` that fulfil the condition, by indexes. */
  source: string;
}

/** Both have the same parameters. */
export function searchSql({ words, number }: Pick<OfficeListFilter, 'words' | 'number'>, values: Value[]): SearchSql {
  const byId = number?.orderId == null ? undefined : `o.id = $${values.push(number.orderId)}`;
  const phrase = number === undefined ? (words ?? '') : number.words;
  if (phrase === null) {
    const condition = byId ?? 'false';
    return { condition, source: `(select o.* from order_search o where ${condition})` };
  }
  const typed = `$${values.push(phrase)}`;
  const prefixes = number === undefined ? "'{}'" : `$${values.push(number.phonePrefixes)}::text[]`;
  const byWords = `o.words @@ order_search_query(${typed}, ${prefixes})`;
  const found = `select o.* from ${ordersWithWords(typed, prefixes)}`;
  if (byId === undefined) return { condition: byWords, source: `(${found})` };
  return {
    condition: `(${byId} or ${byWords})`,
    source: `(${found} union all select o.* from order_search o where ${byId} and (${byWords}) is not true)`,
  };
}
