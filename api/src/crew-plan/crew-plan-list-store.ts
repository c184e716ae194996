import type { Db, Row } from '../platform/postgres/database.ts';
import { pageStatement, statement } from '../platform/postgres/sql.ts';
import { shownFailure, shownState } from './crew-plan-store.ts';

const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = `p.id, p.date, ${shownState}, ${instant('p.created_at')}, u.full_name, p.fewest_changes, p.absent_id, a.full_name,
  p.based_on, p.replaced_by, ${shownFailure}, p.phase, p.elapsed_ms, p.progress_cost, p.lower_bound, p.without_crew, p.is_optimal,
  p.cost, p.previous_cost, p.min_without_crew, p.travel, ${instant('p.accepted_at')}, ${instant('p.undone_at')},
  s.orders, s.changes, s.crewless, s.pinned, s.accepted, s.left_out`;
const joins = 'join app_user u on u.id = p.actor_id left join app_user a on a.id = p.absent_id';
const sums = `cross join lateral (
  select count(*) as orders, count(*) filter (where not (r.crew @> r.before_crew and r.crew <@ r.before_crew)) as changes,
         count(*) filter (where r.crew = '{}') as crewless, count(*) filter (where r.is_pinned) as pinned,
         count(*) filter (where r.outcome = 'accepted') as accepted, count(*) filter (where r.outcome = 'left_out') as left_out
    from crew_plan_row r where r.crew_plan_id = p.id) s`;

const findStatement = statement('find_crew_plan', `select ${columns} from crew_plan p ${joins} ${sums} where p.id = $1`);

export async function findPlan(db: Db, id: string): Promise<Row | undefined> {
  return (await db.rows(findStatement, [id]))[0];
}

const countStatement = statement('count_crew_plans', 'select count(*) from crew_plan', { short: true });
const countOfDateStatement = statement('count_crew_plans_of_date', 'select count(*) from crew_plan where date = $1', { short: true });

export async function countPlans(db: Db, date: string | undefined): Promise<number> {
  return Number((await (date === undefined ? db.rows(countStatement) : db.rows(countOfDateStatement, [date])))[0]?.[0]);
}

/** Newest first. */
export function listPlans(db: Db, date: string | undefined, limit: number, offset: number): Promise<Row[]> {
  const build = (limits: string) =>
    `select ${columns} from (select * from crew_plan ${date === undefined ? '' : 'where date = $1'} order by id desc ${limits}) p
       ${joins} ${sums} order by p.id desc`;
  const shape = date === undefined ? 'crew plans' : 'crew plans of a date';
  return db.rows(pageStatement(shape, [], limit, offset, build), date === undefined ? [] : [date]);
}

const people = (column: string): string =>
  `coalesce((select json_agg(json_build_array(s.id::text, s.full_name) order by s.id)::text from app_user s where s.id = any(${column})), '[]')`;
const rowColumns = `r.order_id, f.id, f.full_name, o.location, o.latitude, o.longitude, o.area, r.session_id,
  ${people('r.before_crew')}, ${people('r.crew')}, r.is_pinned, r.is_edited, r.reasons, r.alternative, r.unplaced,
  r.outcome, r.outcome_code, r.outcome_text`;
const rowJoins =
  'join spray_order o on o.id = r.order_id join app_user f on f.id = o.farmer_id join spray_session t on t.id = r.session_id';
/** Orders that were left out or have no crew first, because the office has to act on them; then in the order of the day. */
const rowOrder = "r.outcome = 'left_out' desc nulls last, r.crew <> '{}', t.start_time, t.id, r.order_id";

const countRowsStatement = statement('count_crew_plan_rows', 'select count(*) from crew_plan_row where crew_plan_id = $1', { short: true });
const countUnplacedStatement = statement(
  'count_unplaced_crew_plan_rows',
  'select count(*) from crew_plan_row where crew_plan_id = $1 and unplaced is not null',
  { short: true },
);

export async function countPlanRows(db: Db, id: string, onlyUnplaced: boolean): Promise<number> {
  return Number((await db.rows(onlyUnplaced ? countUnplacedStatement : countRowsStatement, [id]))[0]?.[0]);
}

export function listPlanRows(db: Db, id: string, onlyUnplaced: boolean, limit: number, offset: number): Promise<Row[]> {
  const only = onlyUnplaced ? 'and r.unplaced is not null' : '';
  const build = (limits: string) =>
    `select ${rowColumns} from crew_plan_row r ${rowJoins} where r.crew_plan_id = $1 ${only} order by ${rowOrder} ${limits}`;
  return db.rows(pageStatement(onlyUnplaced ? 'unplaced orders of a crew plan' : 'rows of a crew plan', [], limit, offset, build), [id]);
}

const findRowStatement = statement(
  'find_crew_plan_row',
  `select ${rowColumns} from crew_plan_row r ${rowJoins} where r.crew_plan_id = $1 and r.order_id = $2`,
);

export async function findPlanRow(db: Db, id: string, orderId: string): Promise<Row | undefined> {
  return (await db.rows(findRowStatement, [id, orderId]))[0];
}

const countRoutesStatement = statement('count_crew_plan_routes', 'select count(*) from crew_plan_route where crew_plan_id = $1', {
  short: true,
});

export async function countRoutes(db: Db, id: string): Promise<number> {
  return Number((await db.rows(countRoutesStatement, [id]))[0]?.[0]);
}

/** By name of the sprayer. */
export function listRoutes(db: Db, id: string, limit: number, offset: number): Promise<Row[]> {
  const build = (limits: string) =>
    `select s.id, s.full_name, s.expertise, r.jobs, r.metres, r.blocks,
            (select b->'base' from crew_plan p, jsonb_array_elements(p.input->'sprayers') b where p.id = r.crew_plan_id and b->>'id' = s.id::text)
       from crew_plan_route r join app_user s on s.id = r.sprayer_id where r.crew_plan_id = $1 order by s.sort_name, s.id ${limits}`;
  return db.rows(pageStatement('routes of a crew plan', [], limit, offset, build), [id]);
}

const namesStatement = statement('names_of_sprayers', 'select id, full_name from app_user where id = any($1)');

export async function readNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await db.rows(namesStatement, [ids as string[]])).map(([id, name]) => [String(id), String(name)]));
}

const placesStatement = statement(
  'names_of_planned_orders',
  'select o.id, f.full_name, o.session_id from spray_order o join app_user f on f.id = o.farmer_id where o.id = any($1)',
);

export interface OrderName {
  farmer: string;
  sessionId: string;
}

export async function readOrderNames(db: Db, ids: readonly string[]): Promise<Map<string, OrderName>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows(placesStatement, [ids as string[]]);
  return new Map(rows.map(([id, farmer, sessionId]) => [String(id), { farmer: String(farmer), sessionId: String(sessionId) }]));
}
