import type { Database } from '../platform/postgres/database.ts';
import type { SheetKind } from './column-rules.ts';
import { guessMapping } from './mapping-rules.ts';
import { readInWorker } from './read-in-worker.ts';
import { completeRead, deleteImport, insertCells, insertImport } from './sheet-import-store.ts';

/** Reads a file and stores its cells. Nothing is left of a file that cannot be read. */
export async function uploadSheet(
  database: Database,
  { kind, fileName, actorId, file, now }: { kind: SheetKind; fileName: string; actorId: string; file: Buffer; now: Date },
): Promise<string> {
  const id = await insertImport(database.write, { kind, fileName, actorId, now });
  let part = 0;
  try {
    const { columns, rowCount, isCsv } = await readInWorker(actorId, { file, kind }, (rows) =>
      insertCells(database.write, id, part++, rows),
    );
    await completeRead(database.write, id, { columns, rowCount, isCsv, mapping: guessMapping(kind, columns) });
  } catch (error) {
    await deleteImport(database.write, id);
    throw error;
  }
  return id;
}
