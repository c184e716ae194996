import type pg from 'pg';
import { readChannelSetting } from '../channels/channel-setting-store.ts';
import { readSpending } from '../channels/sms-store.ts';
import { readBacklog } from '../notifications/backlog-store.ts';
import type { Config } from '../platform/config/config.ts';
import { findEmbedded } from '../platform/embedded-postgres/find-embedded.ts';
import { findRefusedOrigin } from '../platform/http/refused-origin-store.ts';
import { changedMigrations, readMigrations } from '../platform/migrations/migration-files.ts';
import { findPipelineFault } from '../platform/postgres/choose-driver.ts';
import { connectionsOfProcess } from '../platform/postgres/connection-counts.ts';
import { type Db, openDatabase } from '../platform/postgres/database.ts';
import { findSecretKey, SecretBox } from '../platform/secrets/secret-box.ts';
import { wallTime } from '../platform/time/clock.ts';
import { verifyChain } from '../spray-records/verify-chain.ts';
import { readForecastAge } from '../weather/forecast-store.ts';
import { checkAllSecrets } from './check-secrets.ts';
import { checkServers } from './check-servers.ts';
import {
  type Finding,
  judgeBudgets,
  judgeChain,
  judgeClock,
  judgeConnections,
  judgeDeliveries,
  judgeDriver,
  judgeForecasts,
  judgeLatency,
  judgeMigrations,
  judgeOutbox,
  judgeRefusedOrigin,
  judgeSecrets,
  judgeVersion,
  ok,
  warning,
  wrong,
} from './doctor-rules.ts';
import { ping, readAppliedMigrations, readServer, readTimeZone } from './doctor-store.ts';

export type Report = (about: string, check: () => Promise<Finding>) => Promise<Finding>;

/** All checks of the database. Checks that depend on a failed one are skipped. */
export async function checkDatabase(config: Config, serviceRuns: boolean, report: Report): Promise<void> {
  let connection: pg.ClientConfig | undefined;
  await report('database', async () => {
    if (config.databaseUrl === undefined) {
      const embedded = findEmbedded(config.dataFolder);
      if (embedded === undefined)
        return warning(`there is none in ${config.dataFolder} yet`, 'The first start creates it: run "npm start".');
      if (embedded.connection === undefined)
        return warning(
          'the embedded PostgreSQL is not running',
          'It runs only while the service runs: run "npm start", then the doctor again.',
        );
      connection = embedded.connection;
      return ok(`embedded, in ${embedded.cluster}`);
    }
    connection = { connectionString: config.databaseUrl };
    return ok(`at ${hostOf(config.databaseUrl)}`);
  });
  if (connection === undefined) return;
  const address = connection;
  // The plain driver, so that a fault of the pipelined one does not affect the other checks.
  const database = openDatabase({ connection, readConnections: 1, writeConnections: 1, driver: 'pool' });
  try {
    await examine(database.read, config, serviceRuns, report, () => checkDriver(config, address));
  } finally {
    await database.close();
  }
}

async function examine(db: Db, config: Config, serviceRuns: boolean, report: Report, driver: () => Promise<Finding>): Promise<void> {
  const reachable = await report('reachable', () => reach(db));
  if (reachable.state === 'wrong') return;
  await checkServers(config, report);
  await report('driver', driver);
  const requestedAt = Date.now();
  const server = await readServer(db);
  const receivedAt = Date.now();
  await report('version', async () => judgeVersion(server.version, server.versionText));
  await report('connections', async () =>
    judgeConnections(server.connectionsUsed, server.maxConnections, connectionsOfProcess(config), serviceRuns),
  );
  await report('clock', async () => judgeClock((requestedAt + receivedAt) / 2 - server.now));
  const applied = await readAppliedMigrations(db);
  const migrations = readMigrations();
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
  const schema = await report('migrations', async () =>
    applied === undefined
      ? warning('the database is empty', 'The first start creates the schema: run "npm start".')
      : judgeMigrations(names(applied), names(migrations), changedMigrations(applied, migrations)),
  );
  if (schema.state !== 'ok') return;
  await report('time zone', () => checkTimeZone(db));
  await report('foreign pages', async () => judgeRefusedOrigin(await findRefusedOrigin(db, new Date(Date.now() - 86_400_000)), config));
  const { outbox, mail, webhook } = await readBacklog(db, new Date());
  await report('outbox', async () => judgeOutbox(outbox, serviceRuns));
  await report('mails', async () => judgeDeliveries(mail, 'outgoing_mail.last_error has the response of the mail server.'));
  await report('webhooks', async () => judgeDeliveries(webhook, "The admin's webhook page has the delivery log and can replay them."));
  if (config.sms !== undefined) await report('sms budgets', () => checkBudgets(db));
  await report('spray records', async () => judgeChain(await verifyChain(db), serviceRuns));
  await report('secrets', () => findSecrets(db, config));
  if (config.weather !== undefined)
    await report('forecasts', async () => judgeForecasts(await readForecastAge(db, new Date()), serviceRuns));
}

