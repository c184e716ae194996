// SVG chart of the ratios: a bar per path and number of connections, a line at the floor, a mark at the goal. It has its own colours for
// light and dark mode.

const left = 250;
const width = 720;
const barHeight = 13;
const gap = 4;
const groupGap = 16;
const top = 76;

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

const throughputGoal = ({ goals }) => goals.find(({ kind }) => kind === 'at least');

export function drawChart({ paths }) {
  const names = [...new Set(paths.map(({ path }) => path))];
  const most = Math.max(1.25, ...paths.map(({ ratio }) => ratio), ...paths.map((row) => throughputGoal(row)?.goal ?? 0));
  const x = (ratio) => (left + (ratio / most) * (width - left - 60)).toFixed(1);
  const parts = [];
  let y = top;
  for (const name of names) {
    const group = paths.filter(({ path }) => path === name);
    const begin = y;
    for (const row of group) {
      const { connections, ratio } = row;
      const { goal = 0, met } = throughputGoal(row) ?? {};
      const kind = met === undefined ? 'plain' : met ? 'met' : 'missed';
      // Next to the bar, or next to the goal's mark if that is just behind it.
      const end = goal > ratio && goal - ratio < 0.1 ? goal : ratio;
      parts.push(
        `<text class="small" x="${left - 8}" y="${y + 10.5}" text-anchor="end">${connections}</text>`,
        `<rect class="${kind}" x="${left}" y="${y}" width="${(x(ratio) - left).toFixed(1)}" height="${barHeight}" rx="2"/>`,
        `<text class="small value" x="${Number(x(end)) + 5}" y="${y + 10.5}">${ratio.toFixed(2)}${{ plain: '', met: ' ✓', missed: ' ✗' }[kind]}</text>`,
      );
      if (goal > 0) parts.push(`<path class="goal" d="M${x(goal)} ${y - 3}v${barHeight + 6}"/>`);
      y += barHeight + gap;
    }
    parts.push(`<text x="12" y="${(begin + y - gap) / 2 + 4.5}">${escaped(group[0].title)}</text>`);
    y += groupGap;
  }
  const height = y + 4;
  const title = 'Requests per second of the service, over HTTP, as a ratio to the bare query loop';
  const description = paths
    .map(({ title: what, connections, ratio }) => `${what}, ${connections} connections: ${ratio.toFixed(2)}`)
    .join('; ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${escaped(title)}</title>
<desc id="desc">With ${paths[0].orders} orders. ${escaped(description)}.</desc>
<style>
svg { color-scheme: light dark; font: 13px system-ui, sans-serif; --ink: #1c2a22; --soft: #55635b; --paper: #fff; --bar: #a9b8af; --good: #2f8f5b; --bad: #c4572e; }
@media (prefers-color-scheme: dark) { svg { --ink: #e8efe9; --soft: #a3b1a8; --paper: #14201a; --bar: #4c5b52; --good: #4fb37c; --bad: #e58360; } }
text { fill: var(--ink); } .small { font-size: 11px; fill: var(--soft); } .head { font-size: 15px; font-weight: 600; }
.value { stroke: var(--paper); stroke-width: 3px; paint-order: stroke; }
.plain { fill: var(--bar); } .met { fill: var(--good); } .missed { fill: var(--bad); }
.floor { stroke: var(--soft); stroke-dasharray: 3 3; fill: none; } .goal { stroke: var(--ink); stroke-width: 2; fill: none; }
</style>
<rect width="${width}" height="${height}" rx="6" style="fill: var(--paper)"/>
<text class="head" x="12" y="26">${escaped(title)}</text>
<text class="small" x="12" y="45">${paths[0].orders.toLocaleString('en')} orders. Bars by connections; dashed: the floor; thick mark: the goal.</text>
<path class="floor" d="M${x(1)} ${top - 10}V${height - 12}"/>
${parts.join('\n')}
</svg>
`;
}
