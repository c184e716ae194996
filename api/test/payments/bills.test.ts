import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueReceipts } from '../../src/payments/issue-bill.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Answer, type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';
import { expectProblem } from '../problem-shape.ts';
import { cards, opened, pay, verify } from './payment-steps.ts';
import { infoIn } from './pdf-info.ts';

let service: Service;
let farmer: Caller;
let office: Caller;
let admin: Caller;

// Without background work, so that only the requests of the test issue bills.
beforeAll(async () => {
  service = await startService({ idle: true });
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer', { fullName: 'Nguyễn Thị Hường', language: 'vi' });
  office = await signedIn(service, 'receptionist');
  admin = await signedIn(service, 'admin');
});
afterAll(() => service.close());

const takeCash = (id: number) => office.post(`/api/receptionist/order/${id}/cash`, { cashReceived: 500000 });
const receipt = (id: number, ending = '') => farmer.get(`/api/farmer/order/${id}/receipt${ending}`);
const invoice = (id: number, ending = '') => farmer.get(`/api/farmer/order/${id}/invoice${ending}`);
const serials = async (kind: string) =>
  (await service.sql<{ serial: number }>('select serial from bill where kind = $1 and year = 2026 order by serial', [kind])).map(
    ({ serial }) => serial,
  );
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

async function cardPaid() {
  const order = await placed(farmer, { paymentMethod: 'visa', confirmed: true });
  const intent = await opened(farmer, order.id);
  await pay(farmer, order.id, intent.clientSecret, { cardNumber: cards.visa });
  expect((await verify(farmer, order.id, intent.clientSecret)).body.paymentStatus).toBe('paid');
  return { ...order, intent };
}

