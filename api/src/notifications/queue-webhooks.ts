import type { OrderWriter } from '../orders/order-store.ts';
import type { Tx } from '../platform/postgres/database.ts';
import type { OutboxEvent } from './outbox-store.ts';
import { insertDeliveries, readOrderRows, readSubscriptions } from './webhook-delivery-store.ts';

/** Writes what other systems are to be sent about these events: the order as it is now. */
export async function queueWebhooks(tx: Tx, events: OutboxEvent[], orders: OrderWriter): Promise<void> {
  const subscriptions = await readSubscriptions(tx);
  const wanted = events.flatMap((event) => {
    const type = `order.${event.type}`;
    return subscriptions.filter(({ eventTypes }) => eventTypes.includes(type)).map(({ webhookId }) => ({ event, type, webhookId }));
  });
  if (wanted.length === 0) return;
  const rows = await readOrderRows(tx, [...new Set(wanted.map(({ event }) => event.orderId))]);
  const written = await orders.orders(rows);
  const orderJson = new Map(rows.map((row, index) => [row[0], written[index]]));
  await insertDeliveries(
    tx,
    wanted.map(({ event: { id, at, orderId }, type, webhookId }) => ({
      webhookId,
      messageId: `msg_${id}`,
      type,
      payload: `{"type":"${type}","timestamp":"${at}","data":{"order":${orderJson.get(orderId)}}}`,
      at,
    })),
  );
}
