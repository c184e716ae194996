import type { Place } from '../orders/place.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { Offer, OfferStatus } from './waiting.ts';
import type { Candidate, OfferTimes } from './waiting-rules.ts';

// As by a booking: the session does not change until the end of the transaction.
const insertPlaceStatement = statement(
  'insert_waiting_place',
  'insert into session_day (date, session_id, taken) select $1, id, 0 from spray_session where id = $2 for key share on conflict do nothing',
);
const lockPlaceStatement = statement(
  'lock_waiting_place',
  `select s.active and d.closures = 0 and d.taken < s.capacity, s.start_time
     from session_day d join spray_session s on s.id = d.session_id
    where d.date = $1 and d.session_id = $2 for update of d`,
);

export interface LockedPlace extends Place {
  isFree: boolean;
  /** HH:mm:ss */
  startTime: string;
}

/** Locks a place like a booking does. Every transaction of the waiting list locks its place first, then entries and offers. */
export async function lockPlace(tx: Tx, { date, sessionId }: Place): Promise<LockedPlace | undefined> {
  await tx.rows(insertPlaceStatement, [date, sessionId]);
  const [row] = await tx.rows(lockPlaceStatement, [date, sessionId]);
  return row === undefined ? undefined : { date, sessionId, isFree: row[0] === 't', startTime: String(row[1]) };
}

const holdStatement = statement(
  'hold_place',
  'update session_day set taken = taken + 1, held = held + 1 where date = $1 and session_id = $2',
);
const releaseStatement = statement(
  'release_place',
  'update session_day set taken = taken - 1, held = held - 1 where date = $1 and session_id = $2',
);

/** Takes a free place of a locked row. */
export async function holdPlace(tx: Tx, { date, sessionId }: Place): Promise<void> {
  await tx.rows(holdStatement, [date, sessionId]);
}

export async function releasePlace(tx: Tx, { date, sessionId }: Place): Promise<void> {
  await tx.rows(releaseStatement, [date, sessionId]);
}

/** So that a place is locked for moments only, however many wait for it. */
export const maxCandidates = 200;

const lineStatement = statement(
  'waiting_line',
  `select e.id, e.farmer_id, e.area, e.status = 'offered',
          (select o.status from waiting_offer o where o.entry_id = e.id and o.date = $1 and o.session_id = $2 and o.status in ('declined', 'expired')
            order by o.id desc limit 1),
          u.active, c.active, fits_session_area($1, $2, e.area, null),
          (select coalesce(sum(t.size), 0) from tally t
            where t.list = 'farmer orders' and t.owner_id = e.farmer_id and t.status in ('pending', 'confirmed', 'assigned', 'in_progress'))
            >= coalesce(u.open_booking_limit, k.open_booking_limit)
     from waiting_entry e join app_user u on u.id = e.farmer_id join crop c on c.id = e.crop_id cross join company k
    where e.status in ('waiting', 'offered') and e.id > $3 and e.from_date <= $1 and e.to_date >= $1 and $2 = any(e.session_ids)
      and not exists (select from waiting_offer o where o.entry_id = e.id and o.date = $1 and o.session_id = $2 and o.status = 'open')
    order by e.id limit ${maxCandidates}`,
);

/** Entries that want a place and are not holding one there, longest waiting first, from after this one on. */
export async function listCandidates(tx: Tx, { date, sessionId }: Place, after: string): Promise<Candidate[]> {
  return (await tx.rows(lineStatement, [date, sessionId, after])).map((row) => ({
    entryId: String(row[0]),
    farmerId: String(row[1]),
    area: String(row[2]),
    hasOffer: row[3] === 't',
    earlierOffer: row[4] ?? null,
    isFarmerActive: row[5] === 't',
    isCropActive: row[6] === 't',
    fitsArea: row[7] === 't',
    isAtBookingLimit: row[8] === 't',
  }));
}

