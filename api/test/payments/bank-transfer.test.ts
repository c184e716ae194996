import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transferReference } from '../../src/payments/transfer-reference-rules.ts';
import { addDays } from '../../src/platform/time/clock.ts';
import { type Answer, type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

let service: Service;
let farmer: Caller;
let office: Caller;
let admin: Caller;
let days = 0;

const account = { bankBin: '970436', accountNumber: '0011001234567', accountHolder: 'CONG TY CANH DONG XANH' };

beforeAll(async () => {
  service = await startService();
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
  admin = await signedIn(service, 'admin');
});
afterAll(() => service.close());

const cashOrder = (overrides: Record<string, unknown> = {}) =>
  placed(farmer, { date: addDays('2026-11-20', days++), confirmed: true, ...overrides });
const transfer = (caller: Caller, id: number) => caller.get(`/api/${caller.role}/order/${id}/bank-transfer`);
const decide = (id: number, how: 'confirm' | 'reject', headers?: Record<string, string>) =>
  office.post(`/api/receptionist/order/${id}/bank-transfer/${how}`, undefined, headers);
const report = (id: number) => farmer.post(`/api/farmer/order/${id}/bank-transfer/report`);
const ledgerOf = (id: number) =>
  service.sql<{ kind: string; method: string; amount: string }>(
    'select kind, method, amount from payment where order_id = $1 order by id',
    [id],
  );
const toDo = async (id: number) =>
  (await office.get('/api/receptionist/inbox?reason=transfer_reported&size=200')).body.content.filter(
    (item: { order: { id: number } }) => item.order.id === id,
  ).length;

async function upload(file: string | Uint8Array, query = ''): Promise<Answer> {
  const type = typeof file === 'string' ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const response = await fetch(`${service.url}/api/receptionist/bank-statement${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${office.token}`, 'content-type': type },
    body: file as string,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text), text };
}
const confirmLines = (lines: object[], headers?: Record<string, string>) =>
  office.post('/api/receptionist/bank-statement/confirm', { lines }, headers);

test('when the account is set, then farmers see the bank details and the amount due; without it, transfers are not offered', async () => {
  const order = await cashOrder();
  expect((await transfer(farmer, order.id)).body).toMatchObject({ amount: 375000, account: null, report: null });
  expect((await report(order.id)).body.code).toBe('TRANSFERS_OFF');
  expect((await admin.get('/api/admin/bank/?size=200')).body.content).toContainEqual(expect.objectContaining({ bin: '970436' }));
  expect((await admin.put('/api/admin/bank-account', { account: { ...account, bankBin: '000000' } })).body.errors[0].path).toBe(
    'account.bankBin',
  );
  expect((await admin.put('/api/admin/bank-account', { account })).body).toEqual({ account });
  expect((await admin.put('/api/admin/bank-account', { account: null })).body).toEqual({ account: null });
  expect((await transfer(farmer, order.id)).body.account).toBeNull();
  expect((await admin.put('/api/admin/bank-account', { account })).status).toBe(200);
  expect((await admin.get('/api/admin/bank-account')).body).toEqual({ account });
  const { body } = await transfer(farmer, order.id);
  expect(body).toMatchObject({ amount: 375000, currency: 'VND', reference: transferReference(String(order.id)), report: null });
  expect(body.account).toMatchObject({ ...account, bankName: 'Vietcombank' });
  expect(body.account.qrPayload).toContain(`5406375000`);
  const card = await cashOrder({ paymentMethod: 'visa' });
  expect((await transfer(farmer, card.id)).body.account).toBeNull();
  expect((await report(card.id)).body.code).toBe('CARD_ORDER');
  const stranger = await signedIn(service, 'farmer');
  expect((await transfer(stranger, order.id)).status).toBe(404);
  const audit = await service.sql("select changes from audit_entry where action = 'bank_account_update'");
  expect(audit).toHaveLength(3);
});

