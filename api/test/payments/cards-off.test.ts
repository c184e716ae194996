import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, call, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { open, pay, traces, verify } from './payment-steps.ts';

let service: Service;
let farmer: Caller;

beforeAll(async () => {
  service = await startService({ provider: 'none' });
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

test('when there is no payment provider, then an order by card can be booked, and an intent is refused with its own code', async () => {
  const order = await placed(farmer, { date: '2026-11-20', paymentMethod: 'visa' });
  const keyed = { 'idempotency-key': 'off' };
  for (const answer of [await open(farmer, order.id), await farmer.post(`/api/farmer/order/${order.id}/payment-intent`, undefined, keyed)])
    expect([answer.status, answer.body.code]).toEqual([409, 'CARD_PAYMENTS_OFF']);
  expect((await pay(farmer, order.id, 'pi_1_secret_1', { cardNumber: '4242424242424242' })).status).toBe(405);
  expect((await verify(farmer, order.id, 'pi_1_secret_1')).status).toBe(404);
  expect((await traces(service, order.id)).ledger).toEqual([]);
  expect((await call(service, 'GET', '/api/auth/company')).body.cardProvider).toBeNull();
  const changed = async (paymentMethod: string) =>
    (await farmer.post(`/api/farmer/order/${order.id}/payment-method`, { paymentMethod })).body;
  expect((await changed('mastercard')).code).toBe('CARD_PAYMENTS_OFF');
  expect((await changed('cash')).paymentMethod).toBe('cash');
});
