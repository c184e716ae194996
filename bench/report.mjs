// Writes docs/bench.md from docs/bench/bench.json.
import { markdownTable } from './table.mjs';
import {
  cpuTable,
  goalTable,
  listTable,
  planServiceTable,
  planTable,
  planTitle,
  rebookingTable,
  soakTable,
  speedTable,
  startTable,
} from './tables.mjs';

const count = (number) => number.toLocaleString('en');
const table = ({ head, rows }) => markdownTable(head, rows);

export function writeReport({ run, paths, lists, rebooking, plan, start, memory, soak, problems = [] }) {
  return [
    '# Performance',
    '',
    run === undefined && soak === undefined
      ? 'Written by `npm run bench`; no run has been saved yet.'
      : 'What the service costs per request, compared with plain `pg` and `node:http`. Written by `npm run bench` from [bench/bench.json](bench/bench.json); do not edit.',
    ...(run === undefined ? [] : ['', machineLine(run.machine)]),
    '',
    intro,
    ...(paths === undefined ? [] : ['', goals(paths), '', speed(paths)]),
    ...problems.map((problem) => `\nNot measured: ${problem}.`),
    ...(paths === undefined ? [] : ['', cpu(paths)]),
    ...(start === undefined ? [] : ['', '## Start and memory', '', table(startTable(start, memory, soak))]),
    ...(rebooking === undefined ? [] : ['', '## Rebooking', '', table(rebookingTable(rebooking))]),
    ...(plan === undefined ? [] : ['', planText(plan)]),
    ...(lists === undefined ? [] : ['', growth(run, lists)]),
    ...(soak === undefined ? [] : ['', soakText(soak)]),
    '',
    commands,
    '',
  ].join('\n');
}

const machineLine = ({ date, cores, processor, node, postgres, stolen }) =>
  `${date}, ${cores} cores${processor === 'unknown' ? '' : ` (${processor})`}, Node ${node}, PostgreSQL ${postgres}. Load, service and PostgreSQL share the machine.${
    stolen > 0
      ? ` CPU time taken by other machines on the same host (steal): ${(stolen * 100).toFixed(1)} %. It slows down single-process parts most.`
      : ''
  }`;

const intro = `## How to read the tables

Absolute times depend on the machine, so every goal is a ratio measured in one run. Service and reference run alternately, and their medians are compared.

- **Floor**: the reference. The same prepared statements in a plain \`pg\` loop, rows as objects, one pool, with as many loops as HTTP connections. The pool size is the number of loops or
  the number of connections of the service, whichever is faster. A page is two statements, rows and total. For creating an order, the floor is the same work as single statements in
  BEGIN … COMMIT. For the weather of a week it is the statement that reads the stored forecast, which the service keeps in memory until it changes.
- **node:http**: a server that only writes a prepared buffer of the same size.
- **CPU**: milliseconds per request of the service and PostgreSQL, from \`/proc\`, divided by the sum for the plain loop, its PostgreSQL and \`node:http\`.
- **p50 and p99**: each run is at least four times as long as its longest response, and requests that are open at its end are waited for and counted. Connections are open before it begins. Service and floor run a path with 32 connections before it is measured,
  because Node compiles code while it runs.
- **Goals** differ by the number of connections: response time at 1, throughput and CPU at 32, throughput and p99 at 256.`;

const goals = (paths) => `## Goals, ${count(paths[0]?.orders ?? 0)} orders

${table(goalTable(paths))}`;

const speed = (paths) => `## Requests per second, ${count(paths[0]?.orders ?? 0)} orders

![The ratios as a chart](bench/ratios.svg)

${table(speedTable(paths))}`;

const cpu = (paths) => `## CPU, milliseconds per request

${table(cpuTable(paths))}`;

const planText = ({ machine, rows, service }) => `## Planning a day

${planTitle(machine).replace('Planning a day: ', '')}. Generated days, each planned once in a worker thread, from the start of the thread to the explained plan. CPU is that of the whole process, memory its resident size. The gap is
(cost − bound) / cost; 0 means proven optimal. The method is in [the planner's README](../api/src/dispatch/planner/README.md).

${table(planTable(rows))}${service === undefined ? '' : `\n\n${table(planServiceTable(service))}`}`;

function growth(run, lists) {
  const judged = lists.filter(({ met }) => met !== undefined);
  return `## A page from ${count(lists[0]?.orders ?? 0)} orders against ${count(run.smallOrders)}

CPU of service and PostgreSQL for the first page of every list in the OpenAPI document, with its total and with each filter. ${judged.filter(({ met }) => met).length} of
${judged.length} meet their goal. Rows marked "fuller page" cannot be compared, because only the larger data set fills the page.

The weeks around today are the same in both data sets: 1,500 orders, most of them in the future. Only the past differs.

${table(listTable(lists))}`;
}

const soakText = (soak) => `## ${soak.minutes} minutes of mixed load

${machineLine(soak.machine)} ${count(soak.orders)} orders at the start; ${soak.people} farmers who read, book and cancel, 4 receptionists, ${soak.streams} live streams.
${soak.errors} errors (goal: none), ${soak.waiting} pending outbox events at the end; memory ${soak.memory.toFixed(0)} MB (goal: under ${soak.memoryGoal}).

${table(soakTable(thinned(soak)))}`;

/** About 20 rows at most: every third minute of an hour shows the trend. */
function thinned(soak) {
  const step = Math.ceil(soak.each.length / 20);
  return { ...soak, each: soak.each.filter(({ minute }) => minute % step === 0 || minute === soak.each.length || minute === 1) };
}

const commands = `## Run the benchmark

| command | effect |
|---|---|
| \`npm run bench\` | everything, with 1,000,000 orders; about 20 minutes on two idle cores; writes this page |
| \`npm run bench -- --quick\` | the paths only, in 2 to 3 minutes, with 5,000 orders; writes nothing |
| \`--json FILE\`, \`--against FILE\` | save the results; compare with saved results (also \`docs/bench/bench.json\`). Exit code 1 if a path has become slower by more than 15 % |
| \`npm run bench -- --minutes 60\` | an hour of mixed load; errors and memory per minute; adds them to this page |
| \`--only order,create,rebooking,plan,growth,start\` | only these parts; paths are order, orders, notifications, office, search, availability, weather, create |
| \`--orders 20000\`, \`--connections 1,32\`, \`--rounds 5\`, \`--seconds 2\` | size and rounds |
| \`--sorts\` | also measure lists sorted by each of their fields |
| \`--keep FOLDER\` | create the data in this folder once and reuse them; orders created by a run stay |
| \`--lists inbox\` | only lists whose name matches |
| \`--node-option=--cpu-prof\` | an option for the Node process of the service |
| \`--write\` | save the results of a partial run; the other parts stay as they are |

The data are created in PostgreSQL with all triggers enabled, and places, histories, ledger and totals are compared with the service's counters. Most farmers have about 12
orders, some have hundreds; sessions are full in the season; nearly all orders are completed and paid. Issued receipts and mails, which no list reads, are not created.
The settings of the measured service, and which limits are off, are in \`bench/settings.mjs\`.`;
