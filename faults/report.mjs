// A case's figures, as a row: printed, and kept in docs/.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Seconds until the service can serve again. */
const readyWithin = 10;

/** `extra`: figures of the case's own that must be what they should be: `[what, value, isMet]`. */
export function row({ title, tried, found, load, ready = [], extra = [], readyGoal = readyWithin }) {
  const slowest = ready.length === 0 ? undefined : Math.max(...ready);
  const errors = [...(load?.wrong ?? [])].map(([what, count]) => `${count} × ${what.slice(0, 200)}`);
  const counts = {
    acknowledged: found?.acknowledged,
    lost: found?.lost.length,
    doubled: found?.doubled.length,
    halfMade: found?.halfMade.length,
    untold: found?.untold.length,
    errors: load?.errors,
  };
  const none = [counts.lost, counts.doubled, counts.halfMade, counts.untold, counts.errors].every((count) => (count ?? 0) === 0);
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
      ...extra.filter(([, , isMet]) => !isMet).map(([what, value]) => `not as it should be: ${what} ${value}`),
      ...(found === undefined ? [] : [...found.lost, ...found.doubled, ...found.halfMade, ...found.untold]),
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
  also: ['did not come to its end'],
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
  ['half-made', (line) => figure(line.halfMade)],
  ['untold', (line) => figure(line.untold)],
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
  for (const line_ of line.also) console.log(`      ${line_}`);
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

export function writeReport({ rows, seed, seconds }) {
  const facts = { seed, minutes: Number((seconds / 60).toFixed(1)), node: process.versions.node };
  writeFileSync(docs('faults.json'), `${JSON.stringify({ ...facts, rows }, null, 2)}\n`);
  const cell = (text) => text.replaceAll('|', '\\|');
  const line = (cells) => `| ${cells.map(cell).join(' | ')} |`;
  const also = rows.filter((one) => one.also.length > 0).map((one) => `- ${one.title}: ${one.also.join('; ')}.`);
  const text = `# Faults

Written by \`npm run faults\`; the whole of it is in [faults.json](faults.json). Seed ${facts.seed}, ${facts.minutes} minutes, Node ${facts.node}.

Eight people at a time book, confirm, move, pay for and cancel sprays, and have crews assigned, while the service and its database are
killed, stopped, starved and cut off. Each request is written down outside of the service before it is sent, and its answer after. In the end that is
compared with the database and with what the service says. **Lost**: acknowledged, and not there. **Doubled**: there more often than asked for,
retries included. **Half-made**: an order without all that belongs to it, counters that do not agree with counting, a ledger that does not agree with the card.
**Untold**: an event of which someone was not told. **Other errors**: answers that are neither the wished one, nor a conflict that two people may
run into, nor a 503 or 429 problem with Retry-After; where the service itself is not killed, a lost connection is one, too.

${line(columns.map(([name]) => name))}
${line(columns.map((_, at) => (at === 0 ? '---' : '--:')))}
${rows.map((one) => line(columns.map(([, read]) => read(one)))).join('\n')}

${also.join('\n')}

## Run it

\`\`\`sh
npm run faults                                    # everything; about a quarter of an hour
npm run faults -- --only kills,postgres --kills 20
npm run faults -- --seed ${facts.seed}                      # the same moments again
\`\`\`

Parts: \`kills\`, \`first-start\`, \`postgres\`, \`network\`, \`disk\`, \`clients\`, \`clock\`, \`stop\`. The exit code is 1 when a figure is missed. A disk that
fills up needs root, to mount a small one; without, that case is skipped. What a killed process had taken to send comes due again by itself after some minutes; the
suite brings that moment forward.
`;
  writeFileSync(docs('faults.md'), text);
}
