import type { Role } from '../platform/http/auth.ts';
import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

const liveTokensStatement = statement(
  'live_tokens',
  `select encode(t.hash, 'hex'), extract(epoch from t.expires_at) * 1000, u.role
     from access_token t join app_user u on u.id = t.user_id
    where t.hash in (select decode(given, 'hex') from unnest($1::text[]) given) and t.expires_at > $2 and u.active`,
);

export interface LiveToken {
  expiresAt: Date;
  role: Role;
}

/** Expiry and role of the valid tokens among the given hashes (hex). */
export async function findLiveTokens(db: Db, hashes: string[], now: Date): Promise<Map<string, LiveToken>> {
  const rows = await db.rows(liveTokensStatement, [hashes, now.toISOString()]);
  return new Map(rows.map((row) => [String(row[0]), { expiresAt: new Date(Number(row[1])), role: row[2] as Role }]));
}
