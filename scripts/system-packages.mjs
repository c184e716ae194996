// Installs programs from system packages if possible: as root, on Debian, Alpine and derived systems.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
const run = (command, ...args) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    child.on('error', () => resolve(false));
    child.on('close', (status) => resolve(status === 0));
  });

let updated;
/** Fetches the list of packages, once. */
const updateApt = () => (updated ??= run('apt-get', 'update', '-qq'));

/** `packages` by name of the package manager; false: not available. */
export async function installPackages(what, packages) {
  if (process.getuid?.() !== 0) return false;
  const manager = existsSync('/usr/bin/apt-get') ? 'apt' : existsSync('/sbin/apk') ? 'apk' : undefined;
  if (manager === undefined || packages[manager] === undefined) return false;
  console.log(`  Installing ${what} from the system packages, for the tests …`);
  return manager === 'apt'
    ? (await updateApt()) && (await run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages.apt))
    : await run('apk', 'add', '--quiet', ...packages.apk);
}