describe('a receipt', () => {
  test('when an order is paid in cash, then its receipt has all the data, for the farmer and for the office alike', async () => {
    const order = await placed(farmer, { area: 12.5 });
    await takeCash(order.id);
    const { status, body, headers } = await receipt(order.id);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(body).toEqual({
      number: expect.stringMatching(/^R-2026-\d{6}$/),
      kind: 'receipt',
      status: 'paid',
      issuedAt: testNow.toISOString(),
      orderId: order.id,
      company: { name: 'Swath', address: null, taxCode: null, phoneNumber: null, email: null },
      farmer: { fullName: 'Nguyễn Thị Hường', address: '1 Test Street, Chợ Mới, An Giang 90000', phoneNumber: farmer.phoneNumber },
      date: '2026-11-17',
      startTime: '06:00',
      endTime: '07:00',
      place: 'Ruộng sau đình, Long Điền A',
      crop: 'fruit',
      area: 12.5,
      areaUnit: 'decare',
      price: 30000,
      amount: 375000,
      currency: 'VND',
      paymentMethod: 'cash',
      reference: null,
      paidAt: testNow.toISOString(),
      refundedAt: null,
      rows: [{ kind: 'service', area: 12.5, amount: 375000, note: null }],
    });
    expect((await office.get(`/api/receptionist/order/${order.id}/receipt`)).body).toEqual(body);
  });

  test('when an order is paid by card, then the receipt names the payment', async () => {
    const order = await cardPaid();
    expect((await receipt(order.id)).body).toMatchObject({ paymentMethod: 'visa', reference: order.intent.id, status: 'paid' });
  });

  test.each(['', '.html', '.pdf'])('when the order is not paid, then receipt%s is a 409', async (ending) => {
    const order = await placed(farmer);
    expectProblem(await receipt(order.id, ending), 409, 'NOT_PAID');
    expectProblem(await office.get(`/api/receptionist/order/${order.id}/receipt${ending}`), 409, 'NOT_PAID');
    await farmer.post(`/api/farmer/order/${order.id}/cancel`);
    expectProblem(await receipt(order.id, ending), 409, 'NOT_PAID');
  });

  test("when it is another farmer's order, then it is a 404", async () => {
    const order = await placed(farmer);
    await takeCash(order.id);
    const stranger = await signedIn(service, 'farmer');
    for (const path of ['receipt', 'receipt.html', 'receipt.pdf', 'invoice', 'invoice.html', 'invoice.pdf']) {
      const theirs = await stranger.get(`/api/farmer/order/${order.id}/${path}`);
      const missing = await stranger.get(`/api/farmer/order/9000000000000/${path}`);
      expectProblem(theirs, 404, 'NOT_FOUND');
      expect(theirs.body.detail).toBe(missing.body.detail);
    }
  });

  test('when names, prices and settings change later, then the receipt stays unchanged', async () => {
    const person = await signedIn(service, 'farmer', { fullName: 'Old Name' });
    const order = await placed(person, { cropType: { id: 2 } });
    await admin.patch('/api/admin/crop/2', { price: 99000 });
    await takeCash(order.id);
    const before = (await person.get(`/api/farmer/order/${order.id}/receipt`)).body;
    expect(before).toMatchObject({ price: 30000, amount: 375000, crop: 'cereal', farmer: { fullName: 'Old Name' } });
    await service.sql(`update app_user set full_name = 'New Name' where id = $1`, [person.id]);
    await admin.patch('/api/admin/crop/2', { name: 'wheat', price: 30000 });
    const details = { address: ' 12 Trần Hưng Đạo ', taxCode: '1600123456', phoneNumber: '0296 3888 123', email: 'office@swath.example' };
    const set = await admin.patch('/api/admin/setting', { companyName: 'Cánh Đồng Xanh', ...details });
    expect(set.body).toMatchObject({ companyName: 'Cánh Đồng Xanh', ...details, address: '12 Trần Hưng Đạo' });
    expect((await person.get(`/api/farmer/order/${order.id}/receipt`)).body).toEqual(before);
    const { body } = await person.get(`/api/farmer/order/${order.id}/invoice`);
    expect(body.company).toEqual({ name: 'Cánh Đồng Xanh', ...details, address: '12 Trần Hưng Đạo' });
    expect(body).toMatchObject({ crop: 'wheat', price: 30000, farmer: { fullName: 'New Name' } });
    const cleared = { companyName: 'Swath', address: '', taxCode: ' ', phoneNumber: '', email: '' };
    expect((await admin.patch('/api/admin/setting', cleared)).body).toMatchObject({ address: null, taxCode: null, email: null });
    expectProblem(await admin.patch('/api/admin/setting', { email: 'nobody' }), 400, 'VALIDATION_FAILED');
    await admin.patch('/api/admin/crop/2', { name: 'cereal' });
  });

  test('when an issued bill is changed directly in the database, then the database refuses', async () => {
    const order = await placed(farmer);
    await invoice(order.id);
    await expect(service.sql('update bill set amount = 1 where order_id = $1', [order.id])).rejects.toThrow('never changed');
    await expect(service.sql('delete from bill where order_id = $1', [order.id])).rejects.toThrow('never changed');
  });

  test('when the payment is refunded, then the receipt says so; when it is paid again, then there is a new one', async () => {
    const order = await placed(farmer);
    await takeCash(order.id);
    const first = (await receipt(order.id)).body;
    const refundedAt = new Date(testNow.getTime() + 86_400_000);
    await service.sql(
      `insert into payment (order_id, kind, amount, currency, method, at) values ($1, 'refund', 375000, 'VND', 'cash', $2)`,
      [order.id, refundedAt],
    );
    await service.sql(`update spray_order set payment_status = 'pending' where id = $1`, [order.id]);
    expect((await receipt(order.id)).body).toEqual({ ...first, status: 'refunded', refundedAt: refundedAt.toISOString() });
    expect((await receipt(order.id, '.html?language=en')).text).toContain('Refunded on 16 November 2026');
    expect((await receipt(order.id, '.html?language=vi')).text).toContain('Đã hoàn tiền ngày 16 tháng 11, 2026');
    await takeCash(order.id);
    const second = (await receipt(order.id)).body;
    expect(second).toMatchObject({ status: 'paid', refundedAt: null });
    expect(second.number).not.toBe(first.number);
  });
});

describe('an invoice', () => {
  test('when it is requested before and after the payment, then it is the same invoice, first due and then paid', async () => {
    const order = await placed(farmer, { area: 2 });
    const due = (await invoice(order.id)).body;
    expect(due).toMatchObject({
      kind: 'invoice',
      status: 'due',
      amount: 60000,
      paidAt: null,
      number: expect.stringMatching(/^I-2026-\d{6}$/),
    });
    await takeCash(order.id);
    expect((await invoice(order.id)).body).toEqual({ ...due, status: 'paid', paidAt: testNow.toISOString() });
    expect((await receipt(order.id)).body.number).toMatch(/^R-/);
  });

  test('when the order was cancelled before, then there is none; when it is cancelled later, then the invoice says so', async () => {
    const early = await placed(farmer);
    await farmer.post(`/api/farmer/order/${early.id}/cancel`);
    expectProblem(await invoice(early.id), 409, 'NOTHING_TO_PAY');
    expectProblem(await invoice(early.id, '.pdf'), 409, 'NOTHING_TO_PAY');
    const late = await placed(farmer);
    const issued = (await invoice(late.id)).body;
    await farmer.post(`/api/farmer/order/${late.id}/cancel`);
    expect((await invoice(late.id)).body).toEqual({ ...issued, status: 'cancelled' });
    expect((await invoice(late.id, '.html?language=vi')).text).toContain('Đã hủy');
  });

  test('when the order is older than stored prices, then the price is calculated from the cost', async () => {
    const order = await placed(farmer, { area: 4 });
    await service.sql('update spray_order set price = null, cost = 100000 where id = $1', [order.id]);
    expect((await invoice(order.id)).body).toMatchObject({ area: 4, price: 25000, amount: 100000 });
    const usual = await placed(farmer, { area: 1.00001 });
    await service.sql('update spray_order set price = null where id = $1', [usual.id]);
    expect((await invoice(usual.id)).body).toMatchObject({ price: 30000, amount: 30000 });
  });
});

