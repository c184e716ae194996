export type Json = Record<string, unknown>;

/** Internal schema keywords for validation and serialisation; removed from the document. */
const ownKeywords = new Set(['notBlank', 'findError', 'patternHint', 'fragment', 'mayBeOmitted', 'nullClears']);

/** Moves named schemas to the components and returns a $ref. */
export function reference(schema: object, components: Map<string, Json>): Json {
  const { title, ...rest } = schema as Json;
  if (typeof title !== 'string') return clean(schema as Json, components);
  const cleaned = { title, ...clean(rest, components) };
  const known = components.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(cleaned))
    throw new Error(`two different schemas are called ${title}`);
  components.set(title, cleaned);
  return { $ref: `#/components/schemas/${title}` };
}

export function clean(schema: Json, components: Map<string, Json>): Json {
  const entries = Object.entries(schema)
    .filter(([key]) => !ownKeywords.has(key))
    .map(([key, value]) => {
      if (key === 'properties') {
        return [
          key,
          Object.fromEntries(
            Object.entries(value as Record<string, object>).map(([name, property]) => [name, reference(property, components)]),
          ),
        ];
      }
      if (key === 'items') return [key, reference(value as object, components)];
      if (key === 'anyOf') return [key, (value as object[]).map((option) => reference(option, components))];
      return [key, value];
    });
  return Object.fromEntries(entries);
}

/** `1.5 MB`, `64 kB` */
export const sizeText = (bytes: number): string =>
  bytes >= 1_000_000 ? `${Math.round(bytes / 100_000) / 10} MB` : `${Math.round(bytes / 1024)} kB`;
