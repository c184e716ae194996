import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderInState, removeBookingLimits } from '../arrange.ts';
import { type Answer, type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { ledgerOf } from '../payments/cash-steps.ts';
import { cards, opened, pay, verify } from '../payments/payment-steps.ts';

let service: Service;
let farmer: Caller;
let office: Caller;
let crew: Caller;

beforeAll(async () => {
  service = await startService();
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
  crew = await signedIn(service, 'sprayer');
});
afterAll(() => service.close());

const inField = { orderStatus: 'in_progress', paymentStatus: 'pending', paymentMethod: 'cash' } as const;

/** An order of 8 decares for 240,000, of which this area is reported as sprayed. */
async function reported(areaSprayed: number, finish: object = {}, state: object = {}): Promise<number> {
  const order = await orderInState(service, farmer, { ...inField, ...state }, [crew], { area: 8 });
  const answer = await crew.post(`/api/sprayer/order/${order.id}/finish`, { areaSprayed, ...finish });
  if (answer.status !== 200) throw new Error(`finishing answered ${answer.status}: ${answer.text}`);
  return order.id;
}
const reportOf = async (by: Caller, id: number): Promise<Answer['body']> => (await by.get(`/api/${by.role}/order/${id}/report`)).body;
const decide = (id: number, body: object, by = office) => by.post(`/api/receptionist/order/${id}/report/decision`, body);
const reasonsOf = async (id: number): Promise<string[]> =>
  (await office.get('/api/receptionist/inbox/?size=200')).body.content
    .filter((item: { order: { id: number } }) => item.order.id === id)
    .map(({ reason }: { reason: string }) => reason);
const dueOf = async (id: number) =>
  (await office.get('/api/receptionist/payment/?size=200')).body.content.find((row: { order: { id: number } }) => row.order.id === id);
const entriesOf = async (id: number) => (await ledgerOf(office, id)).map(({ kind, amount, cause }) => [kind, amount, cause]);
const statusOf = async (id: number) => (await office.get(`/api/receptionist/order/${id}`)).body.paymentStatus;

test('when the crew reports less than ordered, then office, farmer and crew see it, and the office has it to do', async () => {
  const id = await reported(5, { note: 'Rain.' });
  for (const reader of [office, farmer, crew]) {
    expect(await reportOf(reader, id)).toMatchObject({
      areaOrdered: 8,
      report: { areaSprayed: 5, note: 'Rain.', cashReceived: null, changeDue: null },
      undecided: true,
      costSprayed: 150000,
      decision: null,
      restOf: null,
      balance: { cost: 240000, adjustment: 0, total: 240000, paid: 0, due: 240000, overpaid: 0 },
    });
  }
  expect(await reasonsOf(id)).toEqual(['area_difference']);
  const other = await signedIn(service, 'farmer');
  expect((await other.get(`/api/farmer/order/${id}/report`)).status).toBe(404);
});

test('when the work is reported, then the message to the farmer says what was sprayed, what it costs and what silence means', async () => {
  const people = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer', { language: 'vi' })];
  const textsOf = async (by: Caller): Promise<string[]> =>
    (await by.get('/api/common/notification/?size=200')).body.content.map(({ text }: { text: string }) => text);
  for (const [n, person] of people.entries()) {
    for (const areaSprayed of [8, 5]) {
      const order = await orderInState(service, person, inField, [crew], { area: 8 });
      expect((await crew.post(`/api/sprayer/order/${order.id}/finish`, { areaSprayed })).status).toBe(200);
    }
    await eventually(async () => {
      const texts = (await textsOf(person)).filter((text) => /72/.test(text));
      const expected = [
        [
          /sprayed 8 decares at .*: .*240,000/,
          /sprayed 5 decares at .*; 8 decares were ordered\. Price for the area ordered: .*240,000.*office decides/,
        ],
        [/Đội đã phun 8 công.*: 240\.000/, /Đội đã phun 5 công.*đặt 8 công.*240\.000.*văn phòng sẽ quyết định/],
      ][n] as RegExp[];
      for (const pattern of expected) expect(texts).toContainEqual(expect.stringMatching(pattern));
    });
  }
});

test('when the full area is sprayed, then there is nothing to decide', async () => {
  const id = await reported(8);
  expect(await reasonsOf(id)).toEqual([]);
  expect((await decide(id, { decision: 'bill' })).body.code).toBe('NOTHING_TO_DECIDE');
  const running = await orderInState(service, farmer, inField, [crew], { area: 8 });
  expect((await decide(running.id, { decision: 'bill' })).body.code).toBe('NOTHING_TO_DECIDE');
  expect((await farmer.post(`/api/receptionist/order/${id}/report/decision`, { decision: 'bill' })).status).toBe(403);
});

test('when the office bills the sprayed area, then ledger, lists, invoice and cash use the new price, and the cost stays', async () => {
  const id = await reported(5);
  const early = (await office.get(`/api/receptionist/order/${id}/invoice`)).body;
  expect((await decide(id, { decision: 'bill', reason: 'Rain.' })).body).toMatchObject({ cost: 240000, paymentStatus: 'pending' });
  expect(await entriesOf(id)).toEqual([['credit', 90000, 'area_sprayed']]);
  expect(await reasonsOf(id)).toEqual([]);
  expect(await dueOf(id)).toMatchObject({ due: 150000, paid: 0 });
  const invoice = (await farmer.get(`/api/farmer/order/${id}/invoice`)).body;
  expect([early.amount, invoice.amount, invoice.area, invoice.status]).toEqual([240000, 150000, 5, 'due']);
  expect([early.rows, invoice.rows]).toEqual([
    [{ kind: 'service', area: 8, amount: 240000, note: null }],
    [
      { kind: 'service', area: 8, amount: 240000, note: null },
      { kind: 'adjustment', area: 5, amount: -90000, note: null },
    ],
  ]);
  expect(invoice.number).not.toBe(early.number);
  const adjusted = { orderId: id, cost: 240000, adjustment: -90000, total: 150000 };
  expect((await office.get(`/api/receptionist/order-price/?orderId=${id}&orderId=987654`)).body.content).toEqual([adjusted]);
  expect((await farmer.get(`/api/farmer/order-price/?orderId=${id}`)).body.content).toEqual([adjusted]);
  const neighbour = await signedIn(service, 'farmer');
  expect((await neighbour.get(`/api/farmer/order-price/?orderId=${id}`)).body.content).toEqual([]);
  const page = (await office.get(`/api/receptionist/order/${id}/invoice.html`)).text;
  for (const text of ['Sprayed 5 of 8 decares', '-₫90,000', '₫150,000']) expect(page).toContain(text);
  expect((await office.get(`/api/receptionist/order/${id}/invoice.pdf`)).status).toBe(200);
  const tooLittle = await office.post(`/api/receptionist/order/${id}/cash`, { cashReceived: 100000 });
  expect([tooLittle.body.code, tooLittle.body.errors[0].message]).toEqual(['CASH_TOO_LITTLE', 'must be at least 150000']);
  const paid = await office.post(`/api/receptionist/order/${id}/cash`, { cashReceived: 200000 });
  expect([paid.body.changeDue, paid.body.order.paymentStatus]).toEqual([50000, 'paid']);
  expect((await farmer.get(`/api/farmer/order/${id}/receipt`)).body).toMatchObject({ amount: 150000, status: 'paid' });
  const steps = (await farmer.get(`/api/farmer/order/${id}/timeline`)).body.content;
  expect(steps.find(({ action }: { action: string }) => action === 'adjust')).toMatchObject({ reason: 'Rain.' });
  await eventually(async () => {
    const notifications = await service.sql<{ text: string }>('select text from notification where recipient_id = $1 and order_id = $2', [
      farmer.id,
      id,
    ]);
    expect(notifications.map(({ text }) => text).join()).toContain('is now ₫150,000');
  });
});

test('when an order paid in cash is billed for less, then the office refunds the difference once', async () => {
  const id = await reported(5, { cashReceived: 250000 });
  await decide(id, { decision: 'bill' });
  expect((await reportOf(office, id)).balance).toMatchObject({ total: 150000, paid: 240000, due: 0, overpaid: 90000 });
  expect([await statusOf(id), await reasonsOf(id)]).toEqual(['paid', ['refund_due']]);
  const back = await Promise.all(
    Array.from({ length: 5 }, () => office.post(`/api/receptionist/order/${id}/refund`, { method: 'transfer' })),
  );
  expect(back.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(await entriesOf(id)).toEqual([
    ['cash', 240000, 'crew'],
    ['credit', 90000, 'area_sprayed'],
    ['refund', 90000, 'office'],
  ]);
  expect([await statusOf(id), await reasonsOf(id)]).toEqual(['paid', []]);
  expect(await dueOf(id)).toMatchObject({ due: 0, paid: 240000, refunded: 90000 });
  expect((await farmer.get(`/api/farmer/order/${id}/receipt`)).body).toMatchObject({ status: 'paid', amount: 240000 });
  expect((await farmer.get(`/api/farmer/order/${id}/receipt.html?language=en`)).text).toContain('₫90,000 refunded on');
});

test('when an order paid by card is billed for less, then the provider refunds the difference to the card', async () => {
  const order = await orderInState(service, farmer, { ...inField, paymentMethod: 'visa' }, [crew], { area: 8 });
  const intent = await opened(farmer, order.id);
  await pay(farmer, order.id, intent.clientSecret, { cardNumber: cards.visa });
  await verify(farmer, order.id, intent.clientSecret);
  await crew.post(`/api/sprayer/order/${order.id}/finish`, { areaSprayed: 5 });
  await decide(order.id, { decision: 'bill' });
  await eventually(async () =>
    expect(await entriesOf(order.id)).toEqual([
      ['charge', 240000, 'verified'],
      ['credit', 90000, 'area_sprayed'],
      ['refund', 90000, 'overpaid'],
    ]),
  );
  expect([await statusOf(order.id), await reasonsOf(order.id)]).toEqual(['paid', []]);
});

test('when an open card payment has the old price, then the next one has the new price', async () => {
  const order = await orderInState(service, farmer, { ...inField, paymentMethod: 'visa' }, [crew], { area: 8 });
  expect((await opened(farmer, order.id)).amount).toBe(240000);
  await crew.post(`/api/sprayer/order/${order.id}/finish`, { areaSprayed: 5 });
  await decide(order.id, { decision: 'bill' });
  const intent = await opened(farmer, order.id);
  expect(intent.amount).toBe(150000);
  await pay(farmer, order.id, intent.clientSecret, { cardNumber: cards.visa });
  expect((await verify(farmer, order.id, intent.clientSecret)).body.paymentStatus).toBe('paid');
});

test('when more was sprayed than ordered and it is billed, then the difference is due', async () => {
  const id = await reported(10, { cashReceived: 240000 });
  expect((await decide(id, { decision: 'bill' })).body.paymentStatus).toBe('pending');
  expect(await entriesOf(id)).toEqual([
    ['cash', 240000, 'crew'],
    ['surcharge', 60000, 'area_sprayed'],
  ]);
  expect(await dueOf(id)).toMatchObject({ due: 60000, paid: 240000 });
  expect((await farmer.get(`/api/farmer/order/${id}/invoice`)).body).toMatchObject({ amount: 300000, status: 'due' });
  expect((await office.post(`/api/receptionist/order/${id}/cash`, { cashReceived: 60000 })).body.order.paymentStatus).toBe('paid');
  const receipt = (await farmer.get(`/api/farmer/order/${id}/receipt`)).body;
  expect([receipt.amount, receipt.status]).toEqual([60000, 'paid']);
  expect(receipt.rows.map(({ kind }: { kind: string }) => kind)).toEqual(['service', 'adjustment', 'other_payments']);
  expect(receipt.rows.reduce((sum: number, row: { amount: number }) => sum + row.amount, 0)).toBe(60000);
});

test('when nothing was sprayed and that is billed, then nothing is due', async () => {
  const id = await reported(0);
  expect((await decide(id, { decision: 'bill' })).body.paymentStatus).toBe('paid');
  expect(await dueOf(id)).toMatchObject({ due: 0 });
  expect((await farmer.get('/api/farmer/unpaid-order/?size=200')).body.content.map((order: { id: number }) => order.id)).not.toContain(id);
  expect((await office.post(`/api/receptionist/order/${id}/cash`, { cashReceived: 240000 })).body.code).toBe('ALREADY_PAID');
});

test('when the rest is booked, then both orders have the link, and each is paid for its part', async () => {
  const id = await reported(5);
  expect((await decide(id, { decision: 'rebook' })).status).toBe(400);
  expect((await decide(id, { decision: 'rebook', date: '2026-11-01', session: { id: 3 } })).body.code).toBe('DATE_NOT_BOOKABLE');
  expect(await reasonsOf(id)).toEqual(['area_difference']);
  const answer = await decide(id, { decision: 'rebook', date: '2026-12-20', session: { id: 3 } });
  expect([answer.status, answer.body.cost]).toEqual([200, 240000]);
  const first = await reportOf(farmer, id);
  expect(first).toMatchObject({ decision: { decision: 'rebook' }, balance: { total: 150000 } });
  const rest = first.decision.restOrderId;
  expect((await office.get(`/api/receptionist/order/${rest}`)).body).toMatchObject({
    area: 3,
    cost: 90000,
    date: '2026-12-20',
    orderStatus: 'confirmed',
    farmer: { id: Number(farmer.id) },
  });
  expect((await reportOf(farmer, rest)).restOf).toBe(id);
  const tiny = await reported(7.5);
  expect((await decide(tiny, { decision: 'rebook', date: '2026-12-20', session: { id: 3 } })).status).toBe(400);
});

test('when the price is kept, then a reason is required, and nothing else changes', async () => {
  const id = await reported(7.5);
  expect((await decide(id, { decision: 'keep' })).status).toBe(400);
  expect((await decide(id, { decision: 'keep', reason: 'Agreed on the phone.' })).status).toBe(200);
  expect(await reportOf(farmer, id)).toMatchObject({
    undecided: false,
    decision: { decision: 'keep', reason: 'Agreed on the phone.' },
    balance: { adjustment: 0, due: 240000 },
  });
  expect([await entriesOf(id), await reasonsOf(id)]).toEqual([[], []]);
});

test('when fifty requests decide at once on two instances, then one succeeds', async () => {
  const other = await service.another();
  const id = await reported(5);
  const callers = [office, callerOn(other, office)];
  const choices = ['bill', 'keep', 'rebook'];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      decide(id, { decision: choices[n % 3], reason: 'x', date: '2026-12-21', session: { id: 3 } }, callers[n % 2] as Caller),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.code])))).toEqual(new Set(['NOTHING_TO_DECIDE']));
  expect((await entriesOf(id)).length).toBeLessThanOrEqual(1);
});

