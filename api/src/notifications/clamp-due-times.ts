import { clampMessageDueTimes } from '../channels/message-store.ts';
import type { Database } from '../platform/postgres/database.ts';
import { webhookLeaseSeconds } from './deliver-webhooks.ts';
import { clampMailDueTimes } from './mail-store.ts';
import { mailRetryDelay, maxDelaysSeconds, webhookRetryDelay } from './retry-rules.ts';
import { mailLeaseSeconds } from './send-mails.ts';
import { clampWebhookDueTimes } from './webhook-delivery-store.ts';

const maxMailDelaysSeconds = maxDelaysSeconds(mailRetryDelay, mailLeaseSeconds);
const maxWebhookDelaysSeconds = maxDelaysSeconds(webhookRetryDelay, webhookLeaseSeconds);

/** Corrects due times that lie too far ahead because the clock was set back. */
export async function clampDueTimes(database: Database, now: Date): Promise<void> {
  await clampMailDueTimes(database.write, now, maxMailDelaysSeconds);
  await clampWebhookDueTimes(database.write, now, maxWebhookDelaysSeconds);
  await clampMessageDueTimes(database.write, now);
}
