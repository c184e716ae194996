import { insertAudit } from '../accounts/audit-store.ts';
import type { PlanCost, PlanDay, PlanProgress } from '../dispatch/planner/model.ts';
import type { Database, Db, Row, Tx } from '../platform/postgres/database.ts';
import { violatedConstraint } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { PlanFailure, PlanState, TravelSource } from './crew-plan-rules.ts';

/** Seconds without a renewal after which a plan counts as failed. */
export const leaseSeconds = 10;

/** A lease that ends later than any new one could was taken before the clock was set back: it counts as expired. */
const isExpired = `(p.lease_until <= clock_timestamp() or p.lease_until > clock_timestamp() + interval '${leaseSeconds + 5} seconds')`;
/** State and failure as they are shown: a plan whose process has ended is failed, before anybody writes it down. */
export const shownState = `case when p.state = 'planning' and ${isExpired} then 'failed' else p.state end`;
export const shownFailure = `case when p.state = 'planning' and ${isExpired} then 'interrupted' else p.failure end`;

export interface NewPlan {
  date: string;
  actorId: string;
  fewestChanges: boolean;
  absentId: string | null;
  basedOn: string | null;
  seed: number;
  timeLimitMs: number;
  holder: string;
  now: Date;
}

const expireStatement = statement(
  'expire_crew_plan',
  `update crew_plan p set state = 'failed', failure = 'interrupted', finished_at = $2
    where p.date = $1 and p.state = 'planning' and ${isExpired}`,
);
const insertStatement = statement(
  'insert_crew_plan',
  `insert into crew_plan (date, created_at, actor_id, fewest_changes, absent_id, based_on, seed, time_limit_ms, holder, lease_until)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp() + interval '${leaseSeconds} seconds') returning id`,
);

/** undefined: another plan of the date is being made. Two processes that insert at once are decided by the unique index. */
export async function insertPlan(database: Database, plan: NewPlan): Promise<string | undefined> {
  const { date, now, actorId, fewestChanges, absentId, basedOn, seed, timeLimitMs, holder } = plan;
  const values = [date, now.toISOString(), actorId, String(fewestChanges), absentId, basedOn, seed, timeLimitMs, holder];
  try {
    return await database.transaction(async (tx) => {
      await tx.rows(expireStatement, [date, now.toISOString()]);
      return String((await tx.rows(insertStatement, values))[0]?.[0]);
    });
  } catch (error) {
    if (violatedConstraint(error) === 'crew_plan_running') return undefined;
    throw error;
  }
}

const runningStatement = statement('find_running_crew_plan', "select id from crew_plan where date = $1 and state = 'planning'");

export async function findRunningPlan(db: Db, date: string): Promise<string | undefined> {
  const id = (await db.rows(runningStatement, [date]))[0]?.[0];
  return id == null ? undefined : String(id);
}

const isHeld = "id = $1 and holder = $2 and state = 'planning'";
const renewStatement = statement(
  'renew_crew_plan',
  `update crew_plan set lease_until = clock_timestamp() + interval '${leaseSeconds} seconds', elapsed_ms = $3, phase = coalesce($4, phase),
          progress_cost = coalesce($5, progress_cost), lower_bound = coalesce($6, lower_bound), without_crew = coalesce($7, without_crew)
    where ${isHeld} and lease_until > clock_timestamp() returning 1`,
);

/** Renews the lease and stores the progress. False: the plan was cancelled, or its lease was lost. */
export async function renewPlan(
  db: Db,
  id: string,
  holder: string,
  elapsedMs: number,
  progress: PlanProgress | undefined,
): Promise<boolean> {
  const figures = [
    progress?.phase ?? null,
    progress === undefined ? null : Math.round(progress.cost),
    progress === undefined ? null : Math.floor(progress.lowerBound),
    progress?.ordersWithoutCrew ?? null,
  ];
  return (await db.rows(renewStatement, [id, holder, Math.round(elapsedMs), ...figures])).length > 0;
}

const failStatement = statement('fail_crew_plan', `update crew_plan set state = 'failed', failure = $3, finished_at = $4 where ${isHeld}`);

export async function failPlan(db: Db, id: string, holder: string, failure: PlanFailure, now: Date): Promise<void> {
  await db.rows(failStatement, [id, holder, failure, now.toISOString()]);
}

const cancelStatement = statement(
  'cancel_crew_plan',
  "update crew_plan set state = 'cancelled', finished_at = $2 where id = $1 and state in ('planning', 'ready') returning 1",
);

/** False: it is neither being made nor ready. */
export async function cancelPlan(db: Db, id: string, now: Date): Promise<boolean> {
  return (await db.rows(cancelStatement, [id, now.toISOString()])).length > 0;
}

