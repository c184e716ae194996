import type { AreaUnit, DateOrder, UnitSizes } from './cell-rules.ts';
import type { SheetKind } from './column-rules.ts';

/** A column of an uploaded file. */
export interface FileColumn {
  title: string;
  samples: string[];
  /** Dates that can be read with the day first only, with the month first only, and in both ways. */
  dates: { dmy: number; mdy: number; both: number };
  /** Units of area in its cells. */
  units: AreaUnit[];
}

export const importStates = ['read', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

export const outcomes = ['new', 'same', 'changed', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

/** Field of a kind to the position of its column in the file. */
export type Mapping = Record<string, number>;

/** Answers of the user about what a file does not say. */
export interface Choices {
  dateOrder?: DateOrder;
  /** The unit of areas without one; undefined: the company's. */
  areaUnit?: AreaUnit;
  unitSizes?: UnitSizes;
}

export interface Failure {
  code: 'interrupted' | 'stale' | 'blocked' | 'failed';
  /** The rows that are the reason, some of them. */
  rows: { row: number; message: string }[];
}

export interface SheetImport {
  id: string;
  kind: SheetKind;
  fileName: string;
  createdAt: string;
  by: string;
  state: ImportState;
  failure: Failure | null;
  columns: FileColumn[];
  mapping: Mapping;
  choices: Choices;
  isCsv: boolean;
  rowCount: number;
  done: number;
  counts: Record<Outcome, number>;
  appliedAt: string | null;
  undoneAt: string | null;
}

/** Column and reason of an error of a row, or field, old and new value of a change. */
export interface RowDetail {
  field: string;
  from?: string | null;
  to?: string | null;
  message?: string;
}

/** A row of the check. */
export interface CheckedRow {
  number: number;
  outcome: Outcome;
  label: string;
  details: RowDetail[];
  /** The values to be stored; null for a refused row. */
  input: object | null;
  targetId: string | null;
}
