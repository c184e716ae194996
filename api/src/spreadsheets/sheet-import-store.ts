import type { Database, Db, Row, Tx } from '../platform/postgres/database.ts';
import { inBatches } from '../platform/postgres/in-batches.ts';
import { looseStatement, pageStatement, statement } from '../platform/postgres/sql.ts';
import type { SheetKind } from './column-rules.ts';
import type { SheetRow } from './read-xlsx.ts';
import type { WrittenRow } from './sheet-handler.ts';
import type { CheckedRow, Choices, Failure, FileColumn, ImportState, Mapping, Outcome, RowDetail, SheetImport } from './sheet-import.ts';
import { keptDays } from './sheet-limits.ts';

/** Seconds without a renewal after which a check, application or undo counts as ended. */
const leaseSeconds = 10;

/** A lease that ends later than any new one could was taken before the clock was set back: it counts as expired. */
const isExpired = `(i.lease_until <= clock_timestamp() or i.lease_until > clock_timestamp() + interval '${leaseSeconds + 5} seconds')`;
/** The state that counts: when the process that works on an import has ended, the state before its work. */
const shownState = `case when i.state = 'checking' and ${isExpired} then 'read' when i.state = 'applying' and ${isExpired} then 'checked'
  when i.state = 'undoing' and ${isExpired} then 'applied' else i.state end`;
const shownFailure = `case when i.state in ('checking', 'applying', 'undoing') and ${isExpired} then '{"code":"interrupted","rows":[]}'::jsonb else i.failure end`;
const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = `i.id, i.kind, i.file_name, ${instant('i.created_at')}, u.full_name, ${shownState}, ${shownFailure}, i.columns, i.mapping, i.choices,
  i.is_csv, i.row_count, i.done, i.new_rows, i.same_rows, i.changed_rows, i.refused_rows, ${instant('i.applied_at')}, ${instant('i.undone_at')}`;

function toImport(row: Row): SheetImport {
  const [id, kind, fileName, createdAt, by, state, failure, fileColumns, mapping, choices, isCsv, rowCount, done, ...rest] = row;
  const [added, same, changed, refused, appliedAt = null, undoneAt = null] = rest;
  return {
    id: String(id),
    kind: kind as SheetKind,
    fileName: String(fileName),
    createdAt: String(createdAt),
    by: String(by),
    state: state as ImportState,
    failure: failure == null ? null : (JSON.parse(failure) as Failure),
    columns: JSON.parse(String(fileColumns)) as FileColumn[],
    mapping: JSON.parse(String(mapping)) as Mapping,
    choices: JSON.parse(String(choices)) as Choices,
    isCsv: isCsv === 't',
    rowCount: Number(rowCount),
    done: Number(done),
    counts: { new: Number(added), same: Number(same), changed: Number(changed), refused: Number(refused) },
    appliedAt,
    undoneAt,
  };
}

const insertStatement = statement(
  'insert_sheet_import',
  `insert into sheet_import (kind, file_name, created_at, actor_id, columns, mapping, is_csv, row_count)
   values ($1, $2, $3, $4, '[]', '{}', false, 0) returning id`,
);
const insertCellsStatement = statement(
  'insert_sheet_cells',
  'insert into sheet_import_cells (import_id, part, rows) values ($1, $2, $3::jsonb)',
);
const completeReadStatement = statement(
  'complete_sheet_read',
  "update sheet_import set state = 'read', columns = $2::jsonb, mapping = $3::jsonb, is_csv = $4, row_count = $5 where id = $1",
);

export async function insertImport(
  db: Db,
  { kind, fileName, actorId, now }: { kind: SheetKind; fileName: string; actorId: string; now: Date },
): Promise<string> {
  return String((await db.rows(insertStatement, [kind, fileName, now.toISOString(), actorId]))[0]?.[0]);
}

export async function insertCells(db: Db, id: string, part: number, rows: readonly SheetRow[]): Promise<void> {
  await db.rows(insertCellsStatement, [id, part, JSON.stringify(rows.map(({ number, cells }) => [number, cells]))]);
}

