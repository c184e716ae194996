import type { Db } from '../platform/postgres/database.ts';
import type { ListColumn, ListItem, Titles } from './list-columns.ts';

/** How a list is exported. */
export interface ListTable {
  /** Part of the name of the file. */
  file: string;
  /** Name of the sheet, and what the list is. */
  name: Titles;
  columns: readonly ListColumn[];
  /** Path of the export, if it is not the path of the list. */
  path?: string;
  /** Formats that the list has no other route for. */
  formats?: readonly ('csv' | 'xlsx')[];
  /** Adds what the columns need and the list does not have, for one page of items. */
  extend?(db: Db, items: ListItem[]): Promise<ListItem[]>;
}
