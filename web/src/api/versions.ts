import { read } from './client.ts';

/** A value with its ETag. A change sends the tag back (optimistic lock). */
export interface Versioned<T> {
  value: T;
  tag: string | null;
}

export async function readVersioned<T>(request: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<Versioned<T>> {
  let tag: string | null = null;
  const value = await read(
    request.then((result) => {
      tag = result.response.headers.get('etag');
      return result;
    }),
  );
  return { value, tag };
}

/** The If-Match header for a change of that version. */
export const ifMatch = (tag: string | null | undefined): { 'If-Match'?: string } =>
  tag === null || tag === undefined ? {} : { 'If-Match': tag };
