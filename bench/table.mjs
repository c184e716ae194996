const columns = [
  ['', (row) => row.title],
  ['service', (row) => figure(row.service)],
  ['floor', (row) => figure(row.floor)],
  ['node:http', (row) => figure(row.http)],
  ['ratio', (row) => (row.ratio === undefined ? '' : row.ratio.toFixed(2))],
  ['goal', (row) => row.goal],
  ['met', (row) => (row.met ? 'yes' : 'no')],
  ['p50 ms', (row) => figure(row.p50)],
  ['p99 ms', (row) => figure(row.p99)],
  ['floor p50', (row) => figure(row.floorP50)],
  ['floor p99', (row) => figure(row.floorP99)],
];

function figure(value) {
  if (value === undefined || Number.isNaN(value)) return '';
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

export function printTable(rows) {
  const cells = [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, read]) => read(row)))];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at].length)));
  for (const line of cells) {
    console.log(`  ${line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ')}`);
  }
}
