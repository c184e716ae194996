import type { Database } from '../platform/postgres/database.ts';
import { webhookLeaseSeconds } from './deliver-webhooks.ts';
import { clampMailDueTimes } from './mail-store.ts';
import { longestDelays, mailRetryDelay, webhookRetryDelay } from './retry-rules.ts';
import { mailLeaseSeconds } from './send-mails.ts';
import { clampWebhookDueTimes } from './webhook-delivery-store.ts';

const longestMailDelays = longestDelays(mailRetryDelay, mailLeaseSeconds);
const longestWebhookDelays = longestDelays(webhookRetryDelay, webhookLeaseSeconds);

/** A clock that is put back would delay mails and webhooks by as much. */
export async function clampDueTimes(database: Database, now: Date): Promise<void> {
  await clampMailDueTimes(database.write, now, longestMailDelays);
  await clampWebhookDueTimes(database.write, now, longestWebhookDelays);
}
