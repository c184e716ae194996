import type { RefusedOrigin } from '../platform/http/own-origin.ts';
import type { OtherServer } from '../platform/postgres/ask-server.ts';
/** Result of one check, with advice. */
export interface Finding {
  state: 'ok' | 'warning' | 'wrong';
  message: string;
  todo?: string;
}

export const ok = (message: string): Finding => ({ state: 'ok', message });
export const warning = (message: string, todo: string): Finding => ({ state: 'warning', message, todo });
export const wrong = (message: string, todo: string): Finding => ({ state: 'wrong', message, todo });

/** 0: all ok, 1: warnings, 2: errors. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ state }) => state === 'wrong')) return 2;
  return findings.some(({ state }) => state === 'warning') ? 1 : 0;
}

const mb = 1024 * 1024;
const size = (bytes: number): string => (bytes >= 1024 * mb ? `${(bytes / 1024 / mb).toFixed(1)} GB` : `${Math.round(bytes / mb)} MB`);

export function judgeNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return ok(`version ${version}`);
  return wrong(`version ${version} is too old`, 'Install Node 20.19 or newer.');
}

export function judgeMemory(free: number, total: number): Finding {
  const message = `${size(free)} of ${size(total)} free`;
  if (free >= 300 * mb) return ok(message);
  return warning(message, 'Swath and its database need 300 MB of free memory: stop other programs, or use a larger machine.');
}

export function judgeDisk(free: number, total: number, where: string): Finding {
  const message = `${size(free)} of ${size(total)} free at ${where}`;
  if (free < 200 * mb) return wrong(message, 'Free some space now: a database on a full disk stops.');
  if (free < 1024 * mb || free < total * 0.05) return warning(message, 'Free some space soon, or move the data folder to a larger disk.');
  return ok(message);
}

export function judgeVersion(version: number, shown: string): Finding {
  if (version >= 150_000) return ok(`PostgreSQL ${shown}`);
  return wrong(`PostgreSQL ${shown} is too old`, 'Swath needs PostgreSQL 15 or newer: upgrade the server.');
}

/** `fault`: why the pipelined driver cannot be used. */
export function judgeDriver(configured: 'pipeline' | 'pool', fault: string | undefined): Finding {
  if (fault === undefined) return ok(configured === 'pool' ? 'plain pool, as configured' : 'pipelined');
  return warning(
    `plain pool, as the pipelined driver does not work here: ${fault}`,
    'Reads are slower than they could be: install the version of "pg" that package-lock.json names, or set SWATH_DATABASE_DRIVER=pool.',
  );
}

export function judgeLatency(milliseconds: number): Finding {
  const message = `answers in ${milliseconds.toFixed(1)} ms`;
  if (milliseconds <= 20) return ok(message);
  return warning(message, 'Every request needs the database: run it near the service, and check its load.');
}

/** `wanted`: maximum connections of one process of the service. */
export function judgeConnections(used: number, most: number, wanted: number, serviceRuns: boolean): Finding {
  const left = most - used;
  const message = `${left} of ${most} left`;
  if (left <= 0) return wrong(message, 'Raise max_connections, or end idle sessions.');
  if (!serviceRuns && left < wanted)
    return warning(
      `${message}, and a service may open ${wanted}`,
      'Raise max_connections, or lower SWATH_READ_CONNECTIONS and SWATH_WRITE_CONNECTIONS.',
    );
  return left < 5 ? warning(message, 'Raise max_connections, or run fewer processes.') : ok(message);
}

/** `changed`: applied migrations whose file has changed since. */
export function judgeMigrations(done: readonly string[], known: readonly string[], changed: readonly string[]): Finding {
  const unknown = done.filter((name) => !known.includes(name));
  const pending = known.filter((name) => !done.includes(name));
  if (changed.length > 0)
    return wrong(
      `changed after being applied: ${changed.join(', ')}`,
      'Install an unmodified version: the service does not start with changed migrations.',
    );
  if (unknown.length > 0)
    return wrong(
      `the database has ${unknown.join(', ')}, which are unknown to this version`,
      'A newer version has used this database: run that one.',
    );
  if (pending.length > 0)
    return warning(`${pending.length} pending: ${pending.join(', ')}`, 'Start the service, which runs them, or run "npm run migrate".');
  return ok(`all ${known.length} done`);
}