async function findSecrets(db: Db, { dataFolder, secretKey }: Config): Promise<Finding> {
  const key = await findSecretKey(dataFolder, secretKey);
  return judgeSecrets(key !== undefined, await checkAllSecrets(db, key && new SecretBox(key)));
}

async function checkBudgets(db: Db): Promise<Finding> {
  const { timeZone } = await readTimeZone(db);
  const [setting, spending] = [await readChannelSetting(db), await readSpending(db, wallTime(new Date(), timeZone).date)];
  const of = (name: string, { spent, refused }: { spent: string; refused: number }, budget: string) => ({
    ...{ name, refused, spent: Number(spent), budget: Number(budget) },
  });
  return judgeBudgets([
    of('messages', spending.message, setting.smsBudget),
    of('sign-in codes', spending.code, setting.codeBudget),
    of('codes to new numbers', spending.newNumber, setting.newNumberBudget),
  ]);
}

async function checkDriver({ databaseDriver, topology: { pooled } }: Config, connection: pg.ClientConfig): Promise<Finding> {
  return judgeDriver(databaseDriver, databaseDriver === 'pool' ? undefined : await findPipelineFault(connection, { pooled }));
}

async function reach(db: Db): Promise<Finding> {
  try {
    await ping(db);
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string };
    return wrong(`no: ${message || code}`, advice(code));
  }
  const times: number[] = [];
  for (let n = 0; n < 5; n++) {
    const began = performance.now();
    await ping(db);
    times.push(performance.now() - began);
  }
  return judgeLatency(times.sort((a, b) => a - b)[2] ?? 0);
}

function advice(code = ''): string {
  if (/^28/.test(code)) return 'Check the user and the password in DATABASE_URL.';
  if (code === '3D000') return 'Create that database, or set another one in DATABASE_URL.';
  if (/^53/.test(code)) return 'The server has no connection left: raise max_connections, or end idle sessions.';
  if (/^E(NOTFOUND|AI_AGAIN)/.test(code)) return 'Check the name of the host in DATABASE_URL.';
  return 'Start PostgreSQL, or check the address in DATABASE_URL and the network.';
}

async function checkTimeZone(db: Db): Promise<Finding> {
  const { timeZone, wallTime: there } = await readTimeZone(db);
  let here: string;
  try {
    const { date, time } = wallTime(new Date(), timeZone);
    here = `${date} ${time.slice(0, 5)}`;
  } catch {
    return wrong(`Node does not know ${timeZone}`, 'Use a Node with full time zone data.');
  }
  const minutes = Math.abs(Date.parse(`${here}Z`) - Date.parse(`${there}Z`)) / 60_000;
  if (minutes <= 2) return ok(`${timeZone}, where it is ${here}`);
  return wrong(`in ${timeZone} it is ${here} for Node and ${there} for PostgreSQL`, 'Update the time zone data of the older one.');
}

/** Without the password. */
function hostOf(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'the address in DATABASE_URL';
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
  return `${searchParams.get('host') ?? hostname}${port === '' ? '' : `:${port}`}${pathname}`;
}
