import { type FieldError, invalid } from '../errors.ts';
import {
  type AreaContext,
  type AreaUnit,
  areaUnitNamed,
  areaUnitOfTitle,
  type DateOrder,
  type RegionalUnit,
  regionalSizes,
} from './cell-rules.ts';
import { guessColumns, type SheetKind, sheetColumns } from './column-rules.ts';
import type { Choices, FileColumn, Mapping } from './sheet-import.ts';

/** The columns of a file as guessed from their titles. Columns that the import ignores are left out. */
export function guessMapping(kind: SheetKind, columns: readonly FileColumn[]): Mapping {
  const guessed = guessColumns(
    kind,
    columns.map(({ title }) => title),
  );
  const used = sheetColumns[kind].filter(({ field, isReadOnly }) => isReadOnly !== true && guessed[field] !== undefined);
  return Object.fromEntries(used.map(({ field }) => [field, guessed[field] as number]));
}

/** Throws if a column is missing, unknown or used twice. */
export function checkMapping(kind: SheetKind, columns: readonly FileColumn[], mapping: Mapping): void {
  const errors: FieldError[] = [];
  const used = new Set<number>();
  for (const [field, at] of Object.entries(mapping)) {
    const column = sheetColumns[kind].find((known) => known.field === field && known.isReadOnly !== true);
    if (column === undefined) errors.push({ path: `columns.${field}`, message: 'is not a field of this list' });
    else if (at >= columns.length) errors.push({ path: `columns.${field}`, message: 'is not a column of the file' });
    else if (used.has(at)) errors.push({ path: `columns.${field}`, message: 'has the column of another field' });
    used.add(at);
  }
  for (const { field, isRequired } of sheetColumns[kind])
    if (isRequired === true && mapping[field] === undefined)
      errors.push({ path: `columns.${field}`, message: 'is a column that the file needs' });
  if (errors.length > 0) throw invalid(...errors);
}

export type Question = 'dateOrder' | RegionalUnit;

const dateColumns = (kind: SheetKind, columns: readonly FileColumn[], mapping: Mapping): FileColumn[] =>
  sheetColumns[kind].flatMap(({ field, kind: cellKind }) => {
    const column = columns[mapping[field] ?? -1];
    return cellKind === 'date' && column !== undefined ? [column] : [];
  });

/** The order of day and month that the dates of a file prove. Undefined: they could be read in both ways. */
export function provenDateOrder(kind: SheetKind, columns: readonly FileColumn[], mapping: Mapping): DateOrder | undefined {
  const found = dateColumns(kind, columns, mapping);
  const isSeen = (order: 'dmy' | 'mdy' | 'both') => found.some(({ dates }) => dates[order] > 0);
  if (isSeen('dmy') && isSeen('mdy')) return undefined;
  if (isSeen('mdy')) return 'mdy';
  return isSeen('dmy') || !isSeen('both') ? 'dmy' : undefined;
}

/** Units of area in a file, other than the company's. */
export function foreignUnits(
  kind: SheetKind,
  columns: readonly FileColumn[],
  mapping: Mapping,
  choices: Choices,
  companyUnit: string,
): AreaUnit[] {
  const column = kind === 'orders' ? columns[mapping.area ?? -1] : undefined;
  if (column === undefined) return [];
  const titled = choices.areaUnit ?? areaUnitOfTitle(column.title);
  const all = [...column.units, ...(titled === undefined ? [] : [titled])];
  return [...new Set(all)].filter((unit) => unit !== areaUnitNamed(companyUnit));
}

/** What the user must say before the rows can be checked. */
export function openQuestions(
  kind: SheetKind,
  columns: readonly FileColumn[],
  mapping: Mapping,
  choices: Choices,
  companyUnit: string,
): Question[] {
  const questions: Question[] = [];
  if (choices.dateOrder === undefined && provenDateOrder(kind, columns, mapping) === undefined) questions.push('dateOrder');
  for (const unit of foreignUnits(kind, columns, mapping, choices, companyUnit))
    if (unit in regionalSizes && choices.unitSizes?.[unit as RegionalUnit] === undefined) questions.push(unit as RegionalUnit);
  return questions;
}

/** How areas of a file become areas in the company's unit. */
export function areaContext(
  columns: readonly FileColumn[],
  mapping: Mapping,
  choices: Choices,
  company: { unit: string; sizeM2: number | undefined },
): AreaContext {
  const title = columns[mapping.area ?? -1]?.title ?? '';
  return {
    companySizeM2: company.sizeM2,
    companyUnit: areaUnitNamed(company.unit),
    unit: choices.areaUnit ?? areaUnitOfTitle(title),
    sizes: choices.unitSizes ?? {},
  };
}
