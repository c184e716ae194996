import type { Place } from '../orders/place.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { EntryStatus, WaitingAction, WaitingSetting, WaitingWish } from './waiting.ts';

const settingStatement = statement('read_waiting_setting', 'select offer_minutes, quiet_from, quiet_to from waiting_setting');

export async function readWaitingSetting(db: Db): Promise<WaitingSetting> {
  const [row] = await db.rows(settingStatement);
  return { offerMinutes: Number(row?.[0]), quietFrom: String(row?.[1]), quietTo: String(row?.[2]) };
}

const lockSettingStatement = statement('lock_waiting_setting', 'select 1 from waiting_setting for update');
const saveSettingStatement = statement(
  'save_waiting_setting',
  'update waiting_setting set offer_minutes = $1, quiet_from = $2, quiet_to = $3',
);

export async function lockWaitingSetting(tx: Tx): Promise<WaitingSetting> {
  await tx.rows(lockSettingStatement);
  return readWaitingSetting(tx);
}

export async function saveWaitingSetting(tx: Tx, { offerMinutes, quietFrom, quietTo }: WaitingSetting): Promise<void> {
  await tx.rows(saveSettingStatement, [offerMinutes, quietFrom, quietTo]);
}

const insertStatement = statement(
  'insert_waiting_entry',
  `insert into waiting_entry (farmer_id, slot, location, latitude, longitude, crop_id, area, payment_method, from_date, to_date, session_ids, created_at)
   select $1, n, $2, $3, $4, $5, $6::numeric, $7, $8, $9, $10::bigint[], $11
     from generate_series(1, 3) n
    where not exists (select from waiting_entry e where e.farmer_id = $1 and e.slot = n and e.status in ('waiting', 'offered'))
    order by n limit 1
   returning id`,
);

/** undefined: the farmer has as many open entries as allowed. The farmer must be locked, so that entries are added one after the other. */
export async function insertEntry(tx: Tx, farmerId: string, wish: WaitingWish, now: Date): Promise<string | undefined> {
  const { location, latitude, longitude, cropId, area, paymentMethod, from, to, sessionIds } = wish;
  const values = [farmerId, location, latitude, longitude, cropId, String(area), paymentMethod, from, to, sessionIds, now.toISOString()];
  const [row] = await tx.rows(insertStatement, values);
  return row === undefined ? undefined : String(row[0]);
}

// The places of a new entry are looked at after its commit: one may have become free while it was being added.
const insertCheckStatement = statement('insert_waiting_check', 'insert into waiting_check (entry_id) values ($1)');

export async function insertCheck(tx: Tx, entryId: string): Promise<void> {
  await tx.rows(insertCheckStatement, [entryId]);
}

const insertPlaceCheckStatement = statement(
  'insert_waiting_check_of_place',
  'insert into waiting_check (date, session_id) values ($1, $2)',
);

export async function insertPlaceCheck(tx: Tx, { date, sessionId }: Place): Promise<void> {
  await tx.rows(insertPlaceCheckStatement, [date, sessionId]);
}

const freePlaceStatement = statement(
  'find_free_wanted_place',
  `select day::date, s.id, s.start_time
     from generate_series($1::date, $2::date, interval '1 day') day
     join spray_session s on s.id = any($3::bigint[]) and s.active
     left join session_day d on d.date = day::date and d.session_id = s.id
    where coalesce(d.closures, 0) = 0 and coalesce(d.taken, 0) < s.capacity and (day::date, s.start_time) > ($4::date, $5::time)
      and fits_session_area(day::date, s.id, $6::numeric, null)
    order by 1, 3 limit 1`,
);

/** The first free place among the wanted ones that has not begun. */
export async function findFreePlace(
  db: Db,
  { from, to, sessionIds, area }: Pick<WaitingWish, 'from' | 'to' | 'sessionIds' | 'area'>,
  wall: { date: string; time: string },
): Promise<(Place & { startTime: string }) | undefined> {
  const [row] = await db.rows(freePlaceStatement, [from, to, sessionIds, wall.date, wall.time, String(area)]);
  return row === undefined ? undefined : { date: String(row[0]), sessionId: String(row[1]), startTime: String(row[2]) };
}

export interface WaitingEntry {
  id: string;
  farmerId: string;
  isFarmerActive: boolean;
  status: EntryStatus;
  location: string;
  latitude: number;
  longitude: number;
  cropId: string;
  area: string;
  paymentMethod: WaitingWish['paymentMethod'];
}

