import { afterEach, expect, test } from 'vitest';
import { call } from '../factories.ts';
import { eventually } from '../harness.ts';
import { BookingLoad, expectWhole, newFarmer } from './booking-load.ts';
import { cleanUp, kill, launch, preparedFolder, runningPostmaster } from './built-service.ts';

afterEach(cleanUp);

async function untilReady(url: string): Promise<void> {
  await eventually(async () => {
    expect((await call({ url }, 'GET', '/api/health/ready')).status).toBe(200);
  });
}

test('when the service is killed under load, then after a restart every acknowledged order exists and is notified once', async () => {
  const folder = preparedFolder();
  const first = launch(folder);
  const url = await first.ready;
  const token = await newFarmer(url);
  const before = new BookingLoad(url, token, 'before', 2);
  await before.progress(40);
  const postmaster = await runningPostmaster(folder);
  await kill(first);
  await before.stop();

  const second = launch(folder);
  const after = new BookingLoad(await second.ready, token, 'after', 170);
  expect(await runningPostmaster(folder)).toBe(postmaster); // the database outlived the service and was taken over
  await after.progress(20);
  await after.stop();
  await expectWhole(folder, before, after);
});

test('when PostgreSQL is killed under load, then the service answers 503, restarts it and loses nothing', async () => {
  const folder = preparedFolder();
  const service = launch(folder);
  const url = await service.ready;
  const load = new BookingLoad(url, await newFarmer(url), 'order', 2);
  for (let round = 1; round <= 2; round++) {
    await load.progress(30);
    process.kill(await runningPostmaster(folder), 'SIGKILL');
  }
  await load.progress(30);
  await load.stop();
  await untilReady(url);
  expect(service.child.exitCode).toBe(null);

  const refused = load.answers.filter((answer) => answer.status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect([answer.status, answer.body?.code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  await expectWhole(folder, load);
});

test('when both are killed at once under load, then after a restart every acknowledged order exists once', async () => {
  const folder = preparedFolder();
  const first = launch(folder);
  const url = await first.ready;
  const token = await newFarmer(url);
  const before = new BookingLoad(url, token, 'before', 2);
  await before.progress(40);
  process.kill(await runningPostmaster(folder), 'SIGKILL');
  await kill(first);
  await before.stop();

  const second = launch(folder);
  const after = new BookingLoad(await second.ready, token, 'after', 170);
  await after.progress(20);
  await after.stop();
  await expectWhole(folder, before, after);
});
