import { randomUUID } from 'node:crypto';
import type { Catalog, CatalogFacts } from '../catalog/catalog.ts';
import type { Actor } from '../orders/order.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import type { ImportWork, WorkProgress } from '../spreadsheets/import-runner.ts';
import { guessMapping } from '../spreadsheets/mapping-rules.ts';
import type { ImportState, SheetImport } from '../spreadsheets/sheet-import.ts';
import { claimImport, completeRead, findImport, insertCells, insertImport } from '../spreadsheets/sheet-import-store.ts';
import { applyImport, checkImport } from '../spreadsheets/work-on-import.ts';

const titles = ['Họ tên', 'SĐT', 'Mã bưu điện'];
/** Phone numbers as spreadsheet programs leave them. The first two are demo accounts. */
const rows = [
  ['Nguyễn Văn Lúa', '901234561', '90000'],
  ['Ngô Hữu Phước', '901234571', '881000'],
  ['Trần Văn Sáu', '91200090', '881000'],
];

/** A finished import, so that its result and its undo can be seen. `database` must be within `tx`. */
export async function addDemoImport(
  { database, tx, catalog, facts, now }: { database: Database; tx: Tx; catalog: Catalog; facts: CatalogFacts; now: Date },
  actor: Actor,
): Promise<void> {
  const columns = titles.map((title, at) => ({
    ...{ title, samples: rows.map((cells) => cells[at] ?? ''), dates: { dmy: 0, mdy: 0, both: 0 }, units: [] },
  }));
  const id = await insertImport(tx, { kind: 'farmers', fileName: 'nong-dan.csv', actorId: actor.id, now });
  await insertCells(
    tx,
    id,
    0,
    rows.map((cells, at) => ({ number: at + 2, cells })),
  );
  await completeRead(tx, id, { columns, rowCount: rows.length, isCsv: true, mapping: guessMapping('farmers', columns) });
  const holder = randomUUID();
  const context = { database, catalog, facts, actor, now, hasMailServer: false, hasSms: false };
  const progress: WorkProgress = { done: 0, check: () => {} };
  const work = async (state: ImportWork, from: ImportState, run: typeof checkImport) => {
    await claimImport(tx, id, [from], { work: state, holder });
    await run((await findImport(tx, id)) as SheetImport, context, holder, progress);
  };
  await work('checking', 'read', checkImport);
  await work('applying', 'checked', applyImport);
}
