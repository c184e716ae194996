/** Rows in columns with a header: the first left-aligned, the others right-aligned. */
export function printTable(head, rows) {
  const lines = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  for (const line of lines)
    console.log(`  ${line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ')}`.trimEnd());
}

export const markdownTable = (head, rows) =>
  [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export function figure(value) {
  if (value === undefined || value === null || Number.isNaN(value)) return '';
  return value >= 100 ? value.toFixed(0) : value.toPrecision(value < 1 ? 2 : 3);
}

export const ratio = (value) => (value === undefined || value === null ? '' : value.toFixed(2));
/** `decision`: the number of the decision that explains why a goal is missed. */
export const verdict = (met, decision) =>
  met === undefined ? '' : met ? 'met' : decision === undefined ? 'missed' : `missed, see decision ${decision}`;
