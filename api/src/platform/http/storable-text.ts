const unstorable = /\0|\p{Surrogate}/u;

/** Escapes of JSON and files can produce NUL, which PostgreSQL cannot store, and halves of characters. */
export const isStorableText = (text: string): boolean => !unstorable.test(text);

/** A text of another system as it can be stored. Cutting a text can leave half a character, too. */
export const toStorableText = (text: string): string =>
  isStorableText(text) ? text : text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');

/** JSON of another system, which is not refused for a text that cannot be stored. Throws if it is not JSON. */
export const parseForeignJson = (json: string): unknown =>
  JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? toStorableText(value) : value));
