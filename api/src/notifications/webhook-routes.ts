import { Type } from 'typebox';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, Line, NullableText, named, OneOf, Text, Timestamp } from '../platform/http/schemas.ts';
import type { IsAllowed } from '../platform/outgoing/allowed-addresses.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import type { Clock } from '../platform/time/clock.ts';
import { addWebhook, changeWebhook, removeWebhook, renewSecret, replay, type WithSecret, webhookNotFound } from './manage-webhooks.ts';
import { deliveryStatuses, webhookEventTypes } from './webhook.ts';
import { countDeliveries, deliverySortColumns, listDeliveries } from './webhook-delivery-store.ts';
import { countWebhooks, findWebhook, listWebhooks, type Webhook, webhookSortColumns } from './webhook-store.ts';

const EventTypes = Type.Array(OneOf(webhookEventTypes), { minItems: 1, maxItems: webhookEventTypes.length });
const Url = Line(2000, { description: 'http or https URL that receives the messages.' });
const Description = Type.String({ maxLength: 500 });
const NullableTimestamp = (options: object = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', ...options });

const fields = {
  id: Id(),
  url: Type.String(),
  description: Type.String(),
  eventTypes: Type.Array(OneOf(webhookEventTypes)),
  active: Type.Boolean(),
  createdAt: Timestamp(),
  failingSince: NullableTimestamp({
    description: 'Time of the first failure since the last success. After three days the webhook is turned off.',
  }),
};
const WebhookSchema = named('Webhook', Exact(fields));
const WebhookWithSecretSchema = named(
  'WebhookWithSecret',
  Exact({
    ...fields,
    secret: Type.String({ description: 'Shown only once. Messages are signed with it (Standard Webhooks).' }),
  }),
);
const NewWebhookBody = named(
  'NewWebhook',
  Type.Object({
    url: Url,
    eventTypes: EventTypes,
    active: Type.Optional(Type.Boolean({ default: true })),
    description: Type.Optional(Description),
  }),
);
const WebhookChangesBody = named(
  'WebhookChanges',
  Type.Object({
    url: Type.Optional(Url),
    eventTypes: Type.Optional(EventTypes),
    active: Type.Optional(Type.Boolean()),
    description: Type.Optional(Description),
  }),
);
const DeliverySchema = named(
  'WebhookDelivery',
  Exact({
    id: Id(),
    messageId: Text(100, { description: 'The webhook-id header: the same for all attempts and replays.' }),
    type: OneOf(webhookEventTypes),
    status: OneOf(deliveryStatuses),
    attempts: Type.Integer(),
    responseCode: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    lastError: NullableText(),
    createdAt: Timestamp(),
    lastAttemptAt: NullableTimestamp(),
    nextAttemptAt: NullableTimestamp(),
  }),
);
const DoneSchema = named('Done', Exact({ done: Type.Boolean() }));

const newWebhookExample = {
  url: 'https://example.com/swath',
  eventTypes: ['order.created', 'order.completed'],
  description: 'Bookkeeping',
};
const webhookExample = { id: 1, active: true, createdAt: '2026-11-15T02:30:00.000Z', failingSince: null, ...newWebhookExample };
const withSecretExample = { ...webhookExample, secret: 'whsec_bm90IGEgc2VjcmV0LCBvbmx5IGFuIGV4YW1wbGU=' };
const deliveryExample = {
  id: 7,
  messageId: 'msg_1203',
  type: 'order.created',
  status: 'delivered',
  attempts: 1,
  responseCode: 200,
  lastError: null,
  createdAt: '2026-11-15T02:30:00.000Z',
  lastAttemptAt: '2026-11-15T02:30:00.000Z',
  nextAttemptAt: null,
};

const WebhookId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The webhook.'), example: 1 }) });
const DeliveryId = Type.Object({
  id: Type.Unsafe<string>({ ...Id('The webhook.'), example: 1 }),
  deliveryId: Type.Unsafe<string>({ ...Id('The delivery.'), example: 7 }),
});

const writeDelivery = compileRowWriter(DeliverySchema);
const toJson = ({ id, ...rest }: Webhook) => ({ id: Number(id), ...rest });
const withSecret = ({ webhook, secret }: WithSecret) => ({ ...toJson(webhook), secret });

interface WebhookDeps {
  database: Database;
  clock: Clock;
  isAllowedAddress: IsAllowed;
  box: SecretBox | undefined;
  wake: () => void;
}

export function webhookRoutes({ database, clock, isAllowedAddress, box, wake }: WebhookDeps): Route[] {
  const acting = ({ user }: { user: { id: string } }) => ({ database, actorId: user.id, now: clock(), isAllowedAddress, box });
  const common = { access: 'admin', tag: 'admin' } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/api/admin/webhook/',
      operationId: 'listWebhooks',
      summary: 'All webhooks',
      paging: { sortable: Object.keys(webhookSortColumns) },
      response: Paged('WebhookPage', WebhookSchema),
      example: { content: [webhookExample], page: pageExample },
      handle: ({ pageable }) =>
        readPage(
          pageable,
          () => countWebhooks(database.read),
          async (limit, offset) =>
            (await listWebhooks(database.read, pageable.sort, limit, offset)).map((webhook) => JSON.stringify(toJson(webhook))),
        ),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/admin/webhook/',
      operationId: 'addWebhook',
      summary: 'Create a webhook',
      description:
        'Messages are `{type, timestamp, data: {order}}`, signed according to Standard Webhooks. The receiver must answer with a 2xx status within 10 seconds; otherwise the delivery is retried for about a day. Messages are sent to public addresses only, and to those in `SWATH_ALLOW_PRIVATE_ADDRESSES`; another address is refused here if it is an IP address or localhost.',
      body: NewWebhookBody,
      bodyExample: newWebhookExample,
      response: WebhookWithSecretSchema,
      example: withSecretExample,
      problems: ['TOO_MANY_WEBHOOKS'],
      handle: async (call) => withSecret(await addWebhook(acting(call), call.body)),
    }),
    route({
      ...common,
      method: 'PATCH',
      path: '/api/admin/webhook/{id}',
      operationId: 'changeWebhook',
      summary: 'Change a webhook, or turn it on or off',
      params: WebhookId,
      body: WebhookChangesBody,
      bodyExample: { active: false },
      response: WebhookSchema,
      example: { ...webhookExample, active: false },
      problems: ['NOT_FOUND'],
      async handle(call) {
        const webhook = await changeWebhook(acting(call), call.params.id, call.body);
        wake();
        return toJson(webhook);
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/api/admin/webhook/{id}',
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook and its log',
      params: WebhookId,
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND'],
      async handle(call) {
        await removeWebhook(acting(call), call.params.id);
        return { done: true };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/admin/webhook/{id}/rotate-secret',
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the secret of a webhook',
      description: 'For one day messages are signed with both secrets, so that the receiver can switch without downtime.',
      params: WebhookId,
      response: WebhookWithSecretSchema,
      example: withSecretExample,
      problems: ['NOT_FOUND'],
      handle: async (call) => withSecret(await renewSecret(acting(call), call.params.id)),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/api/admin/webhook/{id}/delivery/',
      operationId: 'listWebhookDeliveries',
      summary: 'Delivery log of a webhook',
      description: 'Default sort: newest first. Kept for 30 days.',
      params: WebhookId,
      paging: { sortable: Object.keys(deliverySortColumns) },
      response: Paged('WebhookDeliveryPage', DeliverySchema),
      example: { content: [deliveryExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, pageable }) {
        if ((await findWebhook(database.read, params.id)) === undefined) throw webhookNotFound();
        return readPage(
          pageable,
          () => countDeliveries(database.read, params.id),
          async (limit, offset) => (await listDeliveries(database.read, params.id, pageable.sort, limit, offset)).map(writeDelivery),
        );
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/admin/webhook/{id}/delivery/{deliveryId}/replay',
      operationId: 'replayWebhookDelivery',
      summary: 'Send a message again',
      description: 'With the same `webhook-id`, so that the receiver can recognise repetitions.',
      params: DeliveryId,
      response: DeliverySchema,
      example: { ...deliveryExample, status: 'waiting', nextAttemptAt: '2026-11-15T02:31:00.000Z' },
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
      async handle({ params }) {
        const row = await replay(database, params.id, params.deliveryId, clock());
        wake();
        return writeDelivery(row);
      },
    }),
  ];
}
