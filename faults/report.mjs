// Results of a case as a row: printed, and written to docs/.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Goal in seconds until the service is ready again. */
const readyWithin = 10;

/** `extra`: additional values of a case: `[label, value, isMet]`. */
export function row({ title, tried, found, load, ready = [], extra = [], readyGoal = readyWithin }) {
  const slowest = ready.length === 0 ? undefined : Math.max(...ready);
  const errors = [...(load?.wrong ?? [])].map(([what, count]) => `${count} × ${what.slice(0, 200)}`);
  const counts = {
    acknowledged: found?.acknowledged,
    lost: found?.lost.length,
    doubled: found?.doubled.length,
    incomplete: found?.incomplete.length,
    notNotified: found?.notNotified.length,
    errors: load?.errors,
  };
  const none = [counts.lost, counts.doubled, counts.incomplete, counts.notNotified, counts.errors].every((count) => (count ?? 0) === 0);
  return {
    title,
    tried,
    ...counts,
    refused: load?.refused,
    slowestReady: slowest,
    also: extra.map(([what, value]) => `${what} ${typeof value === 'number' ? figure(value) : value}`),
    goal: `all 0${slowest === undefined ? '' : `, ready within ${readyGoal} s`}`,
    met: none && (slowest === undefined || slowest <= readyGoal) && extra.every(([, , isMet]) => isMet),
    findings: [
      ...errors,
      ...extra.filter(([, , isMet]) => !isMet).map(([what, value]) => `unexpected: ${what} ${value}`),
      ...(found === undefined ? [] : [...found.lost, ...found.doubled, ...found.incomplete, ...found.notNotified]),
    ].slice(0, 20),
  };
}

export const skipped = (title, why) => ({
  title,
  tried: 0,
  also: [`SKIPPED: ${why}`],
  goal: 'to be tried',
  met: true,
  skipped: true,
  findings: [],
});

export const failed = (title, error) => ({
  title,
  tried: 0,
  also: ['did not finish'],
  goal: 'all 0',
  met: false,
  findings: [error.stack ?? String(error)],
});

const columns = [
  ['case', (line) => line.title],
  ['tried', (line) => figure(line.tried)],
  ['acknowledged', (line) => figure(line.acknowledged)],
  ['lost', (line) => figure(line.lost)],
  ['doubled', (line) => figure(line.doubled)],
  ['incomplete', (line) => figure(line.incomplete)],
  ['not notified', (line) => figure(line.notNotified)],
  ['other errors', (line) => figure(line.errors)],
  ['503, 429', (line) => figure(line.refused)],
  ['slowest to ready, s', (line) => figure(line.slowestReady)],
  ['met', (line) => (line.skipped === true ? 'skipped' : line.met ? 'yes' : 'NO')],
];

function figure(value) {
  if (value === undefined) return '';
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

export function printRow(line) {
  const cells = columns.map(([name, read]) => [name, read(line)]).filter(([, cell]) => cell !== '');
  console.log(`  ${cells.map(([name, cell]) => (name === 'case' ? cell : `${name} ${cell}`)).join(' | ')}`);
  for (const text of line.also) console.log(`      ${text}`);
  for (const finding of line.findings) console.log(`      ! ${finding}`);
}

export function printTable(rows) {
  const cells = [columns.map(([name]) => name), ...rows.map((line) => columns.map(([, read]) => read(line)))];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at].length)));
  for (const line of cells) {
    console.log(`  ${line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ')}`);
  }
}

const docs = (name) => fileURLToPath(new URL(`../docs/${name}`, import.meta.url));

export function writeReport({ rows, parts, seed, seconds }) {
  const facts = { seed, minutes: Number((seconds / 60).toFixed(1)), node: process.versions.node };
  writeFileSync(docs('faults.json'), `${JSON.stringify({ ...facts, rows }, null, 2)}\n`);
  const cell = (text) => text.replaceAll('|', '\\|');
  const line = (cells) => `| ${cells.map(cell).join(' | ')} |`;
  const also = rows.filter((one) => one.also.length > 0).map((one) => `- ${one.title}: ${one.also.join('; ')}.`);
  const text = `# Fault injection

How the service behaves when its processes, database, network or disk fail. Written by \`npm run faults\`; all results are in [faults.json](faults.json). Seed ${facts.seed}, ${facts.minutes} minutes, Node ${facts.node}.

Eight concurrent clients book, confirm, reschedule, pay for and cancel orders and assign crews while faults are injected. A journal outside the service
records each request before it is sent, and its response. At the end the journal is compared with the database and the API.

| column | meaning |
|---|---|
| lost | acknowledged, but missing |
| doubled | present more often than requested, retries included |
| incomplete | an order with missing parts, a counter that differs from a count, or a ledger that differs from the payment provider |
| not notified | an event without a notification to someone who should have one |
| other errors | a response that is not the expected one, not a conflict that two users can cause, and not a 503 or 429 problem with Retry-After; where the service is not killed, also a lost connection |

${line(columns.map(([name]) => name))}
${line(columns.map((_, at) => (at === 0 ? '---' : '--:')))}
${rows.map((one) => line(columns.map(([, read]) => read(one)))).join('\n')}

${also.join('\n')}

## Run the suite

\`\`\`sh
npm run faults                                    # everything; about 15 minutes
npm run faults -- --only kills,postgres --kills 20
npm run faults -- --seed ${facts.seed}                      # the same random choices again
\`\`\`

Parts: ${parts.map((part) => `\`${part}\``).join(', ')}. The exit code is 1 when a goal is missed. The full-disk case
needs root to mount a small file system; otherwise it is skipped. Deliveries that a killed process had claimed become due again after some minutes; the suite moves that time forward.
`;
  writeFileSync(docs('faults.md'), text);
}