describe('numbers', () => {
  test('when fifty requests create one receipt and one invoice at once, on two instances, then there is one of each', async () => {
    const order = await placed(farmer);
    await takeCash(order.id);
    const other = await service.another();
    const before = { receipts: (await serials('receipt')).length, invoices: (await serials('invoice')).length };
    const ask = (at: number, kind: string) =>
      fetch(`${at % 2 === 0 ? service.url : other.url}/api/farmer/order/${order.id}/${kind}`, {
        headers: { authorization: `Bearer ${farmer.token}` },
      }).then((answer) => answer.text());
    const [receipts, invoices] = await Promise.all(['receipt', 'invoice'].map((kind) => Promise.all(upTo(50).map((at) => ask(at, kind)))));
    expect(new Set(receipts).size).toBe(1);
    expect(new Set(invoices).size).toBe(1);
    expect(JSON.parse(receipts?.[0] ?? '').kind).toBe('receipt');
    expect(await serials('receipt')).toEqual(upTo(before.receipts + 1));
    expect(await serials('invoice')).toEqual(upTo(before.invoices + 1));
  });

  test('when fifty orders are billed at once, then their numbers are unique and have no gap', async () => {
    const orders = await Promise.all(upTo(50).map(() => placed(farmer)));
    await Promise.all(orders.map(({ id }) => takeCash(id)));
    const before = (await serials('receipt')).length;
    const answers = await Promise.all(orders.map(({ id }) => receipt(id)));
    expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(50);
    expect(await serials('receipt')).toEqual(upTo(before + 50));
  });

  test('when a transaction is rolled back after it took a number, then the next one gets that number', async () => {
    const order = await placed(farmer);
    await takeCash(order.id);
    const before = (await serials('receipt')).length;
    const failing = service.database.transaction(async (tx) => {
      const issued = await issueReceipts(tx, [String(order.id)], 'Asia/Ho_Chi_Minh', service.clock.now);
      expect(issued.get(String(order.id))?.[0]?.number).toBe(`R-2026-${String(before + 1).padStart(6, '0')}`);
      throw new Error('the transaction fails');
    });
    await expect(failing).rejects.toThrow('the transaction fails');
    expect((await receipt(order.id)).body.number).toBe(`R-2026-${String(before + 1).padStart(6, '0')}`);
    expect(await serials('receipt')).toEqual(upTo(before + 1));
  });

  test("when the year begins in the company's time zone, then numbers restart, independently of UTC", async () => {
    const fresh = await startService({ idle: true });
    try {
      const person = await signedIn(fresh, 'farmer');
      const orders = await Promise.all(upTo(3).map((at) => placed(person, { session: { id: at } })));
      const numberAt = async (time: string, id: number) => {
        fresh.clock.now = new Date(time);
        return (await person.get(`/api/farmer/order/${id}/invoice`)).body.number;
      };
      await fresh.sql(`update access_token set expires_at = '2028-01-01'`);
      expect(await numberAt('2026-12-31T16:59:59Z', orders[0].id)).toBe('I-2026-000001');
      expect(await numberAt('2026-12-31T17:00:00Z', orders[1].id)).toBe('I-2027-000001');
      expect(await numberAt('2026-12-31T17:00:01Z', orders[2].id)).toBe('I-2027-000002');
      expect(await numberAt('2027-06-01T00:00:00Z', orders[0].id)).toBe('I-2026-000001');
    } finally {
      await fresh.close();
    }
  });

  test('when an order is paid and its event is dispatched, then the receipt is issued automatically, once', async () => {
    const fresh = await startService();
    try {
      const person = await signedIn(fresh, 'farmer');
      const desk = await signedIn(fresh, 'receptionist');
      const order = await placed(person);
      await desk.post(`/api/receptionist/order/${order.id}/cash`, { cashReceived: 375000 });
      const issued = () => fresh.sql('select year, serial from bill where order_id = $1', [order.id]);
      await eventually(async () => expect(await issued()).toEqual([{ year: 2026, serial: 1 }]));
      expect((await person.get(`/api/farmer/order/${order.id}/receipt`)).body.number).toBe('R-2026-000001');
      expect(await issued()).toHaveLength(1);
    } finally {
      await fresh.close();
    }
  });
});

