import { hashToken, type Principal } from '../platform/http/auth.ts';
import type { Db } from '../platform/postgres/database.ts';
import { findTokenPrincipal } from './account-store.ts';
import { hasValidChecksum, looksLikeApiKey } from './api-key-rules.ts';
import { findKeyPrincipal } from './api-key-store.ts';
import type { UsageRecorder } from './usage-recorder.ts';

/** The user of a bearer token: of a sign-in, or of an API key. The result is cached, so this is not called for every request. */
export async function findPrincipal(
  db: Db,
  usage: UsageRecorder,
  token: string,
  now: Date,
): Promise<{ principal: Principal; expiresAt: Date } | undefined> {
  if (!looksLikeApiKey(token)) return findTokenPrincipal(db, hashToken(token), now);
  if (!hasValidChecksum(token)) return undefined;
  const found = await findKeyPrincipal(db, hashToken(token), now);
  if (found?.principal.apiKey !== undefined) usage.noteKey(found.principal.apiKey.id, now);
  return found;
}
