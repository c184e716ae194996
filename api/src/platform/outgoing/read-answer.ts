/** An answer has more bytes than its reader allows. */
export class AnswerTooLong extends Error {
  constructor(maxBytes: number) {
    super(`The answer has more than ${maxBytes} bytes.`);
  }
}

/**
 * Reads the body of an answer, at most `maxBytes` after decompression: 1 MB of gzip can be 1 GB of text. Every answer of another service is
 * read by this, or its body is cancelled.
 */
export async function readAnswer({ body }: Pick<Response, 'body'>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new AnswerTooLong(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `fetch` for libraries: it has read the whole answer within the time limit of the request, and fails if the answer is too long. */
export function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const content = await readAnswer(response, maxBytes);
    return new Response(content.length === 0 ? null : new Uint8Array(content), { status: response.status, headers: response.headers });
  };
}
