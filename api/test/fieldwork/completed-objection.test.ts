import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderInState, removeBookingLimits } from '../arrange.ts';
import { untilLockWaiters } from '../barriers.ts';
import { type Caller, callerOn, signedIn } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';
import { ledgerOf } from '../payments/cash-steps.ts';

let service: Service;
let other: Service;
let farmer: Caller;
let office: Caller;
let admin: Caller;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
  admin = await signedIn(service, 'admin');
});
afterAll(() => service.close());

const today = '2026-11-15';

/** An order of 8 decares for 240,000 that was completed today and, on request, paid in cash. */
async function completed(isPaid = false): Promise<number> {
  const state = { orderStatus: 'completed', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
  const { id } = await orderInState(service, farmer, state, [], { area: 8 });
  await service.sql('update spray_order set completion_date = $2, reported_at = $3, signed_off_at = $3 where id = $1', [
    id,
    today,
    testNow,
  ]);
  if (isPaid) expect((await office.post(`/api/receptionist/order/${id}/cash`, { cashReceived: 240000 })).status).toBe(200);
  return id;
}
const objectTo = (id: number, by = farmer, text = 'A strip was left out.') => by.post(`/api/farmer/order/${id}/objection`, { text });
const resolve = (id: number, priceChange?: object, by = office) =>
  by.post(`/api/receptionist/order/${id}/objection/resolve`, { text: 'You are right.', ...(priceChange && { priceChange }) });
const withdraw = (id: number, by = farmer) => by.post(`/api/farmer/order/${id}/objection/withdraw`);
const credit = (amount: number) => ({ kind: 'credit', amount });
const surcharge = (amount: number) => ({ kind: 'surcharge', amount });
const reasonsOf = async (id: number): Promise<string[]> =>
  (await office.get('/api/receptionist/inbox/?size=200')).body.content
    .filter((item: { order: { id: number } }) => item.order.id === id)
    .map(({ reason }: { reason: string }) => reason);
const entriesOf = async (id: number) => (await ledgerOf(office, id)).map(({ kind, amount, cause, note }) => [kind, amount, cause, note]);
const orderOf = async (id: number) => (await farmer.get(`/api/farmer/order/${id}`)).body;
const amountsOf = async (id: number) => (await office.get(`/api/receptionist/order/${id}/report`)).body.balance;
const messagesOf = async (by: Caller): Promise<{ subject: string; text: string }[]> =>
  (await by.get('/api/common/notification/?size=200')).body.content;

async function on<T>(date: string, work: () => Promise<T>): Promise<T> {
  service.clock.now = new Date(`${date}T05:00:00Z`);
  try {
    return await work();
  } finally {
    service.clock.now = testNow;
  }
}

test('when a farmer objects to completed work, then it stays completed and is on the to-do list until the office answers', async () => {
  const id = await completed();
  expect((await objectTo(id)).body).toMatchObject({ orderStatus: 'completed', completionDate: today });
  const work = async () =>
    (await farmer.get('/api/farmer/work/?size=200')).body.content.filter((one: { orderId: number }) => one.orderId === id);
  expect(await work()).toEqual([{ orderId: id, reported: true, signedOff: true, objected: true }]);
  expect(await reasonsOf(id)).toEqual(['objection']);
  expect((await objectTo(id)).body).toMatchObject({ status: 409, code: 'OBJECTION_OPEN', detail: expect.stringContaining('withdraw it') });
  // Repeating the confirmation changes nothing: it is not how this objection ends.
  expect((await farmer.post(`/api/farmer/order/${id}/confirm`)).status).toBe(200);
  expect(await reasonsOf(id)).toEqual(['objection']);
  expect((await resolve(id)).body).toMatchObject({ orderStatus: 'completed', completionDate: today, paymentStatus: 'pending' });
  expect([await reasonsOf(id), await work()]).toEqual([[], []]);
  expect(await entriesOf(id)).toEqual([]);
  await eventually(async () =>
    expect(await messagesOf(farmer)).toContainEqual(
      expect.objectContaining({
        subject: 'Our answer to your objection',
        text: expect.stringMatching(/You are right\.\nPrice: .*240,000/),
      }),
    ),
  );
});

test('when the farmer withdraws the objection, then it is closed without an answer, the office is notified, and it can be done once', async () => {
  const id = await completed();
  await objectTo(id);
  const stranger = await signedIn(service, 'farmer');
  expect((await withdraw(id, stranger)).status).toBe(404);
  expect((await withdraw(id)).body.orderStatus).toBe('completed');
  expect((await withdraw(id)).body.code).toBe('NO_OBJECTION');
  expect((await resolve(id, credit(1000))).body.code).toBe('NO_OBJECTION');
  expect(await entriesOf(id)).toEqual([]);
  const [objection] = (await farmer.get(`/api/farmer/order/${id}/objection/`)).body.content;
  expect(objection).toMatchObject({ answer: null, resolvedAt: testNow.toISOString() });
  await eventually(async () =>
    expect((await messagesOf(office)).map(({ subject }) => subject)).toContain(`Objection to order ${id} withdrawn`),
  );
});

test.each([
  ['2026-11-29', 200],
  ['2026-11-30', 409],
] as const)('when work was completed on 2026-11-15 and the farmer objects on %s, then the answer is %d', async (date, status) => {
  const id = await completed();
  const answer = await on(date, () => objectTo(id));
  expect(answer.status).toBe(status);
  if (status === 409) expect(answer.body).toMatchObject({ code: 'TOO_LATE_TO_OBJECT', detail: expect.stringContaining('within 14 days') });
});

test('when the company sets other days for objections, then they count', async () => {
  const id = await completed();
  expect((await admin.patch('/api/admin/setting', { objectionDays: 30 })).body.objectionDays).toBe(30);
  try {
    expect((await on('2026-12-15', () => objectTo(id))).status).toBe(200);
  } finally {
    await admin.patch('/api/admin/setting', { objectionDays: 14 });
  }
  expect((await admin.patch('/api/admin/setting', { objectionDays: 366 })).status).toBe(400);
});

test('when the office gives a credit for a paid order, then it is in the ledger, and the overpaid money is refunded the usual way', async () => {
  const id = await completed(true);
  const before = (await farmer.get(`/api/farmer/order/${id}/invoice`)).body;
  await objectTo(id);
  expect((await resolve(id, credit(50000))).body).toMatchObject({ orderStatus: 'completed', paymentStatus: 'paid', cost: 240000 });
  expect((await entriesOf(id)).at(-1)).toEqual(['credit', 50000, 'objection', 'You are right.']);
  expect(await amountsOf(id)).toMatchObject({ adjustment: -50000, total: 190000, paid: 240000, due: 0, overpaid: 50000 });
  expect(await reasonsOf(id)).toEqual(['refund_due']);

  const invoice = (await farmer.get(`/api/farmer/order/${id}/invoice`)).body;
  expect([before.amount, invoice.amount, invoice.area, invoice.status]).toEqual([240000, 190000, 8, 'paid']);
  expect(invoice.rows).toEqual([
    { kind: 'service', area: 8, amount: 240000, note: null },
    { kind: 'credit', area: null, amount: -50000, note: 'You are right.' },
  ]);
  const receipt = await farmer.get(`/api/farmer/order/${id}/receipt.html`);
  expect(receipt.text).toMatch(/Credit of .*50,000.* on 15 November 2026/);
  expect((await farmer.get(`/api/farmer/order/${id}/invoice.html`)).text).toContain('Credit: You are right.');

  expect((await office.post(`/api/receptionist/order/${id}/refund`, { method: 'cash' })).status).toBe(200);
  expect(await amountsOf(id)).toMatchObject({ paid: 190000, due: 0, overpaid: 0 });
  expect(await reasonsOf(id)).toEqual([]);
  expect((await orderOf(id)).paymentStatus).toBe('paid');
});

test('when a credit and a charge lead back to the same price, then there is another invoice with both', async () => {
  const id = await completed();
  const first = (await farmer.get(`/api/farmer/order/${id}/invoice`)).body;
  await objectTo(id);
  await resolve(id, credit(50000));
  await objectTo(id);
  await resolve(id, surcharge(50000));
  const second = (await farmer.get(`/api/farmer/order/${id}/invoice`)).body;
  expect([first.amount, second.amount]).toEqual([240000, 240000]);
  expect(second.number).not.toBe(first.number);
  expect(second.rows.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
    ['service', 240000],
    ['credit', -50000],
    ['surcharge', 50000],
  ]);
  expect((await farmer.get(`/api/farmer/order/${id}/invoice`)).body.number).toBe(second.number);
});

