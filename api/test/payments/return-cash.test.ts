import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/platform/time/clock.ts';
import { orderInState } from '../arrange.ts';
import { type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { ledgerOf } from './cash-steps.ts';
import { cards, opened, pay, verify } from './payment-steps.ts';

let service: Service;
let farmer: Caller;
let office: Caller;
let crew: Caller;
let days = 0;

beforeAll(async () => {
  service = await startService();
  office = await signedIn(service, 'receptionist');
  farmer = await signedIn(service, 'farmer');
  crew = await signedIn(service, 'sprayer');
});
afterAll(() => service.close());

const cashOrder = async (): Promise<number> => (await placed(farmer, { date: addDays('2026-11-20', days++) })).id;

async function paidAndCancelled(): Promise<number> {
  const id = await cashOrder();
  expect((await office.post(`/api/receptionist/order/${id}/cash`, { cashReceived: 375000 })).status).toBe(200);
  expect((await farmer.post(`/api/farmer/order/${id}/cancel`)).status).toBe(200);
  return id;
}
const refundCash = (by: Caller, id: number, method: string) => by.post(`/api/receptionist/order/${id}/refund`, { method });
const reasonsOf = async (id: number) =>
  (await office.get('/api/receptionist/inbox/?size=200')).body.content
    .filter((item: { order: { id: number } }) => item.order.id === id)
    .map(({ reason }: { reason: string }) => reason);
const messagesTo = async (person: Caller, id: number) =>
  (
    await service.sql<{ text: string }>('select text from notification where recipient_id = $1 and order_id = $2 order by id', [
      person.id,
      id,
    ])
  ).map(({ text }) => text);

test('when an order paid in cash is cancelled, then the office has it to do, and both are notified about the refund', async () => {
  const id = await paidAndCancelled();
  expect(await reasonsOf(id)).toEqual(['refund_due']);
  await eventually(async () => expect((await messagesTo(office, id)).at(-1)).toContain('Please refund it'));
  const toFarmer = await messagesTo(farmer, id);
  expect(toFarmer.at(-1)).toContain('The office will refund it');
  expect(toFarmer.join()).not.toContain('card');
});

test.each(['cash', 'transfer'])(
  'when the office enters a refund by %s, then the ledger and the to-do list have it, and the farmer is notified',
  async (method) => {
    const id = await paidAndCancelled();
    const answer = await refundCash(office, id, method);
    expect([answer.status, answer.body.orderStatus, answer.body.paymentStatus]).toEqual([200, 'cancelled', 'pending']);
    expect((await ledgerOf(office, id)).map((entry) => [entry.kind, entry.method, entry.amount, entry.cause])).toEqual([
      ['cash', 'cash', 375000, 'office'],
      ['refund', method, 375000, 'office'],
    ]);
    expect(await reasonsOf(id)).toEqual([]);
    const how = method === 'cash' ? 'in cash' : 'by bank transfer';
    await eventually(async () => expect((await messagesTo(farmer, id)).at(-1)).toMatch(new RegExp(`has refunded .*${how}`)));
    const { body: list } = await office.get('/api/receptionist/payment/?status=refunded&size=200');
    expect(list.content.find((row: { order: { id: number } }) => row.order.id === id)).toMatchObject({
      due: 0,
      paid: 375000,
      refunded: 375000,
    });
  },
);

test('when fifty requests enter it at once on two instances, then it is refunded once', async () => {
  const other = await service.another();
  const id = await paidAndCancelled();
  const callers = [office, callerOn(other, office)];
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => refundCash(callers[n % 2] as Caller, id, 'cash')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.code])))).toEqual(new Set(['NOTHING_TO_RETURN']));
  expect((await ledgerOf(office, id)).map(({ kind }) => kind)).toEqual(['cash', 'refund']);
});

test('when there is nothing to refund, then it is refused with the reason', async () => {
  const unpaid = await cashOrder();
  expect((await refundCash(office, unpaid, 'cash')).body.code).toBe('NOTHING_TO_RETURN');
  expect((await refundCash(office, 999_999, 'cash')).status).toBe(404);
  expect((await refundCash(office, unpaid, 'visa')).status).toBe(400);
  const card = await placed(farmer, { date: addDays('2026-11-20', days++), paymentMethod: 'visa' });
  expect((await refundCash(office, card.id, 'cash')).body.code).toBe('CARD_ORDER');
  const returned = await paidAndCancelled();
  expect((await refundCash(office, returned, 'cash')).status).toBe(200);
  const [cash] = await ledgerOf(office, returned);
  const correction = await office.post(`/api/receptionist/order/${returned}/payment/correction`, { paymentId: cash.id, reason: 'no' });
  expect([correction.status, correction.body.code]).toEqual([409, 'NOT_PAID']);
});

