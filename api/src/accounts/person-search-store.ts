import type { Value } from '../platform/postgres/database.ts';

const plainName = (text: string): string => `joined_words(plain_words(${text}))`;

/**
 * Whether the name of `alias` begins with the typed text, without case and accents. For farmers, the index app_user_farmer_plain_name has the
 * same expression. Plain words have no characters that are special in `like`.
 */
export const nameBegins = (alias: string, typed: string): string => `${plainName(`${alias}.full_name`)} like ${plainName(typed)} || '%'`;

/** Whether the phone number of `u` begins with one of the prefixes, as a range: ':' is the character after '9'. */
export function numberBegins(prefixes: readonly string[], values: Value[]): string[] {
  return prefixes.map((prefix) => {
    const n = values.push(prefix);
    return `(u.phone_key ~>=~ $${n} and u.phone_key ~<~ ($${n}::text || ':'))`;
  });
}

/**
 * Position of a found user `u`: a number that was typed in full, a name that begins with the text, another name with its words, and what was
 * found in other ways.
 */
export const searchRank = (typed: string, numbers: string, isNameBegun: string): string =>
  `case when u.phone_key = any(${numbers}::text[]) then 0 when ${isNameBegun} then 1 when u.found_by @@ words_begun(${typed}) then 2 else 3 end`;
