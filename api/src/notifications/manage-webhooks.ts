import { type AuditAction, type AuditChange, differences, insertAudit } from '../accounts/audit-store.ts';
import { AppError, invalid } from '../errors.ts';
import { canRequestHost, type IsAllowed } from '../platform/outgoing/allowed-addresses.ts';
import type { Database, Row, Tx } from '../platform/postgres/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { newSecret, secretText } from './webhook.ts';
import { replayDelivery } from './webhook-delivery-store.ts';
import { sealWebhookSecret } from './webhook-secret.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  lockWebhook,
  rotateSecret,
  updateWebhook,
  type Webhook,
  type WebhookSettings,
} from './webhook-store.ts';

/** Each webhook may have several concurrent deliveries, so this limits the total. */
const maxWebhooks = 50;

export const webhookNotFound = (): AppError => new AppError('NOT_FOUND', 'There is no such webhook.');

export interface WithSecret {
  webhook: Webhook;
  /** Shown only once. */
  secret: string;
}

export interface WebhookContext {
  database: Database;
  actorId: string;
  now: Date;
  /** The addresses that deliveries may be sent to. */
  isAllowedAddress: IsAllowed;
  /** Encrypts the secrets. Undefined: they are stored in clear. */
  box: SecretBox | undefined;
}

export async function addWebhook(
  context: WebhookContext,
  settings: Omit<WebhookSettings, 'active' | 'description'> & { active?: boolean; description?: string },
): Promise<WithSecret> {
  assertUrl(settings.url, context.isAllowedAddress);
  const secret = newSecret();
  const complete = { active: true, description: '', ...settings, eventTypes: [...new Set(settings.eventTypes)] };
  return context.database.transaction(async (tx) => {
    const webhook = await insertWebhook(tx, complete, sealWebhookSecret(context.box, secret), context.now, maxWebhooks);
    if (webhook === undefined) throw new AppError('TOO_MANY_WEBHOOKS', `There may be ${maxWebhooks} webhooks at most.`);
    await audit(tx, context, 'webhook_create', webhook.id, changesOf(noSettings, webhook));
    return { webhook, secret: secretText(secret) };
  });
}

export async function changeWebhook(context: WebhookContext, id: string, changes: Partial<WebhookSettings>): Promise<Webhook> {
  if (changes.url !== undefined) assertUrl(changes.url, context.isAllowedAddress);
  return context.database.transaction(async (tx) => {
    const before = await lockWebhook(tx, id);
    if (before === undefined) throw webhookNotFound();
    const { url, description, eventTypes, active } = { ...before, ...changes };
    const after = await updateWebhook(tx, id, { url, description, active, eventTypes: [...new Set(eventTypes)] });
    const changed = changesOf(before, after);
    if (changed.length > 0) await audit(tx, context, 'webhook_update', id, changed);
    return after;
  });
}

export async function renewSecret(context: WebhookContext, id: string): Promise<WithSecret> {
  const secret = newSecret();
  return context.database.transaction(async (tx) => {
    const webhook = await rotateSecret(tx, id, sealWebhookSecret(context.box, secret), context.now);
    if (webhook === undefined) throw webhookNotFound();
    await audit(tx, context, 'webhook_rotate_secret', id, []);
    return { webhook, secret: secretText(secret) };
  });
}

export async function removeWebhook(context: WebhookContext, id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const webhook = await deleteWebhook(tx, id);
    if (webhook === undefined) throw webhookNotFound();
    await audit(tx, context, 'webhook_delete', id, changesOf(webhook, noSettings));
  });
}

function audit(tx: Tx, { actorId, now }: WebhookContext, action: AuditAction, id: string, changes: AuditChange[]): Promise<void> {
  return insertAudit(tx, { actorId, action, subjectType: 'webhook', subjectId: id, changes }, now);
}

const noSettings = { url: null, description: '', eventTypes: [], active: null };

/** Changes for the audit trail. */
function changesOf(before: WebhookSettings | typeof noSettings, after: WebhookSettings | typeof noSettings): AuditChange[] {
  const auditFields = ({ url, description, eventTypes, active }: WebhookSettings | typeof noSettings) => ({
    url,
    description: description || null,
    eventTypes: eventTypes.toSorted().join(', ') || null,
    active,
  });
  const hidePath = ({ field, from, to }: AuditChange) =>
    field === 'url' ? { field, from: hostOf(from), to: hostOf(to) } : { field, from, to };
  return differences(auditFields(before), auditFields(after)).map(hidePath);
}

/** The path of some receivers contains a secret, and the audit trail is permanent, so only the host is stored. */
function hostOf(url: AuditChange['from']): string | null {
  if (typeof url !== 'string') return null;
  const { origin, href } = new URL(url);
  return href === `${origin}/` ? origin : `${origin}/…`;
}

export async function replay(database: Database, webhookId: string, deliveryId: string, now: Date): Promise<Row> {
  const webhook = await findWebhook(database.read, webhookId);
  if (webhook === undefined) throw webhookNotFound();
  if (!webhook.active) throw new AppError('ACTION_NOT_ALLOWED', 'This webhook is turned off. Turn it on first.');
  const row = await replayDelivery(database.write, webhookId, deliveryId, now);
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such delivery.');
  return row;
}

function assertUrl(text: string, isAllowedAddress: IsAllowed): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw invalid({ path: 'url', message: 'must be an address that begins with https:// or http://' });
  if (url.username !== '' || url.password !== '') throw invalid({ path: 'url', message: 'must not have a user name or password in it' });
  if (!canRequestHost(url.hostname, isAllowedAddress))
    throw invalid({
      path: 'url',
      message: 'is a private address; webhooks are sent to public addresses only, and to those in SWATH_ALLOW_PRIVATE_ADDRESSES',
    });
}
