import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteExpired } from '../../src/accounts/account-store.ts';
import { runTimers } from '../../src/fieldwork/run-timers.ts';
import { OutboxDispatcher } from '../../src/notifications/dispatch-outbox.ts';
import { deleteOldMails } from '../../src/notifications/mail-store.ts';
import { claimDeliveries, deleteOldDeliveries } from '../../src/notifications/webhook-delivery-store.ts';
import { applyOrderDeltas } from '../../src/orders/order-delta-store.ts';
import { OrderWriter } from '../../src/orders/order-store.ts';
import { claimOpenIntentsOfCancelledOrders, claimRefundableIntents, claimUnsettledIntents } from '../../src/payments/intent-store.ts';
import type { Route } from '../../src/platform/http/route.ts';
import { deleteOldKeys } from '../../src/platform/idempotency/idempotency-store.ts';
import { createLog } from '../../src/platform/telemetry/log.ts';
import { addSprayRecords, addWaitingEntries, removeBookingLimits } from '../arrange.ts';
import { storedPlan } from '../crew-plan/plan-steps.ts';
import { type Caller, callerBooking, placed, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';
import { makeManyRows, type People, storedFields } from './many-rows.ts';
import { Plans, type Reading } from './plans.ts';
import { type RecordedStatement, recordStatements } from './recorded-statements.ts';

const orders = 30_000;
/** The rows that one step of a plan may read or sort. The list of one user, a day, open orders: some hundreds of rows, independent of the total. */
const mostRows = 1200;

/** Queries that read more, with the reason why that does not grow with the number of orders, or why it has to. */
const known: { when(operationId: string, query: string): boolean; rows: number; why: string }[] = [
  {
    when: (operationId, query) => operationId === 'listOrders' && /search=/.test(query),
    rows: 20_000,
    why: 'a search scans at most 20,000 rows of the list, twice those that a sample suggests',
  },
  {
    when: (operationId, query) => operationId === 'listOrders' && /(from|to)=.*sort=(order|payment|conf)/.test(query),
    rows: orders + 10,
    why: 'no index has dates within states: the range is read and sorted, as it is everywhere with a sort by several fields',
  },
  {
    when: (operationId, query) => operationId === 'listAudit' && /(from|to)=.*sort=(id|action)/.test(query),
    rows: orders / 3 + 10,
    why: 'no index has ids or actions within times: entries are read in the order of the list until a page is inside the range',
  },
  {
    when: (operationId, query) => operationId === 'listSprayRecords' && /(from|to)=/.test(query),
    rows: 4000,
    why: 'the total is summed over the dates of the range, one counter per date and state',
  },
  {
    when: (operationId) => operationId.startsWith('export') || operationId === 'getPaymentTotal',
    rows: orders + 10,
    why: 'a file or a sum over all rows that pass the filters, at most 10,000 of them',
  },
  {
    when: (operationId) => operationId === 'listFields',
    rows: 5010,
    why: 'fields are counted in an index: their number grows with farmers, not with orders',
  },
];

let service: Service;
let plans: Plans;
let people: People;
let orderId: string;
let unassignedId: string;
let rebookingId: string;
let planId: string;
let waitingId: string;
let recordId: string;
let fieldId: string;
let importId: string;
const recorded: RecordedStatement[] = [];

beforeAll(async () => {
  service = await startService({ idle: true, between: (database) => recordStatements(database, recorded) });
  const [farmer, sprayer, receptionist, admin] = [
    await signedIn(service, 'farmer'),
    await signedIn(service, 'sprayer'),
    await signedIn(service, 'receptionist'),
    await signedIn(service, 'admin'),
  ];
  people = { farmer, sprayer, receptionist, admin };
  await makeManyRows(service, people, orders);
  await removeBookingLimits(service);
  orderId = String((await placed(farmer, { date: '2026-11-20' })).id);
  unassignedId = String((await placed(farmer, { date: '2027-03-20', confirmed: true })).id);
  await service.sql(
    'insert into crew_member (order_id, sprayer_id, date, session_id, order_status) select id, $2, date, session_id, order_status from spray_order where id = $1',
    [orderId, sprayer.id],
  );
  rebookingId = String((await receptionist.post('/api/receptionist/rebooking', { orderIds: [Number(orderId)], reason: 'Rain' })).body.id);
  planId = await storedPlan(service, receptionist.id, sprayer.id, orderId);
  waitingId = await addWaitingEntries(service, farmer, 2);
  recordId = await addSprayRecords(service, orderId, sprayer, 2);
  fieldId = await storedFields(service, farmer.id);
  importId = await storedImport(receptionist.id);
  plans = await Plans.open(service.connection, mostRows);
}, 300_000);
afterAll(async () => {
  await plans?.close();
  await service.close();
});

/** A checked import with more rows than a list may read. */
async function storedImport(actorId: string): Promise<string> {
  const [row] = await service.sql<{ id: string }>(
    `insert into sheet_import (kind, file_name, created_at, actor_id, state, columns, mapping, is_csv, row_count, new_rows)
     values ('farmers', 'farmers.csv', $2, $1, 'checked', '[]', '{}', true, 5000, 5000) returning id`,
    [actorId, service.clock.now],
  );
  await service.sql(
    `insert into sheet_import_row (import_id, number, outcome, label, details)
     select $1, n, 'new', 'Farmer ' || n, '[]' from generate_series(1, 5000) n`,
    [row?.id],
  );
  await service.sql('analyze sheet_import_row');
  return String(row?.id);
}

const callerOf = ({ path }: Route): Caller => {
  const [, api, who] = path.split('/');
  if (api !== 'api') return people.admin;
  return (
    { farmer: people.farmer, sprayer: people.sprayer, receptionist: people.receptionist, common: people.receptionist }[who ?? ''] ??
    people.admin
  );
};

const pathOf = ({ path }: Route): string =>
  path
    .replace('{id}/sprayer-suggestions', `${unassignedId}/sprayer-suggestions`)
    .replace('rebooking/{id}', `rebooking/${rebookingId}`)
    .replace('receptionist/plan/{id}', `receptionist/plan/${planId}`)
    .replace('waiting-entry/{id}', `waiting-entry/${waitingId}`)
    .replace('spray-record/{id}', `spray-record/${recordId}`)
    .replace('/field/{id}', `/field/${fieldId}`)
    .replace('spreadsheet-import/{id}', `spreadsheet-import/${importId}`)
    .replace('{orderId}', orderId)
    .replace('/api/admin/webhook/{id}', '/api/admin/webhook/1')
    .replace('/api/receptionist/customer/{id}', `/api/receptionist/customer/${people.farmer.id}`)
    .replace('{userId}', people.sprayer.id)
    .replace('{id}', orderId);

interface QuerySchema {
  properties?: Record<string, { type?: string; enum?: string[]; items?: { enum?: string[] }; example?: unknown; format?: string }>;
  required?: string[];
}

/** Values for parameters whose example would match no row or too few. */
const parameterValues: Record<string, readonly string[]> = {
  sessionId: ['3'],
  cropId: ['2'],
  farmerId: ['farmer'],
  sprayerId: ['sprayer'],
  actorId: ['admin'],
  from: ['2026-10-01', '2026-10-01&to=2026-10-14', '2024-01-01'],
  to: ['2026-10-14', '2026-12-31'],
  search: ['thua 99', '0371 23', '#77', 'user77'],
  phone: ['0371 2'],
  date: ['2026-11-10'],
};

function filtersOf({ query }: Route): string[] {
  const { properties = {}, required = [] } = (query ?? {}) as QuerySchema;
  const write = (name: string, value: unknown) => `${name}=${String(value).includes('&') ? value : encodeURIComponent(String(value))}`;
  const needed = required.map((name) => write(name, parameterValues[name]?.[0] ?? properties[name]?.example)).join('&');
  const single = Object.entries(properties).flatMap(([name, schema]) => {
    const choices = schema.enum ?? schema.items?.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined);
    const values = choices ?? parameterValues[name] ?? [schema.example];
    if (required.includes(name)) return [];
    return values.map((value) => write(name, /Id$/.test(name) ? (people[value as keyof People]?.id ?? value) : value));
  });
  return ['', ...single].map((filter) => [needed, filter].filter((part) => part !== '').join('&'));
}

