import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Posted {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
}

/** The status of the response, or no response. */
export type Answering = number | 'hangs';

export interface Receiver {
  url: string;
  answer: (path: string) => Answering;
  posted: Posted[];
  at(path: string): Posted[];
  close(): Promise<void>;
}

/** A receiver of webhooks that can fail and hang. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      receiver.posted.push({ path, headers: request.headers, text });
      const answer = receiver.answer(path);
      if (answer === 'hangs') return;
      response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end('thank you');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: () => 200,
    posted: [],
    at: (path) => receiver.posted.filter((posted) => posted.path === path),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
