import { setTimeout } from 'node:timers/promises';
import { insertAudit } from '../accounts/audit-store.ts';
import { squareMetresOf } from '../catalog/area-unit-rules.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { handlerOf } from './handlers.ts';
import { assertHeld, type WorkProgress } from './import-runner.ts';
import { areaContext, provenDateOrder } from './mapping-rules.ts';
import { type ReadContext, RowReader } from './row-reader-rules.ts';
import { type AppliedRow, BlockedImport, type ReadRow, type SheetContext, type SheetHandler } from './sheet-handler.ts';
import type { CheckedRow, Outcome, RowDetail, SheetImport } from './sheet-import.ts';
import {
  claimTurn,
  deleteRows,
  endApply,
  endCheck,
  endUndo,
  insertRows,
  listNumbers,
  planForManyRows,
  readCells,
  readRows,
  saveWritten,
} from './sheet-import-store.ts';

const rowsPerBatch = 500;

/** Reads and compares every row, and stores what would happen to it. Nothing else changes. */
export function checkImport(sheet: SheetImport, context: SheetContext, holder: string, progress: WorkProgress): Promise<void> {
  const handler = handlerOf(sheet.kind);
  return context.database.transaction(async (tx) => {
    await planForManyRows(tx);
    await deleteRows(tx, sheet.id);
    const reading = readContext(sheet, context);
    const seen = new Map<string, number>();
    const records = new Map<string, SharedRow>();
    const memory = new Map<string, number>();
    const counts: Record<Outcome, number> = { new: 0, same: 0, changed: 0, refused: 0 };
    progress.done = 0;
    for (let part = 0; ; part++) {
      progress.check();
      const cells = await readCells(tx, sheet.id, part);
      if (cells === undefined) break;
      const checked: CheckedRow[] = [];
      const readable: ReadRow<object>[] = [];
      for (const { number, cells: row } of cells) {
        const reader = new RowReader(row, reading);
        const values = handler.read(reader, context);
        const errors = reader.errors.length > 0 ? reader.errors : fileErrors(handler, { number, values }, seen, records);
        if (errors.length === 0) readable.push({ number, values });
        else checked.push({ number, outcome: 'refused', label: handler.labelOf(values), details: errors, input: null, targetId: null });
      }
      const comparisons = await handler.compare(tx, readable, context, { locks: false, memory });
      for (const [at, { outcome, details, targetId }] of comparisons.entries()) {
        const { number, values } = readable[at] as ReadRow<object>;
        const input = outcome === 'refused' ? null : values;
        checked.push({ number, outcome, label: handler.labelOf(values), details, input, targetId });
      }
      for (const { outcome } of checked) counts[outcome]++;
      await insertRows(tx, sheet.id, checked);
      progress.done += cells.length;
    }
    assertHeld(await endCheck(tx, sheet.id, holder, counts));
  });
}

function readContext({ kind, columns, mapping, choices }: SheetImport, { facts }: SheetContext): ReadContext {
  const { areaUnit } = facts.company;
  return {
    mapping,
    dateOrder: choices.dateOrder ?? provenDateOrder(kind, columns, mapping) ?? 'dmy',
    area: areaContext(columns, mapping, choices, { unit: areaUnit, sizeM2: squareMetresOf(areaUnit) }),
  };
}

/** A row of a record, with the fields that its other rows repeat. */
interface SharedRow {
  number: number;
  values: Record<string, unknown>;
}

/** Why a row does not fit an earlier row of the file. */
function fileErrors(
  handler: SheetHandler<object>,
  { number, values }: ReadRow<object>,
  seen: Map<string, number>,
  records: Map<string, SharedRow>,
): RowDetail[] {
  const shared = handler.sharedOf?.(values);
  const earlier = shared === undefined ? undefined : records.get(shared.key);
  const differing = Object.keys(earlier?.values ?? {}).filter((field) => earlier?.values[field] !== shared?.values[field]);
  if (earlier !== undefined && differing.length > 0)
    return differing.map((field) => ({ field, message: `must be the same as in row ${earlier.number}` }));
  const errors = duplicates(handler, values, number, seen);
  if (shared !== undefined && earlier === undefined && errors.length === 0) records.set(shared.key, { number, values: shared.values });
  return errors;
}

/** The keys of a row that an earlier row of the file has. */
function duplicates(handler: SheetHandler<object>, values: object, number: number, seen: Map<string, number>) {
  const keys = handler.keysOf(values);
  const errors = keys.flatMap(({ field, key }) => {
    const earlier = seen.get(`${field} ${key}`);
    return earlier === undefined ? [] : [{ field, message: `is also in row ${earlier}` }];
  });
  for (const { field, key } of keys) if (!seen.has(`${field} ${key}`)) seen.set(`${field} ${key}`, number);
  return errors;
}

