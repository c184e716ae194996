import type { OrderWriter } from '../orders/order-store.ts';
import type { Tx } from '../platform/postgres/database.ts';
import type { OutboxEvent } from './outbox-store.ts';
import { insertDeliveries, readOrderRows, readSubscriptions } from './webhook-delivery-store.ts';

/** Queues the webhook deliveries of these events, with the current state of the order. */
export async function queueWebhooks(tx: Tx, events: OutboxEvent[], orders: OrderWriter): Promise<void> {
  const subscriptions = await readSubscriptions(tx);
  const deliveries = events.flatMap((event) => {
    const type = `order.${event.type}`;
    return subscriptions.filter(({ eventTypes }) => eventTypes.includes(type)).map(({ webhookId }) => ({ event, type, webhookId }));
  });
  if (deliveries.length === 0) return;
  const rows = await readOrderRows(tx, [...new Set(deliveries.map(({ event }) => event.orderId))]);
  const written = await orders.orders(rows);
  const orderJson = new Map(rows.map((row, index) => [row[0], written[index]]));
  await insertDeliveries(
    tx,
    deliveries.map(({ event: { id, at, orderId }, type, webhookId }) => ({
      webhookId,
      messageId: `msg_${id}`,
      type,
      payload: `{"type":"${type}","timestamp":"${at}","data":{"order":${orderJson.get(orderId)}}}`,
      at,
    })),
  );
}
