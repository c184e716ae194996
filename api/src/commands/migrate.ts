import { readConfig } from '../platform/config/config.ts';
import { migrate } from '../platform/migrations/migrate.ts';

const { databaseUrl, topology } = readConfig();
if (databaseUrl === undefined) {
  process.stdout.write('Without DATABASE_URL there is nothing to do: the embedded database is brought up to date at every start.\n');
} else {
  const done = await migrate({ connectionString: topology.directUrl ?? databaseUrl });
  process.stdout.write(done.length === 0 ? 'The database is up to date.\n' : `Done: ${done.join(', ')}\n`);
}