export async function completeRead(
  db: Db,
  id: string,
  { columns: fileColumns, mapping, isCsv, rowCount }: { columns: FileColumn[]; mapping: Mapping; isCsv: boolean; rowCount: number },
): Promise<void> {
  await db.rows(completeReadStatement, [id, JSON.stringify(fileColumns), JSON.stringify(mapping), isCsv, rowCount]);
}

const cellsStatement = statement('read_sheet_cells', 'select rows from sheet_import_cells where import_id = $1 and part = $2');

/** Undefined: there is no such part. */
export async function readCells(db: Db, id: string, part: number): Promise<SheetRow[] | undefined> {
  const [row] = await db.rows(cellsStatement, [id, part]);
  if (row === undefined) return undefined;
  return (JSON.parse(String(row[0])) as [number, string[]][]).map(([number, cells]) => ({ number, cells }));
}

const findStatement = statement(
  'find_sheet_import',
  `select ${columns} from sheet_import i join app_user u on u.id = i.actor_id where i.id = $1 and i.state <> 'reading'`,
);

export async function findImport(db: Db, id: string): Promise<SheetImport | undefined> {
  const [row] = await db.rows(findStatement, [id]);
  return row === undefined ? undefined : toImport(row);
}

const countStatement = statement('count_sheet_imports', "select count(*) from sheet_import where kind = any($1) and state <> 'reading'");

export async function countImports(db: Db, kinds: readonly SheetKind[]): Promise<number> {
  return Number((await db.rows(countStatement, [kinds]))[0]?.[0]);
}

/** Newest first. */
export async function listImports(db: Db, kinds: readonly SheetKind[], limit: number, offset: number): Promise<SheetImport[]> {
  const build = (limits: string) =>
    `select ${columns} from sheet_import i join app_user u on u.id = i.actor_id where i.kind = any($1) and i.state <> 'reading' order by i.created_at desc, i.id desc ${limits}`;
  return (await db.rows(pageStatement(undefined, [], limit, offset, build), [kinds])).map(toImport);
}

/** Columns: number, outcome, label, details, target. */
export function listRows(db: Db, id: string, outcome: Outcome | undefined, limit: number, offset: number): Promise<Row[]> {
  const build = (limits: string) =>
    `select number, outcome, label, details, target_id from sheet_import_row
      where import_id = $1 ${outcome === undefined ? '' : 'and outcome = $2'} order by number ${limits}`;
  return db.rows(pageStatement(undefined, [], limit, offset, build), outcome === undefined ? [id] : [id, outcome]);
}

type Work = 'checking' | 'applying' | 'undoing';

const claimStatement = statement(
  'claim_sheet_import',
  `update sheet_import i set state = $3, holder = $4, lease_until = clock_timestamp() + interval '${leaseSeconds} seconds', done = 0, failure = null,
          mapping = coalesce($5::jsonb, i.mapping), choices = coalesce($6::jsonb, i.choices)
    where i.id = $1 and ${shownState} = any($2) returning 1`,
);

/** True for exactly one caller. `from`: the states in which the work may begin. */
export async function claimImport(
  db: Db,
  id: string,
  from: readonly ImportState[],
  { work, holder, mapping, choices }: { work: Work; holder: string; mapping?: Mapping; choices?: Choices },
): Promise<boolean> {
  const settings = [mapping === undefined ? null : JSON.stringify(mapping), choices === undefined ? null : JSON.stringify(choices)];
  return (await db.rows(claimStatement, [id, from, work, holder, ...settings])).length > 0;
}

const renewStatement = statement(
  'renew_sheet_import',
  `update sheet_import set lease_until = clock_timestamp() + interval '${leaseSeconds} seconds', done = $4
    where id = $1 and holder = $2 and state = $3 and lease_until > clock_timestamp() returning 1`,
);

