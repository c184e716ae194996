import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../src/platform/time/clock.ts';
import { type Answer, type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';
import { cards, opened, pay, verify } from './payment-steps.ts';

let service: Service;
let other: Service;
let farmer: Caller;
let days = 0;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

async function openIntent() {
  const order = await placed(farmer, { date: addDays('2026-11-20', days++), paymentMethod: 'visa' });
  return { orderId: order.id as number, ...(await opened(farmer, order.id)) };
}
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

test('when an eleventh wrong secret is sent within a minute, on any instance and route, then it is a 429', async () => {
  service.clock.now = testNow;
  const { orderId, clientSecret } = await openIntent();
  const elsewhere = callerOn(other, farmer);
  for (let n = 0; n < 5; n++) {
    expect((await verify(farmer, orderId, `wrong${n}`)).status).toBe(404);
    expect((await pay(elsewhere, orderId, `wrong${n}`, { cardNumber: cards.visa })).status).toBe(404);
    expect((await verify(farmer, orderId, clientSecret)).status).toBe(200);
  }
  for (const answer of [
    await verify(farmer, orderId, 'wrong'),
    await verify(elsewhere, orderId, 'wrong'),
    await pay(farmer, orderId, 'wrong', { cardNumber: cards.visa }),
    // The response does not reveal whether a guess was right.
    await verify(farmer, orderId, clientSecret),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.text).not.toContain(clientSecret);
  }
  // Other orders and other users are not affected.
  const second = await openIntent();
  expect((await verify(farmer, second.orderId, second.clientSecret)).status).toBe(200);
  expect((await verify(await signedIn(service, 'farmer'), orderId, 'wrong')).status).toBe(404);

  service.clock.now = new Date(testNow.getTime() + 61_000);
  expect((await verify(farmer, orderId, clientSecret)).status).toBe(200);
  expect((await verify(farmer, orderId, 'wrong')).status).toBe(404);
});

test('when fifty wrong secrets are sent at once, then ten are checked', async () => {
  const { orderId } = await openIntent();
  const callers = [farmer, callerOn(other, farmer)];
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => verify(callers[n % 2] as Caller, orderId, `wrong${n}`)));
  expect(statuses(answers)).toEqual([...Array(10).fill(404), ...Array(40).fill(429)]);
});

test('when the right secret is sent a hundred times at once, then it is never rate limited', async () => {
  const { orderId, clientSecret } = await openIntent();
  const answers = await Promise.all(Array.from({ length: 100 }, () => verify(farmer, orderId, clientSecret)));
  expect(new Set(statuses(answers))).toEqual(new Set([200]));
});

test("when a user tries secrets on another user's order, then that is a 404 and the owner is not rate limited", async () => {
  const { orderId, clientSecret } = await openIntent();
  const neighbour = await signedIn(service, 'farmer');
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(neighbour, orderId, 'wrong')));
  expect(new Set(statuses(answers))).toEqual(new Set([404]));
  expect((await verify(farmer, orderId, clientSecret)).status).toBe(200);
});
