// Runs all checks and tests. The last line has the totals.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, getPriority, setPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from './chromium.mjs';
import { databaseServers } from './database-servers.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lowPriority = constants.priority.PRIORITY_BELOW_NORMAL;

/** Runs a command; returns its success and, if it is captured, its output. */
function node(output, args, { env = process.env, inBackground = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', output, output], env });
    if (inBackground && getPriority() < lowPriority) setPriority(child.pid, lowPriority);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text));
    child.on('close', (code) => resolve({ good: code === 0, printed }));
  });
}

/** One after the other: a package manager runs once at a time. */
async function findPrograms() {
  const path = await chromium();
  await databaseServers();
  return path;
}

// In parallel: packages are mostly downloaded, the builds do not use all cores, and tests often wait. Checks do not delay builds and tests.
const browser = findPrograms();
const { apiTypes } = await import('./install.mjs');
const building = import('./prepare.mjs');
const checking = apiTypes.then(() => node('pipe', [join(root, 'scripts', 'check.mjs')], { inBackground: true }));
await building;
const chromiumPath = await browser;

const reports = mkdtempSync(join(tmpdir(), 'swath-report-'));
const report = join(reports, 'vitest.json');
let passed = 0;
let failed = 0;
let skipped = 0;

const { good: clean } = await node(
  'inherit',
  [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { env: { ...process.env, SWATH_TEST_BUILT: 'yes', ...(chromiumPath === undefined ? {} : { SWATH_CHROMIUM: chromiumPath }) } },
);
const check = await checking;
console.log(`\n${check.printed}`);
if (check.good) passed++;
else failed++;

try {
  const result = JSON.parse(readFileSync(report, 'utf8'));
  passed += result.numPassedTests;
  failed += result.numFailedTests;
  skipped += result.numPendingTests + result.numTodoTests;
  // A file that fails to load has no tests to count.
  failed += result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
} catch {
  failed++;
}
if (!clean && failed === 0) failed++;
rmSync(reports, { recursive: true, force: true });

console.log(`\n${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`);
process.exit(failed === 0 ? 0 : 1);
