import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetch } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filteredAgent } from '../../src/platform/outgoing/outgoing-filter.ts';

let server: Server;
let port: number;
let connections = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/redirect') response.writeHead(302, { location: `http://127.0.0.2:${port}/` });
    response.end('answer');
  }).on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function request(url: string, allowed: string[]): Promise<string> {
  const dispatcher = filteredAgent(allowed);
  try {
    return await (await fetch(url, { dispatcher })).text();
  } catch (error) {
    return String((error as { cause?: { code?: string } }).cause?.code);
  } finally {
    await dispatcher.close();
  }
}

test('when an address is private, written in any way or behind a name, then there is no connection', async () => {
  const before = connections;
  for (const host of ['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0.0.0.0', '[::ffff:127.0.0.1]', 'localhost'])
    expect([host, await request(`http://${host}:${port}/`, ['10.0.0.0/8'])]).toEqual([host, 'ADDRESS_NOT_PUBLIC']);
  expect(connections).toBe(before);
});

test('when the address is listed, then the request is sent', async () => {
  expect(await request(`http://127.0.0.1:${port}/`, ['127.0.0.1'])).toBe('answer');
  expect(await request(`http://localhost:${port}/`, ['127.0.0.0/8', '::1'])).toBe('answer');
});

test('when a listed address redirects to another one, then that one is checked', async () => {
  expect(await request(`http://127.0.0.1:${port}/redirect`, ['127.0.0.1'])).toBe('ADDRESS_NOT_PUBLIC');
  expect(await request(`http://127.0.0.1:${port}/redirect`, ['127.0.0.0/8'])).toBe('answer');
});
