/**
 * JSON in the canonical form of RFC 8785: keys in the order of their UTF-16 code units, no white space, numbers as ECMAScript writes them.
 * The same value always has the same text, so its hash can be compared.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      throw new RangeError(`${value} has no exact JSON number`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`${typeof value} is not a JSON value`);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // The default order of strings in JavaScript is that of their code units.
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}