describe('pages and PDFs', () => {
  const bytes = async (caller: Caller, path: string) => {
    const answer = await fetch(service.url + path, { headers: { authorization: `Bearer ${caller.token}` } });
    return { headers: answer.headers, status: answer.status, pdf: Buffer.from(await answer.arrayBuffer()) };
  };

  test('when no language is given, then the page is in the language of its reader', async () => {
    const order = await cardPaid();
    const vietnamese = await receipt(order.id, '.html');
    const english = await office.get(`/api/receptionist/order/${order.id}/receipt.html`);
    expect(vietnamese.text).toContain('<html lang="vi">');
    for (const words of [
      'Biên nhận thanh toán',
      'Nguyễn Thị Hường',
      'ngày 9 tháng 10 năm Bính Ngọ',
      '12,5 công đất (1.000 m²)',
      'cây ăn trái',
    ])
      expect(vietnamese.text).toContain(words);
    expect(vietnamese.text).toMatch(/375\.000\s₫/);
    expect(vietnamese.text).toMatch(/Đã thanh toán ngày 15 tháng 11, 2026/);
    expect(english.text).toContain('<html lang="en">');
    for (const words of [
      'Receipt',
      'Tuesday, 17 November 2026',
      'day 9 of month 10, Bính Ngọ',
      '12.5 decares',
      'Paid on 15 November 2026',
      order.intent.id,
    ])
      expect(english.text).toContain(words);
    expect(english.text).toContain('₫375,000');
    expect((await receipt(order.id, '.html?language=en')).text).toContain('<html lang="en">');
    expect((await invoice(order.id, '.html')).text).toContain('Hóa đơn');
    expectProblem(await receipt(order.id, '.html?language=fr'), 400, 'VALIDATION_FAILED');
  });

  test('when a page is sent, then scripts, caching and framing are forbidden', async () => {
    const order = await placed(farmer, { location: '<img src=x onerror=alert(1)> & "ruộng"' });
    const { headers, text } = await invoice(order.id, '.html');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="invoice-I-2026-\d{6}\.html"$/);
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;ruộng&quot;');
    expect(text).not.toMatch(/<style|<script| style="|<img/);
    expect((await farmer.get('/pages/bill.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
  });

  test.each([
    ['receipt', 'en', 'Receipt'],
    ['receipt', 'vi', 'Biên nhận thanh toán'],
    ['invoice', 'en', 'Invoice'],
    ['invoice', 'vi', 'Hóa đơn'],
  ])('when the %s is requested as a PDF in %s, then it is one page called %s with embedded fonts', async (kind, language, title) => {
    const order = await cardPaid();
    const { number } = (await farmer.get(`/api/farmer/order/${order.id}/${kind}`)).body;
    for (const [caller, prefix] of [
      [farmer, '/api/farmer'],
      [office, '/api/receptionist'],
    ] as const) {
      const { status, headers, pdf } = await bytes(caller, `${prefix}/order/${order.id}/${kind}.pdf?language=${language}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('content-disposition')).toBe(`inline; filename="${kind}-${number}.pdf"`);
      const text = pdf.toString('latin1');
      expect(text).toMatch(/^%PDF-1\.\d/);
      expect([infoIn(pdf, 'Title'), infoIn(pdf, 'Keywords')]).toEqual([`${title} ${number}`, number]);
      expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
      expect(text).toMatch(/\/FontFile2 /);
      expect(text).toContain('BeVietnamPro');
      expect(pdf.length).toBeLessThan(60_000);
      // For screen readers: its language, its title and its structure.
      expect(text).toContain(`/Lang (${language === 'vi' ? 'vi-VN' : 'en-GB'})`);
      expect(text).toMatch(/\/Marked true/);
      expect(text).toMatch(/\/DisplayDocTitle true/);
      const parts = [...text.matchAll(/\/S \/(Document|Table|TR|TH|TD|H1|H2)\b/g)].map(([, tag]) => tag);
      expect(parts.toSorted()).toEqual(
        ['Document', 'H1', 'H2', 'H2', ...Array(6).fill('TD'), ...Array(4).fill('TH'), ...Array(3).fill('TR'), 'Table'].toSorted(),
      );
    }
  });

  test('when names and places are very long or have glyphs that no font has, then it is still one page', async () => {
    const person = await signedIn(service, 'farmer', {
      fullName: `${'Ng̣uyễn 田んぼ 🌾 '.repeat(10)}\ud800`.slice(0, 190),
      street: 'x'.repeat(190),
    });
    const order = await placed(person, { location: `${'W'.repeat(150)} ${'ruộng lúa '.repeat(10)}` });
    const { status, pdf } = await bytes(person, `/api/farmer/order/${order.id}/invoice.pdf`);
    expect(status).toBe(200);
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });
});

test('when the response is a problem, then pages and PDFs return it as a problem, too', async () => {
  const order = await placed(farmer);
  const answer: Answer = await receipt(order.id, '.pdf');
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBeNull();
});
