import { comparePlaces, type Place } from '../orders/place.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { lockPlace } from './waiting-offer-store.ts';

const placesStatement = statement(
  'offered_places_of_farmer',
  "select o.date, o.session_id from waiting_offer o join waiting_entry e on e.id = o.entry_id where e.farmer_id = $1 and o.status = 'open'",
);
const lockEntriesStatement = statement(
  'lock_waiting_entries_of_farmer',
  "select 1 from waiting_entry where farmer_id = $1 and status in ('waiting', 'offered') order by id for no key update",
);

/** Locks the places that a farmer's offers hold, then the open entries. Returns the places. Before the farmer is locked, like an accepted offer. */
export async function lockWaiting(tx: Tx, farmerId: string): Promise<Place[]> {
  const rows = await tx.rows(placesStatement, [farmerId]);
  const places = rows.map(([date, sessionId]) => ({ date: String(date), sessionId: String(sessionId) })).sort(comparePlaces);
  for (const place of places) await lockPlace(tx, place);
  await tx.rows(lockEntriesStatement, [farmerId]);
  return places;
}

const moveClosedStatement = statement(
  'move_closed_waiting_entries',
  "update waiting_entry set farmer_id = $2 where farmer_id = $1 and status not in ('waiting', 'offered')",
);
// Entries with an offer first, then the longest waiting.
const moveOpenStatement = statement(
  'move_open_waiting_entries',
  `with entry as (
     select id, row_number() over (order by status = 'offered' desc, id) as place from waiting_entry
      where farmer_id = $1 and status in ('waiting', 'offered')
   ), free as (
     select n, row_number() over (order by n) as place from generate_series(1, 3) n
      where not exists (select from waiting_entry e where e.farmer_id = $2 and e.slot = n and e.status in ('waiting', 'offered'))
   )
   update waiting_entry w set farmer_id = $2, slot = free.n from entry join free using (place) where w.id = entry.id`,
);
const leftOverStatement = statement(
  'waiting_entries_left_over',
  "select id, status from waiting_entry where farmer_id = $1 and status in ('waiting', 'offered') order by id",
);

/** Moves the entries of a farmer to free slots of another. Returns the open ones for which there is none. Both farmers must be locked. */
export async function moveEntries(tx: Tx, fromId: string, toId: string): Promise<{ id: string; status: 'waiting' | 'offered' }[]> {
  await tx.rows(moveClosedStatement, [fromId, toId]);
  await tx.rows(moveOpenStatement, [fromId, toId]);
  const rows = await tx.rows(leftOverStatement, [fromId]);
  return rows.map(([id, status]) => ({ id: String(id), status: status as 'waiting' | 'offered' }));
}
