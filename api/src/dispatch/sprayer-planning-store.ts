import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { pageStatement, statement } from '../platform/postgres/sql.ts';
import { type Base, toBase } from './planner-setting-store.ts';

/** What differs from the company's setting for one sprayer. */
export interface SprayerPlanning {
  /** null: the company's base. */
  base: Base | null;
  /** null: the company's limit. */
  dailyJobLimit: number | null;
}

export interface ListedPlanning extends SprayerPlanning {
  sprayerId: string;
  fullName: string;
  expertise: string;
}

const toPlanning = ([limit, ...base]: Row): SprayerPlanning => ({
  dailyJobLimit: limit == null ? null : Number(limit),
  base: toBase(base),
});
const planningColumns = 'p.daily_job_limit, p.base_name, p.base_latitude, p.base_longitude';

const countStatement = statement('count_sprayer_planning', "select count(*) from app_user where role = 'sprayer' and active");

/** Number of active sprayers. */
export async function countSprayerPlanning(db: Db): Promise<number> {
  return Number((await db.rows(countStatement))[0]?.[0]);
}

/** Active sprayers by name. */
export async function listSprayerPlanning(db: Db, limit: number, offset: number): Promise<ListedPlanning[]> {
  const build = (limitClause: string) =>
    `select u.id, u.full_name, u.expertise, ${planningColumns}
       from app_user u left join sprayer_planning p on p.sprayer_id = u.id
      where u.role = 'sprayer' and u.active order by u.sort_name, u.id ${limitClause}`;
  const rows = await db.rows(pageStatement('sprayer planning', [], limit, offset, build));
  return rows.map(([id, fullName, expertise, ...planning]) => ({
    sprayerId: String(id),
    fullName: String(fullName),
    expertise: String(expertise),
    ...toPlanning(planning),
  }));
}

const findStatement = statement('find_sprayer_planning', `select ${planningColumns} from sprayer_planning p where p.sprayer_id = $1`);

/** Of a sprayer without an entry: the company's setting. */
export async function readSprayerPlanning(db: Db, sprayerId: string): Promise<SprayerPlanning> {
  return toPlanning((await db.rows(findStatement, [sprayerId]))[0] ?? []);
}

const saveStatement = statement(
  'save_sprayer_planning',
  `insert into sprayer_planning (sprayer_id, daily_job_limit, base_name, base_latitude, base_longitude) values ($1, $2, $3, $4, $5)
   on conflict (sprayer_id) do update set daily_job_limit = excluded.daily_job_limit, base_name = excluded.base_name,
     base_latitude = excluded.base_latitude, base_longitude = excluded.base_longitude`,
);

/** The sprayer must be locked (lockSprayers), so that a concurrent assignment is either complete before or keeps the new limit. */
export async function saveSprayerPlanning(tx: Tx, sprayerId: string, { base, dailyJobLimit }: SprayerPlanning): Promise<void> {
  const { name = null, latitude = null, longitude = null } = base ?? {};
  await tx.rows(saveStatement, [sprayerId, dailyJobLimit, name, latitude, longitude]);
}

const dailyJobsStatement = statement(
  'daily_jobs_of_sprayers',
  `select s.id, coalesce(p.daily_job_limit, g.daily_job_limit),
          (select count(*) from crew_member m
            where m.sprayer_id = s.id and m.date = $2 and m.order_status <> 'cancelled' and not (m.order_id = any($3::bigint[])))
     from unnest($1::bigint[]) s (id) left join sprayer_planning p on p.sprayer_id = s.id cross join planner_setting g
    where coalesce(p.daily_job_limit, g.daily_job_limit) is not null`,
);
// Makes a change of the company's limit wait for assignments that have read it.
const shareStatement = statement('share_planner_setting', 'select 1 from planner_setting for share');

export interface DailyJobs {
  sprayerId: string;
  limit: number;
  jobs: number;
}

/** Of the sprayers with a limit: their jobs on that date, apart from the given orders. The sprayers must be locked. */
export async function readDailyJobs(tx: Tx, ids: readonly string[], date: string, apartFrom: readonly string[]): Promise<DailyJobs[]> {
  await tx.rows(shareStatement);
  const rows = await tx.rows(dailyJobsStatement, [ids as string[], date, apartFrom as string[]]);
  return rows.map(([id, limit, jobs]) => ({ sprayerId: String(id), limit: Number(limit), jobs: Number(jobs) }));
}
