// Keeps results in docs: a run of a part leaves the others as they were.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawChart } from './chart.mjs';
import { writeReport } from './report.mjs';

const file = (path) => fileURLToPath(new URL(`../docs/${path}`, import.meta.url));

export function keepResults(results) {
  mkdirSync(file('bench'), { recursive: true });
  const json = file('bench/bench.json');
  const kept = { ...(existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : {}), ...results };
  writeFileSync(json, `${JSON.stringify(kept, rounded, 2)}\n`);
  // From what is kept, so that they can be made anew from it.
  const read = JSON.parse(readFileSync(json, 'utf8'));
  if (read.paths !== undefined) writeFileSync(file('bench/ratios.svg'), drawChart(read));
  writeFileSync(file('bench.md'), writeReport(read));
  console.log('\n  Written: docs/bench.md, from docs/bench/bench.json\n');
}

/** Four digits tell all that such figures know. */
const rounded = (_key, value) => (typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value);
