import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { MixedProduct, VisitFacts } from './build-record-rules.ts';
import type { ProfileId } from './profile-rules.ts';
import type { Boundary, RecordContent, RecordPerson } from './record-content.ts';
import type { MeasuredInput } from './record-details.ts';

/** What the database knows about a visit; decimals are text. */
export interface StoredVisit {
  /** The id that the record of the visit will have; null: none is made now. */
  recordId: string | null;
  profile: ProfileId;
  visit: number;
  customer: VisitFacts['customer'];
  crew: RecordPerson[];
  field: { id: string | null; name: string; latitude: number; longitude: number; boundary: Boundary | null; areaM2: number | null };
  cropId: string;
  cropName: string;
  startedAt: string | null;
  finishedAt: string | null;
  areaSprayed: string;
  /** The unit that the order has stored. */
  orderUnit: string | null;
  note: string | null;
  mix: { waterRate: string; overrideReason: string | null; products: MixedProduct[] } | null;
  drone: { model: string; serial: string; registration: string } | null;
  start: { measured: MeasuredInput; verdict: string; overrideReason: string | null; isUnaware: boolean } | null;
  actorName: string;
}

const licences = `coalesce((select jsonb_agg(jsonb_build_object('number', l.number, 'class', l.class, 'issuer', l.issuer, 'validUntil', l.valid_until)
                                            order by l.valid_until desc, l.id)
                    from licence l where l.sprayer_id = u.id and l.retired_at is null), '[]')`;
const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

// One statement, because finishing work waits for it. $2: the operator, who may have left the crew. $3: who makes the record.
const visitStatement = statement(
  'visit_of_order',
  `select jsonb_build_object(
     'recordId', case when $4::boolean then nextval(pg_get_serial_sequence('spray_record', 'id'))::text end,
     'profile', (select profile from spray_record_setting),
     'visit', (select coalesce(max(r.visit), 0) + 1 from spray_record r where r.order_id = o.id),
     'customer', jsonb_build_object('id', f.id::text, 'name', f.full_name, 'phoneNumber', f.phone_number,
                                    'address', nullif(concat_ws(', ', nullif(f.street, ''), nullif(f.city, ''), nullif(f.province, ''), nullif(f.postal_code, '')), '')),
     'crew', (select jsonb_agg(jsonb_build_object('id', u.id::text, 'name', u.full_name, 'licences', ${licences}) order by u.id)
                from app_user u
               where u.id = any(array(select m.sprayer_id from crew_member m where m.order_id = o.id union select $2::bigint))),
     'field', jsonb_build_object('id', x.field_id::text, 'name', o.location, 'latitude', o.latitude, 'longitude', o.longitude,
                                 'boundary', x.boundary, 'areaM2', x.area_m2),
     'cropId', c.id::text, 'cropName', c.name,
     'startedAt', ${utc('w.started_at')}, 'finishedAt', ${utc('w.finished_at')},
     'areaSprayed', coalesce(w.area_sprayed, o.area)::text, 'orderUnit', o.area_unit, 'note', w.note,
     'mix', (select jsonb_build_object('waterRate', m.water_rate::text, 'overrideReason', m.override_reason,
                      'products', coalesce((select jsonb_agg(jsonb_build_object('name', p.name, 'authorisationNumber', p.authorisation_number,
                                     'activeIngredients', p.active_ingredients, 'target', e.target, 'dose', i.dose::text, 'doseUnit', i.dose_unit,
                                     'reEntryHours', p.re_entry_hours, 'preHarvestDays', e.pre_harvest_days) order by i.position)
                                   from order_mix_product i join product p on p.id = i.product_id left join product_use e on e.id = i.use_id
                                  where i.order_id = m.order_id), '[]'))
               from order_mix m where m.order_id = o.id),
     'drone', (select jsonb_build_object('model', d.model, 'serial', d.serial, 'registration', d.registration)
                 from order_drone n join drone d on d.id = n.drone_id where n.order_id = o.id),
     'start', (select jsonb_build_object('measured', jsonb_strip_nulls(jsonb_build_object('windKmh', s.wind_kmh, 'gustKmh', s.gust_kmh,
                        'temperatureC', s.temperature_c, 'humidityPercent', s.humidity_percent)),
                      'verdict', s.verdict, 'overrideReason', s.override_reason, 'isUnaware', s.is_unaware)
                 from start_weather s where s.order_id = o.id),
     'actorName', (select full_name from app_user where id = $3))
   from spray_order o
   join app_user f on f.id = o.farmer_id
   join crop c on c.id = o.crop_id
   left join work_report w on w.order_id = o.id
   left join order_field x on x.order_id = o.id
  where o.id = $1`,
);

async function readStored(db: Db, values: [string, string, string, boolean]): Promise<StoredVisit | undefined> {
  const [row] = await db.rows(visitStatement, values);
  return row === undefined ? undefined : (JSON.parse(String(row[0])) as StoredVisit);
}

/** Takes the id of a new record. Call it after locking the order and writing the work report. */
export async function readVisit(tx: Tx, orderId: string, operatorId: string, actorId: string): Promise<StoredVisit & { recordId: string }> {
  const stored = await readStored(tx, [orderId, operatorId, actorId, true]);
  if (stored === undefined || stored.recordId === null) throw new Error(`order ${orderId} has no visit`);
  return { ...stored, recordId: stored.recordId };
}

/** What is known about a visit that is not reported yet; undefined: there is no such order. */
export function findOpenVisit(db: Db, orderId: string, operatorId: string): Promise<StoredVisit | undefined> {
  return readStored(db, [orderId, operatorId, operatorId, false]);
}

const lastOfFieldStatement = statement(
  'last_spray_record_of_field',
  `select v.content from spray_order o
     join spray_record r on r.farmer_id = o.farmer_id and r.order_id <> o.id
     join spray_order b on b.id = r.order_id and b.location = o.location
     join spray_record_version v on v.record_id = r.id and v.version = r.version
    where o.id = $1 order by r.date desc, r.id desc limit 1`,
);
const lastOfSprayerStatement = statement(
  'last_spray_record_of_sprayer',
  `select v.content from spray_record_member m join spray_record r on r.id = m.record_id
     join spray_record_version v on v.record_id = r.id and v.version = r.version
    where m.sprayer_id = $1 and r.operator_id = $1 order by m.record_id desc limit 1`,
);

/** The newest record of the same place, and the newest one of the same operator. */
export async function findLastRecords(
  db: Db,
  orderId: string,
  sprayerId: string,
): Promise<{ ofField: RecordContent | undefined; ofSprayer: RecordContent | undefined }> {
  const [[ofField], [ofSprayer]] = await Promise.all([
    db.rows(lastOfFieldStatement, [orderId]),
    db.rows(lastOfSprayerStatement, [sprayerId]),
  ]);
  const parse = (row: Row | undefined) => (row === undefined ? undefined : (JSON.parse(String(row[0])) as RecordContent));
  return { ofField: parse(ofField), ofSprayer: parse(ofSprayer) };
}
