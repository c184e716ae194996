import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import type { FieldError } from '../../errors.ts';
import { isCalendarDate } from '../time/clock.ts';
import { singleLinePattern } from './single-line-rules.ts';

const largestId = 2n ** 63n - 1n;

/** The canonical digits of an int64 id, or undefined. Numbers beyond 2^53 must be bigint or text. */
export function readId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 1 ? String(value) : undefined;
  if (typeof value === 'bigint') return value >= 1n && value <= largestId ? String(value) : undefined;
  if (typeof value !== 'string' || !/^[1-9]\d{0,18}$/.test(value)) return undefined;
  return BigInt(value) <= largestId ? value : undefined;
}

const isSingleLine = new RegExp(singleLinePattern, 'u');

type Source = 'body' | 'text';

/** A rule of a text that other keywords cannot express: returns what is wrong with it. */
export type FindError = (text: string) => string | undefined;

/** JSON bodies are not coerced; path and query parameters are text and are converted to their type. */
function createAjv(source: Source): Ajv {
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, useDefaults: false, coerceTypes: source === 'text' });
  ajv.addFormat('date', isCalendarDate);
  ajv.addFormat(
    'email',
    (value: string) =>
      value.length <= 254 && isSingleLine.test(value) && /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\]+$/.test(value),
  );
  ajv.addFormat('date-time', true);
  ajv.addFormat('int32', true);
  ajv.addKeyword({
    keyword: 'int64Id',
    modifying: true,
    errors: false,
    validate: (
      _: unknown,
      data: unknown,
      __: unknown,
      context?: { parentData: Record<string, unknown>; parentDataProperty: string | number },
    ) => {
      if (source === 'body' && typeof data === 'string') return false;
      const id = readId(data);
      if (id === undefined || context === undefined) return false;
      context.parentData[context.parentDataProperty] = id;
      return true;
    },
  });
  ajv.addKeyword({ keyword: 'findError', type: 'string', validate: (findError: FindError, text: string) => findError(text) === undefined });
  ajv.addKeyword({ keyword: 'notBlank', type: 'string', validate: (_: unknown, data: string) => data.trim() !== '' });
  return ajv;
}

const ajvs = { body: createAjv('body'), text: createAjv('text') };

export type Validator = (value: unknown) => FieldError[];

/** Several routes have the same schema, for example that of a path with an id. */
const validators = { body: new WeakMap<TSchema, Validator>(), text: new WeakMap<TSchema, Validator>() };

/** Compiles a schema into a validator that reports all errors. It may replace ids by their canonical digits. */
export function compileValidator(schema: TSchema, source: Source): Validator {
  const known = validators[source].get(schema);
  if (known !== undefined) return known;
  let validate: ValidateFunction | undefined;
  const validator: Validator = (value) => {
    // Compiled on first use: a hundred schemas would delay the start.
    validate ??= ajvs[source].compile(forInput(schema) as object);
    if (validate(value)) return [];
    return toFieldErrors(validate.errors ?? []);
  };
  validators[source].set(schema, validator);
  return validator;
}

/** The schema for input: ids by our own rule. Unknown fields are found by `findUnknownFields`, which names the nearest known one. */
function forInput(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forInput);
  if (typeof schema !== 'object' || schema === null) return schema;
  const node = schema as Record<string, unknown>;
  if (node.format === 'int64') return { int64Id: true };
  const { additionalProperties: _, ...rest } = node;
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, forInput(value)]));
}

function toFieldErrors(errors: ErrorObject[]): FieldError[] {
  const found = new Map<string, string>();
  for (const error of errors) {
    if (error.keyword === 'anyOf' || error.keyword === 'if') continue;
    const { missingProperty: named } = error.params as { missingProperty?: string };
    const steps = error.instancePath
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    while (/^\d+$/.test(steps.at(-1) ?? '')) steps.pop(); // report the array as a whole
    const path = [...steps, ...(named === undefined ? [] : [named])].join('.');
    // A rule of its own says more than a length.
    if (!found.has(path) || error.keyword === 'findError') found.set(path, messageOf(error));
  }
  return [...found].map(([path, message]) => ({ path, message }));
}

function messageOf({ keyword, params, schema, parentSchema, data, message }: ErrorObject): string {
  const p = params as Record<string, unknown>;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'int64Id':
      return 'must be a whole number from 1 to 9223372036854775807';
    case 'findError':
      return (schema as FindError)(data as string) ?? 'is not valid';
    case 'notBlank':
      return 'must not be empty';
    case 'type':
      return `must be ${typeNames[String(p.type)] ?? String(p.type)}`;
    case 'minimum':
      return `must be at least ${p.limit}`;
    case 'maximum':
      return `must be at most ${p.limit}`;
    case 'minLength':
      return p.limit === 1 ? 'must not be empty' : `must have at least ${p.limit} characters`;
    case 'maxLength':
      return `must have at most ${p.limit} characters`;
    case 'enum':
      return `must be one of ${(p.allowedValues as unknown[]).join(', ')}`;
    case 'format':
      return `must be ${formatNames[String(p.format)] ?? String(p.format)}`;
    case 'pattern':
      return (parentSchema as { patternHint?: string } | undefined)?.patternHint ?? 'is not in the expected form';
    default:
      return message ?? 'is not valid';
  }
}

const typeNames: Record<string, string> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

const formatNames: Record<string, string> = {
  date: 'a date, YYYY-MM-DD',
  email: 'an e-mail address',
};
