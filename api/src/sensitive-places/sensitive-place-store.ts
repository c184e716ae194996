import type { Extent } from '../fields/field.ts';
import type { Geometry } from '../fields/measure-distance.ts';
import { mapWithPauses } from '../platform/concurrency/map-with-pauses.ts';
import type { Db, Row, Tx, Value } from '../platform/postgres/database.ts';
import { looseStatement, pageStatement, statement } from '../platform/postgres/sql.ts';
import type { CheckedPlace, PlaceKind, SensitivePlace } from './sensitive-place.ts';

const columns = `p.id, p.kind, p.name, p.geometry, p.buffer_metres, p.contact_name, p.contact_phone, p.contact_email, p.contact_language,
  p.asks_notice, p.notes, p.version, to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

function toPlace(row: Row): SensitivePlace {
  const [id, kind, name, geometry, buffer, contactName, phone, email, language, asksNotice, notes, version, updatedAt] = row;
  return {
    id: String(id),
    kind: kind as PlaceKind,
    name: String(name),
    geometry: JSON.parse(String(geometry)) as Geometry,
    bufferMetres: Number(buffer),
    contact: {
      name: contactName ?? null,
      phoneNumber: phone ?? null,
      email: email ?? null,
      language: language === 'en' ? 'en' : 'vi',
      asksNotice: asksNotice === 't',
    },
    notes: notes ?? null,
    version: Number(version),
    updatedAt: String(updatedAt),
  };
}

const boxText = ({ west, south, east, north }: Extent): string => `(${east},${north}),(${west},${south})`;

export interface PlaceFilter {
  /** Beginnings of words in name and contact. */
  search: string | undefined;
  kind: PlaceKind | undefined;
  /** Places whose buffer touches this box. */
  within: Extent | undefined;
}

// Must equal the expression of the index sensitive_place_words.
const words = `array_to_tsvector(plain_words(p.name || ' ' || coalesce(p.contact_name, '')))`;

function where({ search, kind, within }: PlaceFilter): { text: string; values: Value[]; key: string } {
  const values: Value[] = [];
  const terms: string[] = [];
  if (search !== undefined) terms.push(`${words} @@ words_begun($${values.push(search)})`);
  if (kind !== undefined) terms.push(`p.kind = $${values.push(kind)}`);
  if (within !== undefined) terms.push(`p.extent && $${values.push(boxText(within))}::box`);
  const key = [search === undefined ? '' : 's', kind === undefined ? '' : 'k', within === undefined ? '' : 'b'].join('');
  return { text: terms.length === 0 ? '' : `where ${terms.join(' and ')}`, values, key };
}

export async function countPlaces(db: Db, filter: PlaceFilter): Promise<number> {
  const { text, values } = where(filter);
  return Number((await db.rows(looseStatement(`select count(*) from sensitive_place p ${text}`), values))[0]?.[0]);
}

/** By name. */
export async function listPlaces(db: Db, filter: PlaceFilter, limit: number, offset: number): Promise<SensitivePlace[]> {
  const { text, values, key } = where(filter);
  const build = (limits: string) => `select ${columns} from sensitive_place p ${text} order by p.sort_name, p.id ${limits}`;
  return (await db.rows(pageStatement(key === '' ? 'sensitive places' : undefined, [], limit, offset, build), values)).map(toPlace);
}

const findStatement = statement('find_sensitive_place', `select ${columns} from sensitive_place p where p.id = $1`, { short: true });

export async function findPlace(db: Db, id: string): Promise<SensitivePlace | undefined> {
  const [row] = await db.rows(findStatement, [id]);
  return row === undefined ? undefined : toPlace(row);
}

const lockStatement = statement('lock_sensitive_place', `select ${columns} from sensitive_place p where p.id = $1 for update`);

/** The place, locked until the end of the transaction. */
export async function lockPlace(tx: Tx, id: string): Promise<SensitivePlace | undefined> {
  const [row] = await tx.rows(lockStatement, [id]);
  return row === undefined ? undefined : toPlace(row);
}

const detailValues = ({ kind, name, geometry, bufferMetres, extent, contact, notes }: CheckedPlace): Value[] => [
  ...[kind, name, JSON.stringify(geometry), bufferMetres, boxText(extent)],
  ...[contact.name, contact.phoneNumber, contact.email, contact.language, contact.asksNotice, notes],
];

const insertStatement = statement(
  'insert_sensitive_place',
  `insert into sensitive_place (kind, name, geometry, buffer_metres, extent, contact_name, contact_phone, contact_email, contact_language,
          asks_notice, notes, created_at, updated_at)
   values ($1, $2, $3::jsonb, $4, $5::box, $6, $7, $8, $9, $10, $11, $12, $12) returning id`,
);

export async function insertPlace(tx: Tx, place: CheckedPlace, now: Date): Promise<string> {
  return String((await tx.rows(insertStatement, [...detailValues(place), now.toISOString()]))[0]?.[0]);
}

const updateStatement = statement(
  'update_sensitive_place',
  `update sensitive_place set kind = $1, name = $2, geometry = $3::jsonb, buffer_metres = $4, extent = $5::box, contact_name = $6,
          contact_phone = $7, contact_email = $8, contact_language = $9, asks_notice = $10, notes = $11, updated_at = $12,
          version = version + 1
    where id = $13`,
);

/** The place must be locked. */
export async function updatePlace(tx: Tx, id: string, place: CheckedPlace, now: Date): Promise<void> {
  await tx.rows(updateStatement, [...detailValues(place), now.toISOString(), id]);
}

const deleteStatement = statement('delete_sensitive_place', 'delete from sensitive_place where id = $1');

/** The place must be locked. Its notices are deleted with it. */
export async function deletePlace(tx: Tx, id: string): Promise<void> {
  await tx.rows(deleteStatement, [id]);
}

/** Places whose box an order meets; more are not shown. */
const maxNear = 200;

const nearStatement = statement(
  'sensitive_places_near_order',
  `select ${columns}, n.kind, to_char(n.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
     from spray_order o
     left join order_field x on x.order_id = o.id
     join sensitive_place p on p.extent && coalesce(x.extent, boundary_extent(x.boundary),
                                                    box(point(o.longitude, o.latitude), point(o.longitude, o.latitude)))
     left join lateral (select n.kind, n.sent_at from sensitive_place_notice n
                         where n.order_id = o.id and n.place_id = p.id order by n.number desc limit 1) n on true
    where o.id = $1 order by p.id limit ${maxNear}`,
);

export interface PlaceAndNotice {
  place: SensitivePlace;
  /** The last notice to the contact about the order. */
  notice: { kind: string; sentAt: string } | undefined;
}

/** Places whose box the order's field meets: they may be near. */
export async function listPlacesAround(db: Db, orderId: string): Promise<PlaceAndNotice[]> {
  return mapWithPauses(await db.rows(nearStatement, [orderId]), (row) => {
    const [kind, sentAt] = row.slice(13);
    return { place: toPlace(row), notice: kind == null ? undefined : { kind, sentAt: String(sentAt) } };
  });
}

const fieldStatement = statement(
  'geometry_of_order',
  'select x.boundary, o.longitude, o.latitude from spray_order o left join order_field x on x.order_id = o.id where o.id = $1',
);

/** The boundary of the order's field, else its point. */
export async function readOrderGeometry(db: Db, orderId: string): Promise<Geometry | undefined> {
  const [row] = await db.rows(fieldStatement, [orderId]);
  return row === undefined ? undefined : toOrderGeometry(row);
}

/** From a boundary or null, longitude and latitude. */
export const toOrderGeometry = ([boundary, longitude, latitude]: Row): Geometry =>
  boundary == null
    ? { type: 'Point', coordinates: [Number(longitude), Number(latitude)] }
    : (JSON.parse(boundary) as Exclude<Geometry, { type: 'Point' }>);
