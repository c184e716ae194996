import type { OrderStatus } from '../orders/order.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface OrderVersion {
  version: number;
  status: OrderStatus;
}

// The history has the version that each change led to, also if the order has changed again since the event.
const versionsStatement = statement(
  'versions_at_events',
  `select e.id, h.version, h.to_status
     from unnest($1::text[], $2::bigint[], $3::timestamptz[]) e(id, order_id, at)
    cross join lateral (
      select version, to_status from order_history h where h.order_id = e.order_id and h.at <= e.at order by h.id desc limit 1) h`,
);

/** Version and status of the orders at the time of their events, by event. */
export async function readVersions(
  tx: Tx,
  events: readonly { id: string; orderId: string; at: string }[],
): Promise<Map<string, OrderVersion>> {
  const column = (read: (event: { id: string; orderId: string; at: string }) => string) => events.map(read);
  const rows = await tx.rows(versionsStatement, [column(({ id }) => id), column(({ orderId }) => orderId), column(({ at }) => at)]);
  return new Map(rows.map(([id, version, status]) => [String(id), { version: Number(version), status: status as OrderStatus }]));
}