/** `unknown`: a description of each. */
export function judgeSettings(unknown: readonly string[]): Finding {
  if (unknown.length === 0) return ok('all names are known');
  return warning(unknown.join('; '), 'Correct or remove it: it has no effect.');
}

/** `found`: undefined if it does not answer. `primary`: the cluster of the primary. */
export function judgeReplica(found: OtherServer | string, primary: string): Finding {
  if (typeof found === 'string')
    return wrong(
      `does not answer: ${found}`,
      'Start it, or correct or remove DATABASE_REPLICA_URL. The primary answers all reads meanwhile.',
    );
  if (found.system !== primary) return wrong('is no replica of this primary', 'Correct DATABASE_REPLICA_URL, or set the replica up again.');
  return found.inRecovery
    ? ok('follows the primary')
    : wrong('is no replica: it takes writes itself', 'Correct DATABASE_REPLICA_URL, or set the replica up again.');
}

export function judgeDirect(found: OtherServer | string, primary: string): Finding {
  if (typeof found === 'string')
    return wrong(`does not answer: ${found}`, 'Start the server, or correct DATABASE_DIRECT_URL: migrations and notifications need it.');
  if (found.system !== primary) return wrong('is another server than that of DATABASE_URL', 'Correct DATABASE_DIRECT_URL.');
  return found.inRecovery ? wrong('takes no writes', 'Correct DATABASE_DIRECT_URL: it must be the primary.') : ok('is the same server');
}

/** `timelines`: of all servers in DATABASE_URL that take writes. */
export function judgePrimaries(timelines: readonly number[]): Finding {
  if (timelines.length <= 1) return ok('one server takes writes');
  return wrong(
    `${timelines.length} servers take writes, on the timelines ${timelines.join(', ')}`,
    'Stop the old primary at once and set it up again as a replica: what is written there is lost. The service uses the one with the highest timeline.',
  );
}

/** `refused`: the last page that was refused within a day, because it is not at an address of the service. */
export function judgeRefusedOrigin(
  refused: RefusedOrigin | undefined,
  { publicUrl, isPublicUrlSet }: { publicUrl: string; isPublicUrlSet: boolean },
): Finding {
  // It may have been set since.
  if (refused === undefined || (isPublicUrlSet && new URL(publicUrl).origin === refused.origin)) return ok('none within a day');
  return warning(
    `a browser at ${refused.origin} could not sign in or send changes: the service is asked as ${refused.host}`,
    `If that is your public address, set SWATH_PUBLIC_URL=${refused.origin}. Otherwise the page belongs to someone else.`,
  );
}

export function judgeClock(aheadMilliseconds: number): Finding {
  const seconds = Math.abs(aheadMilliseconds) / 1000;
  const message = `${seconds.toFixed(1)} s ${aheadMilliseconds < 0 ? 'behind' : 'ahead of'} the database's`;
  if (seconds > 60) return wrong(message, 'Synchronise the clocks of both machines (NTP): dates and deadlines depend on them.');
  return seconds > 2 ? warning(message, 'Synchronise the clocks of both machines (NTP).') : ok('agrees with the database');
}

export interface OutboxWaiting {
  waiting: number;
  oldestSeconds: number;
  retrying: number;
  deadLetters: number;
}

export function judgeOutbox({ waiting, oldestSeconds, retrying, deadLetters }: OutboxWaiting, serviceRuns: boolean): Finding {
  if (retrying + deadLetters > 0)
    return warning(
      `${retrying} events could not be dispatched and will be retried, ${deadLetters} are dead letters`,
      'The log has the reason. Fix the cause; then an admin can replay dead letters in the web app.',
    );
  if (waiting === 0) return ok('none pending');
  const message = `${waiting} pending, the oldest for ${Math.round(oldestSeconds)} s`;
  if (oldestSeconds <= 60) return ok(message);
  if (!serviceRuns) return warning(message, 'They are sent when the service runs. Start it.');
  const todo = 'Notifications are not sent. Look for "Waiting events could not be dealt with" in the log.';
  return oldestSeconds > 600 ? wrong(message, todo) : warning(message, todo);
}