/** Renews the lease and stores the progress. False: the lease was lost. */
export async function renewImport(db: Db, id: string, holder: string, work: Work, done: number): Promise<boolean> {
  return (await db.rows(renewStatement, [id, holder, work, done])).length > 0;
}

const isHeld = 'id = $1 and holder = $2 and state = $3 and lease_until > clock_timestamp()';
const endCheckStatement = statement(
  'end_sheet_check',
  `update sheet_import set state = 'checked', done = row_count, new_rows = $4, same_rows = $5, changed_rows = $6, refused_rows = $7 where ${isHeld} returning 1`,
);
const endApplyStatement = statement(
  'end_sheet_apply',
  `update sheet_import set state = 'applied', done = new_rows + changed_rows, applied_by = $4, applied_at = $5 where ${isHeld} returning 1`,
);
const endUndoStatement = statement(
  'end_sheet_undo',
  `update sheet_import set state = 'undone', done = new_rows + changed_rows, undone_by = $4, undone_at = $5 where ${isHeld} returning 1`,
);

/** False: the lease was lost, so the transaction must be rolled back. */
export async function endCheck(tx: Tx, id: string, holder: string, counts: Record<Outcome, number>): Promise<boolean> {
  const values = [counts.new, counts.same, counts.changed, counts.refused];
  return (await tx.rows(endCheckStatement, [id, holder, 'checking', ...values])).length > 0;
}

export async function endApply(tx: Tx, id: string, holder: string, actorId: string, now: Date): Promise<boolean> {
  return (await tx.rows(endApplyStatement, [id, holder, 'applying', actorId, now.toISOString()])).length > 0;
}

export async function endUndo(tx: Tx, id: string, holder: string, actorId: string, now: Date): Promise<boolean> {
  return (await tx.rows(endUndoStatement, [id, holder, 'undoing', actorId, now.toISOString()])).length > 0;
}

const failStatement = statement(
  'fail_sheet_import',
  'update sheet_import set state = $4, failure = $5::jsonb where id = $1 and holder = $2 and state = $3',
);

/** Back to the state before the work. */
export async function failImport(db: Db, id: string, holder: string, work: Work, failure: Failure): Promise<void> {
  const state = work === 'checking' ? 'read' : work === 'applying' ? 'checked' : 'applied';
  await db.rows(failStatement, [id, holder, work, state, JSON.stringify(failure)]);
}

const planStatement = statement('plan_for_many_rows', "select set_config('plan_cache_mode', 'force_custom_plan', true)");

/** Plans each statement of the transaction anew: plans made for small tables read them whole, also after thousands of rows were added. */
export async function planForManyRows(tx: Tx): Promise<void> {
  await tx.rows(planStatement, []);
}

const deleteRowsStatement = statement('delete_sheet_rows', 'delete from sheet_import_row where import_id = $1');
const insertRowsStatement = statement(
  'insert_sheet_rows',
  `insert into sheet_import_row (import_id, number, outcome, label, details, input, target_id)
   select $1, r.number, r.outcome, r.label, r.details, r.input, r."targetId"
     from jsonb_to_recordset($2::jsonb) as r (number integer, outcome text, label text, details jsonb, input jsonb, "targetId" bigint)`,
);

export async function deleteRows(tx: Tx, id: string): Promise<void> {
  await tx.rows(deleteRowsStatement, [id]);
}

export async function insertRows(tx: Tx, id: string, rows: readonly CheckedRow[]): Promise<void> {
  await tx.rows(insertRowsStatement, [id, JSON.stringify(rows)]);
}

const claimTurnStatement = statement('claim_sheet_turn', 'select pg_try_advisory_xact_lock(773628409, hashtext($1))');

/** False: another import of this kind is being applied or undone. */
export async function claimTurn(tx: Tx, kind: SheetKind): Promise<boolean> {
  return (await tx.rows(claimTurnStatement, [kind]))[0]?.[0] === 't';
}

