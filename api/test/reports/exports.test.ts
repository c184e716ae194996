import readExcel from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxExportRows } from '../../src/reports/export-tables.ts';
import { insertWithoutSearchWords, removeBookingLimits } from '../arrange.ts';
import { type Answer, type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let office: Caller;
let farmer: Caller;
let order: Answer['body'];
let formula: Answer['body'];

beforeAll(async () => {
  service = await startService();
  await removeBookingLimits(service);
  office = await signedIn(service, 'receptionist');
  farmer = await signedIn(service, 'farmer', { fullName: 'Đỗ Thị "Sổ", Ba' });
  const sprayer = await signedIn(service, 'sprayer', { fullName: 'Lê Văn Bay', expertise: 'expert' });
  order = await placed(farmer, { date: '2026-12-01', confirmed: true, location: 'Bờ & <Nam>' });
  formula = await placed(farmer, { date: '2026-12-02', confirmed: true, location: '=HYPERLINK("http://x")' });
  await office.put(`/api/receptionist/order/${order.id}/sprayers`, { sprayerIds: [Number(sprayer.id)] });
  await office.post(`/api/receptionist/order/${formula.id}/cash`, { cashReceived: formula.cost });
});
afterAll(() => service.close());

const download = async (path: string) => {
  const response = await fetch(`${service.url}/api/receptionist/${path}`, { headers: { authorization: `Bearer ${office.token}` } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

test('when orders are exported as CSV, then the filters hold, texts are quoted and no cell is a formula', async () => {
  const { status, headers, bytes } = await download(`order.csv?farmerId=${farmer.id}&language=en`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="swath-orders-\d{4}-\d\d-\d\d\.csv"$/);
  const [head, first, second, end] = bytes.toString('utf8').split('\r\n');
  expect(head).toMatch(/^\ufeff"Number","Date","From","To","Farmer"/);
  expect(first).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(second).toContain(`"${order.id}","2026-12-01"`);
  expect(second).toContain('"Đỗ Thị ""Sổ"", Ba"');
  expect(second).toContain('"Crew assigned","Not paid","Cash","","Lê Văn Bay"'.replace('""', ''));
  expect(end).toBe('');
  const one = await download(`order.csv?farmerId=${farmer.id}&to=2026-12-01`);
  expect(one.bytes.toString('utf8').trim().split('\r\n')).toHaveLength(2);
  expect((await download('order.csv?from=2026-12-02&to=2026-12-01')).status).toBe(400);
});

test('when orders are exported as XLSX, then numbers and dates are numbers and dates, and headings are in the language asked for', async () => {
  const { status, bytes } = await download(`order.xlsx?farmerId=${farmer.id}&language=vi`);
  expect(status).toBe(200);
  const [sheet] = (await readExcel(bytes)) as unknown as { data: unknown[][] }[];
  const rows = sheet?.data ?? [];
  expect(rows[0]?.slice(0, 2)).toEqual(['Số đơn', 'Ngày']);
  expect(rows[1]?.[6]).toBe('=HYPERLINK("http://x")');
  expect(rows[2]?.[0]).toBe(order.id);
  expect(rows[2]?.[1]).toEqual(new Date('2026-12-01T00:00:00Z'));
  expect(rows[2]?.[6]).toBe('Bờ & <Nam>');
  expect(rows[2]?.[11]).toBe(order.cost);
  expect(rows[2]?.[16]).toBe('Lê Văn Bay');
});

test('when payments are exported and added up, then the filters hold, and orders that are not completed are not owed', async () => {
  const query = 'from=2026-12-01&to=2026-12-02';
  const paid = (await download(`payment.csv?status=paid&${query}&language=en`)).bytes.toString('utf8').trim().split('\r\n');
  expect(paid).toHaveLength(2);
  expect(paid[1]).toMatch(new RegExp(`"VND","0","${formula.cost}","0","\\d{4}-\\d\\d-\\d\\d"$`));
  expect((await download(`payment.xlsx?status=paid&${query}`)).bytes.subarray(0, 2).toString()).toBe('PK');
  const total = async () => (await office.get(`/api/receptionist/payment/total?${query}`)).body;
  expect(await total()).toEqual({ orders: 2, currency: 'VND', owed: 0, upcoming: order.cost, paid: formula.cost, refunded: 0 });
  await service.sql("update spray_order set order_status = 'completed', completion_date = date where id = $1", [order.id]);
  expect(await total()).toMatchObject({ owed: order.cost, upcoming: 0 });
  expect((await farmer.get('/api/receptionist/payment.csv')).status).toBe(403);
});

test('when a sort is asked for, then the rows are in the order of the list', async () => {
  const datesIn = async (path: string) =>
    [...(await download(path)).bytes.toString('utf8').matchAll(/^"\d+","(\d{4}-\d\d-\d\d)"/gm)].map(([, date]) => date);
  for (const path of ['order.csv', 'payment.csv']) {
    expect(await datesIn(`${path}?from=2026-12-01&to=2026-12-02&sort=date,asc`)).toEqual(['2026-12-01', '2026-12-02']);
    expect(await datesIn(`${path}?from=2026-12-01&to=2026-12-02&sort=date,desc`)).toEqual(['2026-12-02', '2026-12-01']);
    expect((await download(`${path}?sort=password`)).status).toBe(400);
  }
});

test('when orders are chosen by id, then only these are exported, and the other filters hold too', async () => {
  const idsIn = async (query: string) =>
    (await download(`order.csv?${query}`)).bytes
      .toString('utf8')
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => Number(row.split('"')[1]));
  expect(await idsIn(`orderId=${order.id}`)).toEqual([order.id]);
  expect(new Set(await idsIn(`orderId=${order.id}&orderId=${formula.id}`))).toEqual(new Set([order.id, formula.id]));
  expect(await idsIn(`orderId=${order.id}&from=2026-12-02`)).toEqual([]);
  const tooMany = Array.from({ length: 201 }, (_, n) => `orderId=${n + 1}`).join('&');
  expect([(await download(`order.csv?${tooMany}`)).status, (await download('order.csv?orderId=x')).status]).toEqual([400, 400]);
});

test('when more orders pass the filters than a file may have, then no file is made, and a shorter period helps', async () => {
  await insertWithoutSearchWords(
    service,
    `insert into spray_order (farmer_id, date, session_id, location, latitude, longitude, crop_id, area, cost, order_status, payment_method, confirmed, completion_date, creation_date, created_at)
     select ${farmer.id}, date '2024-01-01' + n % 500, 1, 'Nơi ' || n, 10, 105, 1, 1, 1, 'completed', 'cash', true, '2025-06-01', '2024-01-01', now() from generate_series(1, ${maxExportRows + 1}) n`,
  );
  await service.sql('analyze spray_order');
  const period = 'from=2024-01-01&to=2025-12-31';
  for (const path of ['order.csv', 'order.xlsx', 'payment.csv', 'payment.xlsx']) {
    const { status, bytes } = await download(`${path}?${period}`);
    expect([path, status, JSON.parse(bytes.toString('utf8')).code]).toEqual([path, 409, 'EXPORT_TOO_LARGE']);
  }
  expect((await download('order.csv?from=2024-01-01&to=2024-01-31')).status).toBe(200);
});
