import { hashToken, type Principal } from '../platform/http/auth.ts';
import type { Db } from '../platform/postgres/database.ts';
import { findTokenPrincipal } from './account-store.ts';
import { hasValidChecksum, looksLikeApiKey } from './api-key-format.ts';
import { findKeyPrincipal } from './api-key-store.ts';
import type { UsageRecorder } from './usage-recorder.ts';

/** The user of a bearer token: of a sign-in, or of an API key. The result is cached, so this is not called for every request. */
export async function findPrincipal(
  db: Db,
  usage: UsageRecorder,
  token: string,
  now: Date,
): Promise<{ principal: Principal; expiresAt: Date } | undefined> {
  const hash = hashToken(token);
  if (!looksLikeApiKey(token)) {
    const signedIn = await findTokenPrincipal(db, hash, now);
    if (signedIn !== undefined) usage.noteToken(hash, now);
    return signedIn;
  }
  if (!hasValidChecksum(token)) return undefined;
  const found = await findKeyPrincipal(db, hash, now);
  if (found?.principal.apiKey !== undefined) usage.noteKey(found.principal.apiKey.id, now);
  return found;
}
