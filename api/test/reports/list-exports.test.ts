import readExcel from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/platform/http/auth.ts';
import type { Route } from '../../src/platform/http/route.ts';
import { csvFile } from '../../src/reports/csv-rules.ts';
import { maxExportRows } from '../../src/reports/export-tables.ts';
import { type CellContext, type ListItem, titleOf } from '../../src/reports/list-columns.ts';
import { listTables } from '../../src/reports/list-export-routes.ts';
import type { ListTable } from '../../src/reports/list-table.ts';
import { columnTitles } from '../../src/spreadsheets/column-rules.ts';
import { addFeedback, addNotification, addSprayRecords, addWaitingEntries, orderInState, removeBookingLimits } from '../arrange.ts';
import { storedPlan } from '../crew-plan/plan-steps.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
const people = {} as Record<Role, Caller>;
const ids: Record<string, string> = {};
const formula = '=HYPERLINK("http://x")';
const context: CellContext = { language: 'en', timeZone: 'Asia/Ho_Chi_Minh', areaUnit: '', currency: '' };

beforeAll(async () => {
  service = await startService();
  await removeBookingLimits(service);
  for (const role of ['farmer', 'receptionist', 'sprayer', 'admin'] as const)
    people[role] = await signedIn(service, role, role === 'farmer' ? { fullName: formula } : {});
  const { farmer, receptionist: office, sprayer, admin } = people;
  for (let n = 0; n < 4; n++) {
    const orderStatus = (['pending', 'confirmed', 'assigned', 'completed'] as const)[n] ?? 'pending';
    const crew = n < 2 ? [] : [sprayer];
    const order = await orderInState(service, farmer, { orderStatus, paymentStatus: 'pending', paymentMethod: 'cash' }, crew, {
      date: n === 1 ? '2026-11-16' : `2026-12-1${n}`,
      location: n === 0 ? '+1' : `Nơi ${n}`,
    });
    await addFeedback(service, order.id, n === 0 ? '@cmd' : 'Đúng giờ');
    for (const person of [farmer, sprayer]) await addNotification(service, person, order.id);
    ids.order = String(order.id);
    if (orderStatus === 'confirmed') ids.confirmed = ids.order;
  }
  ids.plan = await storedPlan(service, office.id, sprayer.id, ids.order as string);
  const rebooking = await office.post('/api/receptionist/rebooking', { orderIds: [Number(ids.confirmed)], reason: '-Rain' });
  ids.rebooking = String(rebooking.body.id);
  await addWaitingEntries(service, farmer, 2);
  await addSprayRecords(service, ids.order as string, sprayer, 2);
  await farmer.post('/api/farmer/field', { name: formula, latitude: 10, longitude: 105 });
  await office.post('/api/receptionist/closure', { from: '2027-02-05', to: '2027-02-09', reason: 'Tết' });
  await office.post('/api/receptionist/absence', { sprayerId: Number(sprayer.id), from: '2027-02-01', to: '2027-02-02', kind: 'leave' });
  await office.post('/api/receptionist/crew-ban', { sprayerId: Number(sprayer.id), farmerId: Number(farmer.id), reason: 'Quarrel' });
  for (const operationId of ['addLicence', 'addDrone', 'addSensitivePlace', 'addWebhook', 'createApiKey']) {
    const route = service.app.routes.find((one) => one.operationId === operationId);
    if (route === undefined) throw new Error(`no operation ${operationId}`);
    const body = { ...(route.bodyExample as object), ...(operationId === 'addLicence' ? { sprayerId: Number(sprayer.id) } : {}) };
    const isKey = operationId === 'createApiKey';
    const answer = await admin.post(route.path, isKey ? { ...body, userId: Number(office.id) } : body);
    expect([operationId, answer.status, answer.body]).toEqual([operationId, 200, answer.body]);
    if (operationId === 'addWebhook') ids.webhook = String(answer.body.id);
  }
  await office.post(`/api/receptionist/order/${ids.order}/cash`, { cashReceived: 1_000_000_000 });
  const cancelled = await placed(farmer, { date: '2026-12-20' });
  await office.post(`/api/receptionist/order/${cancelled.id}/cash`, { cashReceived: cancelled.cost });
  await farmer.post(`/api/farmer/order/${cancelled.id}/cancel`);
  await office.post(`/api/receptionist/order/${cancelled.id}/refund`, { method: 'cash' });
  const { body: company } = await office.get('/api/auth/company');
  Object.assign(context, { areaUnit: company.areaUnit, currency: company.currency, timeZone: company.timeZone });
});
afterAll(() => service.close());

