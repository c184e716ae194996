// Where a Chromium is: the one that is named, the system's, or one installed from the system's packages.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const fixed = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

function find() {
  const named = process.env.SWATH_CHROMIUM;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...fixed].find((path) => existsSync(path));
}

function install() {
  if (process.getuid?.() !== 0) return;
  const run = (command, ...args) =>
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status === 0;
  if (existsSync('/usr/bin/apt-get')) {
    console.log('  Installing Chromium from the system packages, for the tests of pages …');
    run('apt-get', 'update', '-qq') && run('apt-get', 'install', '-y', '-qq', 'chromium');
  } else if (existsSync('/sbin/apk')) {
    console.log('  Installing Chromium from the system packages, for the tests of pages …');
    run('apk', 'add', '--quiet', 'chromium');
  }
}

/** undefined where none can be had: the tests of pages are skipped then, and counted as skipped. */
export function chromium() {
  const found = find();
  if (found !== undefined) return found;
  install();
  return find();
}
