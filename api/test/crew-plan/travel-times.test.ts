import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { osrmTravel } from '../../src/crew-plan/travel-times.ts';
import { sampleDay } from '../../src/dispatch/planner/sample-day.ts';
import { signedIn } from '../factories.ts';
import { startService } from '../harness.ts';
import { arrangeCompany, orderAt, planned, planPath, rowsOf } from './plan-steps.ts';

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

/** Patient: the time limit has a test of its own. */
const read = (day = sampleDay(12, 6, 1), timeoutMs = 60_000) => osrmTravel(url, timeoutMs).read(day, new AbortController().signal);

test('when the server answers, then all legs are from it, in requests of at most 100 places', async () => {
  mode = 'right';
  requests = 0;
  const { travel, source } = await read(sampleDay(130, 10, 1));
  expect(source).toBe('routing');
  expect([travel?.metres.length, travel?.metres[0]?.[139], travel?.minutes[139]?.[0]]).toEqual([140, 1234, 2]);
  expect(requests).toBe(9);
});

test.each(['slow', 'error', 'wrong', 'small'] as const)('when it is %s, then all legs are great-circle legs', async (how) => {
  mode = how;
  expect(await read(undefined, how === 'slow' ? 200 : undefined)).toEqual({ travel: undefined, source: 'fallback' });
});

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

test('when a day is planned with its distances, then cost, ways and rows are those of the server', async () => {
  mode = 'right';
  const service = await startService({ travelTimes: osrmTravel(url, 60_000) });
  try {
    const office = await signedIn(service, 'receptionist');
    const farmer = await signedIn(service, 'farmer');
    await arrangeCompany(service, office, ['expert', 'adept']);
    for (const session of [1, 2]) await orderAt(farmer, '2026-11-20', session, session * 9);
    const plan = await planned(office, '2026-11-20');
    // One sprayer drives three legs of 1,234 metres, although the fields are nine kilometres apart.
    expect(plan).toMatchObject({ state: 'ready', travel: 'routing', withoutCrew: 0, isOptimal: true });
    expect(plan.costs.distance).toBe(3 * 1234);
    const [route] = (await office.get(`${planPath}/${plan.id}/route/`)).body.content;
    expect(route).toMatchObject({ jobs: 2, metres: 3 * 1234 });
    const [row] = await rowsOf(office, plan.id);
    const [choice] = (await office.get(`${planPath}/${plan.id}/row/${row.orderId}/choice/`)).body.content.filter(
      ({ sprayers }: { sprayers: { id: number }[] }) => sprayers.length === 1 && sprayers[0]?.id !== row.proposed[0].id,
    );
    // The other sprayer drives there and back; the first one saves a leg.
    expect(choice.extraCost).toBe(1234 - 1000);
  } finally {
    await service.close();
  }
});
