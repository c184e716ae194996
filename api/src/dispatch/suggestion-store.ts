import { userColumns } from '../accounts/user.ts';
import type { OrderStatus } from '../orders/order.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { isAbsent } from './absence-store.ts';
import type { CrewMember } from './crew-rules.ts';

export interface UnassignedOrder {
  id: string;
  status: OrderStatus;
  date: string;
  sessionId: string;
  latitude: number;
  longitude: number;
  farmerId: string;
}

const fieldStatement = statement(
  'field_of_order',
  'select id, order_status, date, session_id, latitude, longitude, farmer_id from spray_order where id = $1',
);

export async function findField(db: Db, orderId: string): Promise<UnassignedOrder | undefined> {
  const [row] = await db.rows(fieldStatement, [orderId]);
  if (row === undefined) return undefined;
  const [id, status, date, sessionId, latitude, longitude, farmerId] = row;
  return {
    id: String(id),
    status: status as OrderStatus,
    date: String(date),
    sessionId: String(sessionId),
    latitude: Number(latitude),
    longitude: Number(longitude),
    farmerId: String(farmerId),
  };
}

export interface AvailableSprayer extends CrewMember {
  jobsThatWeek: number;
  jobsThatDay: number;
  /** null: no limit. */
  dailyJobLimit: number | null;
  /** Has another job in the session, or is absent. */
  busy: boolean;
  /** The columns of a user. */
  user: Row;
}

// The order itself is excluded, so that its present crew does not count as busy.
const candidatesStatement = statement(
  'crew_candidates',
  `select w.jobs, w.busy or ${isAbsent('u.id', '$1::date', '$2::bigint')}, w.today, coalesce(p.daily_job_limit, g.daily_job_limit), ${userColumns('u')}
     from app_user u left join sprayer_planning p on p.sprayer_id = u.id cross join planner_setting g
     cross join lateral (
       select count(*) as jobs, count(*) filter (where m.date = $1) as today, coalesce(bool_or(m.date = $1 and m.session_id = $2), false) as busy
         from crew_member m
        where m.sprayer_id = u.id and m.date between $3 and $4 and m.order_status <> 'cancelled' and m.order_id <> $5
     ) w
    where u.role = 'sprayer' and u.active
    order by u.id`,
);

/** All active sprayers with their jobs in the week of an order. */
export async function listCandidates(db: Db, order: UnassignedOrder, monday: string, sunday: string): Promise<AvailableSprayer[]> {
  const rows = await db.rows(candidatesStatement, [order.date, order.sessionId, monday, sunday, order.id]);
  return rows.map(([jobs, busy, today, limit, ...user]) => ({
    jobsThatWeek: Number(jobs),
    jobsThatDay: Number(today),
    dailyJobLimit: limit == null ? null : Number(limit),
    busy: busy === 't',
    id: String(user[0]),
    name: String(user[2]),
    expertise: user[8] as CrewMember['expertise'],
    user,
  }));
}

export interface JobThatDay {
  sprayerId: string;
  orderId: string;
  sessionId: string;
  latitude: number;
  longitude: number;
}

const jobsOfDayStatement = statement(
  'jobs_of_day',
  `select m.sprayer_id, m.order_id, m.session_id, o.latitude, o.longitude
     from spray_order o join crew_member m on m.order_id = o.id
    where o.date = $1 and o.order_status <> 'cancelled' and o.id <> $2`,
);

/** Jobs of all sprayers on the day of an order, without the order itself. */
export async function listJobsOfDay(db: Db, order: UnassignedOrder): Promise<JobThatDay[]> {
  const rows = await db.rows(jobsOfDayStatement, [order.date, order.id]);
  return rows.map(([sprayerId, orderId, sessionId, latitude, longitude]) => ({
    sprayerId: String(sprayerId),
    orderId: String(orderId),
    sessionId: String(sessionId),
    latitude: Number(latitude),
    longitude: Number(longitude),
  }));
}
