import type { FastifyRequest } from 'fastify';
import { type FieldError, invalid } from '../../errors.ts';
import { withoutNulls } from './json-body.ts';
import { type Pageable, readPageable } from './paging.ts';
import { findOmittedFields, withoutCleared } from './replaced-fields.ts';
import type { Route } from './route.ts';
import { findUnknownFields, findUnknownParameters } from './unknown-names.ts';
import { compileValidator, type Validator } from './validation.ts';

const firstPage: Pageable = { page: 0, size: 20, sort: [] };

export interface ValidatedInput {
  pageable: Pageable;
  errors: FieldError[];
}

/** Validates path, query and body together, so that the problem lists all errors at once. */
export function compileInputValidator(route: Route): (request: FastifyRequest) => ValidatedInput {
  const none: Validator = () => [];
  const validateParams = route.params === undefined ? none : compileValidator(route.params, 'text');
  const validateQuery = route.query === undefined ? none : compileValidator(route.query, 'text');
  const validateBody = route.body === undefined ? none : compileValidator(withoutCleared(route.body), 'body');
  const { paging } = route;
  const arrayNames = arrayParameters(route.query);
  const refusesUnknown = route.ignoresUnknown !== true;
  const queryNames = Object.keys(propertiesOf(route.query));
  return (request) => {
    const query = request.query as Record<string, unknown>;
    splitArrays(query, arrayNames);
    const errors: FieldError[] = [...validateParams(request.params), ...validateQuery(query)];
    if (refusesUnknown) {
      errors.push(...findUnknownParameters(queryNames, paging !== undefined, query));
      if (route.uploads === undefined) errors.push(...findUnknownFields(route.body, request.body));
    }
    if (route.body !== undefined) {
      errors.push(...findOmittedFields(route.body, request.body));
      request.body = withoutNulls(request.body);
    }
    let pageable = firstPage;
    if (paging !== undefined) {
      const result = readPageable(query, paging.sortable);
      pageable = result.pageable;
      errors.push(...result.errors);
    }
    if (route.uploads !== undefined && !Buffer.isBuffer(request.body))
      errors.push({ path: 'body', message: `is required: ${route.uploads.types.join(', ')}` });
    const isOmitted = request.body === undefined || (request.body === null && route.optionalBody === true);
    if (isOmitted && route.body !== undefined) {
      if (route.optionalBody !== true) errors.push({ path: 'body', message: 'is required, as a JSON object' });
    } else errors.push(...validateBody(request.body));
    return { pageable, errors };
  };
}

/** Throws the errors of the schemas together with those that the route itself finds in fields that fit the schema. */
export async function throwInvalid({ findMoreErrors }: Route, body: unknown, errors: FieldError[]): Promise<never> {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const more = isObject && findMoreErrors !== undefined ? await findMoreErrors(body as Record<string, unknown>) : [];
  const isNamed = (path: string) => errors.some((error) => `${path}.`.startsWith(`${error.path}.`));
  throw invalid(...errors, ...more.filter(({ path }) => !isNamed(path)));
}

/** Removes query parameters that the route does not declare, because they have not been validated. */
export function compileQueryFilter(schema: Route['query']): (query: Record<string, unknown>) => Record<string, unknown> {
  const names = Object.keys(propertiesOf(schema));
  return (query) => {
    const declared: Record<string, unknown> = {};
    for (const name of names) if (query[name] !== undefined) declared[name] = query[name];
    return declared;
  };
}

/**
 * The version in If-Match; undefined without the header and for `*`, which match any version. A value other than one strong
 * tag of this service matches no version: weak tags never match (RFC 9110, 13.1.1).
 */
export function readIfMatch(request: FastifyRequest): number | undefined {
  const tag = request.headers['if-match']?.trim();
  if (tag === undefined || tag === '*') return undefined;
  return Number(/^"(\d{1,9})"$/.exec(tag)?.[1] ?? -1);
}

const propertiesOf = (schema: Route['query']): Record<string, { type?: string }> =>
  (schema as { properties?: Record<string, { type?: string }> } | undefined)?.properties ?? {};

function arrayParameters(schema: Route['query']): string[] {
  const properties = propertiesOf(schema);
  return Object.keys(properties).filter((name) => properties[name]?.type === 'array');
}

/** An array is sent as repeated parameters or as one parameter with commas. */
function splitArrays(query: Record<string, unknown>, names: string[]): void {
  for (const name of names) {
    const value = query[name];
    if (value !== undefined)
      query[name] = [value]
        .flat()
        .flatMap((item) => String(item).split(','))
        .filter((item) => item !== '');
  }
}
