import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface FieldOnDate {
  farmerId: string;
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
  `select o.id, o.session_id, o.location, o.area
     from spray_order o
    where o.farmer_id = $1 and not o.closed and o.date = $2::date
      and (lower(trim(o.location)) = lower(trim($3))
           or power(o.latitude - $4::float8, 2) + power((o.longitude - $5::float8) * cos(radians($4::float8)), 2) <= ${(sameFieldMeters / metersPerDegree) ** 2})
    order by o.id limit 10`,
);

/** Open orders of a farmer on a date for the same field: the same name of the place, or within 50 metres. */
export function listSameField(db: Db, { farmerId, date, location, latitude, longitude }: FieldOnDate): Promise<Row[]> {
  return db.rows(sameFieldStatement, [farmerId, date, location, latitude, longitude]);
}
