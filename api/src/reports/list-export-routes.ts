import { parse as parseLossless } from 'lossless-json';
import { type TObject, type TSchema, Type } from 'typebox';
import { readLanguage } from '../accounts/account-store.ts';
import { languages } from '../accounts/person.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { AppError } from '../errors.ts';
import type { Pageable, Sort } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { isJson, jsonText } from '../platform/http/row-json.ts';
import { OneOf } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type Clock, wallTime } from '../platform/time/clock.ts';
import { adminListTables } from './admin-list-tables.ts';
import { readExportSort, SortParameter } from './export-sort.ts';
import { maxExportRows } from './export-tables.ts';
import { type CellContext, type ListItem, titleOf } from './list-columns.ts';
import type { ListTable } from './list-table.ts';
import { officeListTables } from './office-list-tables.ts';
import { ownListTables } from './own-list-tables.ts';
import { readExport, runExport, sendParts } from './send-parts.ts';
import type { Column, TableRow } from './table.ts';
import { csvParts, xlsxParts } from './table-file.ts';

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const allFormats = ['csv', 'xlsx'] as const;
type Format = (typeof allFormats)[number];

/** Rows that are read at once. Longer lists are read page by page, and the file is made meanwhile. */
const rowsPerPage = 1000;
/** No list has this page, so only the total is read. */
const pageBeyondEnd: Pageable = { page: 2 ** 31 - 1, size: 200, sort: [] };

/** How the lists are exported, by the operation that answers them. */
export const listTables: Readonly<Record<string, ListTable>> = { ...officeListTables, ...ownListTables, ...adminListTables };

export interface ListExportDeps {
  database: Database;
  catalog: Catalog;
  clock: Clock;
}

interface ListPage {
  content: ListItem[];
  page: { totalElements: number };
}

type ReadPage = (pageable: Pageable) => Promise<ListPage>;

/** For each list with a table, a route that answers it as a file: the same handler reads the rows, so filters, order and rights are those of the list. */
export function listExportRoutes(lists: readonly Route[], deps: ListExportDeps): Route[] {
  const known = new Map(lists.map((list) => [list.operationId, list]));
  return Object.entries(listTables).map(([operationId, table]) => {
    const list = known.get(operationId);
    if (list?.paging === undefined) throw new Error(`there is no list ${operationId} to export`);
    for (const { path } of table.columns) if (path !== undefined) assertField(list, path);
    return exportRoute(list, table, deps);
  });
}

function exportRoute(list: Route, table: ListTable, { database, catalog, clock }: ListExportDeps): Route {
  const formats = table.formats ?? allFormats;
  const sortable = list.paging?.sortable ?? [];
  const path = (table.path ?? list.path).replace(/\/$/, '');
  const [only] = formats;
  const [contentType, ...otherContentTypes] = formats.map(typeOf) as [string, ...string[]];
  const whole = 'All rows that pass the filters, in the order of the list, as a file for spreadsheet programs';
  return route({
    method: 'GET',
    path: formats.length === 1 ? `${path}.${only}` : `${path}.{format}`,
    operationId: `export${list.operationId.replace(/^list/, '')}Table`,
    access: list.access,
    tag: list.tag,
    summary: `${list.summary}, as a file`,
    description: `${whole}; at most ${maxExportRows.toLocaleString('en')}. Titles and states are in the language of the reader; times are in the time zone that the title names.`,
    ...paramsOf(list, formats),
    query: Type.Object({
      ...(list.query?.properties ?? {}),
      ...(sortable.length === 0 ? {} : { sort: SortParameter(sortable) }),
      language: Type.Optional(OneOf(languages, { description: 'Mine, as in my profile, if left out.', example: 'vi' })),
    }),
    response: Type.String({ contentMediaType: contentType }),
    contentType,
    otherContentTypes,
    example: '',
    problems: [...(list.problems ?? []), 'EXPORT_TOO_LARGE'],
    handle: (call) =>
      runExport(async () => {
        const { format = only, ...params } = (call.params ?? {}) as { format?: Format };
        const { language: asked, sort: askedSort, ...query } = call.query as { language?: 'en' | 'vi'; sort?: string[] };
        const sort = readExportSort(askedSort, sortable);
        const read: ReadPage = async (pageable) =>
          parsePage(await list.handle({ ...call, params: params as never, query: query as never, pageable }, undefined));
        const { company } = await catalog.facts();
        const user = call.user as { id: string };
        const language = asked ?? (await readLanguage(database.read, user.id));
        const { timeZone, areaUnit, currency } = company;
        const context: CellContext = { language, timeZone, areaUnit, currency };
        const file = {
          columns: table.columns.map((column): Column => ({ name: titleOf(column, context), kind: column.kind })),
          rows: readRows(sort, read, async (items) => {
            const extended = table.extend === undefined ? items : await table.extend(database.read, items);
            return extended.map((item) => table.columns.map(({ value }) => value(item, context)));
          }),
        };
        // The file is complete before it is sent, so that a slow client does not keep the snapshot open.
        const parts = await readExport(() =>
          database.snapshot(async () => {
            const { totalElements } = (await read(pageBeyondEnd)).page;
            if (totalElements > maxExportRows)
              throw new AppError(
                'EXPORT_TOO_LARGE',
                `More than ${maxExportRows.toLocaleString('en')} rows pass these filters. Please choose narrower filters.`,
              );
            return collect<string | Uint8Array>(format === 'csv' ? csvParts(file) : xlsxParts(file, table.name[language]));
          }),
        );
        const { date } = wallTime(clock(), timeZone);
        call.reply.headers({
          'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : xlsxType,
          'content-disposition': `attachment; filename="swath-${table.file}-${date}.${format}"`,
        });
        await sendParts(call.reply, parts);
        return '';
      }),
  });
}

/** Rows of all pages. */
async function* readRows(
  sort: Sort[],
  read: ReadPage,
  write: (items: ListItem[]) => Promise<TableRow[]>,
): AsyncGenerator<readonly TableRow[]> {
  for (let page = 0; ; page++) {
    const { content } = await read({ page, size: rowsPerPage, sort });
    yield await write(content);
    if (content.length < rowsPerPage) return;
  }
}

async function collect<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

/** Integers beyond 2^53 stay text. The lossless parser is slow, so it is used only for texts with 16 digits in a row. */
function parsePage(result: string | object): ListPage {
  const text = isJson(result) ? jsonText(result) : JSON.stringify(result);
  return (/\d{16}/.test(text) ? parseLossless(text, null, (literal) => literal) : JSON.parse(text)) as ListPage;
}

const typeOf = (format: Format): string => (format === 'csv' ? 'text/csv' : xlsxType);

function paramsOf({ params }: Route, formats: readonly Format[]): { params?: TObject } {
  const properties = {
    ...(params?.properties ?? {}),
    ...(formats.length === 1 ? {} : { format: OneOf(formats, { description: 'CSV (RFC 4180, UTF-8) or XLSX.', example: 'xlsx' }) }),
  };
  return Object.keys(properties).length === 0 ? {} : { params: Type.Object(properties) };
}

interface SchemaNode {
  anyOf?: SchemaNode[];
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
}

/** A column whose field the list no longer has would be empty without a notice. */
function assertField({ operationId, response }: Route, path: string): void {
  const real = (node: SchemaNode | undefined): SchemaNode | undefined => node?.anyOf?.find(({ properties }) => properties) ?? node;
  let node = real((response as TSchema as SchemaNode).properties?.content)?.items;
  for (const name of path.split('.')) node = real(node)?.properties?.[name];
  if (node === undefined) throw new Error(`items of ${operationId} have no field ${path}`);
}
