import { type TSchema, Type } from 'typebox';
import { singleLinePattern } from './single-line-rules.ts';

/** Building blocks of the schemas. */

/** An int64, in code a string of digits, so that no precision is lost. */
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

/** A response object with exactly these fields. */
export const Exact = <T extends Record<string, TSchema>>(properties: T, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** Text that may have several lines. */
export const Text = (longest: number, options: object = {}) =>
  Type.String({ minLength: 1, maxLength: longest, notBlank: true, ...options });

const singleLine = {
  pattern: singleLinePattern,
  patternHint: 'must be one line, without tabs and control characters',
};

/** Text in one line: names, places, numbers. */
export const Line = (longest: number, options: object = {}) => Text(longest, { ...singleLine, ...options });

export const LineOrEmpty = (longest: number, options: object = {}) => Type.String({ maxLength: longest, ...singleLine, ...options });

export const TimeOfDay = (description: string) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', patternHint: 'must be a time, HH:mm', description });

/** Gives a schema a name; it becomes a component of the OpenAPI document. */
export const named = <T extends TSchema>(title: string, schema: T): T => Object.assign(schema, { title });

/** The response of an operation without content. */
export const DoneSchema = named('Done', Exact({ done: Type.Boolean() }));
