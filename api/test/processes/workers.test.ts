import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { call } from '../factories.ts';
import { BookingLoad, expectWhole, newFarmer } from '../faults/booking-load.ts';
import {
  type BuiltService,
  cleanUp,
  isRunning,
  kill,
  launch,
  newFolder,
  postmasterOf,
  preparedFolder,
  query,
} from '../faults/built-service.ts';
import { eventually } from '../harness.ts';
import { newDatabase } from './built-pair.ts';

afterEach(cleanUp);

const twoWorkers = { env: { SWATH_WORKERS: '2' } };

/** Node processes below the service's primary process. */
function workersOf({ child }: BuiltService): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const parent = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) \S /s, '')
          .split(' ')[0];
        return Number(parent) === child.pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('main.js') && isRunning(Number(name));
      } catch {
        return false; // it has ended meanwhile
      }
    })
    .map(Number);
}

/** On a new connection, so that another worker may get it. */
function ask(url: string, path: string, body?: object): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(url + path, { agent: false, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', (error) => resolve(error.message));
    });
    sent.on('error', (error) => resolve(error.message));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test.runIf(process.platform === 'linux')(
  'when a worker is killed under load, then the other continues, a new one replaces it, and nothing is lost',
  async () => {
    const folder = preparedFolder();
    const service = launch(folder, twoWorkers);
    const url = await service.ready;
    const before = workersOf(service);
    expect(before).toHaveLength(2);
    const load = new BookingLoad(url, await newFarmer(url), 'order', 2);
    await load.progress(30);
    const [victim, other] = before as [number, number];
    // Connections are opened while the worker dies; each of them must end.
    let isDead = false;
    const callers = Array.from({ length: 64 }, async () => {
      while (!isDead) await ask(url, '/api/health/live');
    });
    await load.progress(10);
    process.kill(victim, 'SIGKILL');
    isDead = true;
    await Promise.all(callers);
    await load.progress(30);
    const after = await eventually(async () => {
      const now = workersOf(service);
      expect(now).toHaveLength(2);
      return now;
    });
    expect(after).toContain(other);
    expect(after).not.toContain(victim);
    expect(service.output()).toContain(`Worker ${victim} has ended (SIGKILL)`);
    await load.progress(10);
    await load.stop();
    await expectWhole(folder, load);

    // Graceful shutdown: both workers finish the requests in flight, and the database stops last.
    const answers = Array.from({ length: 20 }, (_, n) =>
      ask(url, '/api/auth/register', {
        password: 'Green-Field-7',
        fullName: `Late ${n}`,
        phoneNumber: `0988${String(n).padStart(6, '0')}`,
      }),
    );
    await Promise.race(answers);
    service.child.kill('SIGTERM');
    expect(await Promise.all(answers)).toEqual(answers.map(() => 200));
    expect(await service.ended).toEqual({ code: 0, signal: null });
    expect(after.filter(isRunning)).toEqual([]);
    expect(postmasterOf(folder)).toBe(undefined);
  },
);

test.runIf(process.platform === 'linux')(
  'when the primary process is killed, then the workers end, and the next start takes over the database',
  async () => {
    const folder = preparedFolder();
    const first = launch(folder, twoWorkers);
    const url = await first.ready;
    const token = await newFarmer(url);
    const workers = workersOf(first);
    expect(workers).toHaveLength(2);
    await kill(first);
    await eventually(async () => expect(workers.filter(isRunning)).toEqual([]));
    expect(await ask(url, '/api/health/live')).toMatch(/ECONNREFUSED/);

    const second = launch(folder, twoWorkers);
    expect((await call({ url: await second.ready }, 'GET', '/api/auth/me', { token })).status).toBe(200);
    expect(await query(folder, 'select 1 from app_user where role = $1', ['farmer'])).toHaveLength(1);
  },
);

test('when the port is in use, then the start logs that and leaves no worker', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const database = await newDatabase();
  const env = { ...twoWorkers.env, DATABASE_URL: database.url, PORT: String((taken.address() as AddressInfo).port) };
  const service = launch(newFolder(), { env });
  expect((await service.ended).code).toBe(1);
  expect(service.output()).toContain('EADDRINUSE');
  await database.drop();
  await new Promise((resolve) => taken.close(resolve));
});
