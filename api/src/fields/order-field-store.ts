import { mapWithPauses } from '../platform/concurrency/map-with-pauses.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { Boundary } from './field.ts';

/** The field that an order sprays. */
export interface OrderField {
  orderId: string;
  fieldId: string;
  name: string;
  /** As they were when the field was chosen; null: it had no boundary. */
  boundary: Boundary | null;
  areaM2: number | null;
  obstacles: string | null;
  notes: string | null;
}

const findStatement = statement(
  'find_order_field',
  `select x.order_id, x.field_id, f.name, x.boundary, x.area_m2, f.obstacles, f.notes
     from order_field x join field f on f.id = x.field_id where x.order_id = $1`,
);

export async function findOrderField(db: Db, orderId: string): Promise<OrderField | undefined> {
  const [row] = await db.rows(findStatement, [orderId]);
  if (row === undefined) return undefined;
  const [, fieldId, name, boundary, areaM2, obstacles, notes] = row;
  return {
    orderId,
    fieldId: String(fieldId),
    name: String(name),
    boundary: boundary == null ? null : (JSON.parse(boundary) as Boundary),
    areaM2: areaM2 == null ? null : Number(areaM2),
    obstacles: obstacles ?? null,
    notes: notes ?? null,
  };
}

const boundariesStatement = statement(
  'boundaries_of_orders',
  `select x.order_id, x.field_id, f.name, x.boundary from order_field x join field f on f.id = x.field_id
    where x.order_id = any($1::bigint[]) and x.boundary is not null order by x.order_id`,
);

export interface OrderBoundary {
  orderId: string;
  fieldId: string;
  name: string;
  boundary: Boundary;
}

/** The boundaries that these orders were booked with; orders without one are omitted. */
export async function listOrderBoundaries(db: Db, orderIds: readonly string[]): Promise<OrderBoundary[]> {
  return mapWithPauses(await db.rows(boundariesStatement, [orderIds as string[]]), ([orderId, fieldId, name, boundary]) => ({
    orderId: String(orderId),
    fieldId: String(fieldId),
    name: String(name),
    boundary: JSON.parse(String(boundary)) as Boundary,
  }));
}

const saveStatement = statement(
  'save_order_field',
  `insert into order_field (order_id, field_id, boundary, area_m2)
   select o.id, f.id, f.boundary, f.area_m2 from spray_order o join field f on f.farmer_id = o.farmer_id
    where o.id = $1 and f.id = $2 and not f.archived
   on conflict (order_id) do update set field_id = excluded.field_id, boundary = excluded.boundary, area_m2 = excluded.area_m2 returning 1`,
);

/**
 * Keeps boundary and area of the field as they are now. The order must be locked or new in this transaction. false: its farmer has no such
 * field.
 */
export async function saveOrderField(tx: Tx, orderId: string, fieldId: string): Promise<boolean> {
  return (await tx.rows(saveStatement, [orderId, fieldId])).length > 0;
}

const deleteStatement = statement('delete_order_field', 'delete from order_field where order_id = $1');

/** The order must be locked. */
export async function deleteOrderField(tx: Tx, orderId: string): Promise<void> {
  await tx.rows(deleteStatement, [orderId]);
}
