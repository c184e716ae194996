// Benchmark of the service against its floors, in one run on one machine: `npm run bench`. See docs/bench.md.
import { cpus } from 'node:os';
import { startHelper, stopAll } from './children.mjs';
import { comparePaths } from './compare-paths.mjs';
import { compareSizes } from './compare-sizes.mjs';
import { compareRuns } from './goals.mjs';
import { memoryOf, peakMemoryOf, ticksOfMachine } from './measure.mjs';
import { readOptions, smallOrders } from './options.mjs';
import { measurePlanService } from './plan-service.mjs';
import { measurePlanner } from './planner.mjs';
import { printResults } from './print.mjs';
import { measureRebooking } from './rebooking.mjs';
import { keepResults, readResults, writeJson } from './results.mjs';
import { soak } from './soak.mjs';
import { measureStarts } from './start-times.mjs';
import { openPostgres, openSubject } from './subject.mjs';

const options = readOptions();
// Before the run: a missing file is reported at once.
const earlier = options.against === undefined ? undefined : readResults(options.against);
let postgres;
let closing;

process.once('SIGINT', () => void cleanUp().then(() => process.exit(130)));
process.once('SIGTERM', () => void cleanUp().then(() => process.exit(143)));
try {
  const results = await main();
  const comparison = earlier && compareRuns(earlier.paths ?? [], results.paths ?? []);
  printResults({ ...results, comparison });
  if (options.json !== undefined) writeJson(options.json, results);
  if (comparison?.some(({ isSlower }) => isSlower)) process.exitCode = 1;
  if (options.write) keepResults(results);
  if (results.problems?.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await cleanUp();

function cleanUp() {
  closing ??= (async () => {
    await stopAll();
    await postgres?.remove();
  })();
  return closing;
}

async function main() {
  // The time of a start includes the files of the web app.
  if (options.start) await import('../scripts/prepare.mjs');
  // First: nothing else runs yet.
  const planned = options.plan && options.minutes === 0 ? await measurePlanner() : undefined;
  postgres = await openPostgres(options.keep);
  const plan = planned === undefined ? {} : { plan: { ...planned, service: await planInService() } };
  if (options.planOnly) return plan;
  const machine = {
    date: new Date().toISOString().slice(0, 10),
    cores: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    node: process.versions.node,
    postgres: postgres.version,
  };
  const before = ticksOfMachine();
  const subject = await openSubject(postgres, postgres.connection.database, options.orders, options.nodeOptions);
  if (options.minutes > 0) return { soak: { machine, ...(await soak({ subject, minutes: options.minutes })) } };
  const load = startHelper('load');
  await load.ready;
  const run = { machine, orders: options.orders, smallOrders, rounds: options.rounds, seconds: options.seconds };
  // Lists first: orders that are created afterwards must not affect the comparison.
  const lists = options.lists ? { lists: await compareLists(subject, load) } : {};
  const paths = options.paths.length > 0 ? await comparePaths({ postgres, subject, load, names: options.paths, options }) : {};
  const rebooking = options.rebooking ? { rebooking: await measureRebooking(subject, options.rounds) } : {};
  const memory = { megabytes: memoryOf(subject.service.pid), peak: peakMemoryOf(subject.service.pid) };
  await subject.client.end();
  await stopAll();
  await postgres.stop();
  const now = ticksOfMachine();
  machine.stolen = (now.stolen - before.stolen) / (now.all - before.all);
  const start = options.start ? { start: await measureStarts(postgres.folder, options.orders, options.starts) } : {};
  return {
    run,
    ...paths,
    ...lists,
    ...rebooking,
    ...plan,
    ...start,
    ...(options.paths.length > 0 ? { memory } : {}),
  };
}

async function planInService() {
  const subject = await openSubject(postgres, 'bench_plan', smallOrders, options.nodeOptions);
  const load = startHelper('load');
  await load.ready;
  const rows = await measurePlanService(subject, load, options.rounds);
  await load.stop();
  await subject.service.stop();
  await subject.client.end();
  return rows;
}

async function compareLists(large, load) {
  const small = await openSubject(postgres, 'bench_small', smallOrders, options.nodeOptions);
  const rows = await compareSizes({ postgres, small, large, load, options });
  await small.service.stop();
  await small.client.end();
  return rows.map((row) => ({ orders: large.orders, ...row }));
}
