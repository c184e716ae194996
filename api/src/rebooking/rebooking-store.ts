import { insertAudit } from '../accounts/audit-store.ts';
import type { OrderPlan, RecordedOrder } from '../dispatch/bulk-rules.ts';
import type { OrderStatus } from '../orders/order.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { Verdict } from '../weather/spray-window-rules.ts';
import type { CostParts, RebookingState, StoredRebooking, UnplacedReason } from './rebooking-rules.ts';

/** The new place of one order in a proposal, or that it has none. */
export interface ProposedRow {
  to: { date: string; sessionId: string } | undefined;
  verdict: Verdict | null;
  unplaced: UnplacedReason | null;
  cost: CostParts;
}

export interface NewRow extends ProposedRow {
  orderId: string;
  before: OrderPlan;
}

const insertStatement = statement(
  'insert_rebooking',
  'insert into rebooking (created_at, actor_id, reason, last_date, avoided) values ($1, $2, $3, $4, $5) returning id',
);
const insertRowsStatement = statement(
  'insert_rebooking_rows',
  `insert into rebooking_row (rebooking_id, order_id, before_status, before_date, before_session_id, before_crew, to_date, to_session_id, verdict,
                              unplaced_reason, delay_cost, half_day_cost, weather_cost, crew_cost, not_placed_cost)
   select $1, order_id, before_status, before_date, before_session_id, before_crew::bigint[], nullif(to_date, '')::date,
          nullif(to_session_id, '')::bigint, nullif(verdict, ''), nullif(unplaced_reason, ''), delay_cost, half_day_cost, weather_cost, crew_cost, not_placed_cost
     from unnest($2::bigint[], $3::text[], $4::date[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                 $11::smallint[], $12::smallint[], $13::smallint[], $14::smallint[], $15::smallint[])
       r (order_id, before_status, before_date, before_session_id, before_crew, to_date, to_session_id, verdict, unplaced_reason,
          delay_cost, half_day_cost, weather_cost, crew_cost, not_placed_cost)`,
);

export async function insertRebooking(
  tx: Tx,
  { actorId, reason, lastDate, avoided, now }: { actorId: string; reason: string; lastDate: string; avoided: readonly string[]; now: Date },
  rows: readonly NewRow[],
): Promise<string> {
  const [created] = await tx.rows(insertStatement, [now.toISOString(), actorId, reason, lastDate, avoided]);
  const id = String(created?.[0]);
  const column = (read: (row: NewRow) => string | number) => rows.map((row) => String(read(row)));
  await tx.rows(insertRowsStatement, [
    id,
    column(({ orderId }) => orderId),
    column(({ before }) => before.status),
    column(({ before }) => before.date),
    column(({ before }) => before.sessionId),
    column(({ before }) => `{${before.crewIds.join(',')}}`),
    column(({ to }) => to?.date ?? ''),
    column(({ to }) => to?.sessionId ?? ''),
    column(({ verdict }) => verdict ?? ''),
    column(({ unplaced }) => unplaced ?? ''),
    column(({ cost }) => cost.delay),
    column(({ cost }) => cost.halfDay),
    column(({ cost }) => cost.weather),
    column(({ cost }) => cost.crew),
    column(({ cost }) => cost.notPlaced),
  ]);
  return id;
}

const splitIds = (text: unknown): string[] =>
  String(text ?? '')
    .split(',')
    .filter((id) => id !== '');

const stateColumns = `b.id, b.state, b.reason, to_char(b.applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  exists (select from rebooking_row r where r.rebooking_id = b.id and r.answer is not null), b.last_date, array_to_string(b.avoided, ',')`;
const lockStatement = statement('lock_rebooking_row', 'select 1 from rebooking where id = $1 for update');
const findStateStatement = statement('find_rebooking_state', `select ${stateColumns} from rebooking b where b.id = $1`);

export interface FoundRebooking extends StoredRebooking {
  lastDate: string;
  avoided: string[];
}

function toStored(row: Row | undefined): FoundRebooking | undefined {
  if (row === undefined) return undefined;
  const [id, state, reason, appliedAt, answered, lastDate, avoided] = row;
  return {
    id: String(id),
    state: state as RebookingState,
    reason: String(reason),
    appliedAt: appliedAt == null ? null : new Date(appliedAt),
    isAnswered: answered === 't',
    lastDate: String(lastDate),
    avoided: splitIds(avoided),
  };
}

/**
 * Locked before its orders, so that a proposal is applied, edited or undone by one user at a time. The state is read by a second statement:
 * the one that waits for the lock does not see answers that were stored while it waited.
 */
