// What the service costs, against the floor, in one run on one machine:
//   npm run bench -- [--orders 1000000] [--rounds 3] [--seconds 2] [--only order,orders] [--node-option=--cpu-prof] [--write]
//
// The floor of a read is the same prepared statements in a bare `pg` loop: 32 loops, as many as HTTP has
// connections, over one pool. The pool has 32 connections, or as many as the service reads with: whichever
// is faster is the floor. A page is two statements, the rows and the total, both in the floor too. Service and floor take
// turns, round by round, and the medians are compared, so that a busy machine slows down both.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startHelper, startService, stopAll } from './children.mjs';
import { fill, password } from './data.mjs';
import { cpuOf, cpuOfFamily, median, memoryOf } from './measure.mjs';
import { prepareGrowingPages, preparePaths } from './paths.mjs';
import { printTable } from './table.mjs';

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: 'order,orders,notifications,create' },
    'node-option': { type: 'string', multiple: true, default: ['--max-semi-space-size=8'] },
    write: { type: 'boolean', default: false },
  },
});
const orders = Number(options.orders);
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const smallOrders = 10_000;
const connections = 32;

const built = (path) => new URL(`../api/dist/${path}`, import.meta.url);
const { startEmbeddedPostgres } = await import(built('platform/embedded-postgres.js').href);
const { migrate } = await import(built('platform/migrate.js').href);
const { createLog } = await import(built('platform/log.js').href);
const { readConfig } = await import(built('platform/config.js').href);
const { hashPassword } = await import(built('accounts/password.js').href);
const { readConnections, writeConnections } = readConfig();

const folder = mkdtempSync(join(tmpdir(), 'swath-bench-'));
let postgres;
let postgresPid = 0;
let closing;

process.once('SIGINT', () => void cleanUp().then(() => process.exit(130)));
process.once('SIGTERM', () => void cleanUp().then(() => process.exit(143)));
try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await cleanUp();

