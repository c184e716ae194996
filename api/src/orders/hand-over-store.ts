import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { changedEvents } from './event-store.ts';
import type { ReceptionistLoad } from './hand-over-rules.ts';

// Locked in the order of their ids, so that two transactions that each lock several orders never deadlock.
const lockOpenOrdersStatement = statement(
  'lock_open_orders_of_receptionist',
  `with locked as (select id, date from spray_order where receptionist_id = $1 and not closed order by id for no key update)
   select id from locked order by date, id`,
);

/** Ids of the receptionist's open orders, earliest date first. */
export async function lockOpenOrdersOf(tx: Tx, receptionistId: string): Promise<string[]> {
  return (await tx.rows(lockOpenOrdersStatement, [receptionistId])).map((row) => String(row[0]));
}

const loadsStatement = statement(
  'loads_of_receptionists',
  `select u.id, coalesce((select sum(size) from tally where list = 'open orders' and owner_id = u.id), 0)
     from app_user u where u.role = 'receptionist' and u.active and u.id <> $1 order by u.id`,
);

/** The active receptionists other than the leaving one. */
export async function readLoads(tx: Tx, leaverId: string): Promise<ReceptionistLoad[]> {
  return (await tx.rows(loadsStatement, [leaverId])).map((row) => ({ id: String(row[0]), orders: Number(row[1]) }));
}

// An order that another receptionist has acted on since then is already assigned to that one. If `receptionistIds` is empty, unnest pads it with nulls.
const reassignStatement = statement(
  'reassign_orders',
  `with changed as (
     update spray_order o set receptionist_id = n.receptionist_id, version = o.version + 1
       from unnest($2::bigint[], $3::bigint[]) n (order_id, receptionist_id)
      where o.id = n.order_id and o.receptionist_id = $1 and not o.closed
     returning o.*
   )
   ${changedEvents('changed', 'now()')}`,
);

export async function reassignOrders(tx: Tx, leaverId: string, orderIds: string[], receptionistIds: string[]): Promise<void> {
  await tx.rows(reassignStatement, [leaverId, orderIds, receptionistIds]);
}

const listInactiveStatement = statement(
  'list_inactive_receptionists',
  `select t.owner_id from tally t join app_user u on u.id = t.owner_id
    where t.list = 'open orders' and not (u.active and u.role in ('receptionist', 'admin'))
    group by t.owner_id having sum(t.size) > 0 order by t.owner_id`,
);

/** Users who are no longer in the office but still have open orders. */
export async function listInactiveReceptionists(db: Db): Promise<string[]> {
  return (await db.rows(listInactiveStatement)).map((row) => String(row[0]));
}
