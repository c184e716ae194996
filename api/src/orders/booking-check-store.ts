import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface FieldOnDate {
  farmerId: string;
  /** The field of the registry. */
  fieldId?: string | undefined;
  date: string;
  location: string;
  latitude: number;
  longitude: number;
}

const sameFieldMeters = 50;
const metersPerDegree = 111_320;

// A degree of longitude is shorter by the cosine of the latitude. At this distance the Earth is flat.
const sameFieldStatement = statement(
  'orders_of_same_field',
  `select o.id, o.date, o.session_id, o.location, o.area
     from spray_order o
    where o.farmer_id = $1 and not o.closed and o.reported_at is null
      and (exists (select from order_field f where f.order_id = o.id and f.field_id = $6::bigint)
           or lower(trim(o.location)) = lower(trim($3))
           or power(o.latitude - $4::float8, 2) + power((o.longitude - $5::float8) * cos(radians($4::float8)), 2) <= ${(sameFieldMeters / metersPerDegree) ** 2})
    order by abs(o.date - $2::date), o.date, o.session_id, o.id limit 10`,
);

/**
 * Orders of a farmer that are not sprayed yet, for the same field: the same field of the registry, the same name of the place, or within 50 metres. Those that
 * are nearest to the date first: a neighbouring session may be on the next morning.
 */
export function listSameField(db: Db, { farmerId, fieldId, date, location, latitude, longitude }: FieldOnDate): Promise<Row[]> {
  return db.rows(sameFieldStatement, [farmerId, date, location, latitude, longitude, fieldId ?? null]);
}
