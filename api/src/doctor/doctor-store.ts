import type { AppliedMigration } from '../platform/migrations/migration-files.ts';
import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface ServerFacts {
  version: number;
  versionText: string;
  connectionsUsed: number;
  maxConnections: number;
  /** Server time in milliseconds since the epoch. */
  now: number;
}

const serverStatement = statement(
  'doctor_server',
  `select current_setting('server_version_num'), current_setting('server_version'),
          (select count(*) from pg_stat_activity where backend_type = 'client backend'),
          current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer,
          extract(epoch from clock_timestamp()) * 1000`,
);

export async function readServer(db: Db): Promise<ServerFacts> {
  const [row = []] = await db.rows(serverStatement);
  return {
    version: Number(row[0]),
    versionText: String(row[1]),
    connectionsUsed: Number(row[2]),
    maxConnections: Number(row[3]),
    now: Number(row[4]),
  };
}

const pingStatement = statement('doctor_ping', 'select 1');

export async function ping(db: Db): Promise<void> {
  await db.rows(pingStatement);
}

const hasMigrationsStatement = statement('doctor_has_migrations', "select to_regclass('migration') is not null");
// Through JSON, because the table of earlier versions has no checksum column.
const migrationsStatement = statement('doctor_migrations', "select name, to_jsonb(m) ->> 'checksum' from migration m order by name");

/** Undefined: the database is empty. */
export async function readAppliedMigrations(db: Db): Promise<AppliedMigration[] | undefined> {
  if ((await db.rows(hasMigrationsStatement))[0]?.[0] !== 't') return undefined;
  return (await db.rows(migrationsStatement)).map(([name, checksum]) => ({ name: String(name), checksum: checksum ?? null }));
}

const timeZoneStatement = statement(
  'doctor_time_zone',
  "select time_zone, to_char(now() at time zone time_zone, 'YYYY-MM-DD HH24:MI') from company",
);

/** The company's time zone and the local time there according to the database. */
export async function readTimeZone(db: Db): Promise<{ timeZone: string; wallTime: string }> {
  const [row = []] = await db.rows(timeZoneStatement);
  return { timeZone: String(row[0]), wallTime: String(row[1]) };
}
