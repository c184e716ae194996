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
  `select exists (select from rebooking where state = 'applied' and avoided @> array[$3::text])
       or exists (select from rebooking_row r join rebooking b on b.id = r.rebooking_id
                   where r.before_date = $1 and r.before_session_id = $2 and r.after_status is not null
                     and b.state = 'applied' and b.applied_at >= $4::timestamptz)`,
);

/** The office has emptied the session, or moved an order away from it and may still put it back. */
export async function isPlaceEmptied(tx: Tx, place: Place, since: Date): Promise<boolean> {
  const [row] = await tx.rows(emptiedStatement, [place.date, place.sessionId, slotKey(place), since.toISOString()]);
  return row?.[0] === 't';
}

// An offer that the office has made since then is meant to stay.
const outdatedOffersStatement = statement(
  'list_outdated_waiting_offers',
  `select o.id from waiting_offer o
    where o.status = 'open' and ($1::bigint is null or o.id = $1)
      and (exists (select from rebooking b
                    where b.state = 'applied' and b.applied_at >= o.created_at
                      and b.avoided @> array[to_char(o.date, 'YYYY-MM-DD') || ' ' || o.session_id])
        or exists (select from spray_session s
                    where s.id = o.session_id and (not s.active or s.start_time <> o.start_time or s.end_time <> o.end_time)))
    order by o.id limit 100`,
);

/** Open offers of places that the office has emptied since then, and of sessions that are not offered any more or have other times by now. */
export async function listOutdatedOffers(db: Db): Promise<string[]> {
  return (await db.rows(outdatedOffersStatement, [null])).map((row) => String(row[0]));
}

export async function isOfferOutdated(tx: Tx, offerId: string): Promise<boolean> {
  return (await tx.rows(outdatedOffersStatement, [offerId])).length > 0;
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
