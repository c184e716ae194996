import type { Db } from '../postgres/database.ts';
import { statement } from '../postgres/sql.ts';
import type { RefusedOrigin } from './own-origin.ts';

const saveStatement = statement(
  'save_refused_origin',
  `insert into refused_origin (origin, host, refused_at) values ($1, $2, $3)
   on conflict (is_last) do update set origin = excluded.origin, host = excluded.host, refused_at = excluded.refused_at`,
);

/** Only the last one is kept, for the doctor. */
export async function saveRefusedOrigin(db: Db, { origin, host }: RefusedOrigin, now: Date): Promise<void> {
  await db.rows(saveStatement, [origin.slice(0, 300), host.slice(0, 300), now.toISOString()]);
}

const findStatement = statement('find_refused_origin', 'select origin, host from refused_origin where refused_at > $1');

export async function findRefusedOrigin(db: Db, since: Date): Promise<RefusedOrigin | undefined> {
  const [row] = await db.rows(findStatement, [since.toISOString()]);
  return row && { origin: String(row[0]), host: String(row[1]) };
}
