import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { Load } from './hand-over-rules.ts';

// Locked in the order of their ids, so that two transactions that each lock several orders never deadlock.
const keptStatement = statement(
  'lock_orders_kept_by',
  `with kept as (select id, date from spray_order where receptionist_id = $1 and not closed order by id for no key update)
   select id from kept order by date, id`,
);

export async function lockOrdersKeptBy(tx: Tx, keeperId: string): Promise<string[]> {
  return (await tx.rows(keptStatement, [keeperId])).map((row) => String(row[0]));
}

const loadsStatement = statement(
  'loads_of_receptionists',
  `select u.id, coalesce((select sum(size) from tally where list = 'open orders' and owner_id = u.id), 0)
     from app_user u where u.role = 'receptionist' and u.active and u.id <> $1 order by u.id`,
);

/** Everyone who could take over. */
export async function readLoads(tx: Tx, leaverId: string): Promise<Load[]> {
  return (await tx.rows(loadsStatement, [leaverId])).map((row) => ({ id: String(row[0]), orders: Number(row[1]) }));
}

// Whoever has acted on one meanwhile looks after it already. With no keepers, unnest makes them null.
const giveStatement = statement(
  'give_orders',
  `update spray_order o set receptionist_id = g.keeper_id from unnest($2::bigint[], $3::bigint[]) g (order_id, keeper_id)
    where o.id = g.order_id and o.receptionist_id = $1 and not o.closed`,
);

export async function reassignOrders(tx: Tx, leaverId: string, orderIds: string[], keeperIds: string[]): Promise<void> {
  await tx.rows(giveStatement, [leaverId, orderIds, keeperIds]);
}

const goneStatement = statement(
  'keepers_gone',
  `select t.owner_id from tally t join app_user u on u.id = t.owner_id
    where t.list = 'open orders' and not (u.active and u.role in ('receptionist', 'admin'))
    group by t.owner_id having sum(t.size) > 0 order by t.owner_id`,
);

/** Who is not of the office any more, and looks after open orders all the same. */
export async function listInactiveReceptionists(db: Db): Promise<string[]> {
  return (await db.rows(goneStatement)).map((row) => String(row[0]));
}