interface Exported {
  operationId: string;
  list: Route;
  table: ListTable;
  caller: Caller;
  listPath: string;
  filePath(format: 'csv' | 'xlsx'): string;
}

function exportedLists(): Exported[] {
  return Object.entries(listTables).map(([operationId, table]) => {
    const list = service.app.routes.find((route) => route.operationId === operationId) as Route;
    const file = service.app.routes.find((route) => route.operationId === `export${operationId.replace(/^list/, '')}Table`) as Route;
    const role = list.access === 'signed-in' ? 'farmer' : (list.access as Role);
    const filled = (path: string) =>
      path
        .replace('/rebooking/{id}', `/rebooking/${ids.rebooking}`)
        .replace('/plan/{id}', `/plan/${ids.plan}`)
        .replace('/webhook/{id}', `/webhook/${ids.webhook}`)
        .replace('{userId}', people.receptionist.id);
    return {
      operationId,
      list,
      table,
      caller: people[role],
      listPath: filled(list.path),
      filePath: (format) => filled(file.path).replace('{format}', format),
    };
  });
}

async function download(caller: Caller, path: string) {
  const response = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${caller.token}` } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Cells of the items, from the list itself. */
async function cellsOf({ table }: Exported, items: ListItem[], language: 'en' | 'vi') {
  const extended = table.extend === undefined ? items : await table.extend(service.database.read, items);
  return extended.map((item) => table.columns.map(({ value }) => value(item, { ...context, language })));
}

const filters: Record<string, string[]> = {
  listCustomers: ['search=nobody', 'active=true'],
  listFields: ['archived=true', 'archived=false'],
  listUsers: ['role=sprayer', 'role=farmer,sprayer&sort=fullName,desc', 'active=false'],
  listAudit: ['action=webhook_create', 'from=2030-01-01'],
  listAbsences: ['state=requested', 'state=approved'],
  listDrones: ['active=true', 'active=false'],
  listFarmerOrders: ['orderStatus=pending', 'orderStatus=pending,completed&sort=date,desc'],
  listWaitingEntries: ['closed=true'],
  listSensitivePlaces: ['kind=water', 'kind=hives'],
};

test('when a list is exported, then the file has the rows of the list with its filters and order, in both formats', async () => {
  const withRows = new Set<string>();
  for (const exported of exportedLists()) {
    const { operationId, list, table, caller, listPath, filePath } = exported;
    const sortable = list.paging?.sortable ?? [];
    const queries = ['', ...sortable.slice(0, 2).map((field) => `sort=${field},desc`), ...(filters[operationId] ?? [])];
    for (const [at, query] of queries.entries()) {
      const page = await caller.get(`${listPath}?size=200&${query}`);
      expect([listPath, query, page.status]).toEqual([listPath, query, 200]);
      const items = page.body.content as ListItem[];
      if (items.length > 0) withRows.add(operationId);
      const language = at % 2 === 0 ? 'en' : 'vi';
      const titles = table.columns.map((column) => titleOf(column, { ...context, language }));
      const cells = await cellsOf(exported, items, language);
      if (table.formats?.includes('xlsx') !== true) {
        const csv = await download(caller, `${filePath('csv')}?${query}&language=${language}`);
        expect([listPath, csv.status, csv.headers.get('content-type')]).toEqual([listPath, 200, 'text/csv; charset=utf-8']);
        expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="swath-[a-z-]+-\d{4}-\d\d-\d\d\.csv"$/);
        expect(csv.bytes.toString('utf8')).toBe(csvFile(titles, cells));
      }
      if (at > 0) continue;
      const xlsx = await download(caller, `${filePath('xlsx')}?${query}&language=${language}`);
      const [sheet] = (await readExcel(xlsx.bytes)) as unknown as { data: unknown[][] }[];
      const rows = sheet?.data ?? [];
      expect([listPath, rows[0], rows.length]).toEqual([listPath, titles, cells.length + 1]);
      const text = table.columns.findIndex(({ kind }) => kind === 'text');
      expect(rows.slice(1).map((row) => row[text] ?? null)).toEqual(cells.map((row) => row[text] ?? null));
    }
  }
  // Failed notifications and booking requests need a fault or a limit; their tables differ in nothing else.
  const empty = Object.keys(listTables).filter((operationId) => !withRows.has(operationId));
  expect(empty.filter((operationId) => !mayBeEmpty.includes(operationId))).toEqual([]);
});

const mayBeEmpty = ['listDeadLetters', 'listBookingRequests', 'listMessages', 'listWebhookDeliveries', 'listMyCashEntries'];

test('when a text looks like a formula, then the CSV file has it escaped and the XLSX file as text', async () => {
  const { receptionist: office } = people;
  const csv = (await download(office, '/api/receptionist/customer.csv')).bytes.toString('utf8');
  expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(csv).not.toMatch(/"[=+\-@](?!\d+(\.\d+)?")/);
  const [sheet] = (await readExcel((await download(office, '/api/receptionist/field.xlsx')).bytes)) as unknown as { data: unknown[][] }[];
  expect(sheet?.data.flat()).toContain(formula);
});

test('when lists that can be imported are exported, then their titles are those that the import reads', async () => {
  for (const [path, kind, caller] of [
    ['/api/receptionist/customer', 'farmers', people.receptionist],
    ['/api/receptionist/field', 'fields', people.receptionist],
    ['/api/admin/user', 'staff', people.admin],
  ] as const) {
    for (const language of ['en', 'vi'] as const) {
      const head = (await download(caller, `${path}.csv?language=${language}`)).bytes.toString('utf8').split('\r\n')[0];
      expect(head).toBe(csvFile(columnTitles(kind, language), []).trimEnd());
    }
  }
});

test('when a file is made, then it has no secrets, and times are in the time zone that the title names', async () => {
  for (const { table } of exportedLists()) {
    for (const { path = '' } of table.columns) expect(path).not.toMatch(/password|secret|token|hash/i);
  }
  const keys = (await download(people.admin, '/api/admin/api-key.csv?language=en')).bytes.toString('utf8');
  expect(keys).toContain(`"Made (${context.timeZone})"`);
  expect(keys).toMatch(/"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"/);
});

describe('many rows', () => {
  const add = (action: string, count: number) =>
    service.sql(
      `insert into audit_entry (at, actor_id, action, subject_type, subject_id, changes)
       select now() - n * interval '1 second', $1, $2, 'crop', n, '[]' from generate_series(1, $3::int) n`,
      [people.admin.id, action, count],
    );

  test('when a list is longer than a page of the export, then the file has every row once, in order', async () => {
    await add('crop_update', 2500);
    const csv = (await download(people.admin, '/api/admin/audit.csv?action=crop_update&language=en')).bytes.toString('utf8');
    const walked: number[] = [];
    for (let page = 0; page < 13; page++) {
      const { body } = await people.admin.get(`/api/admin/audit?action=crop_update&size=200&page=${page}`);
      walked.push(...body.content.map(({ subjectId }: { subjectId: number }) => subjectId));
    }
    const rows = csv.trimEnd().split('\r\n').slice(1);
    expect(rows.map((row) => Number(/"crop","(\d+)"/.exec(row)?.[1]))).toEqual(walked);
    expect(walked).toHaveLength(2500);
  });

  test('when more rows pass the filters than a file may have, then no file is made, and narrower filters help', async () => {
    await add('crop_create', maxExportRows + 1);
    for (const format of ['csv', 'xlsx']) {
      const { status, bytes } = await download(people.admin, `/api/admin/audit.${format}?action=crop_create`);
      expect([status, JSON.parse(bytes.toString('utf8')).code]).toEqual([409, 'EXPORT_TOO_LARGE']);
    }
    expect((await download(people.admin, '/api/admin/audit.csv?action=webhook_create')).status).toBe(200);
  });
});

test('when the format, a filter or the sort is wrong, then the problem names it', async () => {
  const ask = async (path: string) => {
    const { status, bytes } = await download(people.receptionist, path);
    return [status, (JSON.parse(bytes.toString('utf8')).errors ?? []).map(({ path: name }: { path: string }) => name)];
  };
  expect(await ask('/api/receptionist/customer.pdf')).toEqual([400, ['format']]);
  expect(await ask('/api/receptionist/customer.csv?active=perhaps')).toEqual([400, ['active']]);
  expect(await ask('/api/receptionist/customer.csv?sort=password')).toEqual([400, ['sort']]);
});
