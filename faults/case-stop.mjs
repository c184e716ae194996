// A second service on the same folder is rejected; a graceful shutdown loses no request.
import { once } from 'node:events';
import { connect } from 'node:net';
import { call } from './client.mjs';
import { FaultEnvironment } from './fault-environment.mjs';
import { familyOf, postmasterOf, signal } from './postmaster.mjs';
import { row } from './report.mjs';
import { freePort, Service } from './service.mjs';
import { pause, secondsSince } from './wait.mjs';

const times = 5;
/** Browsers open spare connections; orchestrators usually kill after 30 seconds. */
const silent = 50;
const stopsWithin = 20;
/** Requests in flight on separate connections when the signal arrives; password hashing makes each take some time. */
const underWay = 20;

export async function stop({ seed, report }) {
  const environment = await FaultEnvironment.open({ name: 'stop', seed });
  await secondService(environment, report);
  await stopUnderLoad(environment, report);
  await stopWithoutPostgres(environment, { title: 'SIGTERM while PostgreSQL is paused', name: 'SIGSTOP', code: 1 }, report);
  await stopWithoutPostgres(environment, { title: 'SIGTERM just after a kill -9 of PostgreSQL', name: 'SIGKILL', code: 0 }, report);
  await stopDespiteSilence(environment, report);
  await environment.close();
}

async function secondService(environment, report) {
  await environment.startLoad();
  const second = new Service({ folder: environment.folder, port: await freePort() });
  second.spawn();
  const { code } = await second.ended;
  await environment.load.progress(30);
  const hasClearMessage = /Another Swath service is running/.test(second.output) && !/\n\s+at /.test(second.output);
  const extra = [
    ['exit code of the second:', String(code), code === 1],
    ['clear error message:', hasClearMessage ? 'yes' : 'no', hasClearMessage],
    ['the first continues:', environment.service.isRunning ? 'yes' : 'no', environment.service.isRunning],
  ];
  report(row({ title: 'a second service on the same folder', tried: 1, found: await environment.settle(), load: environment.load, extra }));
}

async function stopUnderLoad(environment, report) {
  const { service } = environment;
  await environment.startLoad({ mayBeGone: true });
  const codes = [];
  const ready = [];
  const cut = [];
  let left = 0;
  for (let time = 0; time < times; time++) {
    await environment.load.progress(30);
    const answers = Array.from({ length: underWay }, (_, n) => {
      const body = { password: 'Green-Field-7', fullName: `Late ${time} ${n}`, phoneNumber: `0988${time}${String(n).padStart(5, '0')}` };
      return call(service.url, 'POST', '/api/auth/register', { body, agent: false });
    });
    await Promise.race(answers);
    await pause(20);
    const { code } = await service.stop();
    codes.push(code);
    if (postmasterOf(environment.folder) !== undefined) left++;
    for (const { status, gone, body } of await Promise.all(answers)) if (status !== 200) cut.push(gone ?? `${status} ${body?.code}`);
    await service.start();
    ready.push(service.starts.at(-1));
  }
  const found = await environment.settle();
  const client = await environment.connect();
  const { rows } = await client.query("select count(*)::int as n from app_user where full_name like 'Late %'");
  await client.end();
  const extra = [
    ['exit codes:', [...new Set(codes)].join(', '), codes.every((code) => code === 0)],
    ['requests in flight that were cut off:', [cut.length, ...new Set(cut)].join(' '), cut.length === 0],
    ['of those, present afterwards:', `${rows[0].n} of ${times * underWay}`, rows[0].n === times * underWay],
    ['responses cut off:', environment.load.cut, environment.load.cut === 0],
    ['databases left running:', left, left === 0],
  ];
  report(row({ title: 'SIGTERM under load', tried: times, found, load: environment.load, ready, extra }));
}

/** An unresponsive database must not block the shutdown. The log reports it, and the data is there after the next start. */
async function stopWithoutPostgres(environment, { title, name, code: expected }, report) {
  const { service } = environment;
  await environment.startLoad({ mayBeGone: true });
  signal(familyOf(await environment.untilPostmaster()), name);
  service.output = '';
  const began = performance.now();
  const { code } = await service.stop();
  const seconds = secondsSince(began);
  const isLogged = expected === 0 || /PostgreSQL did not answer/.test(service.output);
  const left = postmasterOf(environment.folder) === undefined ? 0 : 1;
  await service.start();
  const ready = [service.starts.at(-1)];
  const extra = [
    ['exit code:', String(code), code === expected],
    ['seconds to stop:', seconds, seconds < stopsWithin],
    ['the log reports what was not stopped:', expected === 0 ? 'nothing to report' : isLogged ? 'yes' : 'no', isLogged],
    ['databases left running:', left, left === 0],
  ];
  report(row({ title, tried: 1, found: await environment.settle(), load: environment.load, ready, extra }));
}

/** Idle connections must not block the shutdown. */
async function stopDespiteSilence(environment, report) {
  const { service } = environment;
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