/** Every filter, every sort in both directions, and every filter with one of the sorts. */
function queriesOf(route: Route): string[] {
  const [plain = '', ...filters] = filtersOf(route);
  // Reports are sorted after they are calculated: one row per week, crop, session or sprayer.
  const sortable = route.operationId.endsWith('Figures') ? [] : (route.paging?.sortable ?? []);
  const sorts = sortable.flatMap((field) => [`sort=${field},asc`, `sort=${field},desc`]);
  const both = sorts.length === 0 ? [] : filters.map((filter, at) => [filter, sorts[(at * 7) % sorts.length] ?? '']);
  return [[plain], ...filters.map((filter) => [filter]), ...sorts.map((sort) => [plain, sort]), ...both].map((parts) =>
    parts.filter((part) => part !== '').join('&'),
  );
}

const planProblems = (what: string, reading: Reading, most: number): string[] => [
  ...(most === mostRows ? reading.whole.map((table) => `${what} reads all of ${table}\n${reading.plan}`) : []),
  ...(reading.rows > most ? [`${what} reads ${reading.rows} rows of ${reading.of}\n${reading.plan}`] : []),
  ...(reading.sorted > most ? [`${what} sorts ${reading.sorted} rows\n${reading.plan}`] : []),
];

const checked = new Set<string>();

/** Checks the plans of the statements recorded since the last call; each statement is checked once. */
async function findPlanProblems(what: string, { rows: most } = { rows: mostRows }): Promise<string[]> {
  const found: string[] = [];
  for (const entry of recorded.splice(0)) {
    const key = `${entry.statement.text} ${JSON.stringify(entry.values)}`;
    if (checked.has(key) || /^\s*(lock|select pg_)/.test(entry.statement.text)) continue;
    checked.add(key);
    found.push(...planProblems(`${what} (${entry.statement.name ?? 'unnamed'})`, await plans.read(entry), most));
  }
  return found;
}

