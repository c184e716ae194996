import { execFileSync } from 'node:child_process';
import { chownSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The system account that PostgreSQL runs under if the service runs as root, because PostgreSQL refuses to run as root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** undefined: the account of the service. */
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
  const commands: [string, string[]][] = [
    ['useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name]],
    ['adduser', ['-S', '-D', '-H', name]],
  ];
  for (const [command, args] of commands) {
    try {
      execFileSync(command, args, { stdio: 'ignore' });
      return findAccount(name);
    } catch {
      // this command does not exist here
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

/** Whether the account has execute permission on a folder and all its parents. */
export function canReach(account: Account | undefined, folder: string): boolean {
  if (account === undefined) return true;
  for (let at = folder; ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const execute = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & execute) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Options for child processes that run under the account. */
export function accountIds(account: Account | undefined): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid };
}

/** Makes the account the owner of the path. */
export function changeOwner(path: string, account: Account | undefined): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}