test('when the office adds a charge to a paid order, then it is unpaid again until the rest is paid, and statements of money agree', async () => {
  const id = await completed(true);
  await objectTo(id);
  expect((await resolve(id, surcharge(30000))).body).toMatchObject({ orderStatus: 'completed', paymentStatus: 'pending' });
  expect((await entriesOf(id)).at(-1)).toEqual(['surcharge', 30000, 'objection', 'You are right.']);
  expect(await amountsOf(id)).toMatchObject({ total: 270000, paid: 240000, due: 30000 });
  const owed = (await farmer.get('/api/farmer/unpaid-order/?size=200')).body.content.map((order: { id: number }) => order.id);
  expect(owed).toContain(id);
  const row = (await office.get('/api/receptionist/payment/?size=200')).body.content.find(
    (each: { order: { id: number } }) => each.order.id === id,
  );
  expect(row).toMatchObject({ due: 30000, paid: 240000 });
  expect((await office.post(`/api/receptionist/order/${id}/cash`, { cashReceived: 30000 })).status).toBe(200);
  expect((await orderOf(id)).paymentStatus).toBe('paid');
  const receipt = (await farmer.get(`/api/farmer/order/${id}/receipt`)).body;
  expect([receipt.amount, receipt.rows]).toEqual([
    30000,
    [
      { kind: 'service', area: 8, amount: 240000, note: null },
      { kind: 'surcharge', area: null, amount: 30000, note: 'You are right.' },
      { kind: 'other_payments', area: null, amount: -240000, note: null },
    ],
  ]);
});

