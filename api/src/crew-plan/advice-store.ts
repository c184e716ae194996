import type { DateRange } from '../catalog/date-range-rules.ts';
import type { Expertise, Place } from '../dispatch/planner/model.ts';
import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

const splitIds = (text: unknown): string[] => (text == null || text === '' ? [] : String(text).split(','));

export interface PlannedStop {
  date: string;
  sessionId: string;
  place: Place;
  /** Empty: no crew, neither assigned nor proposed. */
  crew: string[];
}

// A proposal that the office has not accepted yet counts for orders without a crew.
const stopsStatement = statement(
  'stops_for_booking_advice',
  `with p as materialized (
     select distinct on (date) id, date from crew_plan where date between $1 and $2 and state = 'ready' order by date, id desc)
   select o.date, o.session_id, o.latitude, o.longitude,
          coalesce((select string_agg(m.sprayer_id::text, ',') from crew_member m where m.order_id = o.id),
                   (select array_to_string(r.crew, ',') from p join crew_plan_row r on r.crew_plan_id = p.id
                     where p.date = o.date and r.order_id = o.id and r.session_id = o.session_id))
     from spray_order o
    where o.date between $1 and $2 and o.order_status in ('confirmed', 'assigned', 'in_progress', 'completed')`,
);

// Every change of an order has a history row; a proposal that changes gets another xmin.
const versionStatement = statement(
  'version_of_planned_stops',
  `select (select max(id) from order_history),
          (select string_agg(id || ' ' || xmin::text, ' ' order by id) from crew_plan where date between $1 and $2 and state = 'ready')`,
  { short: true },
);

/** Another text when the orders or proposals of the dates have changed. */
export async function readStopsVersion(db: Db, { from, to }: DateRange): Promise<string> {
  return (await db.rows(versionStatement, [from, to])).join();
}

/** Orders of the dates with their crews. */
export async function listPlannedStops(db: Db, { from, to }: DateRange): Promise<PlannedStop[]> {
  return (await db.rows(stopsStatement, [from, to])).map(([date, sessionId, latitude, longitude, crew]) => ({
    date: String(date),
    sessionId: String(sessionId),
    place: { latitude: Number(latitude), longitude: Number(longitude) },
    crew: splitIds(crew),
  }));
}

export interface AdviceSprayer {
  id: string;
  expertise: Expertise;
  base: Place;
  maxJobs: number | undefined;
}

const sprayersStatement = statement(
  'sprayers_for_booking_advice',
  `select u.id, u.expertise, coalesce(p.daily_job_limit, g.daily_job_limit),
          case when p.base_name is null then g.base_latitude else p.base_latitude end,
          case when p.base_name is null then g.base_longitude else p.base_longitude end
     from app_user u left join sprayer_planning p on p.sprayer_id = u.id cross join planner_setting g
    where u.role = 'sprayer' and u.active and (p.base_name is not null or g.base_name is not null)
    order by u.id limit $1`,
  { short: true },
);

/** Active sprayers with a base. */
export async function listAdviceSprayers(db: Db, limit: number): Promise<AdviceSprayer[]> {
  return (await db.rows(sprayersStatement, [limit])).map(([id, expertise, maxJobs, latitude, longitude]) => ({
    id: String(id),
    expertise: expertise as Expertise,
    base: { latitude: Number(latitude), longitude: Number(longitude) },
    maxJobs: maxJobs == null ? undefined : Number(maxJobs),
  }));
}

const absencesStatement = statement(
  'absences_for_booking_advice',
  `select a.sprayer_id, a.from_date, a.to_date, array_to_string(a.session_ids, ',') from absence a
    where a.to_date >= $1 and a.from_date <= $2 and a.state = 'approved'`,
  { short: true },
);

export interface AdviceAbsence extends DateRange {
  sprayerId: string;
  /** undefined: whole days. */
  sessionIds: string[] | undefined;
}

export async function listAdviceAbsences(db: Db, { from, to }: DateRange): Promise<AdviceAbsence[]> {
  return (await db.rows(absencesStatement, [from, to])).map(([sprayerId, first, last, sessions]) => ({
    sprayerId: String(sprayerId),
    from: String(first),
    to: String(last),
    sessionIds: sessions == null ? undefined : splitIds(sessions),
  }));
}
