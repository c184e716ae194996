import { orderSnapshot } from '../orders/event-store.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { DoseUnit } from '../products/product.ts';
import type { Mix, MixProduct } from './mix.ts';

const utc = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const mixesStatement = statement(
  'mixes_of_orders',
  `select x.order_id, x.water_rate, x.version, s.id, s.full_name, ${utc('x.set_at')}, x.override_reason, a.id, a.full_name
     from order_mix x join app_user s on s.id = x.set_by left join app_user a on a.id = x.override_by
    where x.order_id = any($1::bigint[])`,
);

const productsStatement = statement(
  'mix_products_of_orders',
  `select m.order_id, p.id, p.name, p.authorisation_number, p.active_ingredients, u.id, u.target, m.dose, m.dose_unit, p.re_entry_hours,
          p.rain_fast_hours, p.bee_hazard, p.buffer_metres, u.pre_harvest_days
     from order_mix_product m join product p on p.id = m.product_id left join product_use u on u.id = m.use_id
    where m.order_id = any($1::bigint[]) order by m.order_id, m.position`,
);

const text = (value: unknown): string | null => (value == null ? null : String(value));
const number = (value: unknown): number | null => (value == null ? null : Number(value));

function toProduct(row: Row): MixProduct {
  const [, id, name, authorisationNumber, ingredients, useId, target, dose, unit, reEntry, rainFast, bees, buffer, harvest] = row;
  return {
    productId: String(id),
    name: String(name),
    authorisationNumber: String(authorisationNumber),
    activeIngredients: String(ingredients),
    useId: text(useId),
    target: text(target),
    dose: Number(dose),
    doseUnit: unit as DoseUnit,
    reEntryHours: number(reEntry),
    rainFastHours: number(rainFast),
    beeHazard: text(bees),
    bufferMetres: number(buffer),
    preHarvestDays: number(harvest),
  };
}

/** Mixes of the orders that have one, by order id. In a transaction pass it, so that the mix is that of the locked order. */
export async function readMixes(db: Db, orderIds: readonly string[]): Promise<Map<string, Mix>> {
  const ids = orderIds as string[];
  const heads = await db.rows(mixesStatement, [ids]);
  if (heads.length === 0) return new Map();
  const products = await db.rows(productsStatement, [ids]);
  return new Map(
    heads.map(([orderId, waterRate, version, setById, setByName, setAt, reason, byId, byName]) => [
      String(orderId),
      {
        orderId: String(orderId),
        waterRate: Number(waterRate),
        version: Number(version),
        setBy: { id: String(setById), fullName: String(setByName) },
        setAt: String(setAt),
        override: reason == null ? null : { reason: String(reason), by: { id: String(byId), fullName: String(byName) } },
        products: products.filter((row) => row[0] === orderId).map(toProduct),
      },
    ]),
  );
}

export async function findMix(db: Db, orderId: string): Promise<Mix | undefined> {
  return (await readMixes(db, [orderId])).get(orderId);
}

/** What the label checks need of an order. */
export interface SprayedPlace {
  cropId: string;
  date: string;
  farmerId: string;
}

const placeStatement = statement('place_of_mix', 'select crop_id, date, farmer_id from spray_order where id = $1', { short: true });

export async function findSprayedPlace(db: Db, orderId: string): Promise<SprayedPlace | undefined> {
  const [row] = await db.rows(placeStatement, [orderId]);
  return row === undefined ? undefined : { cropId: String(row[0]), date: String(row[1]), farmerId: String(row[2]) };
}

const seasonLockStatement = statement('lock_season', "select pg_advisory_xact_lock(hashtextextended('mixes of farmer ' || $1::text, 0))");

/** One mix of a farmer at a time, so that two orders cannot both be the last allowed application. */
export async function lockSeason(tx: Tx, farmerId: string): Promise<void> {
  await tx.rows(seasonLockStatement, [farmerId]);
}

