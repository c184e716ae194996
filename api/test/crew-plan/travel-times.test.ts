import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { osrmTravel } from '../../src/crew-plan/travel-times.ts';
import { sampleDay } from '../../src/dispatch/planner/sample-day.ts';

let mode: 'right' | 'slow' | 'error' | 'wrong' | 'small' | 'partial' = 'right';
let requests = 0;

/** Answers like the table service of OSRM: at most 100 places, one value for each source and destination. */
const server = createServer((request, response) => {
  requests++;
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const places = pathname.split('/').at(-1)?.split(';') ?? [];
  const [rows, columns] = ['sources', 'destinations'].map((name) => searchParams.get(name)?.split(';').length ?? 0);
  const grid = (value: number | null) => Array.from({ length: rows ?? 0 }, () => Array<number | null>(columns ?? 0).fill(value));
  const send = (status: number, body: string) => response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  if (mode === 'slow') return;
  if (mode === 'error' || places.length > 100) send(500, '{}');
  else if (mode === 'wrong') send(200, 'not json');
  else if (mode === 'small') send(200, JSON.stringify({ code: 'Ok', distances: [[1]], durations: [[1]] }));
  else send(200, JSON.stringify({ code: 'Ok', distances: grid(mode === 'partial' ? null : 1234.4), durations: grid(120) }));
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const read = (day = sampleDay(12, 6, 1)) => osrmTravel(url).read(day, new AbortController().signal);

test('when the server answers, then all legs are from it, in requests of at most 100 places', async () => {
  mode = 'right';
  requests = 0;
  const { travel, source } = await read(sampleDay(130, 10, 1));
  expect(source).toBe('routing');
  expect([travel?.metres.length, travel?.metres[0]?.[139], travel?.minutes[139]?.[0]]).toEqual([140, 1234, 2]);
  expect(requests).toBe(9);
});

test.each(['slow', 'error', 'wrong', 'small'] as const)(
  'when it is %s, then all legs are great-circle legs',
  async (how) => {
    mode = how;
    expect(await read()).toEqual({ travel: undefined, source: 'fallback' });
  },
  30_000,
);

test('when it has no value for some legs, then only these are great-circle legs', async () => {
  mode = 'partial';
  const { travel, source } = await read();
  expect([source, travel?.metres[0]?.[1], travel?.minutes[0]?.[1]]).toEqual(['partial', Number.NaN, 2]);
});

test('when it is down, then all legs are great-circle legs', async () => {
  expect(await osrmTravel('http://127.0.0.1:1').read(sampleDay(3, 2, 1), new AbortController().signal)).toMatchObject({
    source: 'fallback',
  });
});
