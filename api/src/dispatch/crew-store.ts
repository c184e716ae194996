import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { CrewMember } from './crew-rules.ts';

// Assignments of the same sprayers are serialised by this lock, so a sprayer found free stays free until the commit.
const lockStatement = statement(
  'lock_sprayers',
  "select id, full_name, expertise from app_user where id = any($1) and role = 'sprayer' and active order by id for no key update",
);

/** The active sprayers among the ids. */
export async function lockSprayers(tx: Tx, ids: string[]): Promise<CrewMember[]> {
  const rows = await tx.rows(lockStatement, [ids]);
  return rows.map((row) => ({ id: String(row[0]), name: String(row[1]), expertise: row[2] as CrewMember['expertise'] }));
}

const busyStatement = statement(
  'busy_sprayers',
  `select sprayer_id from crew_member
    where sprayer_id = any($1) and date = $2 and session_id = $3 and order_id <> $4 and order_status <> 'cancelled'`,
);

/** The sprayers who have another order in that session. */
export async function findBusy(tx: Tx, ids: string[], date: string, sessionId: string, orderId: string): Promise<string[]> {
  return (await tx.rows(busyStatement, [ids, date, sessionId, orderId])).map((row) => String(row[0]));
}

const crewStatement = statement('crew_ids', 'select sprayer_id from crew_member where order_id = $1 order by sprayer_id');

export async function readCrew(db: Db, orderId: string): Promise<string[]> {
  return (await db.rows(crewStatement, [orderId])).map((row) => String(row[0]));
}

const removeStatement = statement('remove_crew', 'delete from crew_member where order_id = $1 and not (sprayer_id = any($2))');

export async function removeCrewExcept(tx: Tx, orderId: string, ids: string[]): Promise<void> {
  await tx.rows(removeStatement, [orderId, ids]);
}

const addStatement = statement(
  'add_crew',
  `insert into crew_member (order_id, sprayer_id, date, session_id, order_status)
   select $1, sprayer_id, $3, $4, 'assigned' from unnest($2::bigint[]) sprayer_id on conflict (order_id, sprayer_id) do nothing`,
);

export async function addCrew(tx: Tx, orderId: string, ids: string[], date: string, sessionId: string): Promise<void> {
  await tx.rows(addStatement, [orderId, ids, date, sessionId]);
}

const isMemberStatement = statement('is_crew_member', 'select 1 from crew_member where order_id = $1 and sprayer_id = $2');

export async function isCrewMember(db: Db, orderId: string, sprayerId: string): Promise<boolean> {
  return (await db.rows(isMemberStatement, [orderId, sprayerId])).length > 0;
}
