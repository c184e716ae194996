import { sealWebhookSecrets } from './notifications/seal-webhook-secrets.ts';
import type { Db } from './platform/postgres/database.ts';
import { sealInstallationKeys } from './platform/secrets/installation-keys.ts';
import type { SecretBox } from './platform/secrets/secret-box.ts';
import { isInstallationSecret } from './platform/secrets/secret-store.ts';

/** Encrypts what an earlier version stored in clear, unless this process has another key than the installation. */
export async function sealStoredSecrets(db: Db, box: SecretBox, now: Date): Promise<void> {
  if (!(await isInstallationSecret(db, box, now))) return;
  await sealWebhookSecrets(db, box);
  await sealInstallationKeys(db, box);
}
