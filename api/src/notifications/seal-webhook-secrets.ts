import type { Db } from '../platform/postgres/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { openWebhookSecret, sealWebhookSecret } from './webhook-secret.ts';
import { listWebhookSecrets, replaceSecrets } from './webhook-store.ts';

/**
 * Encrypts the secrets that an earlier version stored in clear. It runs an hour after the start, so that processes of that version can
 * still sign during an update.
 */
export async function sealWebhookSecrets(db: Db, box: SecretBox): Promise<void> {
  for (const before of await listWebhookSecrets(db)) {
    const after = {
      secret: sealWebhookSecret(box, before.secret),
      oldSecret: before.oldSecret === null ? null : sealWebhookSecret(box, before.oldSecret),
    };
    if (after.secret !== before.secret || after.oldSecret !== before.oldSecret) await replaceSecrets(db, before, after);
  }
}

/** How many webhooks have a secret, and how many of them this key cannot read. */
export async function checkWebhookSecrets(db: Db, box: SecretBox | undefined): Promise<{ total: number; unreadable: number }> {
  const stored = await listWebhookSecrets(db);
  const isReadable = (secret: Buffer): boolean => {
    try {
      openWebhookSecret(box, secret);
      return true;
    } catch {
      return false;
    }
  };
  return { total: stored.length, unreadable: stored.filter(({ secret }) => !isReadable(secret)).length };
}
