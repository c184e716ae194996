import type { Db } from './db.ts';
import { statement } from './sql.ts';

const newestStatement = statement('newest_migration', 'select max(name) from migration');

export async function newestMigrationDone(db: Db): Promise<string> {
  return (await db.rows(newestStatement))[0]?.[0] ?? '';
}
