// The service compared with its floors, by path and number of connections. The floor of the database is the same prepared statements in a
// plain `pg` loop: as many loops as HTTP connections, over one pool. The pool size is the number of loops or the number of connections of
// the service, whichever is faster. A page is two statements, rows and total. The floor of HTTP is node:http writing a prepared buffer of
// the same size.

import { measureAlternately, totalCpu, withCpuTime } from './alternate.mjs';
import { load as loadBuilt } from './built.mjs';
import { startHelper } from './children.mjs';
import { judged } from './goals.mjs';
import { pathNames, preparePaths } from './paths.mjs';

const { readConfig } = await loadBuilt('platform/config/config.js');
const { readConnections, writeConnections } = readConfig();

const manyConnections = 100;

export async function comparePaths({ postgres, subject, load, names, options }) {
  const floor = startHelper('floor-queries', { connection: subject.connection });
  const http = startHelper('floor-http');
  await Promise.all([floor.ready, http.ready]);
  const paths = await preparePaths(subject.client, subject.url, subject.orders);
  const rows = [];
  const problems = [];
  await compileCode(paths.orders, { subject, load, floor, seconds: 2 * options.compileSeconds });
  for (const name of names) {
    await compileCode(paths[name], { subject, load, floor, seconds: options.compileSeconds });
    const { maxConnections = Number.POSITIVE_INFINITY } = pathNames[name];
    for (const connections of options.connections.filter((number) => number <= maxConnections)) {
      const what = `${pathNames[name].title}, ${connections} connections`;
      try {
        const row = await compareOne(name, paths[name], connections, { postgres, subject, load, floor, http, options });
        rows.push(row);
        const missed = row.goals
          .filter(({ met }) => !met)
          .map(
            ({ measure, value, kind, goal, decision }) =>
              `${measure} ${value.toFixed(2)}, ${kind} ${goal}${decision === undefined ? '' : `, see decision ${decision}`}`,
          );
        console.log(
          `  ${what}: ${row.ratio.toFixed(2)} of the floor, ${Math.round(row.service.perSecond)} a second${missed.map((text) => `; missed: ${text}`).join('')}`,
        );
      } catch (error) {
        // An error does not stop the other paths.
        problems.push(`${what}: ${error.message}`);
        console.log(`  ${what}: ${error.message}`);
      }
    }
  }
  return { paths: rows, problems };
}

/**
 * Node compiles the code of a path while it runs, and 1 connection would measure it before that: service and floor run the path with many
 * connections first.
 */
async function compileCode({ requests, floor: statements }, { subject, load, floor, seconds }) {
  const connections = 32;
  await load.ask({ url: subject.url, requests, seconds, connections });
  await floor.ask({ kind: kindOf(requests), requests: statements, loops: connections, connections: readConnections, seconds });
}

const kindOf = ([request]) => (request.method === 'POST' ? 'write' : 'read');

async function compareOne(name, { requests, floor: statements }, connections, { postgres, subject, load, floor, http, options }) {
  const kind = kindOf(requests);
  const { url: plainUrl } = await http.ask({ size: await sizeOf(subject.url, requests[0]) });
  const plain = [{ path: '/', headers: requests[0].headers }];
  const runLoad = (pid, url, asked) => (seconds) =>
    withCpuTime(pid, postgres.pid, () => load.ask({ url, requests: asked, seconds, connections }));
  const loop = (poolSize) => (seconds) =>
    withCpuTime(floor.pid, postgres.pid, () =>
      floor.ask({ kind, requests: statements, loops: connections, connections: poolSize, seconds }),
    );
  const own = kind === 'write' ? writeConnections : readConnections;
  const result = await measureAlternately(
    {
      service: runLoad(subject.service.pid, subject.url, requests),
      wide: loop(connections),
      ...(own < connections ? { narrow: loop(own) } : {}),
      http: runLoad(http.pid, plainUrl, plain),
    },
    { ...options, rounds: connections > manyConnections ? options.roundsWithMany : options.rounds },
  );
  return { orders: subject.orders, ...rowOf(name, connections, result) };
}

async function sizeOf(url, { method, path, headers, body }) {
  const response = await fetch(url + path, { method, headers, body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
  // The compressed size, if the response is compressed.
  return Number(response.headers.get('content-length') ?? Buffer.byteLength(text));
}

function rowOf(name, connections, { service, wide, narrow, http }) {
  const narrowIsFaster = narrow !== undefined && narrow.perSecond > wide.perSecond;
  const floor = narrowIsFaster ? narrow : wide;
  const ratio = service.perSecond / floor.perSecond;
  const floorsCpu = Math.min(totalCpu(wide), narrow === undefined ? Number.POSITIVE_INFINITY : totalCpu(narrow)) + http.ownCpu;
  const cpuRatio = totalCpu(service) / floorsCpu;
  return judged({
    path: name,
    title: pathNames[name].title,
    connections,
    ratio,
    cpuRatio,
    service: { ...service, cpu: totalCpu(service) },
    floor: { ...floor, cpu: totalCpu(floor), pool: narrowIsFaster ? 'narrow' : 'wide' },
    http: { ...http, cpu: http.ownCpu },
    floorsCpu,
  });
}
