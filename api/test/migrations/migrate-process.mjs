// Applies migrations in a separate process that a test can kill. Prints the names of the applied ones.
import { migrate } from '../../dist/platform/migrations/migrate.js';
import { readMigrations } from '../../dist/platform/migrations/migration-files.js';

const { connection, folder } = JSON.parse(process.argv[2]);
process.stdout.write(JSON.stringify(await migrate(connection, { migrations: readMigrations(folder) })));