export interface DeliveriesWaiting {
  waiting: number;
  oldestSeconds: number;
  givenUp: number;
}

export function judgeDeliveries({ waiting, oldestSeconds, givenUp }: DeliveriesWaiting, todo: string): Finding {
  const message = `${waiting} waiting, ${givenUp} given up within a day`;
  if (givenUp > 0) return warning(message, todo);
  if (waiting > 0 && oldestSeconds > 3600)
    return warning(`${message}; the oldest waits for ${Math.round(oldestSeconds / 60)} minutes`, todo);
  return ok(message);
}

export interface ForecastsStored {
  places: number;
  /** Places without a usable forecast. */
  outdated: number;
  oldestSeconds: number;
}

export function judgeForecasts({ places, outdated, oldestSeconds }: ForecastsStored, serviceRuns: boolean): Finding {
  if (places === 0) return ok('no place needs one yet');
  if (outdated === 0) return ok(`of ${places} places, the oldest fetched ${Math.round(oldestSeconds / 60)} minutes ago`);
  const message = `${outdated} of ${places} places have none of the last 6 hours, so their weather is UNKNOWN`;
  if (!serviceRuns) return warning(message, 'They are fetched while the service runs. Start it.');
  const todo = 'Look at the check of the forecast server, and for "No forecasts" in the log.';
  return outdated === places ? wrong(message, todo) : warning(message, todo);
}

export interface ChainFound {
  links: number;
  waiting: number;
  fault?: { record: string; what: string };
}

export interface SecretsFound {
  total: number;
  unreadable: readonly string[];
}

/** What to do about a stored secret if its key is lost. */
export function describeSecret(name: string): string {
  if (name === 'key-check') return 'key-check (processes have different secret keys, or the key was lost)';
  if (name === 'vapid') return 'vapid (push makes a new key at the next start, and everyone turns push on again)';
  if (name.startsWith('zalo-')) return `${name} (enter the secrets again under Company, Channels)`;
  if (name.startsWith('oidc-issuer:')) return `${name} (enter the client secret again under Company, Sign-in providers)`;
  return name;
}

export function judgeSecrets(hasKey: boolean, { total, unreadable }: SecretsFound): Finding {
  if (unreadable.length === 0) return ok(total === 0 ? 'none is stored yet' : `${total} stored, all can be read`);
  if (!hasKey)
    return wrong(
      `${total} stored, but the key to read them is missing: ${unreadable.join(', ')}`,
      'Restore secret.key of the data folder from a backup, or set SWATH_SECRET_KEY.',
    );
  return wrong(
    `${unreadable.length} of ${total} cannot be read with this key: ${unreadable.join(', ')}`,
    'Set the SWATH_SECRET_KEY or secret.key that they were stored with, the same on all machines, or see "Secret key" in docs/operate.md if it is lost.',
  );
}

export function judgeChain({ links, waiting, fault }: ChainFound, serviceRuns: boolean): Finding {
  if (fault !== undefined)
    return wrong(
      `broken at ${fault.record}: ${fault.what}`,
      'Someone has changed the database by other means than the service. Compare it with a backup, and do not delete anything.',
    );
  const message = `${links} versions, all hashes are right`;
  if (waiting === 0) return ok(message);
  const unlinked = `${message}; ${waiting} have no link in the chain yet`;
  return serviceRuns || waiting === 0 ? ok(unlinked) : warning(unlinked, 'They are linked when the service runs. Start it.');
}

export interface BudgetSpent {
  name: string;
  spent: number;
  budget: number;
  refused: number;
}

/** Budgets of today for SMS. */
export function judgeBudgets(budgets: readonly BudgetSpent[]): Finding {
  const text = ({ name, spent, budget, refused }: BudgetSpent) =>
    `${spent} of ${budget} for ${name}${refused === 0 ? '' : `, ${refused} refused`}`;
  const message = `today ${budgets.map(text).join('; ')}`;
  return budgets.some(({ refused }) => refused > 0)
    ? warning(message, 'An admin can raise budgets under Company, Channels. Unusually many may be misuse: see "Message log" there.')
    : ok(message);
}
