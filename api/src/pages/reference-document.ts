/** The parts of our OpenAPI document that the reference page reads. */
export interface ReferenceDocument {
  info: { title: string; version: string; summary: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  operationId: string;
  summary: string;
  /** Paragraphs; the last one states the required role. */
  description: string;
  tags: string[];
  /** Empty: no sign-in required. */
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content: Record<string, Media> }>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Media {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, unknown>;
}

export interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}

/** An operation with its method and path. */
export interface Endpoint extends Operation {
  method: string;
  path: string;
}

export function endpointsOf(document: ReferenceDocument): Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

/** Problem codes of an operation, by status. */
export function refusalsOf({ responses }: Operation): { status: string; codes: string[] }[] {
  return Object.entries(responses)
    .map(([status, { content }]) => ({ status, codes: Object.keys(content['application/problem+json']?.examples ?? {}) }))
    .filter(({ codes }) => codes.length > 0);
}

export const schemaName = (ref: string): string => ref.replace('#/components/schemas/', '');

/** Resolves a $ref; other schemas are returned unchanged. */
export function resolved(schema: Schema, document: ReferenceDocument): Schema {
  if (schema.$ref === undefined) return schema;
  return document.components.schemas[schemaName(schema.$ref)] ?? schema;
}
