import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import type { DocumentedWebhook } from '../platform/http/openapi.ts';
import { Exact, Int32, named, OneOf, Timestamp } from '../platform/http/schemas.ts';
import { webhookEventTypes } from './webhook.ts';

const MessageSchema = named(
  'WebhookMessage',
  Exact({
    type: OneOf(webhookEventTypes),
    timestamp: Timestamp({ description: 'Time of the event.' }),
    data: Exact({
      order: OrderSchema,
      version: Int32({ minimum: 1, description: 'Of the order. It rises with every change, in the order of the changes.' }),
    }),
  }),
);

/** What a webhook receives, for the OpenAPI document. */
export const orderWebhook: DocumentedWebhook = {
  name: 'order',
  operationId: 'receiveOrderEvent',
  summary: 'An event of an order',
  description:
    'Signed as in Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. `data.order` is the order as it was committed with the event, and stays so in repeated deliveries. Deliveries may be repeated and come in any order. To mirror orders, subscribe to all types, keep `data.version` with each order, and apply a message only if its version is higher than the one you have. Names and addresses of people are those at the first attempt.',
  body: MessageSchema,
  example: { type: 'order.confirmed', timestamp: '2026-11-15T02:30:00.000000Z', data: { order: orderExample, version: 2 } },
  response: 'Any 2xx status: received. Anything else is delivered again with back-off; 410 turns the webhook off.',
};