export interface NewOffer extends OfferTimes {
  entryId: string;
  area: string;
  place: Place;
  /** null: the service itself. */
  actorId: string | null;
}

const insertStatement = statement(
  'insert_waiting_offer',
  `insert into waiting_offer (entry_id, date, session_id, area, actor_id, created_at, send_at, expires_at, start_time, end_time)
   select $1, $2, s.id, $4::numeric, $5, $6, $7, $8, s.start_time, s.end_time from spray_session s where s.id = $3 returning id`,
);

export async function insertOffer(tx: Tx, { entryId, area, place, actorId, sendAt, expiresAt }: NewOffer, now: Date): Promise<string> {
  const times = [now, sendAt, expiresAt].map((time) => time.toISOString());
  const [row] = await tx.rows(insertStatement, [entryId, place.date, place.sessionId, area, actorId, ...times]);
  return String(row?.[0]);
}

const offerColumns = `o.id, o.entry_id, e.farmer_id, o.date, o.session_id, o.status, to_char(o.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  o.sent_at is not null, o.actor_id is not null, e.order_id`;
const findStatement = statement(
  'find_waiting_offer',
  `select ${offerColumns} from waiting_offer o join waiting_entry e on e.id = o.entry_id where o.id = $1`,
);
// Not `for update`: foreign keys to the entry must not wait for it.
const lockStatement = statement(
  'lock_waiting_offer',
  `select ${offerColumns} from waiting_offer o join waiting_entry e on e.id = o.entry_id where o.id = $1 for no key update`,
);
const openOfEntryStatement = statement(
  'find_open_waiting_offer',
  `select ${offerColumns} from waiting_offer o join waiting_entry e on e.id = o.entry_id where o.entry_id = $1 and o.status = 'open'`,
);

function toOffer(row: Row | undefined): Offer | undefined {
  if (row === undefined) return undefined;
  const [id, entryId, farmerId, date, sessionId, status, expiresAt, sent, byHand, orderId = null] = row;
  return {
    id: String(id),
    entryId: String(entryId),
    farmerId: String(farmerId),
    date: String(date),
    sessionId: String(sessionId),
    status: status as OfferStatus,
    expiresAt: new Date(String(expiresAt)),
    isSent: sent === 't',
    isByHand: byHand === 't',
    orderId,
  };
}

export const findOffer = async (db: Db, id: string): Promise<Offer | undefined> => toOffer((await db.rows(findStatement, [id]))[0]);

/** The place must be locked before. */
export const lockOffer = async (tx: Tx, id: string): Promise<Offer | undefined> => toOffer((await tx.rows(lockStatement, [id]))[0]);

export const findOpenOffer = async (db: Db, entryId: string): Promise<Offer | undefined> =>
  toOffer((await db.rows(openOfEntryStatement, [entryId]))[0]);

const endStatement = statement('end_waiting_offer', "update waiting_offer set status = $2 where id = $1 and status = 'open'");

export async function endOffer(tx: Tx, id: string, status: Exclude<OfferStatus, 'open'>): Promise<void> {
  await tx.rows(endStatement, [id, status]);
}

const setTimesStatement = statement('set_times_of_waiting_offer', 'update waiting_offer set send_at = $2, expires_at = $3 where id = $1');

export async function setTimes(tx: Tx, id: string, { sendAt, expiresAt }: OfferTimes): Promise<void> {
  await tx.rows(setTimesStatement, [id, sendAt.toISOString(), expiresAt.toISOString()]);
}

const dueStatement = statement(
  'due_waiting_work',
  `select exists (select from waiting_check),
          exists (select from waiting_offer where status = 'open' and expires_at <= $1),
          exists (select from waiting_offer where status = 'open' and sent_at is null and send_at <= $1)`,
);

export interface DueWork {
  hasChecks: boolean;
  hasExpired: boolean;
  hasUnsent: boolean;
}