test('when the farmer reports a transfer, then the office has it to do, rejects it, and confirms the next report', async () => {
  const order = await cashOrder();
  expect((await report(order.id)).body.report).toBe('reported');
  expect((await report(order.id)).status).toBe(200);
  expect(await toDo(order.id)).toBe(1);
  expect((await decide(order.id, 'reject')).body.paymentStatus).toBe('pending');
  expect((await decide(order.id, 'reject')).body.code).toBe('NO_TRANSFER_REPORTED');
  expect([await toDo(order.id), (await transfer(farmer, order.id)).body.report]).toEqual([0, 'rejected']);
  expect((await report(order.id)).body.report).toBe('reported');
  expect((await decide(order.id, 'confirm', { 'if-match': '"1"' })).body.code).toBe('ORDER_CHANGED');
  const paid = await decide(order.id, 'confirm');
  expect([paid.status, paid.body.paymentStatus, paid.body.paymentMethod]).toEqual([200, 'paid', 'cash']);
  expect((await decide(order.id, 'confirm')).body.code).toBe('ALREADY_PAID');
  expect(await ledgerOf(order.id)).toEqual([{ kind: 'charge', method: 'transfer', amount: '375000' }]);
  expect([await toDo(order.id), (await transfer(office, order.id)).body.report]).toEqual([0, 'confirmed']);
  const steps = (await office.get(`/api/receptionist/order/${order.id}/timeline?size=50`)).body.content;
  expect(steps.map(({ action }: { action: string }) => action)).toEqual([
    ...['place', 'transfer_reported', 'transfer_rejected', 'transfer_reported', 'paid'],
  ]);
  await eventually(async () => {
    const notifications = await service.sql<{ subject: string }>('select subject from notification where order_id = $1', [order.id]);
    const subjects = notifications.map(({ subject }) => subject);
    for (const subject of [`Order ${order.id}: transfer reported`, 'Your transfer has not arrived']) expect(subjects).toContain(subject);
  });
  expect((await farmer.get(`/api/farmer/order/${order.id}/receipt.pdf`)).status).toBe(200);
  // Confirmed by mistake: the office reverses it.
  const [entry] = (await office.get(`/api/receptionist/order/${order.id}/payment`)).body.content;
  const corrected = await office.post(`/api/receptionist/order/${order.id}/payment/correction`, {
    paymentId: entry.id,
    reason: 'Wrong order.',
  });
  expect([corrected.status, corrected.body.order.paymentStatus]).toEqual([200, 'pending']);
});

test('when a transfer is reported, then its crew sees it until the office has decided or the order is paid', async () => {
  const [crew, stranger] = [await signedIn(service, 'sprayer'), await signedIn(service, 'sprayer')];
  const announced = async (by: Caller) =>
    (await by.get('/api/sprayer/bank-transfer/')).body.content.map(({ orderId, amount }: Record<string, number>) => [orderId, amount]);
  const order = await cashOrder();
  await office.put(`/api/receptionist/order/${order.id}/sprayers`, { sprayerIds: [Number(crew.id)] });
  expect(await announced(crew)).toEqual([]);
  await report(order.id);
  expect([await announced(crew), await announced(stranger)]).toEqual([[[order.id, 375000]], []]);
  await decide(order.id, 'reject');
  expect(await announced(crew)).toEqual([]);
  await report(order.id);
  expect(await announced(crew)).toHaveLength(1);
  await decide(order.id, 'confirm');
  expect(await announced(crew)).toEqual([]);
});

