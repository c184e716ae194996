import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';

/** The editable values of an order and the values derived from them. Numbers for calculations are exact decimal text. */
export interface OrderDetails {
  location: string;
  latitude: number;
  longitude: number;
  cropId: string;
  area: string;
  cost: string;
  note: string | null;
}

export interface StoredDetails extends OrderDetails {
  isPaid: boolean;
  /** An invoice with the present cost has been issued. */
  isInvoiced: boolean;
  /** A card payment of the present cost is open. */
  hasOpenIntent: boolean;
}

const readStatement = statement(
  'read_order_details',
  `select o.location, o.latitude, o.longitude, o.crop_id, trim_scale(o.area), o.cost, o.crew_note, o.payment_status = 'paid',
          exists (select 1 from bill b where b.order_id = o.id and b.kind = 'invoice'),
          exists (select 1 from payment_intent i where i.order_id = o.id and i.status <> 'succeeded' and i.ended_at is null)
     from spray_order o where o.id = $1`,
);

export async function readDetails(db: Db, orderId: string): Promise<StoredDetails | undefined> {
  const [row] = await db.rows(readStatement, [orderId]);
  if (row === undefined) return undefined;
  const [location, latitude, longitude, cropId, area, cost, note = null, isPaid, isInvoiced, hasOpenIntent] = row;
  return {
    location: String(location),
    latitude: Number(latitude),
    longitude: Number(longitude),
    cropId: String(cropId),
    area: String(area),
    cost: String(cost),
    note,
    isPaid: isPaid === 't',
    isInvoiced: isInvoiced === 't',
    hasOpenIntent: hasOpenIntent === 't',
  };
}

// The price at booking: that of the order, or for another crop its price at that time.
const priceOf = (crop: string) =>
  `case when o.crop_id = ${crop} and o.price is not null then o.price else crop_price_at(${crop}, o.created_at) end`;

const quoteStatement = statement(
  'quote_edit',
  `select o.area_unit, p.price, case when o.crop_id = $2 and o.area = $3::numeric then o.cost else spray_cost($3::numeric, p.price, k.currency_digits) end
     from spray_order o cross join company k cross join lateral (select ${priceOf('$2::bigint')} as price) p where o.id = $1`,
);

export interface EditQuote {
  /** The unit that the order has stored. */
  areaUnit: string | null;
  price: string;
  cost: string;
}

/** Price and cost of an order with another crop or area, at the prices of its booking. */
export async function quoteEdit(db: Db, orderId: string, cropId: string, area: string): Promise<EditQuote | undefined> {
  const [row] = await db.rows(quoteStatement, [orderId, cropId, area]);
  return row === undefined ? undefined : { areaUnit: row[0] ?? null, price: String(row[1]), cost: String(row[2]) };
}

const saveStatement = statement(
  'save_order_details',
  `update spray_order o
      set location = $2, latitude = $3, longitude = $4, crop_id = $5, area = $6::numeric, crew_note = $7, cost = $8::numeric, price = ${priceOf('$5::bigint')}
    where o.id = $1`,
);

/** Writes the values only; version, history and events are written with the change. */
export async function saveDetails(tx: Tx, orderId: string, details: OrderDetails): Promise<void> {
  const { location, latitude, longitude, cropId, area, note, cost } = details;
  await tx.rows(saveStatement, [orderId, location, latitude, longitude, cropId, area, note, cost]);
}

const noteStatement = statement('read_crew_note', 'select crew_note from spray_order where id = $1');

export async function findCrewNote(db: Db, orderId: string): Promise<string | null> {
  return (await db.rows(noteStatement, [orderId]))[0]?.[0] ?? null;
}

export const editSortColumns: Record<string, string> = { id: 'h.id' };

const countStatement = statement('count_edits', 'select count(*) from order_history where order_id = $1 and changes is not null');

export async function countEdits(db: Db, orderId: string): Promise<number> {
  return Number((await db.rows(countStatement, [orderId]))[0]?.[0]);
}

/** Default sort: oldest first. */
export function listEdits(db: Db, orderId: string, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, editSortColumns, 'h.id', 'h.id');
  const build = () =>
    `select h.id, to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), u.full_name, u.role, h.changes
       from order_history h left join app_user u on u.id = h.actor_id
      where h.order_id = $1 and h.changes is not null order by ${order} limit $2 offset $3`;
  return db.rows(listStatement('edits of order', sort, build), [orderId, limit, offset]);
}
