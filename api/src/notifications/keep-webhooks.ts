import { AppError, invalid } from '../errors.ts';
import type { Database, Row } from '../platform/db.ts';
import { newSecret, secretText } from './webhook.ts';
import { replayDelivery } from './webhook-delivery-store.ts';
import {
  findWebhook,
  insertWebhook,
  lockWebhook,
  rotateSecret,
  updateWebhook,
  type Webhook,
  type WebhookSettings,
} from './webhook-store.ts';

/** Each may have a few messages under way at once, so their number bounds the whole. */
const mostWebhooks = 50;

export const webhookNotFound = (): AppError => new AppError('NOT_FOUND', 'There is no such webhook.');

export interface WithSecret {
  webhook: Webhook;
  /** Shown this once. */
  secret: string;
}

export async function addWebhook(
  database: Database,
  settings: Omit<WebhookSettings, 'active' | 'description'> & { active?: boolean; description?: string },
  now: Date,
): Promise<WithSecret> {
  assertUrl(settings.url);
  const secret = newSecret();
  const complete = { active: true, description: '', ...settings, eventTypes: [...new Set(settings.eventTypes)] };
  const webhook = await insertWebhook(database.write, complete, secret, now, mostWebhooks);
  if (webhook === undefined) throw new AppError('TOO_MANY_WEBHOOKS', `There may be ${mostWebhooks} webhooks at most.`);
  return { webhook, secret: secretText(secret) };
}

export async function changeWebhook(database: Database, id: string, changes: Partial<WebhookSettings>): Promise<Webhook> {
  if (changes.url !== undefined) assertUrl(changes.url);
  return database.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, id);
    if (webhook === undefined) throw webhookNotFound();
    const { url, description, eventTypes, active } = { ...webhook, ...changes };
    return updateWebhook(tx, id, { url, description, active, eventTypes: [...new Set(eventTypes)] });
  });
}

export async function renewSecret(database: Database, id: string, now: Date): Promise<WithSecret> {
  const secret = newSecret();
  const webhook = await rotateSecret(database.write, id, secret, now);
  if (webhook === undefined) throw webhookNotFound();
  return { webhook, secret: secretText(secret) };
}

export async function replay(database: Database, webhookId: string, deliveryId: string, now: Date): Promise<Row> {
  const webhook = await findWebhook(database.read, webhookId);
  if (webhook === undefined) throw webhookNotFound();
  if (!webhook.active) throw new AppError('ACTION_NOT_ALLOWED', 'This webhook is turned off. Turn it on first.');
  const row = await replayDelivery(database.write, webhookId, deliveryId, now);
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such delivery.');
  return row;
}

function assertUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw invalid({ path: 'url', message: 'must be an address that begins with https:// or http://' });
  if (url.username !== '' || url.password !== '') throw invalid({ path: 'url', message: 'must not have a user name or password in it' });
}
