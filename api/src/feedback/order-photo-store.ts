import type { OrderStatus } from '../orders/order.ts';
import type { DescribedOrder } from '../orders/order-rules.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';

export const orderPhotoKinds = ['report', 'objection'] as const;
export type OrderPhotoKind = (typeof orderPhotoKinds)[number];

/** What a photo is added to: the report of the work, or an objection. */
export interface PhotoSubject {
  kind: OrderPhotoKind;
  /** null: the report. */
  objectionId: string | null;
}

const reportStatement = statement('is_work_reported', 'select 1 from spray_order where id = $1 and reported_at is not null');
const objectionStatement = statement('open_objection', 'select id from objection where order_id = $1 and resolved_at is null');

const orderStatement = statement(
  'order_of_photos',
  'select order_status, reported_at is not null, objected from spray_order where id = $1',
);

/** The state of an order to which photos cannot be added. */
export async function findOrderOfPhotos(db: Db, orderId: string): Promise<DescribedOrder | undefined> {
  const [row] = await db.rows(orderStatement, [orderId]);
  return row === undefined ? undefined : { status: row[0] as OrderStatus, reported: row[1] === 't', objected: row[2] === 't' };
}

/** undefined: the work is not reported, or there is no open objection. */
export async function findPhotoSubject(db: Db, orderId: string, kind: OrderPhotoKind): Promise<PhotoSubject | undefined> {
  const [row] = await db.rows(kind === 'report' ? reportStatement : objectionStatement, [orderId]);
  return row === undefined ? undefined : { kind, objectionId: kind === 'report' ? null : String(row[0]) };
}

const countOfSubjectStatement = statement(
  'count_photos_of_subject',
  'select count(*) from order_photo where order_id = $1 and kind = $2 and objection_id is not distinct from $3::bigint',
);

export async function countSubjectPhotos(db: Db, orderId: string, { kind, objectionId }: PhotoSubject): Promise<number> {
  return Number((await db.rows(countOfSubjectStatement, [orderId, kind, objectionId]))[0]?.[0]);
}

const utcText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const columns = `p.id, ${utcText('p.created_at')}, p.kind, p.width, p.height, p.bytes`;

export interface NewOrderPhoto extends PhotoSubject {
  orderId: string;
  authorId: string;
  key: string;
  width: number;
  height: number;
  bytes: number;
}

const insertStatement = statement(
  'insert_order_photo',
  `insert into order_photo as p (order_id, kind, objection_id, author_id, key, width, height, bytes, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
);

export async function insertOrderPhoto(tx: Tx, photo: NewOrderPhoto, now: Date): Promise<Row> {
  const { orderId, kind, objectionId, authorId, key, width, height, bytes } = photo;
  return (await tx.rows(insertStatement, [orderId, kind, objectionId, authorId, key, width, height, bytes, now.toISOString()]))[0] as Row;
}

export const orderPhotoSortColumns: Record<string, string> = { id: 'p.id' };

const countStatement = statement('count_order_photos', 'select count(*) from order_photo where order_id = $1');

export async function countOrderPhotos(db: Db, orderId: string): Promise<number> {
  return Number((await db.rows(countStatement, [orderId]))[0]?.[0]);
}

/** Default sort: oldest first. */
export function listOrderPhotos(db: Db, orderId: string, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, orderPhotoSortColumns, 'p.id', 'p.id');
  const build = () => `select ${columns} from order_photo p where p.order_id = $1 order by ${order} limit $2 offset $3`;
  return db.rows(listStatement('photos of order', sort, build), [orderId, limit, offset]);
}

const keyStatement = statement('order_photo_key', 'select key from order_photo where id = $1 and order_id = $2');

export async function findOrderPhotoKey(db: Db, photoId: string, orderId: string): Promise<string | undefined> {
  return (await db.rows(keyStatement, [photoId, orderId]))[0]?.[0] ?? undefined;
}
