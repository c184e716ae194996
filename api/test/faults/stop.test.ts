import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { familyOf, signal } from '../../../faults/postmaster.mjs';
import { call } from '../factories.ts';
import { eventually } from '../harness.ts';
import { BookingLoad, expectWhole, newFarmer } from './booking-load.ts';
import { cleanUp, clusterOf, isRunning, launch, postmasterOf, preparedFolder, query, runningPostmaster } from './built-service.ts';

afterEach(cleanUp);

/** One registration on a connection of its own; password hashing makes it slow. */
function register(url: string, n: number): Promise<number | string> {
  return new Promise((resolve) => {
    const body = JSON.stringify({ password: 'Green-Field-7', fullName: `Late ${n}`, phoneNumber: `0988${String(n).padStart(6, '0')}` });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(`${url}/api/auth/register`, { method: 'POST', agent: false, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', (error) => resolve(error.message));
    });
    sent.on('error', (error) => resolve(error.message));
    sent.end(body);
  });
}

test('when it gets SIGTERM, then requests in flight are answered and committed, and the database stops, too (graceful shutdown)', async () => {
  const folder = preparedFolder();
  const service = launch(folder);
  const url = await service.ready;
  const postmaster = await runningPostmaster(folder);
  const answers = Array.from({ length: 20 }, (_, n) => register(url, n));
  await Promise.race(answers);
  service.child.kill('SIGTERM');
  expect(await Promise.all(answers)).toEqual(answers.map(() => 200));
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect([isRunning(postmaster), postmasterOf(folder)]).toEqual([false, undefined]);

  await launch(folder).ready;
  expect(await query(folder, "select id from app_user where full_name like 'Late %'")).toHaveLength(answers.length);
});

test('when it gets SIGTERM while idle connections are open, then it stops', async () => {
  const service = launch(preparedFolder());
  const { port } = new URL(await service.ready);
  const silent = Array.from({ length: 5 }, () => connect(Number(port), '127.0.0.1'));
  await Promise.all(silent.map((socket) => once(socket, 'connect')));
  service.child.kill('SIGTERM');
  await Promise.all(silent.map((socket) => once(socket, 'close')));
  expect(await service.ended).toEqual({ code: 0, signal: null });
});

test.runIf(process.platform === 'linux')(
  'when PostgreSQL is suspended under load, then the service stays up, answers 503, logs it once, and recovers',
  async () => {
    const folder = preparedFolder();
    const service = launch(folder);
    const url = await service.ready;
    const load = new BookingLoad(url, await newFarmer(url), 'order', 2);
    await load.progress(30);
    const suspended = familyOf(await runningPostmaster(folder));
    signal(suspended, 'SIGSTOP');
    try {
      await eventually(async () => expect(load.answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0));
      expect((await call({ url }, 'GET', '/api/health/live')).status).toBe(200);
    } finally {
      signal(suspended, 'SIGCONT');
    }
    await load.progress(30);
    await load.stop();
    expect(service.child.exitCode).toBe(null);
    for (const answer of load.answers.filter(({ status }) => status !== 200)) {
      // After it resumes, the server cancels statements that have exceeded their timeout: those are OVERLOADED.
      expect([answer.status, answer.body?.code]).toEqual([503, expect.stringMatching(/^(DATABASE_UNAVAILABLE|OVERLOADED)$/)]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await expectWhole(folder, load);

    const refused = load.answers.filter(({ body }) => body?.code === 'DATABASE_UNAVAILABLE').length;
    const outages = await eventually(async () => {
      const ends = [...service.output().matchAll(/reachable again: (\d+) requests were answered 503/g)];
      expect(ends.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(refused);
      const begins = service.output().match(/not reachable: requests are answered 503 until it is/g) ?? [];
      expect(begins).toHaveLength(ends.length);
      return ends.length;
    });
    // At most the first error of an outage has a log line of its own.
    expect(service.output().match(/"DATABASE_UNAVAILABLE"/g)?.length ?? 0).toBeLessThanOrEqual(outages);
  },
);

test.runIf(process.platform === 'linux')(
  'when it gets SIGTERM while PostgreSQL is suspended, then it ends, logs what was left, and nothing is lost',
  async () => {
    const folder = preparedFolder();
    const service = launch(folder);
    const url = await service.ready;
    const load = new BookingLoad(url, await newFarmer(url), 'order', 2);
    await load.progress(30);
    const suspended = familyOf(await runningPostmaster(folder));
    signal(suspended, 'SIGSTOP');
    service.child.kill('SIGTERM');
    expect(await service.ended).toEqual({ code: 1, signal: null });
    expect(service.output()).toContain('PostgreSQL did not answer');
    expect(service.output()).toContain('PostgreSQL did not stop by itself and was killed');
    await load.stop();
    expect(suspended.filter(isRunning)).toEqual([]);
    await launch(folder).ready;
    await expectWhole(folder, load);
  },
);

test('when its data folder is deleted, then it ends, logs that, and leaves no database running', async () => {
  const folder = preparedFolder();
  const service = launch(folder);
  await service.ready;
  const postmaster = await runningPostmaster(folder);
  rmSync(clusterOf(folder), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  expect((await service.ended).code).toBe(1);
  expect(service.output()).toContain("The database's files are gone");
  expect(isRunning(postmaster)).toBe(false);
});
