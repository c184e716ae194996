import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';

export const deadLetterSortColumns: Record<string, string> = { id: 'd.event_id', failedAt: 'd.failed_at', type: 'd.type' };

const countStatement = statement('count_dead_letters', 'select count(*) from dead_letter');

export async function countDeadLetters(db: Db): Promise<number> {
  return Number((await db.rows(countStatement))[0]?.[0]);
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export function listDeadLetters(db: Db, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, deadLetterSortColumns, 'd.failed_at desc, d.event_id desc', 'd.event_id');
  const build = (limits: string) =>
    `select d.event_id, d.type, ${time('d.at')}, d.order_id, d.attempts, d.last_error, ${time('d.failed_at')}
       from dead_letter d order by ${order} ${limits}`;
  return db.rows(pageStatement('dead letters', sort, limit, offset, build));
}

const eventColumns = 'at, type, order_id, actor_id, people, note, snapshot';

// Keeps the event id, because webhook receivers recognise repetitions by it.
const replayStatement = statement(
  'replay_dead_letters',
  `with deleted as (delete from dead_letter where $1::bigint is null or event_id = $1 returning *)
   insert into outbox_event (id, ${eventColumns}) overriding system value select event_id, ${eventColumns} from deleted returning id`,
);

/** Moves one dead letter, or all if the id is null, back to the outbox and returns the event ids. */
export async function replayDeadLetters(tx: Tx, id: string | null): Promise<string[]> {
  return (await tx.rows(replayStatement, [id])).map((row) => String(row[0]));
}
