import { type TObject, type TSchema, Type } from 'typebox';
import type { Catalog, CatalogFacts } from '../catalog/catalog.ts';
import { Paged, pageExample, pageOf, readPage, type Sort } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import type { Database, Row } from '../platform/postgres/database.ts';
import { type Clock, wallTime } from '../platform/time/clock.ts';
import { csvFile } from './csv-rules.ts';
import { maxDays, type Period, PeriodQuery, readPeriod } from './period.ts';
import {
  CropFiguresSchema,
  cropFiguresExample,
  FiguresSchema,
  figuresExample,
  SessionFiguresSchema,
  SprayerFiguresSchema,
  sessionFiguresExample,
  sprayerFiguresExample,
  UnpaidSchema,
  unpaidExample,
  WeekSchema,
  weekExample,
} from './report-schemas.ts';
import {
  type Breakdown,
  byCrop,
  bySession,
  byWeek,
  findSprayersOfReport,
  readBreakdown,
  readSprayerReport,
  readTotals,
  readUnpaid,
  sprayerSortColumns,
} from './report-store.ts';

export interface ReportDeps {
  database: Database;
  catalog: Catalog;
  clock: Clock;
}

interface ReportQuery {
  facts: CatalogFacts;
  period: Period;
  today: string;
  sort: Sort[];
}

/** A report list, as JSON pages and as a CSV file. */
interface Listing {
  name: string;
  summary: string;
  description: string;
  /** Undefined: the list is about today. */
  query?: typeof PeriodQuery;
  sortable: string[];
  item: TObject;
  example: object;
  /** All keys in default order, if rows can be read for a page of keys only. */
  find?(query: ReportQuery): Promise<string[]>;
  /** All rows, or only those with these keys. */
  read(query: ReportQuery, keys?: string[]): Promise<Row[]>;
  /** Column names of the CSV file; a dot separates the names of nested fields. */
  header: string[];
  cells(row: Row, facts: CatalogFacts): (string | null)[];
}

const measureHeader = ['orders', 'area', 'income', 'cancelled', 'utilisation', 'punctuality', 'rating', 'ratings'];

function listings({ read }: Database, catalog: Catalog): Listing[] {
  const breakdown = (by: Breakdown) => ({
    query: PeriodQuery,
    sortable: Object.keys(by.sortColumns),
    async read({ period, sort }: ReportQuery) {
      const rows = await readBreakdown(read, by, period, sort);
      const ids = rows.map(([id]) => String(id));
      await catalog.ensureLoaded(by === byCrop ? ids : [], by === bySession ? ids : []);
      return rows;
    },
  });
  return [
    {
      ...breakdown(byWeek),
      name: 'week',
      summary: 'Report by week',
      description: 'Default sort: oldest first. Includes weeks without orders.',
      item: WeekSchema,
      example: weekExample,
      header: ['from', 'to', ...measureHeader],
      cells: (row) => row.slice(),
    },
    {
      ...breakdown(byCrop),
      name: 'crop',
      summary: 'Report by crop',
      description: 'Default sort: highest income first.',
      item: CropFiguresSchema,
      example: cropFiguresExample,
      header: ['cropType.id', 'cropType.name', ...measureHeader],
      cells: ([id = '', ...rest], { crops }) => [id, crops.get(String(id))?.name ?? '', ...rest],
    },
    {
      ...breakdown(bySession),
      name: 'session',
      summary: 'Report by session, with utilisation',
      description: 'Default sort: by start time.',
      item: SessionFiguresSchema,
      example: sessionFiguresExample,
      header: ['session.id', 'session.startTime', 'session.endTime', ...measureHeader],
      cells([id = '', ...rest], { sessions }) {
        const { startTime = '', endTime = '' } = sessions.get(String(id)) ?? {};
        return [id, startTime.slice(0, 5), endTime.slice(0, 5), ...rest];
      },
    },
    {
      name: 'sprayer',
      summary: 'Report by sprayer, with ratings',
      description: 'Default sort: by name. A job of two sprayers counts in full for both, so the sum of the rows is more than the totals.',
      query: PeriodQuery,
      sortable: Object.keys(sprayerSortColumns),
      item: SprayerFiguresSchema,
      example: sprayerFiguresExample,
      find: ({ period }) => findSprayersOfReport(read, period),
      read: async ({ period, sort }, keys) => readSprayerReport(read, period, keys ?? (await findSprayersOfReport(read, period)), sort),
      header: [
        ...['sprayer.id', 'sprayer.fullName', 'sprayer.expertise', 'sprayer.active'],
        ...measureHeader,
        ...['jobs', 'ratingChange', 'before.jobs', 'before.area', 'before.rating', 'before.ratings'],
      ],
      cells: ([id = '', name = '', expertise = '', active, ...rest]) => [id, name, expertise, active === 't' ? 'true' : 'false', ...rest],
    },
    {
      name: 'unpaid',
      summary: 'Unpaid amounts by age',
      description: 'Completed orders that are not paid as of today, by days since their completion.',
      sortable: [],
      item: UnpaidSchema,
      example: unpaidExample,
      read: ({ today }) => readUnpaid(read, today),
      header: ['age', 'orders', 'amount'],
      cells: (row) => row.slice(),
    },
  ];
}

