import type { Value } from '../platform/postgres/database.ts';

/** Whether the name of `alias` begins with the typed text, without case and accents: a range of sort names, up to the last character of Unicode. */
export function nameBegins(alias: string, typed: string): string {
  const begun = `joined_words(plain_words(${typed}))`;
  return `(${alias}.sort_name >= ${begun} and ${alias}.sort_name < (${begun} || U&'\\+10FFFF'))`;
}

/** Whether the phone number of `u` begins with one of the prefixes, as a range: ':' is the character after '9'. */
export function numberBegins(prefixes: readonly string[], values: Value[]): string[] {
  return prefixes.map((prefix) => {
    const n = values.push(prefix);
    return `(u.phone_key ~>=~ $${n} and u.phone_key ~<~ ($${n}::text || ':'))`;
  });
}

/**
 * Position of a found user `u`: a confirmed number that was typed in full, a name that begins with the text, another name with its words, and what was
 * found in other ways.
 */
export const searchRank = (typed: string, numbers: string, isNameBegun: string): string =>
  `case when u.phone_key = any(${numbers}::text[]) and u.phone_confirmed then 0 when ${isNameBegun} then 1 when u.found_by @@ words_begun(${typed}) then 2 else 3 end`;