function cleanUp() {
  closing ??= (async () => {
    await stopAll();
    await postgres?.stop();
    if (postgres !== undefined) rmSync(postgres.cluster, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  })();
  return closing;
}

async function main() {
  postgres = await startEmbeddedPostgres({ folder, log: createLog('silent') });
  postgresPid = Number(readFileSync(join(postgres.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const load = startHelper('load');
  await load.ready;
  const subject = await openSubject('bench', orders);
  const rows = await comparePaths(subject, load);
  if (orders > smallOrders) {
    const small = await openSubject('bench_small', smallOrders);
    rows.push(...(await compareSizes(small, subject, load)));
    await small.client.end();
  }
  const { startSeconds } = subject;
  const memory = memoryOf(subject.service.pid);
  rows.push({ title: 'ready after start, s (PostgreSQL running)', service: startSeconds, goal: 'under 2', met: startSeconds < 2 });
  rows.push({ title: 'memory after the run, MB', service: memory, goal: 'under 150', met: memory < 150 });
  await subject.client.end();
  console.log(`\n  ${orders} orders, ${rounds} rounds of ${seconds} s each, ${connections} connections, Node ${process.versions.node}\n`);
  printTable(rows);
  if (options.write) {
    const file = fileURLToPath(new URL('../docs/bench.json', import.meta.url));
    writeFileSync(file, `${JSON.stringify({ orders, rounds, seconds, connections, node: process.versions.node, rows }, null, 2)}\n`);
  }
}

/** A database with that many orders, and the service on it. */
async function openSubject(name, size) {
  const began = performance.now();
  const admin = new pg.Client(postgres.connection);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const connection = { ...postgres.connection, database: name };
  await migrate(connection);
  const client = new pg.Client(connection);
  client.on('error', () => {}); // when a run is cut short, the server goes first
  await client.connect();
  await fill(client, size, await hashPassword(password));
  console.log(`  ${size} orders made in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const url = `postgresql://${connection.user}@${encodeURIComponent(connection.host)}:${connection.port}/${name}`;
  const service = startService(fileURLToPath(built('main.js')), url, options['node-option']);
  const ready = await service.ready;
  return { connection, client, service, url: ready.url, startSeconds: ready.seconds };
}

/** One measurement, with what it cost in CPU: of the given process and of PostgreSQL. */
async function timed(pid, work) {
  const before = { own: cpuOf(pid), postgres: cpuOfFamily(postgresPid) };
  const result = await work();
  if (result.refused > 0) console.log(`  ${result.refused} requests were refused`);
  return {
    ...result,
    ownCpu: ((cpuOf(pid) - before.own) * 1000) / result.done,
    postgresCpu: ((cpuOfFamily(postgresPid) - before.postgres) * 1000) / result.done,
  };
}

/** Turns, round by round; the first round only warms up. */
async function takeTurns(contestants) {
  const results = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(contestants)) {
      const result = await run(seconds);
      if (round > 0) results[name].push(result);
    }
  }
  const middle = (list, key) => median(list.map((result) => result[key]));
  return Object.fromEntries(
    Object.entries(results).map(([name, list]) => [
      name,
      Object.fromEntries(['perSecond', 'p50', 'p99', 'ownCpu', 'postgresCpu'].map((key) => [key, middle(list, key)])),
    ]),
  );
}

async function comparePaths(subject, load) {
  const floor = startHelper('floor-queries', { connection: subject.connection });
  const http = startHelper('floor-http');
  await Promise.all([floor.ready, http.ready]);
  const paths = await preparePaths(subject.client, subject.url);
  const rows = [];
  for (const key of options.only.split(',')) {
    const { title, requests, floor: statements } = paths[key];
    const service = (time) => timed(subject.service.pid, () => load.ask({ url: subject.url, requests, seconds: time, connections }));
    const loop = (kind, size) => (time) =>
      timed(floor.pid, () => floor.ask({ kind, requests: statements, loops: connections, connections: size, seconds: time }));
    if (key === 'create') {
      const result = await takeTurns({ service, wide: loop('write', connections), same: loop('write', writeConnections) });
      rows.push(ratioRow(title, result, 1.2));
      continue;
    }
    const size = Buffer.byteLength(await (await fetch(subject.url + requests[0].path, { headers: requests[0].headers })).text());
    const ready = await http.ask({ size });
    const plain = [{ path: '/', headers: requests[0].headers }];
    const result = await takeTurns({
      service,
      wide: loop('read', connections),
      same: loop('read', readConnections),
      http: (time) => timed(http.pid, () => load.ask({ url: ready.url, requests: plain, seconds: time, connections })),
    });
    rows.push(ratioRow(title, result, 0.9));
    rows.push(cpuRow(title, result));
  }
  return rows;
}

function whole({ ownCpu, postgresCpu }) {
  return ownCpu + postgresCpu;
}

function ratioRow(title, { service, wide, same, http }, goal) {
  const floor = same.perSecond > wide.perSecond ? same : wide;
  const ratio = service.perSecond / floor.perSecond;
  return {
    title: `${title}, per second`,
    service: service.perSecond,
    floor: floor.perSecond,
    http: http?.perSecond,
    ratio,
    goal: `at least ${goal}`,
    met: ratio >= goal,
    p50: service.p50,
    p99: service.p99,
    floorP50: floor.p50,
    floorP99: floor.p99,
    pools: { wide: wide.perSecond, same: same.perSecond },
  };
}

function cpuRow(title, { service, wide, same, http }) {
  const floor = Math.min(whole(wide), whole(same)) + http.ownCpu;
  const ratio = whole(service) / floor;
  return {
    title: `${title}, CPU ms`,
    service: whole(service),
    floor,
    ratio,
    goal: 'at most 1',
    met: ratio <= 1,
    parts: { service, wide, same, http },
  };
}

/** The same page from a small and from a large data set: CPU of service and PostgreSQL together. */
async function compareSizes(small, large, load) {
  const pages = await Promise.all([prepareGrowingPages(small.client, small.url), prepareGrowingPages(large.client, large.url)]);
  const rows = [];
  for (const [at, { title }] of pages[0].entries()) {
    const ask = (subject, page) => (time) =>
      timed(subject.service.pid, () => load.ask({ url: subject.url, requests: page.requests, seconds: time, connections }));
    const result = await takeTurns({ small: ask(small, pages[0][at]), large: ask(large, pages[1][at]) });
    const ratio = whole(result.large) / whole(result.small);
    rows.push({
      title: `${title}, ${orders} against ${smallOrders}, CPU ms`,
      service: whole(result.large),
      floor: whole(result.small),
      ratio,
      goal: 'at most 1.3',
      met: ratio <= 1.3,
      p50: result.large.p50,
      p99: result.large.p99,
    });
  }
  return rows;
}
