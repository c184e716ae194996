import { request } from 'node:http';

export interface Sent {
  status: number;
  headers: Headers;
  text: string;
}

/** Without a byte order mark, as fetch. */
const utf8 = new TextDecoder();

/** Sends the path unchanged; fetch would normalise it, and takes as much CPU time as the service does for its answer. */
export function sendRaw(
  { url }: { url: string },
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Sent> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers }, (response) => {
      const received = new Headers();
      for (const [name, values = []] of Object.entries(response.headersDistinct)) for (const value of values) received.append(name, value);
      const answerWith = (text: string) => resolve({ status: response.statusCode ?? 0, headers: received, text });
      // An event stream has no end.
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        answerWith('');
        response.destroy();
        return;
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => answerWith(utf8.decode(Buffer.concat(chunks))));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