/** Works on all rows to be applied, in batches of one transaction. */
async function inRowBatches(
  tx: Tx,
  sheet: SheetImport,
  handler: SheetHandler<object>,
  isReversed: boolean,
  progress: WorkProgress,
  work: (rows: Awaited<ReturnType<typeof readRows>>) => Promise<void>,
): Promise<void> {
  await handler.lock?.(tx, sheet.id);
  const numbers = await listNumbers(tx, sheet.id, handler.isAppliedByPlace === true);
  if (isReversed) numbers.reverse();
  progress.done = 0;
  for (let at = 0; at < numbers.length; at += rowsPerBatch) {
    progress.check();
    const batch = numbers.slice(at, at + rowsPerBatch);
    await work(await readRows(tx, sheet.id, batch));
    progress.done += batch.length;
  }
}

const turnPollMs = 200;

/**
 * Applications and undos of one kind run one after the other, in all processes, so that each is compared with what the one before has stored:
 * of two imports of the same file, the second one is out of date. Waiting holds no connection.
 */
async function inTurn(
  { database }: SheetContext,
  { kind }: SheetImport,
  progress: WorkProgress,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const isDone = () =>
    database.transaction(async (tx) => {
      if (!(await claimTurn(tx, kind))) return false;
      await work(tx);
      return true;
    });
  while (!(await isDone())) {
    await setTimeout(turnPollMs);
    progress.check();
  }
}

const valuesOf = (details: readonly RowDetail[]): string => JSON.stringify(details.map(({ field, from, to }) => [field, from, to]));

/** Stores all new and changed rows of a checked import, or none. Each is compared again under locks first. */
export function applyImport(sheet: SheetImport, context: SheetContext, holder: string, progress: WorkProgress): Promise<void> {
  const handler = handlerOf(sheet.kind);
  return inTurn(context, sheet, progress, async (tx) => {
    await planForManyRows(tx);
    const memory = new Map<string, number>();
    await inRowBatches(tx, sheet, handler, false, progress, async (stored) => {
      const rows = stored.map(({ number, input }) => ({ number, values: input }));
      const comparisons = await handler.compare(tx, rows, context, { locks: true, memory });
      const stale = comparisons.flatMap(({ outcome, details }, at) => {
        const { number = 0, outcome: expected, details: shown = [] } = stored[at] ?? {};
        // The user has agreed to the change from the value that the check has shown.
        if (outcome === expected && valuesOf(details) === valuesOf(shown)) return [];
        return [{ row: number, message: details[0]?.message ?? 'has been changed by someone else since the check' }];
      });
      if (stale.length > 0) throw new BlockedImport('stale', stale);
      const written = await handler.write(
        tx,
        rows.map((row, at) => ({ ...row, ...(comparisons[at] as (typeof comparisons)[number]) })),
        context,
      );
      await saveWritten(tx, sheet.id, written);
    });
    await handler.completeApply?.(tx, sheet.id, context);
    await audit(tx, sheet, context, 'spreadsheet_import');
    assertHeld(await endApply(tx, sheet.id, holder, context.actor.id, context.now));
  });
}

/** Takes all rows of an applied import back, or none if one of them has been changed since. */
export function undoImport(sheet: SheetImport, context: SheetContext, holder: string, progress: WorkProgress): Promise<void> {
  const handler = handlerOf(sheet.kind);
  return inTurn(context, sheet, progress, async (tx) => {
    await planForManyRows(tx);
    await inRowBatches(tx, sheet, handler, handler.isUndoneInReverse === true, progress, (stored) =>
      handler.undo(
        tx,
        stored.map(
          ({ number, input, targetId, outcome, before }) => ({ number, values: input, targetId, outcome, before }) as AppliedRow<object>,
        ),
        context,
      ),
    );
    await handler.completeUndo?.(tx, sheet.id, context);
    await audit(tx, sheet, context, 'spreadsheet_import_undo');
    assertHeld(await endUndo(tx, sheet.id, holder, context.actor.id, context.now));
  });
}

async function audit(
  tx: Tx,
  { id, kind, fileName, counts }: SheetImport,
  { actor, now }: SheetContext,
  action: 'spreadsheet_import' | 'spreadsheet_import_undo',
): Promise<void> {
  const facts = { kind, fileName, added: counts.new, changed: counts.changed };
  const changes = Object.entries(facts).map(([field, to]) => ({ field, from: null, to }));
  await insertAudit(tx, { actorId: actor.id, action, subjectType: 'spreadsheet_import', subjectId: id, changes }, now);
}
