// A second service on the same folder is rejected; a graceful shutdown loses no request.
import { once } from 'node:events';
import { connect } from 'node:net';
import { call } from './client.mjs';
import { familyOf, postmasterOf, signal } from './postmaster.mjs';
import { row } from './report.mjs';
import { OrderContext } from './scene.mjs';
import { freePort, Service } from './service.mjs';
import { pause, secondsSince } from './waiting.mjs';

const times = 5;
/** Browsers open spare connections; orchestrators usually kill after 30 seconds. */
const silent = 50;
const stopsWithin = 20;
/** Requests in flight on separate connections when the signal arrives; password hashing makes each take some time. */
const underWay = 20;

export async function stop({ seed, report }) {
  const scene = await OrderContext.open({ name: 'stop', seed });
  await secondService(scene, report);
  await stopUnderLoad(scene, report);
  await stopWithoutPostgres(scene, { title: 'SIGTERM while PostgreSQL is paused', name: 'SIGSTOP', code: 1 }, report);
  await stopWithoutPostgres(scene, { title: 'SIGTERM just after a kill -9 of PostgreSQL', name: 'SIGKILL', code: 0 }, report);
  await stopDespiteSilence(scene, report);
  await scene.close();
}

async function secondService(scene, report) {
  await scene.startLoad();
  const second = new Service({ folder: scene.folder, port: await freePort() });
  second.spawn();
  const { code } = await second.ended;
  await scene.load.progress(30);
  const said = /Another Swath service is running/.test(second.output) && !/\n\s+at /.test(second.output);
  const extra = [
    ['exit code of the second:', String(code), code === 1],
    ['clear error message:', said ? 'yes' : 'no', said],
    ['the first continues:', scene.service.isRunning ? 'yes' : 'no', scene.service.isRunning],
  ];
  report(row({ title: 'a second service on the same folder', tried: 1, found: await scene.settle(), load: scene.load, extra }));
}

async function stopUnderLoad(scene, report) {
  const { service } = scene;
  await scene.startLoad({ mayBeGone: true });
  const codes = [];
  const ready = [];
  const cut = [];
  let left = 0;
  for (let time = 0; time < times; time++) {
    await scene.load.progress(30);
    const answers = Array.from({ length: underWay }, (_, n) => {
      const body = { password: 'Green-Field-7', fullName: `Late ${time} ${n}`, phoneNumber: `0988${time}${String(n).padStart(5, '0')}` };
      return call(service.url, 'POST', '/api/auth/register', { body, agent: false });
    });
    await Promise.race(answers);
    await pause(20);
    const { code } = await service.stop();
    codes.push(code);
    if (postmasterOf(scene.folder) !== undefined) left++;
    for (const { status, gone, body } of await Promise.all(answers)) if (status !== 200) cut.push(gone ?? `${status} ${body?.code}`);
    await service.start();
    ready.push(service.starts.at(-1));
  }
  const found = await scene.settle();
  const client = await scene.connect();
  const { rows } = await client.query("select count(*)::int as n from app_user where full_name like 'Late %'");
  await client.end();
  const extra = [
    ['exit codes:', [...new Set(codes)].join(', '), codes.every((code) => code === 0)],
    ['requests in flight that were cut off:', [cut.length, ...new Set(cut)].join(' '), cut.length === 0],
    ['of those, present afterwards:', `${rows[0].n} of ${times * underWay}`, rows[0].n === times * underWay],
    ['responses cut off:', scene.load.cut, scene.load.cut === 0],
    ['databases left running:', left, left === 0],
  ];
  report(row({ title: 'SIGTERM under load', tried: times, found, load: scene.load, ready, extra }));
}

/** An unresponsive database must not block the shutdown. The log reports it, and the data is there after the next start. */
async function stopWithoutPostgres(scene, { title, name, code: expected }, report) {
  const { service } = scene;
  await scene.startLoad({ mayBeGone: true });
  signal(familyOf(await scene.untilPostmaster()), name);
  service.output = '';
  const began = performance.now();
  const { code } = await service.stop();
  const seconds = secondsSince(began);
  const isLogged = expected === 0 || /PostgreSQL did not answer/.test(service.output);
  const left = postmasterOf(scene.folder) === undefined ? 0 : 1;
  await service.start();
  const ready = [service.starts.at(-1)];
  const extra = [
    ['exit code:', String(code), code === expected],
    ['seconds to stop:', seconds, seconds < stopsWithin],
    ['the log reports what was not stopped:', expected === 0 ? 'nothing to report' : isLogged ? 'yes' : 'no', isLogged],
    ['databases left running:', left, left === 0],
  ];
  report(row({ title, tried: 1, found: await scene.settle(), load: scene.load, ready, extra }));
}

/** Idle connections must not block the shutdown. */
async function stopDespiteSilence(scene, report) {
  const { service } = scene;
  const { port } = new URL(service.url);
  const sockets = Array.from({ length: silent }, () => connect(Number(port), '127.0.0.1').on('error', () => {}));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await pause(500);
  const began = performance.now();
  const { code } = await service.stop(45);
  const seconds = secondsSince(began);
  for (const socket of sockets) socket.destroy();
  const extra = [
    ['exit code:', String(code), code === 0],
    ['seconds to stop:', seconds, seconds < stopsWithin],
  ];
  report(row({ title: `SIGTERM with ${silent} silent connections`, tried: 1, extra }));
}
