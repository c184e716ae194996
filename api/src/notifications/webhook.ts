import { createHmac, randomBytes } from 'node:crypto';
import { type EventType, eventTypes } from '../orders/order.ts';

export type WebhookEventType = `order.${EventType}`;

export const webhookEventTypes = eventTypes.map((type): WebhookEventType => `order.${type}`);

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;

export const newSecret = (): Buffer => randomBytes(32);

/** A secret in the format of Standard Webhooks. */
export const secretText = (secret: Buffer): string => `whsec_${secret.toString('base64')}`;

/** Header value of Standard Webhooks: one signature per valid secret. */
export function signatures(secrets: readonly Buffer[], messageId: string, timestamp: number, payload: string): string {
  const signed = `${messageId}.${timestamp}.${payload}`;
  return secrets.map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`).join(' ');
}