test('when an order that was not paid is cancelled, then there is no refund to do', async () => {
  const id = await cashOrder();
  expect((await farmer.post(`/api/farmer/order/${id}/cancel`)).status).toBe(200);
  expect(await reasonsOf(id)).toEqual([]);
});

test('when half a dong is entered as cash, then it is refused and the field is named', async () => {
  const id = await cashOrder();
  for (const cashReceived of [375000.5, 400000.25]) {
    const answer = await office.post(`/api/receptionist/order/${id}/cash`, { cashReceived });
    expect([answer.status, answer.body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, ['cashReceived']]);
  }
  expect(await ledgerOf(office, id)).toEqual([]);
});

describe('when more or less than the price was paid', () => {
  const planned = { orderStatus: 'assigned', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
  const book = async (paymentMethod: 'cash' | 'visa' = 'cash'): Promise<number> =>
    (await orderInState(service, farmer, { ...planned, paymentMethod }, [crew], { area: 3 })).id;
  const late = (id: number, cashReceived: number) => crew.post(`/api/sprayer/order/${id}/late-report`, { areaSprayed: 3, cashReceived });
  const cancel = (id: number) => office.post(`/api/receptionist/order/${id}/cancel`, { reason: 'Storm.' });
  const balanceOf = async (id: number) => (await office.get(`/api/receptionist/order/${id}/report`)).body.balance;
  const returnsOf = async (id: number) =>
    (await ledgerOf(office, id)).filter(({ kind }) => kind === 'refund').map(({ method, amount }) => [method, amount]);
  async function payByCard(id: number): Promise<void> {
    const { clientSecret } = await opened(farmer, id);
    await pay(farmer, id, clientSecret, { cardNumber: cards.visa });
    await verify(farmer, id, clientSecret);
  }

  /** The office returns all that no card takes back, once. */
  async function returnAll(id: number, amount: number): Promise<void> {
    expect(await balanceOf(id)).toMatchObject({ overpaid: amount, refundedByHand: amount, refundedToCard: false });
    expect(await reasonsOf(id)).toContain('refund_due');
    expect((await refundCash(office, id, 'cash')).status).toBe(200);
    expect((await refundCash(office, id, 'cash')).status).toBe(409);
    expect(await balanceOf(id)).toMatchObject({ paid: 0, overpaid: 0, refundedByHand: 0 });
    expect(await reasonsOf(id)).not.toContain('refund_due');
    await eventually(async () => expect((await messagesTo(farmer, id)).at(-1)).toContain(amount.toLocaleString('en')));
  }

  test('and late cash arrives for a cancelled card order, then it is returned by hand', async () => {
    const id = await book('visa');
    await cancel(id);
    await late(id, 90_000);
    await returnAll(id, 90_000);
    expect(await returnsOf(id)).toEqual([['cash', 90_000]]);
  });

  test('and a part of the price was paid, then that part is returned', async () => {
    const id = await book();
    await late(id, 50_000);
    await cancel(id);
    await eventually(async () => expect((await messagesTo(office, id)).join()).toContain('paid ₫50,000'));
    await returnAll(id, 50_000);
    expect(await returnsOf(id)).toEqual([['cash', 50_000]]);
  });

  test('and the office and the crew took cash, then all of it is returned', async () => {
    const id = await book();
    expect((await office.post(`/api/receptionist/order/${id}/cash`, { cashReceived: 90_000 })).status).toBe(200);
    await late(id, 50_000);
    await cancel(id);
    await returnAll(id, 140_000);
    expect(await returnsOf(id)).toEqual([['cash', 140_000]]);
  });

  test.each([false, true])(
    'by card and in cash, then the card takes its part back and the office returns the rest; cancelled first: %s',
    async (isCancelledFirst) => {
      const id = await book('visa');
      await payByCard(id);
      if (isCancelledFirst) await cancel(id);
      await late(id, 90_000);
      await eventually(async () => expect(await returnsOf(id)).toEqual([['visa', 90_000]]));
      if (!isCancelledFirst) {
        expect(await balanceOf(id)).toMatchObject({ paid: 90_000, overpaid: 0 });
        await cancel(id);
      }
      await returnAll(id, 90_000);
      expect(await returnsOf(id)).toEqual([
        ['visa', 90_000],
        ['cash', 90_000],
      ]);
    },
  );

  test('by card, and a part came in cash before the order is cancelled, then the card takes both parts back', async () => {
    const id = await book('visa');
    await payByCard(id);
    await late(id, 50_000);
    await eventually(async () => expect(await returnsOf(id)).toEqual([['visa', 50_000]]));
    await cancel(id);
    await eventually(async () => expect((await returnsOf(id)).at(-1)).toEqual(['visa', 40_000]));
    await returnAll(id, 50_000);
  });
});
