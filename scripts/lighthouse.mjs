// Prints Lighthouse's mobile scores of the main pages. Lighthouse is downloaded on first use. --runs N: median of N visits. --slowdown N:
// CPU slowdown instead of Lighthouse's 4. --write: writes the table to docs/lighthouse.md.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import './prepare.mjs';
import { chromium as findChromium } from './chromium.mjs';
import { signIn, startDemo } from './demo-service.mjs';

const { chromium } = await import('playwright-core');

const { values: asked } = parseArgs({
  options: {
    runs: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    slowdown: { type: 'string', default: '4' },
  },
});
const runs = Math.max(1, Number.parseInt(asked.runs, 10) || 1);

const version = '12.8.2'; // the last version that supports Node 20
const goals = { performance: 95, accessibility: 100, 'best-practices': 100 };
const kilobytes = (bytes) => (bytes / 1000).toFixed(0);
const bytesOf = ({ audits }, type) =>
  audits['network-requests']?.details?.items
    ?.filter(({ resourceType }) => type === undefined || resourceType === type)
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
/** `below`: the goal. Sizes are compressed, of the first visit. */
const measures = [
  {
    title: 'LCP s',
    read: ({ audits }) => audits['largest-contentful-paint']?.numericValue,
    show: (ms) => (ms / 1000).toFixed(2),
    below: 2500,
  },
  { title: 'TBT ms', read: ({ audits }) => audits['total-blocking-time']?.numericValue, show: (ms) => String(Math.round(ms)), below: 150 },
  { title: 'CLS', read: ({ audits }) => audits['cumulative-layout-shift']?.numericValue, show: (share) => share.toFixed(3) },
  { title: 'kB', read: (report) => bytesOf(report), show: kilobytes },
  { title: 'of scripts', read: (report) => bytesOf(report, 'Script'), show: kilobytes, below: 200_000 },
  { title: 'requests', read: ({ audits }) => audits['network-requests']?.details?.items?.length, show: String },
  { title: 'machine', read: ({ environment }) => environment.benchmarkIndex, show: (index) => String(Math.round(index)) },
];
const visits = [
  { title: 'sign-in', path: '/sign-in' },
  { title: "farmer's home", path: '/', email: 'farmer@swath.example' },
  { title: 'booking', path: '/book', email: 'farmer@swath.example' },
  { title: "office's board", path: '/', email: 'receptionist@swath.example' },
  { title: "sprayer's day", path: '/', email: 'sprayer@swath.example' },
  { title: 'figures', path: '/figures', email: 'admin@swath.example' },
];
const port = 9333;

/** Asynchronous, because this process also has to handle messages of the browser. */
const run = (command, args) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
      env: { ...process.env, npm_config_loglevel: 'error' },
    });
    child.once('exit', resolve);
  });

/** One visit with an empty browser profile; undefined: Lighthouse failed. */
async function visit({ path, email }, name) {
  const context = await chromium.launchPersistentContext(join(work, `profile-${name}`), {
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`],
  });
  try {
    if (email !== undefined) {
      await signIn(context, demo.url, email, 'en');
      // Lighthouse opens its own tab, so local storage must be filled before.
      const page = await context.newPage();
      await page.goto(`${demo.url}/icon.svg`);
      await page.close();
    }
    const report = join(work, `${name}.json`);
    const args = [
      '--yes',
      '--loglevel=error',
      `lighthouse@${version}`,
      demo.url + path,
      `--port=${port}`,
      '--disable-storage-reset',
      `--throttling.cpuSlowdownMultiplier=${asked.slowdown}`,
      '--quiet',
    ];
    const status = await run('npx', [...args, '--output=json', `--output-path=${report}`, `--only-categories=${Object.keys(goals)}`]);
    if (status !== 0) return undefined;
    const found = JSON.parse(readFileSync(report, 'utf8'));
    return {
      scores: Object.keys(goals).map((category) => Math.round((found.categories[category]?.score ?? 0) * 100)),
      measured: measures.map(({ read }) => read(found) ?? 0),
    };
  } finally {
    await context.close();
  }
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];
const columns = [...Object.keys(goals), ...measures.map(({ title }) => title)];

const demo = await startDemo();
const work = mkdtempSync(join(tmpdir(), 'swath-lighthouse-'));
const rows = [];
let missed = false;
console.log(`\n  ${'page'.padEnd(18)}${columns.map((name) => name.padStart(16)).join('')}`);
for (const [index, page] of visits.entries()) {
  const seen = [];
  for (let n = 0; n < runs; n += 1) seen.push(await visit(page, `${index}-${n}`));
  const good = seen.filter((each) => each !== undefined);
  if (good.length === 0) {
    missed = true;
    console.log(`  ${page.title.padEnd(18)} Lighthouse failed`);
    continue;
  }
  const scores = Object.values(goals).map((goal, n) => ({ goal, got: median(good.map((each) => each.scores[n])) }));
  const values = measures.map(({ show, below = Number.POSITIVE_INFINITY }, n) => {
    const got = median(good.map((each) => each.measured[n]));
    return { text: `${show(got)}${got < below ? '' : ` ≥ ${show(below)}`}`, met: got < below };
  });
  missed ||= scores.some(({ goal, got }) => got < goal) || values.some(({ met }) => !met);
  const cells = [...scores.map(({ goal, got }) => `${got}${got < goal ? ` < ${goal}` : ''}`), ...values.map(({ text }) => text)];
  rows.push([page.title, ...cells]);
  console.log(`  ${page.title.padEnd(18)}${cells.map((cell) => cell.padStart(16)).join('')}`);
}
await demo.stop();
rmSync(work, { recursive: true, force: true });

if (asked.write) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const table = [line(['page', ...columns]), line(['---', ...columns.map(() => '--:')]), ...rows.map(line)].join('\n');
  const text = `# Lighthouse

Lighthouse scores of the main pages, each opened by a new browser profile as on a phone: a slow network and a CPU slowdown of ${asked.slowdown}. Median of ${runs} runs.
\`npm run lighthouse -- --runs ${runs} --write\` writes this page. Goals: ${Object.entries(goals)
    .map(([name, goal]) => `${name} ${goal}`)
    .join(', ')}, LCP below 2.5 s, TBT below 150 ms, scripts below 200 kB (compressed).

${table}

"machine" is Lighthouse's benchmark index of the CPU. A slowdown of 4 assumes an index well above 1000 and then corresponds to a phone of a few years ago. Below that, Lighthouse
warns that scores are too low. \`--slowdown\` sets another factor.
`;
  writeFileSync(join(dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'lighthouse.md'), text);
}
process.exit(missed ? 1 : 0);