/** One short read, because the job runs after every write. */
export async function findDueWork(db: Db, now: Date): Promise<DueWork> {
  const [row] = await db.rows(dueStatement, [now.toISOString()]);
  return { hasChecks: row?.[0] === 't', hasExpired: row?.[1] === 't', hasUnsent: row?.[2] === 't' };
}

const expiredStatement = statement(
  'expired_waiting_offers',
  "select id from waiting_offer where status = 'open' and expires_at <= $1 order by expires_at limit 50",
);

export async function listExpiredOffers(db: Db, now: Date): Promise<string[]> {
  return (await db.rows(expiredStatement, [now.toISOString()])).map((row) => String(row[0]));
}

const unsentStatement = statement(
  'unsent_waiting_offers',
  "select id from waiting_offer where status = 'open' and sent_at is null and send_at <= $1 order by send_at limit 50",
);

export async function listUnsentOffers(db: Db, now: Date): Promise<string[]> {
  return (await db.rows(unsentStatement, [now.toISOString()])).map((row) => String(row[0]));
}

const markSentStatement = statement(
  'mark_waiting_offer_sent',
  "update waiting_offer set sent_at = $2 where id = $1 and status = 'open' and sent_at is null and send_at <= $2 and expires_at > $2 returning 1",
);

/** false: another process has sent it, or its time is over. */
export async function markSent(tx: Tx, id: string, now: Date): Promise<boolean> {
  return (await tx.rows(markSentStatement, [id, now.toISOString()])).length > 0;
}

const isOfferedStatement = statement(
  'is_place_offered',
  "select exists (select from waiting_offer where date = $1 and session_id = $2 and status in ('open', 'accepted'))",
);

/** An offer for the place is open or was accepted. */
export async function isPlaceOffered(tx: Tx, { date, sessionId }: Place): Promise<boolean> {
  return (await tx.rows(isOfferedStatement, [date, sessionId]))[0]?.[0] === 't';
}

const checksStatement = statement('list_waiting_checks', 'select id from waiting_check order by id limit 500');
const deleteChecksStatement = statement('delete_waiting_checks', 'delete from waiting_check where id = any($1)');

export async function listChecks(db: Db): Promise<string[]> {
  return (await db.rows(checksStatement)).map((row) => String(row[0]));
}

export async function deleteChecks(db: Db, ids: string[]): Promise<void> {
  await db.rows(deleteChecksStatement, [ids]);
}

const wantedStatement = statement(
  'wanted_places',
  `select distinct day::date, s.id, coalesce(d.closures, 0) = 0 and coalesce(d.taken, 0) < s.capacity,
          c.date is not null and not exists (
            select from waiting_offer o where o.date = c.date and o.session_id = c.session_id and o.status in ('open', 'accepted'))
     from waiting_check c
     join waiting_entry e on e.status in ('waiting', 'offered') and (c.entry_id is null or c.entry_id = e.id)
      and (c.date is null or c.date between e.from_date and e.to_date) and (c.session_id is null or c.session_id = any(e.session_ids))
    cross join lateral generate_series(greatest(e.from_date, c.date, $2::date), least(e.to_date, c.date), interval '1 day') day
     join spray_session s on s.id = any(e.session_ids) and (c.session_id is null or c.session_id = s.id) and s.active
     left join session_day d on d.date = day::date and d.session_id = s.id
    where c.id = any($1)
    order by 1, 2`,
);

export interface WantedPlace extends Place {
  isFree: boolean;
  /** It became free, and there is no offer for it: if it is not free any more, it was booked. */
  wasFreed: boolean;
}

/** The places of these checks that an open entry wants, from today on. */
export async function listWantedPlaces(db: Db, checkIds: string[], today: string): Promise<WantedPlace[]> {
  return (await db.rows(wantedStatement, [checkIds, today])).map((row) => ({
    date: String(row[0]),
    sessionId: String(row[1]),
    isFree: row[2] === 't',
    wasFreed: row[3] === 't',
  }));
}
