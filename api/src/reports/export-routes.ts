import { type Static, type TObject, Type } from 'typebox';
import { readLanguage } from '../accounts/account-store.ts';
import { languages } from '../accounts/person.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { OfficeFilterQuery, readOfficeFilter } from '../orders/office-filter-query.ts';
import { orderSortColumns } from '../orders/order-list-store.ts';
import { paymentSortColumns } from '../payments/ledger-store.ts';
import { PaymentFilterQuery, readPaymentFilter } from '../payments/payment-filter-query.ts';
import { maxPageSize, type Sort } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Id, OneOf } from '../platform/http/schemas.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import { type Clock, wallTime } from '../platform/time/clock.ts';
import { readExportSort, SortParameter } from './export-sort.ts';
import { maxExportRows, readOrderTable, readPaymentTable } from './export-tables.ts';
import { type ExportWords, exportWords } from './export-words.ts';
import { readExport, runExport, sendParts } from './send-parts.ts';
import type { Table } from './table.ts';
import { csvParts, xlsxParts } from './table-file.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const formats = [
  { extension: 'csv', contentType: 'text/csv', described: 'CSV (RFC 4180, UTF-8)' },
  { extension: 'xlsx', contentType: xlsx, described: 'XLSX' },
] as const;

const Language = Type.Optional(OneOf(languages, { description: 'Mine, as in my profile, if left out.', example: 'vi' }));

const OrderIds = Type.Optional(
  Type.Array(Id(), {
    minItems: 1,
    maxItems: maxPageSize,
    description: 'Only these orders, of those that pass the other filters.',
    example: [42],
  }),
);

interface Listing<Query extends TObject> {
  name: 'order' | 'payment';
  operation: string;
  summary: string;
  query: Query;
  sortable: readonly string[];
  read(db: Db, query: Static<Query>, sorts: Sort[], words: ExportWords): Promise<Table>;
}

/** Lists of the office as files for spreadsheet programs, with the filters of the lists. */
export function exportRoutes({ database, catalog, clock }: { database: Database; catalog: Catalog; clock: Clock }): Route[] {
  const routesOf = <Query extends TObject>({ name, operation, summary, query, sortable, read }: Listing<Query>): Route[] =>
    formats.map(({ extension, contentType, described }) =>
      route({
        method: 'GET',
        path: `/api/receptionist/${name}.${extension}`,
        operationId: `export${operation}${extension === 'csv' ? 'Csv' : 'Xlsx'}`,
        access: 'receptionist',
        tag: 'receptionist',
        summary: `${summary}, as a file for spreadsheet programs`,
        description: `All rows that pass the filters, in the order of the list, as ${described}; at most ${maxExportRows.toLocaleString('en')}. Names of columns and states are in the language of the reader.`,
        query: Type.Object({ ...query.properties, sort: SortParameter(sortable), language: Language }),
        response: Type.String({ contentMediaType: contentType }),
        contentType,
        example: '',
        problems: ['EXPORT_TOO_LARGE'],
        handle: ({ query: asked, user, reply }) =>
          runExport(async () => {
            const { language, sort } = asked as { language?: (typeof languages)[number]; sort?: string[] };
            const words = exportWords[language ?? (await readLanguage(database.read, user.id))];
            const sorts = readExportSort(sort, sortable);
            const table = await readExport(() => database.snapshot(() => read(database.read, asked as Static<Query>, sorts, words)));
            const { date } = wallTime(clock(), (await catalog.facts()).company.timeZone);
            const parts = extension === 'csv' ? csvParts(table) : xlsxParts(table, name === 'order' ? words.orders : words.payments);
            reply.headers({
              'content-type': extension === 'csv' ? 'text/csv; charset=utf-8' : xlsx,
              'content-disposition': `attachment; filename="swath-${name}s-${date}.${extension}"`,
            });
            await sendParts(reply, parts);
            return '';
          }),
      }),
    );
  return [
    ...routesOf({
      name: 'order',
      operation: 'Orders',
      summary: 'All orders, filtered and searched',
      query: Type.Object({ ...OfficeFilterQuery.properties, orderId: OrderIds }),
      sortable: Object.keys(orderSortColumns),
      read: (db, query, sorts, words) =>
        readOrderTable(db, catalog, { filter: { ...readOfficeFilter(query), orderIds: query.orderId }, sorts }, words),
    }),
    ...routesOf({
      name: 'payment',
      operation: 'Payments',
      summary: 'Payment status of orders',
      query: PaymentFilterQuery,
      sortable: Object.keys(paymentSortColumns),
      read: (db, query, sorts, words) => readPaymentTable(db, catalog, { filter: readPaymentFilter(query), sorts }, words),
    }),
  ];
}
