import type { OrderStatus } from '../orders/order.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

/** An order that may be moved, with what the cost of a new place depends on. */
export interface PlannedOrder {
  id: string;
  status: OrderStatus;
  date: string;
  sessionId: string;
  latitude: number;
  longitude: number;
  crewIds: string[];
}

const columns = `o.id, o.order_status, o.date, o.session_id, o.latitude, o.longitude,
  case when o.order_status = 'assigned'
       then coalesce((select string_agg(m.sprayer_id::text, ',' order by m.sprayer_id) from crew_member m where m.order_id = o.id), '') else '' end`;

const toOrder = (row: Row): PlannedOrder => ({
  id: String(row[0]),
  status: row[1] as OrderStatus,
  date: String(row[2]),
  sessionId: String(row[3]),
  latitude: Number(row[4]),
  longitude: Number(row[5]),
  crewIds: String(row[6])
    .split(',')
    .filter((id) => id !== ''),
});

const byIdStatement = statement('orders_to_rebook', `select ${columns} from spray_order o where o.id = any($1) order by o.id`);

export async function findPlannedOrders(db: Db, ids: readonly string[]): Promise<PlannedOrder[]> {
  return (await db.rows(byIdStatement, [ids])).map(toOrder);
}

// One more than allowed, so that the caller notices.
const ofDateStatement = statement(
  'orders_of_date_to_rebook',
  `select ${columns} from spray_order o
    where o.date = $1 and ($2::bigint[] is null or o.session_id = any($2)) and o.order_status in ('pending', 'confirmed', 'assigned')
    order by o.id limit $3`,
);

/** Orders of a date that are not begun; `sessionIds` null: of all sessions. */
export async function findPlannedOrdersOfDate(
  db: Db,
  date: string,
  sessionIds: readonly string[] | null,
  limit: number,
): Promise<PlannedOrder[]> {
  return (await db.rows(ofDateStatement, [date, sessionIds, limit])).map(toOrder);
}

const busyStatement = statement(
  'busy_crews_between',
  `select m.sprayer_id, m.date, m.session_id from crew_member m
    where m.sprayer_id = any($1) and m.date between $2 and $3 and m.order_status <> 'cancelled' and not (m.order_id = any($4))`,
);
const absentStatement = statement(
  'absences_between',
  `select a.sprayer_id, greatest(a.from_date, $2::date), least(a.to_date, $3::date), array_to_string(a.session_ids, ',')
     from absence a where a.sprayer_id = any($1) and a.state = 'approved' and a.to_date >= $2::date and a.from_date <= $3::date`,
);

const limitsStatement = statement(
  'daily_job_limits',
  `select s.id, coalesce(p.daily_job_limit, g.daily_job_limit)
     from unnest($1::bigint[]) s (id) left join sprayer_planning p on p.sprayer_id = s.id cross join planner_setting g
    where coalesce(p.daily_job_limit, g.daily_job_limit) is not null`,
);

/** When sprayers cannot take another job, apart from the given orders. */
export async function readCrewTimes(
  db: Db,
  sprayerIds: readonly string[],
  from: string,
  to: string,
  apartFrom: readonly string[],
): Promise<(sprayerId: string, date: string, sessionId: string) => boolean> {
  if (sprayerIds.length === 0) return () => false;
  const busyRows = await db.rows(busyStatement, [sprayerIds, from, to, apartFrom]);
  const absentRows = await db.rows(absentStatement, [sprayerIds, from, to]);
  const limits = new Map((await db.rows(limitsStatement, [sprayerIds])).map(([id, limit]) => [String(id), Number(limit)]));
  const jobsOfDay = new Map<string, number>();
  for (const [sprayerId, date] of busyRows) {
    const key = `${sprayerId} ${date}`;
    jobsOfDay.set(key, (jobsOfDay.get(key) ?? 0) + 1);
  }
  const busy = new Set(busyRows.map(([sprayerId, date, sessionId]) => `${sprayerId} ${date} ${sessionId}`));
  const absences = absentRows.map(([sprayerId, first, last, sessions]) => ({
    sprayerId: String(sprayerId),
    first: String(first),
    last: String(last),
    sessionIds: sessions == null ? undefined : String(sessions).split(','),
  }));
  return (sprayerId, date, sessionId) =>
    busy.has(`${sprayerId} ${date} ${sessionId}`) ||
    (jobsOfDay.get(`${sprayerId} ${date}`) ?? 0) >= (limits.get(sprayerId) ?? Number.POSITIVE_INFINITY) ||
    absences.some(
      (absence) =>
        absence.sprayerId === sprayerId &&
        absence.first <= date &&
        date <= absence.last &&
        (absence.sessionIds === undefined || absence.sessionIds.includes(sessionId)),
    );
}

const roomStatement = statement(
  'places_with_room_for_order',
  `select p.date, p.session_id from spray_order o, unnest($2::date[], $3::bigint[]) p (date, session_id)
    where o.id = $1 and fits_session_area(p.date, p.session_id, o.area, o.id)`,
);

/** Whether a place has room for the area of the order, for these places. */
export async function readRoomFor(
  db: Db,
  orderId: string,
  places: readonly { date: string; sessionId: string }[],
): Promise<(place: { date: string; sessionId: string }) => boolean> {
  const rows = await db.rows(roomStatement, [orderId, places.map(({ date }) => date), places.map(({ sessionId }) => sessionId)]);
  const found = new Set(rows.map(([date, sessionId]) => `${date} ${sessionId}`));
  return ({ date, sessionId }) => found.has(`${date} ${sessionId}`);
}
