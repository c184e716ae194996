import { createHmac, randomBytes } from 'node:crypto';
import { type EventType, eventTypes } from '../orders/order.ts';

export type WebhookEventType = `order.${EventType}`;

export const webhookEventTypes = eventTypes.map((type): WebhookEventType => `order.${type}`);

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;

export const newSecret = (): Buffer => randomBytes(32);

/** As Standard Webhooks writes a secret, and as its libraries take it. */
export const secretText = (secret: Buffer): string => `whsec_${secret.toString('base64')}`;

/** Standard Webhooks: one signature for each secret that counts just now. */
export function signatures(secrets: readonly Buffer[], messageId: string, timestamp: number, payload: string): string {
  const signed = `${messageId}.${timestamp}.${payload}`;
  return secrets.map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`).join(' ');
}
