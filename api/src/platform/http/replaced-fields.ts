import type { TObject } from 'typebox';
import type { FieldError } from '../../errors.ts';

interface Property {
  type?: string | readonly string[];
  anyOf?: readonly Property[];
  /** Own keyword: the present value stays if the field of a PUT is left out, or it is no part of the value. */
  mayBeOmitted?: true;
  /** Own keyword, set here: null clears the field. */
  nullClears?: true;
}

const propertiesOf = (schema: TObject): Record<string, Property> => schema.properties as Record<string, Property>;

/**
 * The schema of the body of a PUT, which replaces everything: a field that may be empty must be sent, and null clears it. Otherwise a field
 * that was forgotten would be deleted with 200. Handlers get it without the fields that are null.
 */
export function replacing<T extends TObject>(schema: T): T {
  const required: readonly string[] = schema.required ?? [];
  const properties = Object.entries(propertiesOf(schema)).map(([name, property]): [string, Property] => {
    if (required.includes(name) || property.mayBeOmitted === true) return [name, property];
    return [name, takesNull(property) ? { ...property, nullClears: true } : { anyOf: [property, { type: 'null' }], nullClears: true }];
  });
  const names = properties.flatMap(([name, { nullClears }]) => (nullClears === true || required.includes(name) ? [name] : []));
  return Object.assign({ ...schema }, { properties: Object.fromEntries(properties), required: names });
}

const takesNull = ({ type, anyOf = [] }: Property): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(takesNull);

const clearedFields = (schema: TObject): string[] =>
  Object.entries(propertiesOf(schema)).flatMap(([name, { nullClears }]) => (nullClears === true ? [name] : []));

/** The same schema for the validator, which gets the body without the fields that are null. */
export function withoutCleared(schema: TObject): TObject {
  const cleared = clearedFields(schema);
  const required: readonly string[] = schema.required ?? [];
  return cleared.length === 0 ? schema : Object.assign({ ...schema }, { required: required.filter((name) => !cleared.includes(name)) });
}

/** The fields that a body leaves out although leaving out clears nothing. */
export function findOmittedFields(schema: TObject, body: unknown): FieldError[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return clearedFields(schema)
    .filter((name) => !Object.hasOwn(body, name))
    .map((path) => ({ path, message: 'is required; null clears it' }));
}
