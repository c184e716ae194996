import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { pageStatement, statement } from '../platform/postgres/sql.ts';

const columns = `n.id, to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), u.full_name, n.text`;

const insertStatement = statement(
  'insert_farmer_note',
  `with n as (insert into farmer_note (farmer_id, text, actor_id, created_at) values ($1, $2, $3, $4) returning *)
   select ${columns} from n join app_user u on u.id = n.actor_id`,
);

/** Columns: id, time, author, text. */
export async function insertNote(tx: Tx, farmerId: string, text: string, actorId: string, now: Date): Promise<Row> {
  return (await tx.rows(insertStatement, [farmerId, text, actorId, now.toISOString()]))[0] as Row;
}

const countStatement = statement('count_farmer_notes', 'select count(*) from farmer_note where farmer_id = $1', { short: true });

export async function countNotes(db: Db, farmerId: string): Promise<number> {
  return Number((await db.rows(countStatement, [farmerId]))[0]?.[0]);
}

/** Newest first. */
export function listNotes(db: Db, farmerId: string, limit: number, offset: number): Promise<Row[]> {
  const build = (limits: string) =>
    `select ${columns} from (select * from farmer_note n where n.farmer_id = $1 order by n.id desc ${limits}) n
       join app_user u on u.id = n.actor_id order by n.id desc`;
  return db.rows(pageStatement('farmer notes', [], limit, offset, build), [farmerId]);
}

/** Messages in the farmer's inbox, newest first: id, time, order, subject, text, whether it was read. */
export function listMessages(db: Db, farmerId: string, limit: number, offset: number): Promise<Row[]> {
  const build = (limits: string) =>
    `select n.id, to_char(n.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), n.order_id, n.subject, n.text, n.read_at is not null
       from notification n where n.recipient_id = $1 order by n.at desc, n.id desc ${limits}`;
  return db.rows(pageStatement('farmer messages', [], limit, offset, build), [farmerId]);
}
