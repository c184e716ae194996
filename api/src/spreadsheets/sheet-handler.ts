import type { Catalog, CatalogFacts } from '../catalog/catalog.ts';
import type { Actor } from '../orders/order.ts';
import type { Database, Db, Tx } from '../platform/postgres/database.ts';
import type { RowReader } from './row-reader-rules.ts';
import type { Outcome, RowDetail } from './sheet-import.ts';

/** What checking and applying an import need. */
export interface SheetContext {
  database: Database;
  catalog: Catalog;
  facts: CatalogFacts;
  actor: Actor;
  now: Date;
  hasMailServer: boolean;
  hasSms: boolean;
}

/** A row whose cells are valid. */
export interface ReadRow<V> {
  number: number;
  values: V;
}

/** A row compared with what is stored. */
export interface Comparison {
  outcome: Outcome;
  details: RowDetail[];
  targetId: string | null;
  /** The values of the record that the row changes. */
  before?: object;
}

/** A row that has been applied. */
export interface AppliedRow<V> extends ReadRow<V> {
  targetId: string;
  outcome: 'new' | 'changed';
  /** The values that the row has changed, as its handler stored them. */
  before: object | null;
}

export interface WrittenRow {
  number: number;
  targetId: string;
  before: object | null;
}

/** A row that stands in the way, with the reason. */
export interface BlockedRow {
  row: number;
  message: string;
}

/** Thrown inside the transaction of an application or undo, which it rolls back. */
export class BlockedImport extends Error {
  readonly code: 'stale' | 'blocked';
  readonly rows: BlockedRow[];

  constructor(code: 'stale' | 'blocked', rows: BlockedRow[]) {
    super('The import is blocked.');
    this.code = code;
    this.rows = rows;
  }
}

/** How one kind of list is read, compared and written. */
export interface SheetHandler<V extends object> {
  /** Places are locked in one order, so rows of orders are applied by place. */
  isAppliedByPlace?: true;
  /** Later rows build on earlier ones, so the last is undone first. */
  isUndoneInReverse?: true;
  read(reader: RowReader, context: SheetContext): V;
  labelOf(values: V): string;
  /** What may occur once in a file. */
  keysOf(values: V): { field: string; key: string }[];
  /** For kinds with several rows per record: what identifies the record, and the fields that all its rows must repeat. */
  sharedOf?(values: V): { key: string; values: Record<string, unknown> };
  /**
   * Compares rows with what is stored. With `locks`, the records are locked until the end of the transaction. `memory` is shared by all
   * parts of a file.
   */
  compare(
    db: Db,
    rows: ReadRow<V>[],
    context: SheetContext,
    options: { locks: boolean; memory: Map<string, number> },
  ): Promise<Comparison[]>;
  /** Locks the records that an application changes or an undo takes back, or what must be locked before them, before the first is read. */
  lock?(tx: Tx, importId: string): Promise<void>;
  /** Writes new and changed rows. Throws BlockedImport if another user was faster. */
  write(tx: Tx, rows: (ReadRow<V> & Comparison)[], context: SheetContext): Promise<WrittenRow[]>;
  /** Undoes rows that nobody has changed since. Throws BlockedImport otherwise. */
  undo(tx: Tx, rows: AppliedRow<V>[], context: SheetContext): Promise<void>;
  /** What an application does at its end, because other users wait for it until the transaction is committed. */
  completeApply?(tx: Tx, importId: string, context: SheetContext): Promise<void>;
  /** The same for an undo. */
  completeUndo?(tx: Tx, importId: string, context: SheetContext): Promise<void>;
}

export const refused = (...details: RowDetail[]): Comparison => ({ outcome: 'refused', details, targetId: null });