export function reportRoutes({ database, catalog, clock }: ReportDeps): Route[] {
  const readQuery = async (query: { from?: string; to?: string } | undefined, sort: Sort[]): Promise<ReportQuery> => {
    const facts = await catalog.facts();
    const today = wallTime(clock(), facts.company.timeZone).date;
    return { facts, period: readPeriod(query ?? {}, today), today, sort };
  };
  return [
    route({
      method: 'GET',
      path: '/api/admin/figure',
      operationId: 'getFigures',
      access: 'admin',
      tag: 'admin',
      summary: 'Totals of a period and of the previous period',
      description: `Orders with a date in the period. Default: the last 28 days up to today; at most ${maxDays} days.`,
      query: PeriodQuery,
      response: FiguresSchema,
      example: figuresExample,
      async handle({ query }) {
        const { facts, period } = await readQuery(query, []);
        const { currency, areaUnit } = facts.company;
        const [totals, before] = await readTotals(database.read, period);
        const { from, to, previousFrom, previousTo } = period;
        return writeFigures([from, to, previousFrom, previousTo, currency, areaUnit, ...totals, ...before]);
      },
    }),
    ...listings(database, catalog).flatMap((listing) => listRoutes(listing, catalog, readQuery)),
  ];
}

const writeFigures = compileRowWriter(FiguresSchema);
const capitalised = (name: string): string => name.replace(/^./, (letter) => letter.toUpperCase());

function listRoutes(
  { name, summary, description, query, sortable, item, example, find, read, header, cells }: Listing,
  catalog: Catalog,
  readQuery: (query: { from?: string; to?: string } | undefined, sort: Sort[]) => Promise<ReportQuery>,
): Route[] {
  const write = compileRowWriter(item as TSchema, catalog.fragments);
  const querySchema = query === undefined ? {} : { query };
  return [
    route({
      method: 'GET',
      path: `/api/admin/figure/${name}/`,
      operationId: `list${capitalised(name)}Figures`,
      access: 'admin',
      tag: 'admin',
      summary,
      description,
      ...querySchema,
      paging: { sortable },
      response: Paged(`${capitalised(name)}FiguresPage`, item),
      example: { content: [example], page: pageExample },
      async handle({ query: requestedPeriod, pageable }) {
        const reportQuery = await readQuery(requestedPeriod, pageable.sort);
        if (find === undefined || pageable.sort.length > 0) return pageOf(await read(reportQuery), pageable, write);
        const keys = await find(reportQuery);
        return readPage(
          pageable,
          async () => keys.length,
          async (limit, offset) => (await read(reportQuery, keys.slice(offset, offset + limit))).map(write),
        );
      },
    }),
    route({
      method: 'GET',
      path: `/api/admin/figure/${name}.csv`,
      operationId: `download${capitalised(name)}Figures`,
      access: 'admin',
      tag: 'admin',
      summary: `${summary}, as a CSV file`,
      description: `All rows, as CSV (RFC 4180, UTF-8). ${description}`,
      ...querySchema,
      response: Type.String({ contentMediaType: 'text/csv' }),
      contentType: 'text/csv',
      example: csvFile(header, []).slice(1),
      async handle({ query: requestedPeriod, reply }) {
        const reportQuery = await readQuery(requestedPeriod, []);
        const rows = await read(reportQuery);
        const { period, today } = reportQuery;
        const facts = await catalog.facts();
        const when = query === undefined ? today : `${period.from}-${period.to}`;
        reply.header('content-type', 'text/csv; charset=utf-8');
        reply.header('content-disposition', `attachment; filename="swath-${name}-${when}.csv"`);
        return csvFile(
          header,
          rows.map((row) => cells(row, facts)),
        );
      },
    }),
  ];
}
