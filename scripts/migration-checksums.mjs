// Keeps the checksums of all migrations in api/migrations/checksums.json: one line per file, which is never changed again.
// Without arguments it checks them; `--add` adds the lines of new files.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join('api', 'migrations');
const list = join(folder, 'checksums.json');
const read = (path) => readFileSync(join(root, path), 'utf8');

const known = JSON.parse(read(list));
const names = readdirSync(join(root, folder))
  .filter((name) => name.endsWith('.sql'))
  .sort();
const checksumOf = (name) =>
  createHash('sha256')
    .update(read(join(folder, name)).replaceAll('\r\n', '\n'))
    .digest('hex');

if (process.argv.includes('--add')) {
  const lines = names.map(
    (name) => `  ${JSON.stringify(name)}: ${JSON.stringify(known[name] ?? [checksumOf(name)]).replaceAll('","', '", "')}`,
  );
  writeFileSync(join(root, list), `{\n${lines.join(',\n')}\n}\n`);
  process.exit();
}

const faults = [
  ...names
    .filter((name) => known[name] === undefined)
    .map((name) => `${name} has no checksum yet: run "node scripts/migration-checksums.mjs --add".`),
  ...names
    .filter((name) => known[name] !== undefined && known[name][0] !== checksumOf(name))
    .map((name) => `${name} was changed: restore it, and make a new migration instead.`),
  ...Object.keys(known)
    .filter((name) => !names.includes(name))
    .map((name) => `${name} is gone: restore it.`),
  ...changedLines().map((line) => `A line of ${list} was changed: restore it. ${line}`),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Lines of the list that the history of the repository has, and the file no longer. Without a repository there is nothing to compare. */
function changedLines() {
  let history;
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 30 };
    history = execFileSync('git', ['log', '--format=', '--patch', '--unified=0', 'HEAD', '--', list], options);
  } catch {
    return [];
  }
  const withoutComma = (line) => line.replace(/,\s*$/, '').trim();
  const today = new Set(read(list).split('\n').map(withoutComma));
  const added = history.split('\n').filter((line) => /^\+ {2}"/.test(line));
  return [...new Set(added.map((line) => withoutComma(line.slice(1))))].filter((line) => !today.has(line));
}