describe('a bank statement', () => {
  test('when a CSV file is imported, then lines are matched, ambiguous or unmatched, and all matches are paid in one action', async () => {
    const orders = [await cashOrder(), await cashOrder(), await cashOrder()];
    const [one, two, three] = orders.map(({ id }) => transferReference(String(id)));
    const file = [
      'Sao kê tài khoản;;;;',
      'Ngày giao dịch;Nội dung;Ghi nợ;Ghi có;Mã giao dịch',
      `16/11/2026;"MBVCB.1.${one?.toLowerCase()}.chuyen; tien";;375.000;FT-A1`,
      `16/11/2026;${two};;300.000;FT-A2`,
      '16/11/2026;tien lua;;375.000;FT-A3',
      `16/11/2026;${three};;375.000,00;FT-A4`,
      '16/11/2026;phi;11.000;;FT-A5',
    ].join('\r\n');
    const { status, body } = await upload(file);
    expect(status).toBe(200);
    expect(body.lines.map(({ row, state, reason, orderId }: Record<string, unknown>) => [row, state, reason, orderId])).toEqual([
      [3, 'matched', null, orders[0].id],
      [4, 'ambiguous', 'amount_differs', orders[1].id],
      [5, 'unmatched', 'no_reference', null],
      [6, 'matched', null, orders[2].id],
    ]);
    const matched = body.lines.filter(({ state }: { state: string }) => state === 'matched');
    const lines = matched.map(({ row, date, amount, memo, number, orderId }: Record<string, unknown>) => ({
      row,
      date,
      amount,
      memo,
      number,
      orderId,
    }));
    expect((await confirmLines(lines)).body).toMatchObject({ paid: 2 });
    for (const { id } of [orders[0], orders[2]])
      expect(await ledgerOf(id)).toEqual([{ kind: 'charge', method: 'transfer', amount: '375000' }]);
    const again = await upload(file);
    expect(again.body.lines.map(({ reason }: { reason: string }) => reason)).toEqual([
      'already_used',
      'amount_differs',
      'no_reference',
      'already_used',
    ]);
    expect((await confirmLines(lines)).body.lines.map(({ result }: { result: string }) => result)).toEqual([
      'already_paid',
      'already_paid',
    ]);
  });

  test('when a line is assigned by hand and its payment is corrected, then it is free for another order', async () => {
    const [wrong, right] = [await cashOrder(), await cashOrder()];
    const file = 'Description,Amount,Transaction number\ntien phun cua Ba,375000,FT-HAND\n';
    const reasonOf = async () => (await upload(file)).body.lines[0].reason;
    const assign = async (orderId: number) =>
      (await confirmLines([{ row: 2, date: null, amount: 375000, memo: 'tien phun cua Ba', number: 'FT-HAND', orderId }])).body.lines[0]
        .result;
    expect(await assign(wrong.id)).toBe('paid');
    expect([await reasonOf(), await assign(right.id)]).toEqual(['already_used', 'already_used']);
    const [entry] = await service.sql<{ id: string }>('select id from payment where order_id = $1', [wrong.id]);
    const corrected = await office.post(`/api/receptionist/order/${wrong.id}/payment/correction`, {
      paymentId: Number(entry?.id),
      reason: 'Wrong order',
    });
    expect(corrected.body.order.paymentStatus).toBe('pending');
    expect([await reasonOf(), await assign(right.id), await assign(wrong.id)]).toEqual(['no_reference', 'paid', 'already_used']);
  });

  test('when fifty requests confirm the same bank line at once, for one order or several, then it pays once', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, () => cashOrder()));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        confirmLines([
          {
            row: 1,
            date: '2026-11-16',
            amount: 375000,
            memo: n % 2 === 0 ? 'chuyen tien' : 'Chuyen-tien',
            number: n % 3 === 0 ? 'FT-50' : null,
            orderId: orders[n % 5].id,
          },
          { row: 2, date: '2026-11-16', amount: 1, memo: 'x', number: null, orderId: orders[(n + 1) % 5].id },
        ]),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(answers.reduce((sum, { body }) => sum + body.paid, 0)).toBe(1);
    expect((await Promise.all(orders.map(({ id }) => ledgerOf(id)))).flat()).toHaveLength(1);
  });

  const sheet = (rows: string) => ({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  });
  const pack = (parts: Record<string, string | Uint8Array>) =>
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? new TextEncoder().encode(part) : part]),
      ),
    );
  const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const header = `<row r="1">${text('A1', 'Description')}${text('B1', 'Amount')}</row>`;

  test('when an XLSX file is imported, then values are read and formulas are not', async () => {
    const order = await cashOrder();
    const rows = `${header}<row r="2">${text('A2', transferReference(String(order.id)))}<c r="B2"><f>1+1</f><v>375000</v></c></row>`;
    const { status, body } = await upload(pack(sheet(rows)));
    expect([status, body.lines]).toEqual([200, [expect.objectContaining({ amount: 375000, state: 'matched', orderId: order.id })]]);
  });

  test('when columns have unknown names, then the response asks for them and they can be chosen', async () => {
    const order = await cashOrder();
    const file = `x,y\n${transferReference(String(order.id))},375000\n`;
    expect((await upload(file)).body).toMatchObject({ isReadable: false, headers: ['x', 'y'], lines: [] });
    expect((await upload(file, '?memoColumn=0&amountColumn=1')).body.lines).toMatchObject([{ state: 'matched', orderId: order.id }]);
  });

  test.each([
    ['a cell that is not an amount', 'Description,Amount\na,much\n', 400, 'VALIDATION_FAILED', 'row 2, column Amount'],
    ['no file', '', 415, 'STATEMENT_UNREADABLE', undefined],
    ['binary data', 'a\0b', 415, 'STATEMENT_UNREADABLE', undefined],
    ['too many rows', 'Description,Amount\n'.repeat(6000), 413, 'STATEMENT_TOO_LARGE', undefined],
    ['too many columns', `${','.repeat(100)}\n`, 413, 'STATEMENT_TOO_LARGE', undefined],
  ])('when it has %s, then the problem names it', async (_, file, status, code, path) => {
    const answer = await upload(file);
    expect([answer.status, answer.body.code, answer.body.errors?.[0].path]).toEqual([status, code, path]);
  });

  test.each([
    ['a zip bomb', () => pack({ ...sheet(header), 'xl/sharedStrings.xml': new Uint8Array(20_000_000) }), 413],
    ['a cell at the maximum row and column', () => pack(sheet(`${header}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`)), 413],
    ['entities', () => pack(sheet(`<!DOCTYPE a [<!ENTITY b "c">]>${header}`)), 415],
    ['a truncated archive', () => pack(sheet(header)).slice(0, 200), 415],
    ['no sheet', () => pack({ 'a.txt': 'a' }), 415],
  ])('when a workbook has %s, then it is refused at once', async (_, make, status) => {
    expect((await upload(make())).status).toBe(status);
  });
});
