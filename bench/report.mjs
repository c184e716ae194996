// docs/bench.md, made from docs/bench/bench.json.
import { markdownTable } from './table.mjs';
import { cpuTable, listTable, soakTable, speedTable, startTable } from './tables.mjs';

const count = (number) => number.toLocaleString('en');
const table = ({ head, rows }) => markdownTable(head, rows);

export function writeReport({ run, paths, lists, start, memory, soak, problems = [] }) {
  return [
    '# What it costs',
    '',
    run === undefined && soak === undefined
      ? 'Made by `npm run bench`; no run has been kept yet.'
      : 'Made by `npm run bench` from [bench/bench.json](bench/bench.json); not to be edited by hand.',
    ...(run === undefined ? [] : ['', machineLine(run.machine)]),
    '',
    intro,
    ...(paths === undefined ? [] : ['', speed(paths)]),
    ...problems.map((problem) => `\nNot measured: ${problem}.`),
    ...(paths === undefined ? [] : ['', cpu(paths)]),
    ...(start === undefined ? [] : ['', '## Start and memory', '', table(startTable(start, memory, soak))]),
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
      ? ` Its host gave ${(stolen * 100).toFixed(1)} % of the processors' time to other machines meanwhile, which hurts whoever is alone in a process most.`
      : ''
  }`;

const intro = `## How to read it

Times of one machine say little about another, so everything is a ratio taken in one run. Service and floors take turns, round by round, and medians are compared: a
machine that is busy slows down all of them.

- **Floor**: the same prepared statements in a bare \`pg\` loop, rows as objects, one pool; as many loops as HTTP has connections. The pool has as many connections, or as many as
  the service uses: whichever is faster counts. A page is two statements, the rows and the total, in the floor as well. For creating an order, the floor is the
  same work statement by statement in BEGIN … COMMIT.
- **node:http**: a server that writes a ready buffer of the same size, and nothing else.
- **CPU**: milliseconds per request of the service and of PostgreSQL, from \`/proc\`, against those of the bare loop, its PostgreSQL and \`node:http\` added up.
- **Goals** hold at 32 connections; the other rows are there to be looked at.`;

const speed = (paths) => `## Requests per second, ${count(paths[0]?.orders ?? 0)} orders

![The ratios as a chart](bench/ratios.svg)

${table(speedTable(paths))}`;

const cpu = (paths) => `## CPU, milliseconds per request

${table(cpuTable(paths))}`;

function growth(run, lists) {
  const judged = lists.filter(({ met }) => met !== undefined);
  return `## A page from ${count(lists[0]?.orders ?? 0)} orders against ${count(run.smallOrders)}

The first page of every list that the OpenAPI document has, with each filter and with its total: CPU of service and PostgreSQL. ${judged.filter(({ met }) => met).length} of
${judged.length} are within their goal. Where the larger data set fills a page that the smaller one does not, the two cannot be compared.

The weeks around today are the same in both data sets: 1,500 orders, most of them still to come. What grows is the past.

${table(listTable(lists))}`;
}

const soakText = (soak) => `## ${soak.minutes} minutes of mixed load

${machineLine(soak.machine)} ${count(soak.orders)} orders to begin with; ${soak.people} farmers who read, book and cancel, 4 at the office, ${soak.streams} live streams.
${soak.errors} errors (goal: none), ${soak.waiting} events not told at the end; memory ${soak.memory.toFixed(0)} MB (goal: under ${soak.memoryGoal}).

${table(soakTable(thinned(soak)))}`;

/** At most some twenty rows: every third minute of an hour is enough to see where it goes. */
function thinned(soak) {
  const step = Math.ceil(soak.each.length / 20);
  return { ...soak, each: soak.each.filter(({ minute }) => minute % step === 0 || minute === soak.each.length || minute === 1) };
}

const commands = `## Run it

| command | what it does |
|---|---|
| \`npm run bench\` | everything, with 1,000,000 orders; some twenty minutes on two idle cores; writes this page |
| \`npm run bench -- --quick\` | a look of about two minutes, with 50,000 orders; writes nothing |
| \`npm run bench -- --minutes 60\` | an hour of mixed load; errors and memory each minute; adds them to this page |
| \`--only order,create,growth,start\` | only these parts; paths are order, orders, notifications, office, search, availability, create |
| \`--orders 20000\`, \`--connections 1,32\`, \`--rounds 5\`, \`--seconds 2\` | another size, other rounds |
| \`--sorts\` | lists sorted by each of their fields, too |
| \`--keep FOLDER\` | the data are made there once and found there by the next run; what a run creates stays in them |
| \`--lists inbox\` | of the lists only those whose name matches |
| \`--node-option=--cpu-prof\` | given to the service's Node |
| \`--write\` | keep what a part of a run has found; the other parts stay as they were |

The data are made in PostgreSQL with all triggers at work, and compared with what the service keeps counted: places, histories, ledger and totals are as if it had written them. Most farmers have a
dozen orders, some have hundreds; sessions are full in the season; nearly all orders are completed and paid. Issued receipts and mails, which no list reads, are left out.
How the service is started for it, and which limits are off, is in \`bench/settings.mjs\`.`;
