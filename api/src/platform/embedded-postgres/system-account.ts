import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Who PostgreSQL runs as. It refuses to run as root, so root lends it a system account. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** undefined: run as ourselves. */
export function postgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return findAccount('swath') ?? findAccount('postgres') ?? createAccount('swath') ?? requireAccount('nobody');
}

function findAccount(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined || uid === '0' ? undefined : { name, uid: Number(uid), gid: Number(gid) };
}

function createAccount(name: string): Account | undefined {
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name]],
    ['adduser', ['-S', '-D', '-H', name]],
  ];
  for (const [command, args] of ways) {
    try {
      execFileSync(command, args, { stdio: 'ignore' });
      return findAccount(name);
    } catch {
      // not this system's way
    }
  }
  return undefined;
}

function requireAccount(name: string): Account {
  const account = findAccount(name);
  if (account === undefined) {
    throw new Error('PostgreSQL does not run as root and no system account was found: start Swath as an ordinary user.');
  }
  return account;
}

/** Whether the account can walk down to a folder from the root. */
export function canReach(account: Account | undefined, folder: string): boolean {
  if (account === undefined) return true;
  for (let at = folder; ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const execute = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & execute) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
