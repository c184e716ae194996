import { randomInt } from 'node:crypto';
import { AppError, invalid } from '../errors.ts';
import { type ApiScope, apiScopes, hashToken } from '../platform/http/auth.ts';
import type { KeyWrite } from '../platform/http/register-route.ts';
import { type Database, type Db, type Row, violatedConstraint } from '../platform/postgres/database.ts';
import { sendAccessNotice } from './access-notice.ts';
import { hintOf, newApiKey } from './api-key-format.ts';
import { scopesByRole } from './api-key-rules.ts';
import { findApiKey, insertApiKey, insertKeyWrite, lockApiKey, revokeApiKey } from './api-key-store.ts';
import { differences, insertAudit } from './audit-store.ts';
import { lockPerson } from './person-store.ts';
import { requireRecentSignIn } from './signed-in-store.ts';

export interface ApiKeyContext {
  database: Database;
  actorId: string;
  now: Date;
}

export interface NewApiKeyInput {
  name: string;
  userId: string;
  scopes: ApiScope[];
  requestsPerMinute: number;
  expiresInDays: number;
}

/** Creates a key. `token`: the hash of the token of the request. The key itself is in the result only: its hash is stored. */
export async function createApiKey(
  { database, actorId, now, hasSms, token }: ApiKeyContext & { hasSms: boolean; token: Buffer },
  { name: givenName, userId, scopes: givenScopes, requestsPerMinute, expiresInDays }: NewApiKeyInput,
): Promise<{ row: Row; key: string }> {
  const key = newApiKey((below) => randomInt(below));
  const name = givenName.trim();
  const scopes = apiScopes.filter((scope) => givenScopes.includes(scope));
  const expiresAt = new Date(now.getTime() + expiresInDays * 86_400_000);
  try {
    return await database.transaction(async (tx) => {
      await requireRecentSignIn(tx, actorId, token, now);
      const person = await lockPerson(tx, userId);
      if (person === undefined || !person.active) throw invalid({ path: 'userId', message: 'must be an active account' });
      const { role } = person;
      const useless = scopes.filter((scope) => !scopesByRole[role].includes(scope));
      if (useless.length > 0)
        throw invalid({ path: 'scopes', message: `must be among ${scopesByRole[role].join(', ')} for the role ${role}` });
      const created = { name, userId, role, scopes, requestsPerMinute, expiresAt };
      const id = await insertApiKey(tx, { ...created, hash: hashToken(key), hint: hintOf(key), createdBy: actorId }, now);
      const changes = differences(
        {},
        { ...created, userId: Number(userId), scopes: scopes.join(', '), expiresAt: expiresAt.toISOString() },
      );
      await insertAudit(tx, { actorId, action: 'api_key_create', subjectType: 'api_key', subjectId: id, changes }, now);
      await sendAccessNotice(tx, userId, 'api_key', { hasSms, now });
      return { row: (await findApiKey(tx, id, now)) as Row, key };
    });
  } catch (error) {
    if (violatedConstraint(error) === 'api_key_name')
      throw new AppError('API_KEY_EXISTS', 'There is a key with this name. Revoke it, or use another name.');
    throw error;
  }
}

/** Ends a key at once, on all processes. Revoking it again changes nothing. */
export function endApiKey({ database, actorId, now }: ApiKeyContext, id: string): Promise<Row> {
  return database.transaction(async (tx) => {
    const key = await lockApiKey(tx, id);
    if (key === undefined) throw new AppError('NOT_FOUND', 'There is no such API key.');
    if (!key.isRevoked) {
      await revokeApiKey(tx, id, now);
      const changes = [{ field: 'name', from: key.name, to: null }];
      await insertAudit(tx, { actorId, action: 'api_key_revoke', subjectType: 'api_key', subjectId: id, changes }, now);
    }
    return (await findApiKey(tx, id, now)) as Row;
  });
}

/** Records a change made with an API key; every scoped operation that writes is about one order. */
export async function recordKeyWrite(db: Db, { principal, operationId, params, responseJson }: KeyWrite, now: Date): Promise<void> {
  const orderId = (params as { id?: string } | undefined)?.id ?? /^\{"id":(\d+)[,}]/.exec(responseJson)?.[1] ?? null;
  const keyId = principal.apiKey?.id ?? '';
  if (!(await insertKeyWrite(db, { keyId, actorId: principal.id, orderId, operationId }, now)))
    throw new AppError('UNAUTHENTICATED', 'The API key has been revoked.');
}
