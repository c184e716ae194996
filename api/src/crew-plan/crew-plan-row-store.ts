import type { Alternative, PlannedOrder, PlanOrder, Reason, SprayerRoute, UnplacedOrder } from '../dispatch/planner/model.ts';
import type { OrderStatus } from '../orders/order.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export type Unplaced = Omit<UnplacedOrder, 'orderId'>;

export interface NewPlanRow {
  orderId: string;
  sessionId: string;
  beforeStatus: OrderStatus;
  beforeCrew: readonly string[];
  crew: readonly string[];
  isPinned: boolean;
  reasons: readonly Reason[];
  alternative: Alternative | null;
  unplaced: Unplaced | null;
}

const insertRowsStatement = statement(
  'insert_crew_plan_rows',
  `insert into crew_plan_row (crew_plan_id, order_id, session_id, before_status, before_crew, crew, is_pinned, reasons, alternative, unplaced)
   select $1, (r->>'orderId')::bigint, (r->>'sessionId')::bigint, r->>'beforeStatus',
          array(select jsonb_array_elements_text(r->'beforeCrew')::bigint), array(select jsonb_array_elements_text(r->'crew')::bigint),
          (r->>'isPinned')::boolean, r->'reasons', nullif(r->'alternative', 'null'), nullif(r->'unplaced', 'null')
     from jsonb_array_elements($2::jsonb) r`,
);

export async function insertPlanRows(tx: Tx, planId: string, rows: readonly NewPlanRow[]): Promise<void> {
  await tx.rows(insertRowsStatement, [planId, JSON.stringify(rows)]);
}

const deleteRoutesStatement = statement('delete_crew_plan_routes', 'delete from crew_plan_route where crew_plan_id = $1');
const insertRoutesStatement = statement(
  'insert_crew_plan_routes',
  `insert into crew_plan_route (crew_plan_id, sprayer_id, jobs, metres, blocks)
   select $1, (r->>'sprayerId')::bigint, (r->>'jobs')::int, (r->>'metres')::int, r->'blocks' from jsonb_array_elements($2::jsonb) r`,
);

export async function saveRoutes(tx: Tx, planId: string, routes: readonly SprayerRoute[]): Promise<void> {
  await tx.rows(deleteRoutesStatement, [planId]);
  await tx.rows(insertRoutesStatement, [planId, JSON.stringify(routes)]);
}

export interface StoredPlanRow {
  orderId: string;
  sessionId: string;
  beforeStatus: OrderStatus;
  beforeCrew: string[];
  crew: string[];
  isPinned: boolean;
  isEdited: boolean;
  isAccepted: boolean;
  afterStatus: OrderStatus;
  wasPaid: boolean;
}

const splitIds = (text: unknown): string[] => (text == null || text === '' ? [] : String(text).split(','));

const rowsStatement = statement(
  'rows_of_crew_plan',
  `select order_id, session_id, before_status, array_to_string(before_crew, ','), array_to_string(crew, ','), is_pinned, outcome = 'accepted',
          coalesce(after_status, before_status), was_paid, is_edited
     from crew_plan_row where crew_plan_id = $1 order by order_id`,
);

/** All orders of a proposal, by id. */
export async function listStoredPlanRows(db: Db, planId: string): Promise<StoredPlanRow[]> {
  return (await db.rows(rowsStatement, [planId])).map((row: Row) => ({
    orderId: String(row[0]),
    sessionId: String(row[1]),
    beforeStatus: row[2] as OrderStatus,
    beforeCrew: splitIds(row[3]),
    crew: splitIds(row[4]),
    isPinned: row[5] === 't',
    isAccepted: row[6] === 't',
    afterStatus: row[7] as OrderStatus,
    wasPaid: row[8] === 't',
    isEdited: row[9] === 't',
  }));
}

const changeCrewStatement = statement(
  'change_crew_plan_row',
  `update crew_plan_row set crew = $3::bigint[], is_edited = true, reasons = '[]', alternative = null, unplaced = null
    where crew_plan_id = $1 and order_id = $2`,
);
const explainStatement = statement(
  'explain_crew_plan_rows',
  `update crew_plan_row t set reasons = r->'reasons', alternative = r->'alternative'
     from jsonb_array_elements($2::jsonb) r where t.crew_plan_id = $1 and t.order_id = (r->>'orderId')::bigint`,
);
const pinStatement = statement('pin_crew_plan_row', 'update crew_plan_row set is_pinned = $3 where crew_plan_id = $1 and order_id = $2');

export async function changePlanCrew(tx: Tx, planId: string, orderId: string, crew: readonly string[]): Promise<void> {
  await tx.rows(changeCrewStatement, [planId, orderId, `{${crew.join(',')}}`]);
}

/** Stores new reasons and alternatives of rows whose crews have not changed. */
export async function saveReasons(tx: Tx, planId: string, rows: readonly PlannedOrder[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ orderId, reasons, alternative }) => ({ orderId, reasons, alternative }));
  await tx.rows(explainStatement, [planId, JSON.stringify(values)]);
}

export async function pinPlanRow(tx: Tx, planId: string, orderId: string, isPinned: boolean): Promise<void> {
  await tx.rows(pinStatement, [planId, orderId, String(isPinned)]);
}

export interface Outcome {
  orderId: string;
  outcome: 'accepted' | 'left_out';
  code: string | null;
  text: string | null;
  afterStatus: OrderStatus | null;
  wasPaid: boolean;
}

const outcomesStatement = statement(
  'save_crew_plan_outcomes',
  `update crew_plan_row t set outcome = r->>'outcome', outcome_code = r->>'code', outcome_text = r->>'text', after_status = r->>'afterStatus',
          was_paid = (r->>'wasPaid')::boolean
     from jsonb_array_elements($2::jsonb) r where t.crew_plan_id = $1 and t.order_id = (r->>'orderId')::bigint`,
);

export async function saveOutcomes(tx: Tx, planId: string, outcomes: readonly Outcome[]): Promise<void> {
  await tx.rows(outcomesStatement, [planId, JSON.stringify(outcomes)]);
}

const placesStatement = statement('places_of_planned_orders', 'select id, latitude, longitude, area from spray_order where id = any($1)');

/** Place and area of locked orders: the plan holds only while they are the same. */
export async function readPlannedFields(tx: Tx, ids: readonly string[]): Promise<Map<string, Pick<PlanOrder, 'place' | 'area'>>> {
  const rows = await tx.rows(placesStatement, [ids as string[]]);
  return new Map(
    rows.map(([id, latitude, longitude, area]) => [
      String(id),
      { place: { latitude: Number(latitude), longitude: Number(longitude) }, area: Number(area) },
    ]),
  );
}