// The season is the calendar year of the order's date. Planned and finished orders count, cancelled ones do not. Of a finished order its
// spray record counts, which may name other products than the mix.
// A typed place becomes a field a moment after the booking, so an order without a field is compared by place and crop with every other.
const applicationsStatement = statement(
  'applications_in_season',
  `select m.product_id, count(*)
     from spray_order t
     left join order_field tf on tf.order_id = t.id
     join spray_order o on o.farmer_id = t.farmer_id and o.id <> t.id and o.order_status <> 'cancelled'
      and o.date >= date_trunc('year', t.date::timestamp)::date and o.date < (date_trunc('year', t.date::timestamp) + interval '1 year')::date
     left join order_field f on f.order_id = o.id
     cross join lateral (
       select unnest(r.product_ids) as product_id from spray_record r where r.order_id = o.id
        union
       select i.product_id from order_mix_product i
        where i.order_id = o.id and not exists (select from spray_record r where r.order_id = o.id and r.product_ids is not null)
     ) m
    where t.id = $1 and m.product_id = any($2::bigint[])
      and (f.field_id = tf.field_id or ((tf.field_id is null or f.field_id is null) and o.location = t.location and o.crop_id = t.crop_id))
    group by m.product_id`,
);

/** By product: other orders of the season with it, on the same field, or, if one has no field, at the same place and crop of the farmer. */
export async function countApplications(db: Db, orderId: string, productIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.rows(applicationsStatement, [orderId, productIds as string[]]);
  return new Map(rows.map(([productId, count]) => [String(productId), Number(count)]));
}

// The version of the order stays: a crew that is offline must not be refused because of it.
const noteStatement = statement(
  'note_mix_change',
  `with noted as (
     insert into order_history (order_id, at, actor_id, action, from_status, to_status, reason, version)
     select o.id, $2::timestamptz, $3::bigint, 'mix', o.order_status, o.order_status, $4, o.version from spray_order o where o.id = $1
   )
   insert into outbox_event (at, type, order_id, actor_id, people, note, snapshot)
   select $2::timestamptz, 'mix_changed', o.id, $3::bigint, '{}', $4, ${orderSnapshot('o')} from spray_order o where o.id = $1`,
);

/** A row of the history and an event: open pages show the new mix, and the crew is notified. `text`: products and doses. */
export async function noteMixChange(tx: Tx, orderId: string, actorId: string, text: string, now: Date): Promise<void> {
  await tx.rows(noteStatement, [orderId, now.toISOString(), actorId, text]);
}

export interface NewMix {
  waterRate: number;
  products: { productId: string; useId: string | null; dose: number; doseUnit: DoseUnit }[];
  override: { reason: string; by: string } | null;
}

const saveStatement = statement(
  'save_mix',
  `insert into order_mix as x (order_id, water_rate, set_by, set_at, override_reason, override_by) values ($1, $2::numeric, $3, $4, $5, $6)
   on conflict (order_id) do update set water_rate = excluded.water_rate, set_by = excluded.set_by, set_at = excluded.set_at,
     override_reason = excluded.override_reason, override_by = excluded.override_by, version = x.version + 1`,
);
const clearStatement = statement('clear_mix_products', 'delete from order_mix_product where order_id = $1');
const addStatement = statement(
  'add_mix_products',
  `insert into order_mix_product (order_id, position, product_id, use_id, dose, dose_unit)
   select $1, at, x.product_id, nullif(x.use_id, 0), x.dose, x.unit
     from unnest($2::bigint[], $3::bigint[], $4::numeric[], $5::text[]) with ordinality x (product_id, use_id, dose, unit, at)`,
);

/** The order must be locked. */
export async function saveMix(tx: Tx, orderId: string, { waterRate, products, override }: NewMix, setBy: string, now: Date): Promise<void> {
  await tx.rows(saveStatement, [orderId, String(waterRate), setBy, now.toISOString(), override?.reason ?? null, override?.by ?? null]);
  await tx.rows(clearStatement, [orderId]);
  await tx.rows(addStatement, [
    orderId,
    products.map(({ productId }) => productId),
    products.map(({ useId }) => useId ?? '0'),
    products.map(({ dose }) => String(dose)),
    products.map(({ doseUnit }) => doseUnit),
  ]);
}