const numbersStatement = statement(
  'list_sheet_numbers',
  "select number from sheet_import_row where import_id = $1 and outcome in ('new', 'changed') order by number",
);
const numbersByPlaceStatement = statement(
  'list_sheet_numbers_by_place',
  `select number from sheet_import_row where import_id = $1 and outcome in ('new', 'changed')
    order by input ->> 'date', lpad(input ->> 'sessionId', 19, '0'), number`,
);

/** The rows that are applied, in the order in which they are. */
export async function listNumbers(tx: Tx, id: string, byPlace: boolean): Promise<number[]> {
  return (await tx.rows(byPlace ? numbersByPlaceStatement : numbersStatement, [id])).map(([number]) => Number(number));
}

const changedNumbersStatement = statement(
  'list_changed_sheet_numbers',
  "select number from sheet_import_row where import_id = $1 and outcome = 'changed' order by number",
);

/** The rows that change a record. */
export async function listChangedNumbers(tx: Tx, id: string): Promise<number[]> {
  return (await tx.rows(changedNumbersStatement, [id])).map(([number]) => Number(number));
}

const targetsStatement = statement(
  'list_sheet_targets',
  "select target_id from sheet_import_row where import_id = $1 and outcome in ('new', 'changed') and target_id is not null",
);

/** The records that the rows change or have added. */
export async function listTargets(tx: Tx, id: string): Promise<string[]> {
  return (await tx.rows(targetsStatement, [id])).map(([target]) => String(target));
}

export interface StoredRow {
  number: number;
  outcome: 'new' | 'changed';
  details: RowDetail[];
  input: object;
  targetId: string | null;
  before: object | null;
}

const storedRowsStatement = statement(
  'read_sheet_rows',
  `select r.number, r.outcome, r.details, r.input, r.target_id, r.before
     from unnest($2::integer[]) with ordinality as n (number, place) join sheet_import_row r on r.import_id = $1 and r.number = n.number
    order by n.place`,
);

export async function readRows(tx: Tx, id: string, numbers: readonly number[]): Promise<StoredRow[]> {
  const rows = await tx.rows(storedRowsStatement, [id, numbers.map(String)]);
  return rows.map(([number, outcome, details, input, targetId = null, before]) => ({
    number: Number(number),
    outcome: outcome as StoredRow['outcome'],
    details: JSON.parse(String(details)) as RowDetail[],
    input: JSON.parse(String(input)) as object,
    targetId,
    before: before == null ? null : (JSON.parse(before) as object),
  }));
}

const saveWrittenStatement = statement(
  'save_written_sheet_rows',
  `update sheet_import_row s set target_id = r."targetId", before = r.before
     from jsonb_to_recordset($2::jsonb) as r (number integer, "targetId" bigint, before jsonb)
    where s.import_id = $1 and s.number = r.number`,
);

export async function saveWritten(tx: Tx, id: string, rows: readonly WrittenRow[]): Promise<void> {
  await tx.rows(saveWrittenStatement, [id, JSON.stringify(rows)]);
}

const oldStatement = looseStatement(
  `select id from sheet_import where created_at < $1::timestamptz and (state not in ('checking', 'applying', 'undoing') or lease_until < clock_timestamp()) order by id limit 1000`,
);
const deleteOldRowsStatement = statement(
  'delete_old_sheet_rows',
  `delete from sheet_import_row where import_id = $1 and number in (select number from sheet_import_row where import_id = $1 limit $2) returning 1`,
);
const deleteOldStatement = statement('delete_old_sheet_import', 'delete from sheet_import where id = $1');

/** An import whose file could not be read. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.rows(deleteOldStatement, [id]);
}

/** Imports older than some days; rows in batches, so that locks are held briefly. */
export async function deleteOldImports(db: Database['write'], now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000).toISOString();
  for (const [id] of await db.rows(oldStatement, [before])) {
    await inBatches(async (batchSize) => (await db.rows(deleteOldRowsStatement, [String(id), batchSize])).length);
    await db.rows(deleteOldStatement, [String(id)]);
  }
}