export interface PlanFigures {
  cost: PlanCost;
  previousCost: PlanCost;
  lowerBound: number;
  minOrdersWithoutCrew: number;
  isOptimal: boolean;
}

const readyStatement = statement(
  'complete_crew_plan',
  `update crew_plan set state = 'ready', finished_at = $3, elapsed_ms = $4, cost = $5::jsonb, previous_cost = $6::jsonb, lower_bound = $7,
          min_without_crew = $8, is_optimal = $9, travel = $10, input = $11::jsonb
    where ${isHeld} and lease_until > clock_timestamp() returning based_on`,
);
const replaceStatement = statement(
  'replace_crew_plan',
  "update crew_plan set state = 'replaced', replaced_by = $2 where id = $1 and state = 'ready'",
);

/** False: the plan was cancelled, or its lease was lost. The proposal that it is based on is replaced. */
export async function completePlan(
  tx: Tx,
  { id, holder, elapsedMs, travel, now }: { id: string; holder: string; elapsedMs: number; travel: TravelSource; now: Date },
  figures: PlanFigures,
  input: PlanDay,
): Promise<boolean> {
  const [row] = await tx.rows(readyStatement, [
    ...[id, holder, now.toISOString(), Math.round(elapsedMs), JSON.stringify(figures.cost), JSON.stringify(figures.previousCost)],
    ...[Math.floor(figures.lowerBound), figures.minOrdersWithoutCrew, String(figures.isOptimal), travel, JSON.stringify(input)],
  ]);
  if (row === undefined) return false;
  if (row[0] != null) await tx.rows(replaceStatement, [String(row[0]), id]);
  return true;
}

export interface StoredPlan {
  id: string;
  date: string;
  state: PlanState;
  acceptedAt: Date | null;
  fewestChanges: boolean;
}

const stateColumns = `p.id, p.date, ${shownState}, to_char(p.accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), p.fewest_changes`;
const findStateStatement = statement('find_crew_plan_state', `select ${stateColumns} from crew_plan p where p.id = $1`);
const lockStatement = statement('lock_crew_plan', 'select 1 from crew_plan where id = $1 for no key update');

function toStored(row: Row | undefined): StoredPlan | undefined {
  if (row === undefined) return undefined;
  const [id, date, state, acceptedAt, fewestChanges] = row;
  return {
    id: String(id),
    date: String(date),
    state: state as PlanState,
    acceptedAt: acceptedAt == null ? null : new Date(acceptedAt),
    fewestChanges: fewestChanges === 't',
  };
}

export async function findPlanState(db: Db, id: string): Promise<StoredPlan | undefined> {
  return toStored((await db.rows(findStateStatement, [id]))[0]);
}

/** Locked before its orders, so that a proposal is accepted, edited or undone by one user at a time. */
export async function lockPlan(tx: Tx, id: string): Promise<StoredPlan | undefined> {
  await tx.rows(lockStatement, [id]);
  return findPlanState(tx, id);
}

const inputStatement = statement('input_of_crew_plan', 'select input from crew_plan where id = $1');

export async function readPlanInput(db: Db, id: string): Promise<PlanDay> {
  return JSON.parse(String((await db.rows(inputStatement, [id]))[0]?.[0])) as PlanDay;
}

const saveCostStatement = statement(
  'save_crew_plan_cost',
  'update crew_plan set cost = $2::jsonb, is_optimal = is_optimal and $3::bigint <= lower_bound where id = $1',
);

export async function savePlanCost(tx: Tx, id: string, cost: PlanCost): Promise<void> {
  await tx.rows(saveCostStatement, [id, JSON.stringify(cost), cost.total]);
}

const acceptStatement = statement(
  'accept_crew_plan',
  "update crew_plan set state = 'accepted', accepted_at = $2, accepted_by = $3 where id = $1",
);
const undoStatement = statement('undo_crew_plan', "update crew_plan set state = 'undone', undone_at = $2, undone_by = $3 where id = $1");

export async function markPlanAccepted(tx: Tx, id: string, actorId: string, orders: number, now: Date): Promise<void> {
  await tx.rows(acceptStatement, [id, now.toISOString(), actorId]);
  const changes = [{ field: 'orders', from: null, to: orders }];
  await insertAudit(tx, { actorId, action: 'crew_plan_accept', subjectType: 'crew_plan', subjectId: id, changes }, now);
}

export async function markPlanUndone(tx: Tx, id: string, actorId: string, now: Date): Promise<void> {
  await tx.rows(undoStatement, [id, now.toISOString(), actorId]);
  await insertAudit(tx, { actorId, action: 'crew_plan_undo', subjectType: 'crew_plan', subjectId: id }, now);
}