test('when there are many orders, then every list, with any filter and sort, reads a page and not a table', async () => {
  const found: string[] = [];
  recorded.length = 0;
  for (const route of service.app.routes.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/'))) {
    if (route.operationId.toLowerCase().includes('stream') || route.path.startsWith('/api/auth')) continue;
    for (const query of route.paging === undefined ? filtersOf(route).slice(0, 1) : queriesOf(route)) {
      const path = `${pathOf(route)}?${query}`;
      const { status, text } = await callerOf(route).get(path);
      // Some filters are refused without others; a list must answer without a filter, in any sort.
      if (
        route.paging !== undefined &&
        status !== 200 &&
        !(
          status === 400 &&
          filtersOf(route)
            .slice(1)
            .some((filter) => query.startsWith(filter))
        )
      )
        found.push(`${path} answered ${status}: describe in plans.test.ts how to request this list\n${text}`);
      const more = known.find(({ when }) => when(route.operationId, query));
      found.push(...(await findPlanProblems(`GET ${path}`, more)));
    }
  }
  expect(found).toEqual([]);
}, 600_000);

test('when a search matches many orders, then its page and its total are found without reading all matches', async () => {
  const found: string[] = [];
  recorded.length = 0;
  for (const query of [
    'search=Nguyen',
    'search=long',
    'search=long&sort=area,desc',
    'search=long+dien&orderStatus=completed',
    'search=nguyen+long+dien&from=2024-01-01&to=2026-11-10',
    'search=long&page=3',
    'search=thua+1',
  ]) {
    const { body, headers } = await people.receptionist.get(`/api/receptionist/order/?${query}`);
    expect([query, body.content.length, body.page.totalElements, headers.get('total-is-minimum')]).toEqual([query, 20, 1000, 'true']);
    // The list is scanned until there are 1,001 matches; here at least a third of the orders match.
    found.push(...(await findPlanProblems(query, { rows: 3100 })));
  }
  expect(found).toEqual([]);
});

test('when a search matches few orders, then they are found by the index of words', async () => {
  for (const query of ['search=thua+996', 'search=nguyen+thua+996+ap+7', 'search=0371+23', 'search=thua+995&orderStatus=completed']) {
    recorded.length = 0;
    const { body } = await people.receptionist.get(`/api/receptionist/order/?${query}`);
    expect([query, body.page.totalElements < 100]).toEqual([query, true]);
    const readings: Reading[] = [];
    for (const entry of recorded.filter(({ isSearch }) => isSearch)) readings.push(await plans.read(entry));
    expect([query, readings.at(-1)?.plan]).toEqual([query, expect.stringContaining('Bitmap Index Scan order_search_keys')]);
    expect([query, readings.flatMap((reading) => planProblems(query, reading, mostRows))]).toEqual([query, []]);
  }
});

test('when there are many orders, then writes, outbox dispatcher, timers, payment lookups and clean-up read only what is due', async () => {
  const { database, app, clock } = service;
  const found: string[] = [];
  const checkPlans = async (what: string, work: () => Promise<unknown>) => {
    recorded.length = 0;
    await work();
    found.push(...(await findPlanProblems(what)));
  };
  await checkPlans('placing', () => placed(people.farmer, { date: '2026-12-01' }));
  await checkPlans('placing for a caller', () =>
    people.receptionist.post('/api/receptionist/order', {
      ...callerBooking({ date: '2026-12-02' }),
      farmer: { phoneNumber: '0355 555 555', fullName: 'Lê Gọi' },
    }),
  );
  await checkPlans('cancelling', async () =>
    people.farmer.post(`/api/farmer/order/${(await placed(people.farmer, { date: '2026-12-03' })).id}/cancel`),
  );
  const dispatcher = {
    database,
    catalog: app.catalog,
    orders: new OrderWriter(app.catalog),
    clock: () => clock.now,
    log: createLog('silent'),
  };
  await checkPlans('dispatching', () => new OutboxDispatcher(dispatcher).dispatchDue());
  await checkPlans('timers', () => runTimers(database, app.catalog, clock.now));
  const provider = { name: 'sandbox', live: false };
  await checkPlans('payments', async () => {
    await claimUnsettledIntents(database.write, provider, 20, testNow);
    await claimOpenIntentsOfCancelledOrders(database.write, provider, 20, testNow);
    await claimRefundableIntents(database.write, 20, testNow);
  });
  await checkPlans('deliveries', () => claimDeliveries(database.write, testNow, new Map(), 4, 60));
  await checkPlans('adding up', () => applyOrderDeltas(database.write));
  await checkPlans('clearing up', async () => {
    for (const clear of [deleteExpired, deleteOldKeys, deleteOldMails, deleteOldDeliveries]) await clear(database.write, testNow);
  });
  expect(found).toEqual([]);
}, 300_000);
