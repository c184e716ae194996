// Fault injection under load, with an audit of every acknowledged write:
//   npm run faults -- [--only <part>,<part>] [--kills 100] [--seed 7] [--write]
// A full run, or --write, writes the results to docs/faults.json and docs/faults.md.
import { parseArgs } from 'node:util';
import { clients } from './case-clients.mjs';
import { clock } from './case-clock.mjs';
import { disk } from './case-disk.mjs';
import { eventLoop } from './case-event-loop.mjs';
import { firstStart } from './case-first-start.mjs';
import { imports } from './case-imports.mjs';
import { kills } from './case-kills.mjs';
import { network } from './case-network.mjs';
import { payments } from './case-payments.mjs';
import { poisonEvent } from './case-poison-event.mjs';
import { postgres } from './case-postgres.mjs';
import { stop } from './case-stop.mjs';
import { suspended } from './case-suspended.mjs';
import { closeAll } from './fault-environment.mjs';
import { failed, printRow, printTable, writeReport } from './report.mjs';
import { stopAllForGood } from './service.mjs';
import { pause, secondsSince } from './wait.mjs';

const parts = {
  kills,
  'first-start': firstStart,
  postgres,
  network,
  disk,
  suspended,
  payments,
  'poison-event': poisonEvent,
  imports,
  clients,
  'event-loop': eventLoop,
  clock,
  stop,
};
/** Time limit of a part in seconds: several times its duration on an idle machine. */
const timeoutSeconds = {
  kills: (times) => 120 + 8 * times,
  'first-start': (times) => 60 + 3 * times,
  clients: () => 420,
  imports: () => 900,
};
const defaultTimeoutSeconds = 300;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(parts).join(',') },
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    write: { type: 'boolean', default: false },
  },
});
const chosen = options.only.split(',');
const unknown = chosen.filter((name) => parts[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

for (const [name, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.once(name, () => void closeAll().finally(() => process.exit(code)));
}

process.once('uncaughtException', (error) => {
  console.error(error);
  void closeAll().finally(() => process.exit(1));
});

/** A part that hangs fails, and the next one starts. */
async function inTime(name, kills, work) {
  const seconds = timeoutSeconds[name]?.(kills) ?? defaultTimeoutSeconds;
  const late = new AbortController();
  const limit = pause(seconds * 1000, late.signal).then(() => {
    if (late.signal.aborted) return;
    stopAllForGood();
    throw new Error(`took longer than ${seconds} s`);
  });
  const done = work();
  done.catch(() => {}); // errors after the timeout follow from it
  await Promise.race([done, limit]).finally(() => late.abort());
}

const began = performance.now();
const rows = [];
const report = (line) => {
  rows.push(line);
  printRow(line);
};
console.log(`\n  Seed ${options.seed}, ${options.kills} kills.\n`);
for (const name of chosen) {
  const since = performance.now();
  try {
    const kills = Number(options.kills);
    let open = true;
    const reportInTime = (line) => open && report(line);
    await inTime(name, kills, () => parts[name]({ kills, seed: options.seed, report: reportInTime })).finally(() => {
      open = false;
    });
  } catch (error) {
    report(failed(name, error));
  }
  await closeAll();
  console.log(`  ${name}: ${secondsSince(since).toFixed(0)} s\n`);
}
printTable(rows);
const seconds = secondsSince(began);
const missed = rows.filter(({ met }) => !met);
console.log(
  `\n  Seed ${options.seed}, ${(seconds / 60).toFixed(1)} minutes; ${rows.length - missed.length} of ${rows.length} as they should be.`,
);
if (options.write || chosen.length === Object.keys(parts).length)
  writeReport({ rows, parts: Object.keys(parts), seed: options.seed, seconds });
process.exit(missed.length === 0 ? 0 : 1);
