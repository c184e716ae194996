import createClient from 'openapi-fetch';
import { Problem } from './problem.ts';
import type { components, paths } from './schema.d.ts';
import { fetchSignedInRecently } from './sign-in-again.ts';

type Schemas = components['schemas'];
/** A schema of the OpenAPI document, by its name. */
export type Shape<Name extends keyof Schemas> = Schemas[Name];

export const api = createClient<paths>({ baseUrl: location.origin, querySerializer: toQuery, fetch: fetchSignedInRecently });

/** Serialises arrays as repeated parameters and `pageable` as page, size and sort. */
export function toQuery(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) for (const item of value) search.append(name, String(item));
    else if (typeof value === 'object')
      for (const pair of new URLSearchParams(toQuery(value as Record<string, unknown>))) search.append(...pair);
    else search.append(name, String(value));
  }
  return search.toString();
}

interface ApiResult<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Returns the response body, or throws the Problem. */
export async function read<T>(request: Promise<ApiResult<T>>): Promise<T> {
  let result: ApiResult<T>;
  try {
    result = await request;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Problem({ status: 0, code: 'UNREACHABLE', detail: '' });
  }
  const { data, error, response } = result;
  if (response.ok) return data as T;
  throw Problem.from(error, response);
}

/** The same for a search, whose total may be a minimum. */
export async function readSearch<T>(request: Promise<ApiResult<T>>): Promise<T & { hasMore: boolean }> {
  const found = await read(request);
  return { ...found, hasMore: (await request).response.headers.get('total-is-minimum') !== null };
}
