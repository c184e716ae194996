import { type TSchema, Type } from 'typebox';

/** Pieces that every feature's schemas are made of. */

/** An int64, kept as its digits in code so that none is ever lost. */
export const Id = (description?: string) =>
  Type.Unsafe<string>({ type: 'integer', format: 'int64', minimum: 1, ...(description === undefined ? {} : { description }) });

export const Int32 = (options: object = {}) => Type.Integer({ format: 'int32', ...options });

export const CalendarDate = (options: object = {}) => Type.Unsafe<string>({ type: 'string', format: 'date', ...options });

export const Timestamp = (options: object = {}) => Type.Unsafe<string>({ type: 'string', format: 'date-time', ...options });

export const OneOf = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

export const NullableText = (options: object = {}) => Type.Unsafe<string | null>({ type: ['string', 'null'], ...options });

export const NullableDate = (options: object = {}) => Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', ...options });

export const NullableOneOf = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number] | null>({ type: ['string', 'null'], enum: [...values, null], ...options });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A response object: these fields, all of them, and no other. */
export const Exact = <T extends Record<string, TSchema>>(properties: T, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const Text = (longest: number, options: object = {}) =>
  Type.String({ minLength: 1, maxLength: longest, notBlank: true, ...options });

/** Names a schema in the OpenAPI document, where it becomes a component that others refer to. */
export const named = <T extends TSchema>(title: string, schema: T): T => Object.assign(schema, { title });

/** The answer of an operation that has nothing else to say. */
export const DoneSchema = named('Done', Exact({ done: Type.Boolean() }));
