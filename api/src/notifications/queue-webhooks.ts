import type { OrderWriter } from '../orders/order-store.ts';
import type { Row, Tx } from '../platform/postgres/database.ts';
import type { OutboxEvent } from './outbox-store.ts';
import { insertDeliveries, readOrderRows, readSubscriptions, readUserCells } from './webhook-delivery-store.ts';

/** Queues the webhook deliveries of these events, each with the order as it was committed with the event, and its version then. */
export async function queueWebhooks(tx: Tx, events: OutboxEvent[], orders: OrderWriter, now: Date): Promise<void> {
  const subscriptions = await readSubscriptions(tx);
  const deliveries = events.flatMap((event) => {
    const type = `order.${event.type}`;
    return subscriptions.filter(({ eventTypes }) => eventTypes.includes(type)).map(({ webhookId }) => ({ event, type, webhookId }));
  });
  if (deliveries.length === 0) return;
  const states = await readStates(tx, [...new Set(deliveries.map(({ event }) => event))], orders);
  await insertDeliveries(
    tx,
    deliveries.map(({ event, type, webhookId }) => ({
      webhookId,
      messageId: `msg_${event.id}`,
      type,
      payload: `{"type":"${type}","timestamp":"${event.at}","data":${states.get(event)}}`,
      at: event.at,
    })),
    now,
  );
}

/** For each event the order and its version as JSON. */
async function readStates(tx: Tx, events: OutboxEvent[], orders: OrderWriter): Promise<Map<OutboxEvent, string>> {
  const userIds = events.flatMap(({ order: { farmerId, receptionistId } }) =>
    receptionistId === null ? [farmerId] : [farmerId, receptionistId],
  );
  const cells = await readUserCells(tx, [...new Set(userIds)]);
  // An event of an earlier version of the service has neither: it gets the present order with the present version.
  const present = new Map(
    (
      await readOrderRows(
        tx,
        events.filter(({ order }) => order.row === undefined).map(({ orderId }) => orderId),
      )
    ).map(([version, ...row]) => [row[0], { row, version: Number(version) }]),
  );
  const states = events.flatMap((event) => {
    const { row: own, version, farmerId, receptionistId } = event.order;
    if (own === undefined || version === undefined) {
      const now = present.get(event.orderId);
      return now === undefined ? [] : [{ event, ...now }];
    }
    const noReceptionist = cells.none;
    const receptionist = receptionistId === null ? noReceptionist : (cells.of.get(receptionistId) ?? noReceptionist);
    const row: Row = [event.orderId, ...(cells.of.get(farmerId) ?? []), ...receptionist, ...own];
    return [{ event, row, version }];
  });
  const written = await orders.orders(states.map(({ row }) => row));
  return new Map(states.map(({ event, version }, at) => [event, `{"order":${written[at]},"version":${version}}`]));
}
