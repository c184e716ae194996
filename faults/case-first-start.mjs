// SIGKILL during a first start: of the service, of its PostgreSQL, of both.

import { firstStartShare } from './case-kills.mjs';
import { call } from './client.mjs';
import { newFolder, removeFolder } from './fault-environment.mjs';
import { familyOf, postmasterOf, signal } from './postmaster.mjs';
import { randomOf } from './random.mjs';
import { row } from './report.mjs';
import { admin, freePort, Service } from './service.mjs';
import { pause } from './wait.mjs';

/** Kills before a start may complete: a folder may be left incomplete several times. */
const startsInARow = 3;

export async function firstStart({ kills, seed, report }) {
  const random = randomOf(seed, 'first start');
  const times = Math.max(1, Math.round(kills * firstStartShare));
  const ready = [];
  const incomplete = [];
  let folder = newFolder('first');
  let service = new Service({ folder, port: await freePort() });
  const finish = async () => {
    await service.start();
    ready.push(service.starts.at(-1));
    incomplete.push(...(await missing(service.url)));
    await service.stop();
    await removeFolder(folder);
  };
  try {
    for (let time = 1; time <= times; time++) {
      service.spawn();
      await pause(random.whole(0, 2500));
      const victim = random.of(['service', 'service', 'both', 'PostgreSQL']);
      const postmaster = postmasterOf(folder);
      if (victim !== 'service' && postmaster !== undefined)
        signal(random.chance(0.5) ? familyOf(postmaster.pid) : [postmaster.pid], 'SIGKILL');
      // A start that has lost its database may continue with a new one or fail; in both cases it is killed then.
      if (victim === 'PostgreSQL') await pause(random.whole(0, 1500));
      await service.kill();
      if (time % startsInARow !== 0 && time !== times) continue;
      await finish();
      if (time === times) break;
      folder = newFolder('first');
      service = new Service({ folder, port: await freePort() });
    }
  } finally {
    await service.kill();
    await removeFolder(folder);
  }
  const found = { acknowledged: undefined, lost: [], doubled: [], incomplete, notNotified: [] };
  report(row({ title: 'kills during a first start', tried: times, found, ready }));
}

/** Results that a first start must have created, once. */
async function missing(url) {
  const login = await call(url, 'POST', '/api/auth/login', { body: { email: admin.email, password: admin.password } });
  if (login.status !== 200) return [`the admin cannot sign in: ${login.status ?? login.gone}`];
  const { token } = login.body;
  const found = [];
  for (const [path, count] of [
    ['/api/admin/user/', 1],
    ['/api/admin/session/', 6],
    ['/api/admin/crop/', 3],
  ]) {
    const answer = await call(url, 'GET', path, { token });
    if (answer.body?.page?.totalElements !== count) found.push(`${path} has ${answer.body?.page?.totalElements}, not ${count}`);
  }
  return found;
}