test('when prices changed, then the sums of the reports equal a new count', async () => {
  const id = await reported(5);
  await farmer.post(`/api/farmer/order/${id}/confirm`);
  await decide(id, { decision: 'bill' });
  const sums = () =>
    service.sql(`select list, date::text, sum(orders) as orders, sum(income) as income, sum(owing) as owing
                   from (select list, date, orders, income, owing from figure_sum where span = 'day'
                         union all select list, date, orders, income, owing from figure_news) f
                  group by 1, 2 having sum(orders) <> 0 or sum(income) <> 0 or sum(owing) <> 0 order by 1, 2`);
  const kept = (await sums()).filter(({ list }) => list === 'unpaid');
  await service.sql('call tally_everything()');
  expect(kept).toEqual((await sums()).filter(({ list }) => list === 'unpaid'));
});

test('when orders are in progress, then office and crew see whose sign-off is missing', async () => {
  const id = await reported(8);
  const waiting = { orderId: id, reported: true, signedOff: false, objected: false };
  expect((await office.get('/api/receptionist/work/?size=200')).body.content).toContainEqual(waiting);
  expect((await crew.get('/api/sprayer/work/?size=200')).body.content).toContainEqual(waiting);
  const stranger = await signedIn(service, 'sprayer');
  expect((await stranger.get('/api/sprayer/work/')).body.page.totalElements).toBe(0);
  expect((await placed(farmer, { date: '2026-12-22' })).orderStatus).toBe('pending');
});
