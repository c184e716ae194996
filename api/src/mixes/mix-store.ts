import type { Db, Row } from '../platform/postgres/database.ts';
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
