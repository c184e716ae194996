import { read } from './client.ts';

/** Something together with the tag of its version: sent back with a change, so that nobody overwrites what they have not seen. */
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

/** The header for a change of what was seen in that version. */
export const ifMatch = (tag: string | null | undefined): { 'If-Match'?: string } =>
  tag === null || tag === undefined ? {} : { 'If-Match': tag };
