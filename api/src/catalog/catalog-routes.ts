import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import { type Pageable, Paged, pageExample, pageOf } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { CalendarDate, Id } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import { addDays, type Clock, datesBetween, wallTime } from '../platform/time/clock.ts';
import { AvailabilityPages } from './availability-pages.ts';
import { type Catalog, cropJson, sessionJson } from './catalog.ts';
import {
  AvailabilitySchema,
  CalendarDaySchema,
  CropSchema,
  cropExample,
  maxArea,
  QuoteSchema,
  SessionSchema,
  sessionExample,
} from './catalog-schemas.ts';
import { readQuote } from './catalog-store.ts';
import { readSessionDayRows } from './closure-store.ts';
import { firstLunarDate, toLunar } from './lunar-calendar.ts';

const maxRangeDays = 92;

const DateRange = Type.Object({
  from: Type.Optional(CalendarDate({ description: 'First date; default: today.', example: '2026-11-16' })),
  to: Type.Optional(CalendarDate({ description: 'Last date; default: six days after the first.', example: '2026-11-22' })),
});

function readRange(range: { from?: string; to?: string }, today: string): { from: string; to: string } {
  const from = range.from ?? today;
  const to = range.to ?? (from > '9999-12-25' ? '9999-12-31' : addDays(from, 6));
  if (to < from) throw invalid({ path: 'to', message: 'must not be before from' });
  if (to > '9999-12-31' || to >= addDays(from, maxRangeDays))
    throw invalid({ path: 'to', message: `must be at most ${maxRangeDays - 1} days after from` });
  return { from, to };
}

export function catalogRoutes(database: Database, catalog: Catalog, clock: Clock): Route[] {
  const pages = new AvailabilityPages();
  return [
    route({
      method: 'GET',
      path: '/api/common/crop/',
      operationId: 'listCrops',
      access: 'signed-in',
      scope: 'catalog:read',
      tag: 'common',
      summary: 'Crops that can be sprayed',
      paging: { sortable: ['id', 'name'] },
      response: Paged('CropPage', CropSchema),
      example: { content: [cropExample], page: pageExample },
      async handle({ pageable }) {
        const { crops } = await catalog.facts();
        const active = [...crops.values()].filter((crop) => crop.active);
        return pageOf(sorted(active, pageable, 'id'), pageable, cropJson);
      },
    }),
    route({
      method: 'GET',
      path: '/api/common/session/',
      operationId: 'listSessions',
      access: 'signed-in',
      scope: 'catalog:read',
      tag: 'common',
      summary: 'The daily spray sessions',
      paging: { sortable: ['id', 'startTime', 'endTime'] },
      response: Paged('SessionPage', SessionSchema),
      example: { content: [sessionExample], page: pageExample },
      async handle({ pageable }) {
        const { sessions } = await catalog.facts();
        const active = [...sessions.values()].filter((session) => session.active);
        return pageOf(sorted(active, pageable, 'startTime'), pageable, sessionJson);
      },
    }),
    route({
      method: 'GET',
      path: '/api/common/availability',
      operationId: 'listAvailability',
      access: 'signed-in',
      scope: 'catalog:read',
      tag: 'common',
      summary: 'Free places in each session of a range of dates',
      description: `Both dates are inclusive. A range has at most ${maxRangeDays} days; without dates, it is the seven days from today. A closed session has no free places; the list of closed days has the reason.`,
      query: DateRange,
      paging: { sortable: ['date'] },
      response: Paged('AvailabilityPage', AvailabilitySchema),
      example: { content: [{ date: '2026-11-17', session: sessionExample, capacity: 2, free: 1 }], page: pageExample },
      async handle({ query, pageable }) {
        const { company, sessions } = await catalog.facts();
        const now = wallTime(clock(), company.timeZone);
        const { from, to } = readRange(query, now.date);
        const page = pages.find(sessions, { from, to }, pageable);
        const rows = page.dates === undefined ? [] : await readSessionDayRows(database.read, page.dates);
        return page.json(rows, now);
      },
    }),
    route({
      method: 'GET',
      path: '/api/common/calendar',
      operationId: 'listCalendar',
      access: 'signed-in',
      tag: 'common',
      summary: 'Vietnamese lunar dates of a range of dates',
      description: `Both dates are inclusive. A range has at most ${maxRangeDays} days; without dates, it is the seven days from today.`,
      query: DateRange,
      paging: { sortable: ['date'] },
      response: Paged('CalendarPage', CalendarDaySchema),
      example: { content: [{ date: '2026-11-17', lunar: { day: 9, month: 10, leap: false, year: 2026 } }], page: pageExample },
      async handle({ query, pageable }) {
        const { company } = await catalog.facts();
        const { from, to } = readRange(query, wallTime(clock(), company.timeZone).date);
        if (from < firstLunarDate) throw invalid({ path: 'from', message: `must be ${firstLunarDate} or later` });
        const dates = datesBetween(from, to);
        if (pageable.sort[0]?.descending === true) dates.reverse();
        return pageOf(dates, pageable, (date) => `{"date":"${date}","lunar":${JSON.stringify(toLunar(date))}}`);
      },
    }),
    route({
      method: 'GET',
      path: '/api/common/quote',
      operationId: 'quote',
      access: 'signed-in',
      scope: 'catalog:read',
      tag: 'common',
      summary: 'What a spray would cost today',
      query: Type.Object({
        cropId: Type.Unsafe<string>({ ...Id('The crop.'), example: 1 }),
        area: Type.Number({ minimum: 1, maximum: maxArea, description: "The area, in the company's unit.", example: 12.5 }),
      }),
      response: QuoteSchema,
      example: { cropType: cropExample, area: 12.5, unit: 'decare', pricePerUnit: 30000, cost: 375000, currency: 'VND' },
      async handle({ query }) {
        const { company, crops } = await catalog.facts();
        const crop = crops.get(query.cropId);
        const quote = crop?.active === true ? await readQuote(database.read, crop.id, String(query.area)) : undefined;
        if (crop === undefined || quote === undefined) throw invalid({ path: 'cropId', message: 'is not a crop that we spray' });
        return `{"cropType":${cropJson(crop)},"area":${query.area},"unit":${JSON.stringify(company.areaUnit)},"pricePerUnit":${quote.price},"cost":${quote.cost},"currency":"${company.currency}"}`;
      },
    }),
  ];
}

/** Sorts the few items of the catalogue cache in memory instead of in SQL. */
function sorted<T extends { id: string }>(items: T[], { sort }: Pageable, defaultField: keyof T & string): T[] {
  const keys = sort.length === 0 ? [{ field: defaultField, descending: false }] : sort;
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const byId = (a: T, b: T) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1);
  return items.sort((a, b) => {
    for (const { field, descending } of keys) {
      const order = field === 'id' ? byId(a, b) : compare(String(a[field as keyof T]), String(b[field as keyof T]));
      if (order !== 0) return descending ? -order : order;
    }
    return byId(a, b);
  });
}
