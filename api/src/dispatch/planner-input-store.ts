import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { Ban, Expertise, Pin } from './planner/model.ts';
import type { Base } from './planner-setting-store.ts';
import { toBase } from './planner-setting-store.ts';

/** An order of the day that has not begun. */
export interface DayOrder {
  id: string;
  version: number;
  status: 'confirmed' | 'assigned';
  sessionId: string;
  latitude: number;
  longitude: number;
  area: number;
  farmerId: string;
  /** Ids of the crew, ascending. */
  crewIds: string[];
  pin: Pin | undefined;
}

const splitIds = (text: unknown): string[] => (text == null || text === '' ? [] : String(text).split(','));

function toPin(kind: unknown, ids: unknown): Pin | undefined {
  if (kind == null) return undefined;
  const sprayerIds = splitIds(ids);
  return kind === 'crew' ? { kind: 'crew', sprayerIds } : { kind: 'person', sprayerId: sprayerIds[0] ?? '' };
}

const planned = "o.date = $1 and o.order_status in ('confirmed', 'assigned')";

const ordersStatement = statement(
  'planner_orders',
  `select o.id, o.version, o.order_status, o.session_id, o.latitude, o.longitude, o.area, o.farmer_id,
          (select string_agg(m.sprayer_id::text, ',' order by m.sprayer_id) from crew_member m where m.order_id = o.id),
          p.kind, array_to_string(p.sprayer_ids, ',')
     from spray_order o left join order_pin p on p.order_id = o.id
    where ${planned} order by o.id limit $2`,
);

function toOrder(row: Row): DayOrder {
  const [id, version, status, sessionId, latitude, longitude, area, farmerId, crew, kind, pinned] = row;
  return {
    id: String(id),
    version: Number(version),
    status: status as DayOrder['status'],
    sessionId: String(sessionId),
    latitude: Number(latitude),
    longitude: Number(longitude),
    area: Number(area),
    farmerId: String(farmerId),
    crewIds: splitIds(crew),
    pin: toPin(kind, pinned),
  };
}

/** Confirmed and assigned orders of a date by id, at most `limit`. */
export async function listOrdersToPlan(db: Db, date: string, limit: number): Promise<DayOrder[]> {
  return (await db.rows(ordersStatement, [date, limit])).map(toOrder);
}

/** An active sprayer with what the day and its week have for them already. */
export interface DaySprayer {
  id: string;
  fullName: string;
  expertise: Expertise;
  /** null: neither the sprayer nor the company has a base. */
  base: Base | null;
  hasOwnBase: boolean;
  dailyJobLimit: number | null;
  /** Jobs on the other days of the week. */
  otherJobsInWeek: number;
  /** Jobs on the date that are not planned: they have begun or are done. */
  otherJobsOfDay: number;
  /** Sessions of these jobs. */
  busySessionIds: string[];
}

const sprayersStatement = statement(
  'planner_sprayers',
  `select u.id, u.full_name, u.expertise, coalesce(p.daily_job_limit, g.daily_job_limit), w.jobs, w.today, w.sessions, p.base_name is not null,
          coalesce(p.base_name, g.base_name),
          case when p.base_name is null then g.base_latitude else p.base_latitude end,
          case when p.base_name is null then g.base_longitude else p.base_longitude end
     from app_user u left join sprayer_planning p on p.sprayer_id = u.id cross join planner_setting g
     cross join lateral (
       select count(*) filter (where m.date <> $1) as jobs, count(*) filter (where m.date = $1) as today, string_agg(m.session_id::text, ',') filter (where m.date = $1) as sessions
         from crew_member m
        where m.sprayer_id = u.id and m.date between $2 and $3 and m.order_status <> 'cancelled'
          and not (m.date = $1 and m.order_status in ('confirmed', 'assigned'))
     ) w
    where u.role = 'sprayer' and u.active order by u.id limit $4`,
);

function toSprayer(row: Row): DaySprayer {
  const [id, fullName, expertise, limit, jobs, today, sessions, hasOwnBase, ...base] = row;
  return {
    id: String(id),
    fullName: String(fullName),
    expertise: expertise as Expertise,
    base: toBase(base),
    hasOwnBase: hasOwnBase === 't',
    dailyJobLimit: limit == null ? null : Number(limit),
    otherJobsInWeek: Number(jobs),
    otherJobsOfDay: Number(today),
    busySessionIds: splitIds(sessions),
  };
}

/** Active sprayers by id, at most `limit`. */
export async function listSprayersToPlan(
  db: Db,
  date: string,
  { monday, sunday }: { monday: string; sunday: string },
  limit: number,
): Promise<DaySprayer[]> {
  return (await db.rows(sprayersStatement, [date, monday, sunday, limit])).map(toSprayer);
}

const absencesStatement = statement(
  'planner_absences',
  `select a.sprayer_id, array_to_string(a.session_ids, ',') from absence a join app_user u on u.id = a.sprayer_id and u.role = 'sprayer' and u.active
    where a.to_date >= $1 and a.from_date <= $1 and a.state = 'approved'`,
);

/** Approved absences on a date; `sessionIds` undefined: the whole day. */
export async function listAbsencesOn(db: Db, date: string): Promise<{ sprayerId: string; sessionIds: string[] | undefined }[]> {
  return (await db.rows(absencesStatement, [date])).map(([sprayerId, sessions]) => ({
    sprayerId: String(sprayerId),
    sessionIds: sessions == null ? undefined : splitIds(sessions),
  }));
}

const bansStatement = statement(
  'planner_bans',
  `select b.id, b.sprayer_id, b.farmer_id, b.other_sprayer_id
     from crew_ban b join app_user s on s.id = b.sprayer_id and s.active left join app_user t on t.id = b.other_sprayer_id
    where t.active or b.farmer_id in (select o.farmer_id from spray_order o where ${planned})
    order by b.id`,
);

/** Bans between active sprayers, and those of farmers with an order to plan on the date. */
export async function listBansOn(db: Db, date: string): Promise<Ban[]> {
  return (await db.rows(bansStatement, [date])).map(([id, sprayerId, farmerId, otherId]): Ban => {
    const [ban, sprayer] = [String(id), String(sprayerId)];
    return otherId == null
      ? { id: ban, kind: 'farmer', sprayerId: sprayer, farmerId: String(farmerId) }
      : { id: ban, kind: 'pair', sprayerIds: [sprayer, String(otherId)] };
  });
}
