import { Type } from 'typebox';
import { findProfile } from '../accounts/person-store.ts';
import { sprayerExample } from '../accounts/user.ts';
import { AppError } from '../errors.ts';
import type { OrderDeps } from '../orders/order-http.ts';
import { type Pageable, Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { CalendarDate, Id, named } from '../platform/http/schemas.ts';
import { wallTime } from '../platform/time/clock.ts';
import {
  cashEntrySortColumns,
  collectorSortColumns,
  countCashEntries,
  countCashRefunds,
  countCollectors,
  type Day,
  listCashEntries,
  listCashRefunds,
  listCollectors,
  sumCashOfCollector,
  sumCashOfDay,
} from './cash-report-store.ts';
import { handOverCash } from './hand-over-cash.ts';
import {
  CashEntrySchema,
  CashRefundSchema,
  CashTotalSchema,
  CollectedCashSchema,
  cashEntryExample,
  cashRefundExample,
  cashTotalExample,
  collectedExample,
  HandOverSchema,
  handOverExample,
  MyCashSchema,
  myCashExample,
} from './ledger-schemas.ts';

const writeCollected = compileRowWriter(CollectedCashSchema);
const writeCashEntry = compileRowWriter(CashEntrySchema);
const writeCashRefund = compileRowWriter(CashRefundSchema);
const writeCashTotal = compileRowWriter(CashTotalSchema);
const writeHandOver = compileRowWriter(HandOverSchema);
const writeMyCash = compileRowWriter(MyCashSchema);

const DateQuery = Type.Object({ date: Type.Optional(CalendarDate({ description: 'Default: today.', example: '2026-11-17' })) });
const maxHandOverEntries = 500;

const HandOverBody = named(
  'NewHandOver',
  Type.Object({
    collectorId: Id('Who brings it.'),
    date: CalendarDate({ description: 'Date on which it was collected.' }),
    entryIds: Type.Optional(
      Type.Array(Id(), {
        minItems: 1,
        maxItems: maxHandOverEntries,
        description: 'Exactly these entries. Default: all outstanding entries of that day.',
      }),
    ),
  }),
);

const UserId = Type.Object({ userId: Type.Unsafe<string>({ ...Id('The user who received or refunded the cash.'), example: 5 }) });

/** Cash of a day by user: collected, handed over to the office, refunded. */
export function cashRoutes({ database, catalog, clock }: OrderDeps): Route[] {
  const { read } = database;
  async function dayOf(date: string | undefined): Promise<Day> {
    const { timeZone } = (await catalog.facts()).company;
    return { date: date ?? wallTime(clock(), timeZone).date, timeZone };
  }
  async function checkUserExists(userId: string): Promise<void> {
    if ((await findProfile(read, userId)) === undefined) throw new AppError('NOT_FOUND', 'There is no such user.');
  }
  const readEntries = (day: Day, collectorId: string, pageable: Pageable) =>
    readPage(
      pageable,
      () => countCashEntries(read, day, collectorId),
      async (limit, offset) => (await listCashEntries(read, day, collectorId, pageable.sort, limit, offset)).map(writeCashEntry),
    );

  return [
    route({
      method: 'GET',
      path: '/api/receptionist/cash/',
      operationId: 'listCollectedCash',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Cash of a day by collector',
      description:
        'Everyone who received or refunded cash that day. Default sort: largest outstanding amount first. Cash received at the office counts as handed over; corrected entries are excluded. Refunds by transfer or card are not cash and are excluded.',
      query: DateQuery,
      paging: { sortable: Object.keys(collectorSortColumns) },
      response: Paged('CollectedCashPage', CollectedCashSchema),
      example: { content: [collectedExample(sprayerExample)], page: pageExample },
      async handle({ query, pageable }) {
        const day = await dayOf(query.date);
        return readPage(
          pageable,
          () => countCollectors(read, day),
          async (limit, offset) => (await listCollectors(read, day, pageable.sort, limit, offset)).map(writeCollected),
        );
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/cash/total',
      operationId: 'getCashTotal',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Cash of a day: collected, refunded and net',
      description: 'The sums of all users, in the currency of the company. Cash in another currency is only in the list of collectors.',
      query: DateQuery,
      response: CashTotalSchema,
      example: cashTotalExample,
      async handle({ query }) {
        const day = await dayOf(query.date);
        return writeCashTotal([day.date, ...(await sumCashOfDay(read, day))]);
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/cash/{userId}',
      operationId: 'listCashEntries',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Cash entries of a collector on a day',
      description: 'Default sort: in the order of receipt. Empty for a user who received no cash.',
      params: UserId,
      query: DateQuery,
      paging: { sortable: Object.keys(cashEntrySortColumns) },
      response: Paged('CashEntryPage', CashEntrySchema),
      example: { content: [cashEntryExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, query, pageable }) {
        await checkUserExists(params.userId);
        return readEntries(await dayOf(query.date), params.userId, pageable);
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/cash/{userId}/refund/',
      operationId: 'listCashRefunds',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Cash refunds by a user on a day',
      description: 'Default sort: oldest first. Empty for a user who refunded no cash.',
      params: UserId,
      query: DateQuery,
      paging: { sortable: Object.keys(cashEntrySortColumns) },
      response: Paged('CashRefundPage', CashRefundSchema),
      example: { content: [cashRefundExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params: { userId }, query, pageable }) {
        await checkUserExists(userId);
        const day = await dayOf(query.date);
        return readPage(
          pageable,
          () => countCashRefunds(read, day, userId),
          async (limit, offset) => (await listCashRefunds(read, day, userId, pageable.sort, limit, offset)).map(writeCashRefund),
        );
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/cash/hand-over',
      operationId: 'handOverCash',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Hand over cash of a crew member to the office',
      description: 'Records who received it, and when. Each entry is handed over once.',
      body: HandOverBody,
      bodyExample: { collectorId: 5, date: '2026-11-17' },
      response: HandOverSchema,
      example: handOverExample(sprayerExample),
      problems: ['CASH_NOT_OUTSTANDING'],
      idempotent: true,
      async handle({ body, user, database: writer }) {
        const { collectorId, date, entryIds } = body;
        return writeHandOver(await handOverCash(writer, user, { collectorId, day: await dayOf(date), entryIds }, clock()));
      },
    }),
    route({
      method: 'GET',
      path: '/api/sprayer/cash',
      operationId: 'getMyCash',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'My cash of a day, and my total outstanding cash',
      query: DateQuery,
      response: MyCashSchema,
      example: myCashExample,
      async handle({ query, user }) {
        const day = await dayOf(query.date);
        return writeMyCash([day.date, ...(await sumCashOfCollector(read, day, user.id))]);
      },
    }),
    route({
      method: 'GET',
      path: '/api/sprayer/cash/entry/',
      operationId: 'listMyCashEntries',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'My cash entries of a day',
      description: 'Default sort: in the order of receipt.',
      query: DateQuery,
      paging: { sortable: Object.keys(cashEntrySortColumns) },
      response: Paged('CashEntryPage', CashEntrySchema),
      example: { content: [cashEntryExample], page: pageExample },
      handle: async ({ query, user, pageable }) => readEntries(await dayOf(query.date), user.id, pageable),
    }),
  ];
}
