// Format, lint (with the bans on layers and cycles) and types: all of it, or what the command names.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './prepare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const steps = [
  [join('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.'],
  [join('typescript', 'bin', 'tsc'), '-p', 'api/tsconfig.json'],
  [join('typescript', 'bin', 'tsc'), '-p', 'web/tsconfig.json'],
  [join('typescript', 'bin', 'tsc'), '-p', 'e2e/tsconfig.json'],
];
const failed = steps.filter(([script, ...args]) => {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status !== 0;
});
process.exit(failed.length === 0 ? 0 : 1);