test('when a credit is given while the work waits for the sign-off, and the area is billed, then the price is never below nothing', async () => {
  const crew = await signedIn(service, 'sprayer');
  const state = { orderStatus: 'in_progress', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
  const { id } = await orderInState(service, farmer, state, [crew], { area: 8 });
  expect((await crew.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 5 })).status).toBe(200);
  expect((await objectTo(id)).status).toBe(200);
  expect((await resolve(id, credit(240001))).body.errors).toEqual([
    { path: 'priceChange.amount', message: 'must be at most the price of the order (240000)' },
  ]);
  expect((await resolve(id, credit(0.5))).body.errors).toEqual([{ path: 'priceChange.amount', message: 'must have no decimals' }]);
  for (const amount of [0, -1]) expect((await resolve(id, credit(amount))).status).toBe(400);
  expect((await resolve(id, credit(200000))).body).toMatchObject({ orderStatus: 'in_progress', paymentStatus: 'pending' });
  expect((await office.post(`/api/receptionist/order/${id}/report/decision`, { decision: 'bill' })).status).toBe(200);
  expect(await entriesOf(id)).toEqual([
    ['credit', 200000, 'objection', 'You are right.'],
    ['credit', 40000, 'area_sprayed', null],
  ]);
  expect(await amountsOf(id)).toMatchObject({ adjustment: -240000, total: 0, due: 0 });
});

test('when fifty objections to completed work arrive at once on two processes, then there is one', async () => {
  const id = await completed();
  const answers = await service.database.transaction(async (tx) => {
    await tx.rows({ name: undefined, text: 'select 1 from spray_order where id = $1 for update' }, [id]);
    const sent = Array.from({ length: 50 }, (_, n) => objectTo(id, n % 2 === 0 ? farmer : callerOn(other, farmer), `Take ${n}`));
    await untilLockWaiters(tx, 2);
    return sent;
  });
  const codes = (await Promise.all(answers)).map(({ status, body }) => (status === 200 ? 200 : body.code));
  expect(codes.filter((code) => code === 200).length).toBe(1);
  expect(codes.filter((code) => code === 'OBJECTION_OPEN').length).toBe(49);
  expect((await farmer.get(`/api/farmer/order/${id}/objection/`)).body.page.totalElements).toBe(1);
});

test('when fifty answers with a credit and withdrawals arrive at once, then the objection ends once, with at most one credit', async () => {
  const id = await completed(true);
  await objectTo(id);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => {
      const [side, by] = n % 2 === 0 ? [office, farmer] : [callerOn(other, office), callerOn(other, farmer)];
      return n % 5 === 0 ? withdraw(id, by) : resolve(id, credit(50000), side);
    }),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(answers.filter(({ body }) => body.code === 'NO_OBJECTION').length).toBe(49);
  const credits = (await entriesOf(id)).filter(([kind]) => kind === 'credit').length;
  expect(await amountsOf(id)).toMatchObject({ total: 240000 - credits * 50000, overpaid: credits * 50000 });
  const steps = await service.sql<{ action: string }>(
    "select action from order_history where order_id = $1 and action in ('resolve', 'withdraw_objection')",
    [id],
  );
  expect(steps.length).toBe(1);
  expect(credits).toBe(steps[0]?.action === 'resolve' ? 1 : 0);
});
