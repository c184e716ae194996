import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { call } from '../factories.ts';
import { eventually } from '../harness.ts';
import { BookingLoad, expectWhole, newFarmer } from './booking-load.ts';
import { cleanUp, isRunning, launch, newFolder, postmasterOf, query, runningPostmaster } from './built-service.ts';

afterAll(cleanUp);

/** One registration on a connection of its own: the password makes it take a while. */
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

test('when it is told to stop, then what is under way is answered and written, and the database stops, too', async () => {
  const folder = newFolder();
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

/** The server and all its helpers: stopping the first alone would leave open connections working. */
function family(postmaster: number): number[] {
  const children = readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        Number(
          readFileSync(`/proc/${name}/stat`, 'utf8')
            .replace(/^.*\) \S /s, '')
            .split(' ')[0],
        ) === postmaster
      );
    } catch {
      return false; // gone meanwhile
    }
  });
  return [postmaster, ...children.map(Number)];
}

test.runIf(process.platform === 'linux')(
  'when PostgreSQL freezes while people book, then the service stays up, answers 503, and goes on when it thaws',
  async () => {
    const folder = newFolder();
    const service = launch(folder);
    const url = await service.ready;
    const load = new BookingLoad(url, await newFarmer(url), 'order', 2);
    await load.progress(30);
    const frozen = family(await runningPostmaster(folder));
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    try {
      await eventually(async () => expect(load.answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0), 30);
      expect((await call({ url }, 'GET', '/api/health/live')).status).toBe(200);
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
    }
    await load.progress(30);
    await load.stop();
    expect(service.child.exitCode).toBe(null);
    for (const answer of load.answers.filter(({ status }) => status !== 200)) {
      expect([answer.status, answer.body?.code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await expectWhole(folder, load);
  },
);
