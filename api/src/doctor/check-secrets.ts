import { checkWebhookSecrets } from '../notifications/seal-webhook-secrets.ts';
import type { Db } from '../platform/postgres/database.ts';
import { checkInstallationKeys } from '../platform/secrets/installation-keys.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { checkSecrets } from '../platform/secrets/secret-store.ts';
import { describeSecret, type SecretsFound } from './doctor-rules.ts';

/** Whether the key opens all secrets in the database. Undefined: there is no key. */
export async function checkAllSecrets(db: Db, box: SecretBox | undefined): Promise<SecretsFound> {
  const stored = await checkSecrets(db, box);
  const webhooks = await checkWebhookSecrets(db, box);
  const keys = await checkInstallationKeys(db, box);
  return {
    total: stored.total + webhooks.total + keys.total,
    unreadable: [
      ...stored.unreadable.map(describeSecret),
      ...keys.unreadable.map((name) => `key of signatures ${name} (links and codes from before are refused)`),
      ...(webhooks.unreadable === 0 ? [] : [`secrets of ${webhooks.unreadable} webhooks (rotate them)`]),
    ],
  };
}
