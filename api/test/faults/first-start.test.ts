import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { call } from '../factories.ts';
import { eventually } from '../harness.ts';
import {
  adminEmail,
  adminPassword,
  type BuiltService,
  cleanUp,
  isRunning,
  kill,
  launch,
  newFolder,
  postmasterOf,
  preparedFolder,
  query,
  runningPostmaster,
} from './built-service.ts';

afterEach(cleanUp);

async function expectUsable(service: BuiltService): Promise<void> {
  const url = await service.ready;
  const answer = await call({ url }, 'POST', '/api/auth/login', { body: { email: adminEmail, password: adminPassword } });
  expect([answer.status, answer.body.user?.role]).toEqual([200, 'admin']);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a first start that is killed', () => {
  test('when it is killed during initdb, and repeatedly at any moment, then the next start works and removes what is left', async () => {
    const folder = newFolder();
    for (let round = 0; round < 2; round++) {
      const service = launch(folder);
      await eventually(async () => expect(readdirSync(folder).some((name) => name.includes('-new-'))).toBe(true));
      await pause(Math.random() * 300);
      await kill(service);
    }
    // Spread over initdb, the start of PostgreSQL, the migrations and the first admin.
    for (const milliseconds of [250, 500, 800, 1200, 1700]) {
      const service = launch(folder);
      await pause(milliseconds + Math.random() * 200);
      await kill(service);
    }
    const last = launch(folder);
    await expectUsable(last);
    expect(await query(folder, "select 1 from app_user where role = 'admin'")).toHaveLength(1);
    expect(await query(folder, 'select id from spray_session')).toHaveLength(6);
    await kill(last, 'SIGTERM');
    await expectUsable(launch(folder));
    expect(readdirSync(folder)).toEqual(['postgres', 'secret.key']);
  });
});

describe('a start on a folder where PostgreSQL of a killed service still runs', () => {
  test('when that PostgreSQL is not reachable yet, then it is taken over as soon as it is', async () => {
    const folder = preparedFolder();
    const first = launch(folder);
    await first.ready;
    await kill(first);
    // As during the start of PostgreSQL: its lock file exists, but has no socket folder yet.
    const lockFile = join(folder, 'postgres', 'postmaster.pid');
    const lines = readFileSync(lockFile, 'utf8').split('\n');
    writeFileSync(lockFile, lines.with(4, '').join('\n'));
    const second = launch(folder);
    await eventually(async () => {
      const log = readFileSync(join(folder, 'postgres', 'server.log'), 'utf8');
      expect(log).toContain('lock file "postmaster.pid" already exists');
    });
    writeFileSync(lockFile, lines.join('\n'));
    await expectUsable(second);
    expect(postmasterOf(folder)?.pid).toBe(Number(lines[0]));
  });
});

describe('a start that fails', () => {
  test('when another service uses the folder, then it ends with a clear message and exit code 1, and the first continues', async () => {
    const folder = preparedFolder();
    const first = launch(folder);
    await first.ready;
    const second = launch(folder);
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.output()).toContain(`Another Swath service is running on ${folder}`);
    expect(second.output()).not.toContain('    at '); // no stack trace
    await expectUsable(first);
  });

  test('when two services start on one new folder at once, then one of them runs', async () => {
    const folder = newFolder();
    const both = [launch(folder), launch(folder)];
    const ready = await Promise.allSettled(both.map((service) => service.ready));
    expect(ready.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('when the port is in use, then it logs that, exits with 1 and leaves no database running', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const folder = preparedFolder();
    const service = launch(folder, { env: { PORT: String((taken.address() as net.AddressInfo).port) } });
    expect((await service.ended).code).toBe(1);
    expect(service.output()).toContain('EADDRINUSE');
    expect(postmasterOf(folder)).toBeUndefined();
    taken.close();
  });

  test('when the configured password is weak, then it names the rule, exits with 1 and leaves no database running', async () => {
    const folder = preparedFolder();
    const service = launch(folder, { env: { SWATH_ADMIN_PASSWORD: 'weakling' } });
    expect((await service.ended).code).toBe(1);
    expect(service.output()).toContain('a capital letter');
    expect(service.output()).not.toContain('    at ');
    expect(service.output()).not.toContain('weakling');
    expect(postmasterOf(folder)).toBeUndefined();
  });

  test('when it gets SIGTERM during the start, then it stops and leaves no database running', async () => {
    const folder = newFolder();
    const service = launch(folder);
    const postmaster = await runningPostmaster(folder);
    service.child.kill('SIGTERM');
    expect(await service.ended).toEqual({ code: 0, signal: null });
    expect(isRunning(postmaster)).toBe(false);
    await expectUsable(launch(folder));
  });
});
