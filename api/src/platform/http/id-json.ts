/**
 * Ids are strings of digits in code and numbers in JSON. `idValue` marks an id and `toJson` writes it as a number, without loss of
 * precision. The mark is a NUL character, which no text from the database can contain.
 */
export const idValue = (id: string): string => `\u0000${id}`;

export const toJson = (value: unknown): string => JSON.stringify(value).replace(/"\\u0000(\d+)"/g, '$1');
