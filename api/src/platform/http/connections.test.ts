import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { handleClientError } from './client-error-handler.ts';
import { Connections } from './connections.ts';

const request = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A client of a new server, and what it has received. */
async function connected(answer: Answer): Promise<{ client: Socket; received: () => string; statuses: () => string[] }> {
  const server = createServer(answer);
  // As long as that of the service.
  server.keepAliveTimeout = 72_000;
  const connections = new Connections(server);
  server.on('clientError', (error, socket) => handleClientError(error, socket as Socket, { connections }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  client.on('data', (chunk) => {
    text += chunk;
  });
  closing.push(() => {
    client.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  await once(client, 'connect');
  return { client, received: () => text, statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status as string) };
}

test('when a client that sent several requests at once goes away, then every response closes', async () => {
  let arrived = 0;
  let closed = 0;
  const allClosed = new Promise<void>((resolve) => {
    void connected((_, response) => {
      arrived++;
      response.on('close', () => ++closed === 5 && resolve());
      if (arrived === 5) client.destroy();
    }).then((connection) => {
      client = connection.client;
      client.write([1, 2, 3, 4, 5].map((n) => request(`/${n}`)).join(''));
    });
  });
  let client: Socket;
  await allClosed;
  expect([arrived, closed]).toEqual([5, 5]);
});

test.each([
  ['a header that is too long', request('/2', `x: ${'a'.repeat(20_000)}\r\n`), '431'],
  ['no HTTP', 'GARBAGE\r\n\r\n', '400'],
])('when %s follows requests, then these are answered first', async (_, bad, status) => {
  const responses: ServerResponse[] = [];
  const { client, statuses, received } = await connected((_, response) => {
    responses.push(response);
    if (responses.length < 2) return;
    // The error has been found by now, or is found while the answers are written.
    setImmediate(() => {
      for (const [at, waiting] of responses.entries()) waiting.end(`answer ${at}`);
    });
  });
  client.write(request('/0') + request('/1') + bad);
  await once(client, 'end');
  expect(statuses()).toEqual(['200', '200', status]);
  expect(received()).toMatch(/answer 0[\s\S]*answer 1/);
});

test('when the body of the last request is no body, then it is refused without its answer', async () => {
  const { client, statuses } = await connected(() => {});
  client.write('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n');
  await once(client, 'end');
  expect(statuses()).toEqual(['400']);
});

test('when a client still sends after a header that is too long, then it can read the answer', async () => {
  const { client, statuses } = await connected(() => {});
  const failures: Error[] = [];
  client.on('error', (error) => failures.push(error));
  client.pause();
  client.write(request('/', `x: ${'a'.repeat(30_000)}`).slice(0, -2));
  for (let part = 0; part < 20; part++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    client.write('a'.repeat(20_000));
  }
  client.resume();
  await once(client, 'end');
  expect([statuses(), failures]).toEqual([['431'], []]);
});

test('when a client does not send the rest of a body after the answer, then the connection closes soon', async () => {
  const { client, statuses } = await connected((_, response) => response.end('ok'));
  const began = performance.now();
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5000\r\n\r\n{}');
  await once(client, 'data');
  // To the server this is the rest of the body.
  client.write(request('/next'));
  await once(client, 'close');
  expect(statuses()).toEqual(['200']);
  expect(performance.now() - began).toBeLessThan(15_000);
}, 20_000);

test('when the rest of a body arrives after the answer, then the next request is answered on the same connection', async () => {
  const { client, statuses } = await connected((_, response) => response.end('ok'));
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\n{');
  await once(client, 'data');
  client.write(`}}}${request('/next')}`);
  await once(client, 'data');
  expect(statuses()).toEqual(['200', '200']);
});
