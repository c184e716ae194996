// Rebuilds and restarts on every change. The development server of the web app is on port 5173 and forwards API requests to the service on
// 8080.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './prepare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const node = (...args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
node(join(root, 'node_modules', 'typescript-native', 'bin', 'tsc'), '-p', 'api/tsconfig.build.json', '--watch', '--preserveWatchOutput');
node('--watch', '--watch-preserve-output', join('api', 'dist', 'main.js'));
node(join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'web');