const findStatement = statement(
  'find_waiting_entry',
  `select e.id, e.farmer_id, e.status, e.location, e.latitude, e.longitude, e.crop_id, e.area, e.payment_method, u.active
     from waiting_entry e join app_user u on u.id = e.farmer_id where e.id = $1`,
);

export async function findEntry(db: Db, id: string): Promise<WaitingEntry | undefined> {
  const [row] = await db.rows(findStatement, [id]);
  if (row === undefined) return undefined;
  const [entryId, farmerId, status, location, latitude, longitude, cropId, area, paymentMethod] = row.map(String);
  return {
    id: entryId as string,
    farmerId: farmerId as string,
    isFarmerActive: row[9] === 't',
    status: status as EntryStatus,
    location: location as string,
    latitude: Number(latitude),
    longitude: Number(longitude),
    cropId: cropId as string,
    area: area as string,
    paymentMethod: paymentMethod as WaitingWish['paymentMethod'],
  };
}

const setStatusStatement = statement(
  'set_waiting_status',
  'update waiting_entry set status = $3, order_id = $4 where id = $1 and status = $2 returning 1',
);

/** false: the entry is no longer in the state `from`. */
export async function setStatus(tx: Tx, id: string, from: EntryStatus, to: EntryStatus, orderId: string | null = null): Promise<boolean> {
  return (await tx.rows(setStatusStatement, [id, from, to, orderId])).length > 0;
}

const endStatement = statement(
  'end_past_waiting_entries',
  `update waiting_entry set status = 'ended'
    where id in (select id from waiting_entry where status = 'waiting' and to_date < $1 order by id limit 100 for update skip locked)
   returning id, farmer_id`,
);

/** Ends entries whose last date has passed. */
export async function endPastEntries(tx: Tx, today: string): Promise<{ id: string; farmerId: string }[]> {
  return (await tx.rows(endStatement, [today])).map((row) => ({ id: String(row[0]), farmerId: String(row[1]) }));
}

export interface WaitingStep {
  action: WaitingAction;
  place?: Place | undefined;
  reason?: string | undefined;
  /** null: the service itself. */
  actorId: string | null;
}

const insertStepsStatement = statement(
  'insert_waiting_steps',
  `insert into waiting_step (entry_id, at, action, date, session_id, reason, actor_id)
   select e, $2::timestamptz, $3, $4::date, $5::bigint, nullif(r, ''), $7::bigint from unnest($1::bigint[], $6::text[]) s (e, r)
   on conflict (entry_id, date, session_id, reason) where action = 'skipped' do nothing`,
);

export async function insertStep(tx: Tx, entryId: string, { action, place, reason, actorId }: WaitingStep, now: Date): Promise<void> {
  const at = now.toISOString();
  await tx.rows(insertStepsStatement, [[entryId], at, action, place?.date ?? null, place?.sessionId ?? null, [reason ?? ''], actorId]);
}

/** Stores why entries were passed over for a place. */
export async function insertSkips(
  tx: Tx,
  place: Place,
  skips: readonly { entryId: string; reason: string }[],
  actorId: string | null,
  now: Date,
): Promise<void> {
  if (skips.length === 0) return;
  const ids = skips.map(({ entryId }) => entryId);
  const reasons = skips.map(({ reason }) => reason);
  await tx.rows(insertStepsStatement, [ids, now.toISOString(), 'skipped', place.date, place.sessionId, reasons, actorId]);
}

const skipLineStatement = statement(
  'skip_waiting_line',
  `insert into waiting_step (entry_id, at, action, date, session_id, reason, actor_id)
   select e.id, $3::timestamptz, 'skipped', $1::date, $2::bigint, $4, $5::bigint from waiting_entry e
    where e.status = 'waiting' and e.from_date <= $1 and e.to_date >= $1 and $2 = any(e.session_ids) and ($6::bigint is null or e.id < $6)
   on conflict (entry_id, date, session_id, reason) where action = 'skipped' do nothing`,
);

/** Stores the same reason for all who wait for a place; `before`: only for those who wait longer than this entry. */
export async function insertSkipOfLine(
  tx: Tx,
  { date, sessionId }: Place,
  reason: 'taken' | 'by_hand',
  { before, actorId }: { before?: string; actorId: string | null },
  now: Date,
): Promise<void> {
  await tx.rows(skipLineStatement, [date, sessionId, now.toISOString(), reason, actorId, before ?? null]);
}
