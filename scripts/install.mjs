// Installs missing packages and generates types from the OpenAPI document: what checks need. `prepare.mjs` builds as well.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] };
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) fail(`Swath needs Node 20.19 or newer; this is ${process.versions.node}.`);

await installIfMissing();
/** Ends when the types are generated. Checks and tests need them, builds do not. */
export const apiTypes = generateApiTypesIfStale();

async function installIfMissing() {
  // npm writes this file last, so an incomplete installation is detected.
  const installed = join(root, 'node_modules', '.package-lock.json');
  const stamp = join(root, 'node_modules', '.swath-lock');
  const lock = digest([
    join(root, 'package-lock.json'),
    join(root, 'package.json'),
    join(root, 'api', 'package.json'),
    join(root, 'web', 'package.json'),
    join(root, 'clients', 'typescript', 'package.json'),
  ]);
  if (existsSync(installed) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  print('Installing packages …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, ...rest] =
    npm === undefined ? [process.platform === 'win32' ? 'npm.cmd' : 'npm', ...args] : [process.execPath, npm, ...args];
  // Without asking the registry whether cached metadata is current: the lock file has exact versions. If a cached file is too old to have one, npm asks.
  if (!(await succeeds(command, [...rest, '--prefer-offline', '--silent']))) await runBeside(command, rest);
  writeFileSync(stamp, lock);
}

/** Generates from the committed OpenAPI document: types of the web app's API client, and types and operations of the TypeScript client. */
async function generateApiTypesIfStale() {
  const document = join(root, 'docs', 'openapi.json');
  const types = join(root, 'web', 'src', 'api', 'schema.d.ts');
  const client = join(root, 'clients', 'typescript', 'src');
  const stamp = join(root, 'node_modules', '.swath-api-types');
  const source = digest([document, join(root, 'package-lock.json')]);
  if (existsSync(types) && existsSync(join(client, 'schema.d.ts')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === source) return;
  const api = JSON.parse(readFileSync(document, 'utf8'));
  writeFileSync(join(client, 'operations.ts'), operationsFile(api));
  const shortDocument = join(root, 'node_modules', '.swath-openapi.json');
  writeFileSync(shortDocument, JSON.stringify(withoutRepetitions(api)));
  await runBeside(process.execPath, [join(root, 'node_modules', 'openapi-typescript', 'bin', 'cli.js'), shortDocument, '-o', types]);
  copyFileSync(types, join(client, 'schema.d.ts'));
  writeFileSync(stamp, source);
}

/** All errors of an operation have one type. Without their copies, headers and examples, the generated file is a third as long. */
function withoutRepetitions(api) {
  const operations = Object.values(api.paths).flatMap((path) => Object.values(path));
  for (const { requestBody, responses } of operations) {
    for (const content of Object.values(requestBody?.content ?? {})) removeExamples(content);
    const firstError = Object.keys(responses).find((status) => Number(status) >= 400);
    for (const [status, { headers: _, ...response }] of Object.entries(responses)) {
      delete responses[status];
      if (Number(status) >= 400 && status !== firstError) continue;
      for (const content of Object.values(response.content ?? {})) removeExamples(content);
      responses[status === firstError ? '4XX' : status] = response;
    }
  }
  return api;
}

function removeExamples(content) {
  delete content.example;
  delete content.examples;
}

function operationsFile({ paths }) {
  const withKey = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'Idempotency-Key'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  return `export const operationsWithIdempotencyKey: ReadonlySet<string> = new Set(${JSON.stringify(withKey, null, 2)});\n`;
}

export function digest(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path));
  return hash.digest('hex');
}

function succeeds(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, options);
    child.on('error', () => resolve(false));
    child.on('close', (status) => resolve(status === 0));
  });
}

export async function runBeside(command, args) {
  if (!(await succeeds(command, args))) fail(`"${[command, ...args].join(' ')}" did not succeed.`);
}

export function print(line) {
  process.stdout.write(`  ${line}\n`);
}

function fail(line) {
  process.stderr.write(`\n  ${line}\n\n`);
  process.exit(1);
}
