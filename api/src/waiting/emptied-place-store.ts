import type { Place } from '../orders/place.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { slotKey } from '../rebooking/planning.ts';
import { undoHours } from '../rebooking/rebooking-rules.ts';

const hourMs = 3_600_000;

/** Rebookings applied then or later can still be undone. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - undoHours * hourMs);

const emptiedStatement = statement(
  'is_place_emptied',
  `select exists (
     select from rebooking b
      where b.state = 'applied'
        and ($3::text = any(b.avoided)
             or b.applied_at >= $4::timestamptz and exists (
               select from rebooking_row r
                where r.rebooking_id = b.id and r.after_status is not null and r.before_date = $1 and r.before_session_id = $2)))`,
);

/** The office has emptied the session, or moved an order away from it and may still put it back. */
export async function isPlaceEmptied(tx: Tx, place: Place, since: Date): Promise<boolean> {
  const [row] = await tx.rows(emptiedStatement, [place.date, place.sessionId, slotKey(place), since.toISOString()]);
  return row?.[0] === 't';
}

/** Longer than the service is usually down. */
const lookBackMs = hourMs;

const checkLeftStatement = statement(
  'check_places_left_by_rebookings',
  `insert into waiting_check (date, session_id)
   select distinct r.before_date, r.before_session_id
     from rebooking b join rebooking_row r on r.rebooking_id = b.id and r.after_status is not null
    where b.state = 'applied' and b.applied_at >= $1 and b.applied_at < $2
      and exists (select from waiting_entry e
                   where e.status in ('waiting', 'offered') and r.before_date between e.from_date and e.to_date and r.before_session_id = any(e.session_ids))`,
);

/** Looks again at the places that moved orders have left, once their rebooking can no longer be undone. */
export async function checkPlacesLeft(db: Db, since: Date): Promise<void> {
  await db.rows(checkLeftStatement, [new Date(since.getTime() - lookBackMs).toISOString(), since.toISOString()]);
}