export async function lockRebooking(tx: Tx, id: string): Promise<FoundRebooking | undefined> {
  await tx.rows(lockStatement, [id]);
  return findRebookingState(tx, id);
}

export async function findRebookingState(db: Db, id: string): Promise<FoundRebooking | undefined> {
  return toStored((await db.rows(findStateStatement, [id]))[0]);
}

export interface StoredRow extends RecordedOrder {
  /** undefined: the order keeps its place. */
  to: { date: string; sessionId: string } | undefined;
}

const rowsStatement = statement(
  'rows_of_rebooking',
  `select order_id, before_status, before_date, before_session_id, array_to_string(before_crew, ','), was_paid, to_date, to_session_id,
          after_status, array_to_string(after_crew, ',')
     from rebooking_row where rebooking_id = $1 order by order_id`,
);

/** All orders of a proposal, by id. */
export async function listStoredRows(db: Db, id: string): Promise<StoredRow[]> {
  return (await db.rows(rowsStatement, [id])).map((row) => {
    const before: OrderPlan = { status: row[1] as OrderStatus, date: String(row[2]), sessionId: String(row[3]), crewIds: splitIds(row[4]) };
    const to = row[6] == null ? undefined : { date: String(row[6]), sessionId: String(row[7]) };
    const after = { ...(to ?? before), status: (row[8] ?? before.status) as OrderStatus, crewIds: splitIds(row[9]) };
    return { orderId: String(row[0]), before, wasPaid: row[5] === 't', to, after };
  });
}

const changeRowStatement = statement(
  'change_rebooking_row',
  `update rebooking_row set to_date = $3, to_session_id = $4, verdict = $5, unplaced_reason = $6,
          delay_cost = $7, half_day_cost = $8, weather_cost = $9, crew_cost = $10, not_placed_cost = $11
    where rebooking_id = $1 and order_id = $2`,
);

export async function changeRow(tx: Tx, id: string, orderId: string, { to, verdict, unplaced, cost }: ProposedRow): Promise<void> {
  const parts = [cost.delay, cost.halfDay, cost.weather, cost.crew, cost.notPlaced];
  await tx.rows(changeRowStatement, [id, orderId, to?.date ?? null, to?.sessionId ?? null, verdict, unplaced, ...parts]);
}

const appliedStatement = statement(
  'mark_rebooking_applied',
  "update rebooking set state = 'applied', applied_at = $2, applied_by = $3 where id = $1",
);
const appliedRowsStatement = statement(
  'mark_rebooking_rows_applied',
  `update rebooking_row r set after_status = a.status, after_crew = a.crew::bigint[], was_paid = a.was_paid, before_crew = a.before_crew::bigint[]
     from unnest($2::bigint[], $3::text[], $4::text[], $5::boolean[], $6::text[]) a (order_id, status, crew, was_paid, before_crew)
    where r.rebooking_id = $1 and r.order_id = a.order_id`,
);

export async function markApplied(tx: Tx, id: string, actorId: string, records: readonly RecordedOrder[], now: Date): Promise<void> {
  await tx.rows(appliedStatement, [id, now.toISOString(), actorId]);
  await tx.rows(appliedRowsStatement, [
    id,
    records.map(({ orderId }) => orderId),
    records.map(({ after }) => after.status),
    records.map(({ after }) => `{${after.crewIds.join(',')}}`),
    records.map(({ wasPaid }) => String(wasPaid)),
    // The crew may have changed since the proposal was made.
    records.map(({ before }) => `{${before.crewIds.join(',')}}`),
  ]);
  const changes = [{ field: 'orders', from: null, to: records.length }];
  await insertAudit(tx, { actorId, action: 'rebooking_apply', subjectType: 'rebooking', subjectId: id, changes }, now);
}

const undoneStatement = statement(
  'mark_rebooking_undone',
  "update rebooking set state = 'undone', undone_at = $2, undone_by = $3 where id = $1",
);

export async function markUndone(tx: Tx, id: string, actorId: string, now: Date): Promise<void> {
  await tx.rows(undoneStatement, [id, now.toISOString(), actorId]);
  await insertAudit(tx, { actorId, action: 'rebooking_undo', subjectType: 'rebooking', subjectId: id }, now);
}

const replaceStatement = statement(
  'replace_rebooking',
  "update rebooking set state = 'replaced', replaced_by = $2 where id = $1 and state = 'proposed' returning 1",
);

/** False: it has been applied or replaced meanwhile. */
export async function markReplaced(tx: Tx, id: string, newId: string): Promise<boolean> {
  return (await tx.rows(replaceStatement, [id, newId])).length > 0;
}
