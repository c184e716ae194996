import type { Db } from '../platform/db.ts';
import { statement } from '../platform/sql.ts';

const liveTokensStatement = statement(
  'live_tokens',
  `select encode(t.hash, 'hex'), extract(epoch from t.expires_at) * 1000
     from access_token t join app_user u on u.id = t.user_id
    where t.hash in (select decode(given, 'hex') from unnest($1::text[]) given) and t.expires_at > $2 and u.active`,
);

/** Which of these tokens (their hashes, in hex) still count, and until when. */
export async function findLiveTokens(db: Db, hashes: string[], now: Date): Promise<Map<string, Date>> {
  const rows = await db.rows(liveTokensStatement, [hashes, now.toISOString()]);
  return new Map(rows.map((row) => [String(row[0]), new Date(Number(row[1]))]));
}
