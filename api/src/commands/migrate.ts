import { readConfig } from '../platform/config/config.ts';
import { migrate } from '../platform/migrations/migrate.ts';
import { createLog } from '../platform/telemetry/log.ts';

const { databaseUrl, topology, logLevel } = readConfig();
if (databaseUrl === undefined) {
  process.stdout.write('Without DATABASE_URL there is nothing to do: the embedded database is brought up to date at every start.\n');
} else {
  const done = await migrate({ connectionString: topology.directUrl ?? databaseUrl }, { log: createLog(logLevel) });
  process.stdout.write(done.length === 0 ? 'The database is up to date.\n' : `Done: ${done.join(', ')}\n`);
}
