import type { Db } from '../postgres/database.ts';
import { statement } from '../postgres/sql.ts';

const newestStatement = statement('newest_migration', 'select max(name) from migration');

export async function findLatestMigration(db: Db): Promise<string> {
  return (await db.rows(newestStatement))[0]?.[0] ?? '';
}
