// Stores results in docs: a partial run keeps the other results.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawChart } from './chart.mjs';
import { judged } from './goals.mjs';
import { writeReport } from './report.mjs';

const file = (path) => fileURLToPath(new URL(`../docs/${path}`, import.meta.url));

export function keepResults(results) {
  mkdirSync(file('bench'), { recursive: true });
  const json = file('bench/bench.json');
  const before = existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : {};
  const kept = { ...before, ...results, ...(results.paths === undefined ? {} : { paths: renewed(before.paths, results.paths) }) };
  writeJson(json, kept);
  // From the stored results, so that the report can be regenerated.
  const read = readResults(json);
  if (read.paths !== undefined) writeFileSync(file('bench/ratios.svg'), drawChart(read));
  writeFileSync(file('bench.md'), writeReport(read));
  console.log('\n  Written: docs/bench.md, from docs/bench/bench.json\n');
}

/** Results of an earlier run, judged by the goals of today. */
export function readResults(path) {
  const read = JSON.parse(readFileSync(path, 'utf8'));
  return { ...read, ...(read.paths === undefined ? {} : { paths: read.paths.map(judged) }) };
}

export function writeJson(path, results) {
  writeFileSync(path, `${JSON.stringify(results, rounded, 2)}\n`);
}

/** Paths that were not measured keep their results if the number of orders is the same. */
function renewed(before = [], now) {
  const same = (one) => now.find(({ path, connections }) => path === one.path && connections === one.connections);
  const stay = before.filter(({ orders }) => orders === now[0]?.orders);
  return [...stay.map((one) => same(one) ?? one), ...now.filter((one) => !stay.some((old) => same(old) === one))];
}

/** Four significant digits. */
const rounded = (_key, value) => (typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value);
