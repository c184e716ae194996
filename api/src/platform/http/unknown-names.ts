import type { TObject } from 'typebox';
import type { FieldError } from '../../errors.ts';
import { nearestName } from '../config/nearest-name.ts';
import { isPagingParameter } from './paging.ts';

interface Schema {
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean;
  items?: Schema;
  anyOf?: readonly Schema[];
  type?: string | readonly string[];
}

/** A hostile body may have thousands. */
const maxErrors = 50;

/** Fields of a body that its schema does not have, at any depth, and whether or not they are null. */
export function findUnknownFields(schema: TObject | undefined, body: unknown): FieldError[] {
  const errors: FieldError[] = [];
  collectUnknown((schema ?? noFields) as Schema, body, '', errors);
  return errors;
}

const noFields: Schema = { properties: {}, additionalProperties: false };

function collectUnknown(schema: Schema, value: unknown, path: string, errors: FieldError[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const items = optionsOf(schema).find((option) => option.items !== undefined)?.items;
    if (items === undefined || !hasObjects(items)) return;
    for (const [at, item] of value.entries()) collectUnknown(items, item, `${path}${at}.`, errors);
    return;
  }
  const objects = optionsOf(schema).filter(({ properties }) => properties !== undefined);
  if (objects.length === 0) return;
  const isClosed = objects.every(({ additionalProperties }) => additionalProperties === false);
  const names = objects.flatMap(({ properties = {} }) => Object.keys(properties));
  for (const [name, member] of Object.entries(value)) {
    if (errors.length >= maxErrors) return;
    if (names.includes(name)) {
      const known = objects.flatMap(({ properties = {} }) => (Object.hasOwn(properties, name) ? [properties[name] as Schema] : []));
      collectUnknown(known.length === 1 ? (known[0] as Schema) : { anyOf: known }, member, `${path}${name}.`, errors);
    } else if (isClosed) errors.push({ path: `${path}${name.slice(0, 100)}`, message: unknownText('field', name, names) });
  }
}

/** A boundary has thousands of positions, and none of them has fields. */
const hasObjects = (schema: Schema): boolean =>
  optionsOf(schema).some(({ properties, items }) => properties !== undefined || items !== undefined);

const optionsOf = (schema: Schema): readonly Schema[] => (schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap(optionsOf));

/** Query parameters that a route does not have. */
export function findUnknownParameters(names: readonly string[], isPaged: boolean, query: Record<string, unknown>): FieldError[] {
  const errors: FieldError[] = [];
  for (const name of Object.keys(query)) {
    if (names.includes(name) || (isPaged && isPagingParameter(name))) continue;
    const known = isPaged ? [...names, 'page', 'size', 'sort'] : names;
    errors.push({ path: name.slice(0, 100), message: unknownText('parameter', name, known) });
    if (errors.length >= maxErrors) break;
  }
  return errors;
}

function unknownText(kind: 'field' | 'parameter', name: string, names: readonly string[]): string {
  const meant = nearestName(name, names);
  return `is not a ${kind} of this request${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

/** The schema of a body whose objects have only the declared fields. Those that are open by declaration stay open. */
export const closed = <T extends TObject>(schema: T): T => closedNode(schema) as T;

function closedNode(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closedNode);
  if (typeof schema !== 'object' || schema === null) return schema;
  const node = schema as Record<string, unknown>;
  const known = closedSchemas.get(node);
  if (known !== undefined) return known;
  const copy: Record<string, unknown> = { ...node };
  for (const key of ['items', 'anyOf'] as const) if (node[key] !== undefined) copy[key] = closedNode(node[key]);
  if (node.properties !== undefined) {
    const properties = Object.entries(node.properties as Record<string, unknown>);
    copy.properties = Object.fromEntries(properties.map(([name, property]) => [name, closedNode(property)]));
    copy.additionalProperties ??= false;
  }
  closedSchemas.set(node, copy);
  return copy;
}

/** Several routes have the same schema, and share its validator. */
const closedSchemas = new WeakMap<object, object>();
