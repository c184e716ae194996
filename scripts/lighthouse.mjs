// Prints Lighthouse's mobile figures for the pages that people open first. Lighthouse is fetched when it is first needed.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import './prepare.mjs';
import { chromium as findChromium } from './chromium.mjs';
import { signIn, startDemo } from './demo-service.mjs';

const { chromium } = await import('playwright-core');

const version = '12.8.2'; // the last that runs on Node 20
const goals = { performance: 90, accessibility: 100, 'best-practices': 100 };
const visits = [
  { title: 'sign-in', path: '/sign-in' },
  { title: "farmer's home", path: '/', email: 'farmer@swath.example' },
  { title: 'booking', path: '/book', email: 'farmer@swath.example' },
  { title: "office's board", path: '/', email: 'receptionist@swath.example' },
  { title: "sprayer's day", path: '/', email: 'sprayer@swath.example' },
  { title: 'figures', path: '/figures', email: 'admin@swath.example' },
];
const port = 9333;

/** Not waiting for it in the usual blocking way: the browser is ours, and wants to be listened to meanwhile. */
const run = (command, args) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
    child.once('exit', resolve);
  });

const demo = await startDemo();
const work = mkdtempSync(join(tmpdir(), 'swath-lighthouse-'));
let missed = false;
console.log(
  `\n  ${'page'.padEnd(18)}${Object.keys(goals)
    .map((name) => name.padStart(16))
    .join('')}`,
);
for (const [index, { title, path, email }] of visits.entries()) {
  const context = await chromium.launchPersistentContext(join(work, `profile-${index}`), {
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`],
  });
  if (email !== undefined) {
    await signIn(context, demo.url, email, 'en');
    // Lighthouse opens a window of its own, so what the page remembers has to be there before.
    const page = await context.newPage();
    await page.goto(`${demo.url}/icon.svg`);
    await page.close();
  }
  const report = join(work, `${index}.json`);
  const args = ['--yes', `lighthouse@${version}`, demo.url + path, `--port=${port}`, '--disable-storage-reset', '--quiet', '--output=json'];
  const status = await run('npx', [...args, `--output-path=${report}`, `--only-categories=${Object.keys(goals)}`]);
  if (status === 0) {
    const { categories } = JSON.parse(readFileSync(report, 'utf8'));
    const figures = Object.entries(goals).map(([name, goal]) => ({ goal, got: Math.round((categories[name]?.score ?? 0) * 100) }));
    missed ||= figures.some(({ goal, got }) => got < goal);
    console.log(`  ${title.padEnd(18)}${figures.map(({ goal, got }) => `${got}${got < goal ? ` < ${goal}` : ''}`.padStart(16)).join('')}`);
  } else {
    missed = true;
    console.log(`  ${title.padEnd(18)} Lighthouse failed`);
  }
  await context.close();
}
await demo.stop();
rmSync(work, { recursive: true, force: true });
process.exit(missed ? 1 : 0);
