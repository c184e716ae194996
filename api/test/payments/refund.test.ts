import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

let service: Service;
let farmer: Caller;
let day = 0;

beforeAll(async () => {
  service = await startService();
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

async function cardOrder(card?: string) {
  const order = await placed(farmer, { paymentMethod: 'visa', date: `2027-01-1${day++}` });
  const path = `/api/farmer/order/${order.id}`;
  const intent = (await farmer.post(`${path}/payment-intent`)).body;
  if (card !== undefined) await farmer.post(`${path}/payment-intent/sandbox-card`, { clientSecret: intent.clientSecret, cardNumber: card });
  return { id: order.id, path, intent, verify: () => farmer.get(`${path}/payment-intent/${intent.clientSecret}`) };
}

const ledger = (id: number) =>
  service.sql<{ kind: string; amount: string }>('select kind, amount from payment where order_id = $1 order by id', [id]);
const sandbox = async (intent: string) =>
  (await service.sql<{ status: string; refunded: boolean }>('select status, refunded from sandbox_intent where id = $1', [intent]))[0];

test('when a paid card order is cancelled, then it is refunded once, and the ledger has the refund', async () => {
  const order = await cardOrder('4242424242424242');
  expect((await order.verify()).body.paymentStatus).toBe('paid');
  expect((await farmer.post(`${order.path}/cancel`)).body.orderStatus).toBe('cancelled');
  await eventually(async () =>
    expect(await ledger(order.id)).toEqual([
      { kind: 'charge', amount: '375000' },
      { kind: 'refund', amount: '375000' },
    ]),
  );
  expect(await sandbox(order.intent.id)).toEqual({ status: 'succeeded', refunded: true });
  expect((await farmer.get(order.path)).body.paymentStatus).toBe('pending');
});

test('when an order with an open intent is cancelled, then the intent is cancelled and cannot be paid any more', async () => {
  const order = await cardOrder();
  await farmer.post(`${order.path}/cancel`);
  await eventually(async () => expect(await sandbox(order.intent.id)).toEqual({ status: 'cancelled', refunded: false }));
  const late = await farmer.post(`${order.path}/payment-intent/sandbox-card`, {
    clientSecret: order.intent.clientSecret,
    cardNumber: '4242424242424242',
  });
  expect(late.body.code).toBe('INTENT_CLOSED');
  expect(await ledger(order.id)).toEqual([]);
});

test('when a payment was not verified before the order was cancelled, then it is recorded and refunded', async () => {
  const order = await cardOrder('4242424242424242');
  await farmer.post(`${order.path}/cancel`);
  await eventually(async () => expect((await ledger(order.id)).map(({ kind }) => kind)).toEqual(['charge', 'refund']));
  expect(await sandbox(order.intent.id)).toEqual({ status: 'succeeded', refunded: true });
});
