// Checks format, lint (with rules for layers and cycles) and types: all, or those given as arguments.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiTypes } from './install.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
// With several checkers, each would compute most types again: twice the CPU time for all three.
const types = (project) => [join('typescript-native', 'bin', 'tsc'), '-p', `${project}/tsconfig.json`, '--checkers', '1'];
const run = ([script, ...args]) =>
  new Promise((resolve) => {
    const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] };
    spawn(process.execPath, [join(root, 'node_modules', script), ...args], options).on('close', (code) => resolve(code === 0));
  });

// In parallel: each type check uses one core.
const checking = [
  run([join('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.']),
  run([join('..', 'scripts', 'check-dependencies.mjs')]),
  run([join('..', 'scripts', 'migration-checksums.mjs')]),
];
await apiTypes;
checking.push(...['api', 'web', 'e2e'].map((project) => run(types(project))));
process.exit((await Promise.all(checking)).every(Boolean) ? 0 : 1);
