import { openBytes, sealBytes } from '../platform/secrets/sealed-bytes.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';

const name = 'webhook';

/** The secret of a webhook as it is stored. */
export const sealWebhookSecret = (box: SecretBox | undefined, secret: Buffer): Buffer => sealBytes(box, name, secret);

/** Throws if it was sealed with another key. */
export const openWebhookSecret = (box: SecretBox | undefined, stored: Buffer): Buffer => openBytes(box, name, stored);
