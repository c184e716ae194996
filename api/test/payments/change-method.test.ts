import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentProvider } from '../../src/payments/provider.ts';
import { SandboxProvider } from '../../src/payments/sandbox.ts';
import { addDays } from '../../src/platform/time/clock.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService, testKeys } from '../harness.ts';
import { cards, open, opened, pay, traces, verify } from './payment-steps.ts';

let service: Service;
let farmer: Caller;
let office: Caller;
let days = 0;
/** Called at the provider just before an intent is cancelled there. */
let beforeCancel: (id: string) => Promise<void> = async () => {};
let isProcessing = false;
let beforeCreated: () => Promise<void> = async () => {};

beforeAll(async () => {
  service = await startService({
    provider(database) {
      const sandbox = new SandboxProvider(database, testKeys(database), () => service.clock.now);
      const { cancelIntent, createIntent } = sandbox;
      sandbox.cancelIntent = async (id) => {
        await beforeCancel(id);
        return isProcessing ? { ...(await sandbox.retrieveIntent(id)), status: 'processing' } : cancelIntent.call(sandbox, id);
      };
      sandbox.createIntent = async (intent) => {
        const created = await createIntent.call(sandbox, intent);
        await beforeCreated();
        return created;
      };
      return sandbox satisfies PaymentProvider;
    },
  });
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
});
afterAll(() => service.close());

const cardOrder = (overrides: Record<string, unknown> = {}) =>
  placed(farmer, { date: addDays('2026-11-20', days++), paymentMethod: 'visa', confirmed: true, ...overrides });
const change = (caller: Caller, id: number, paymentMethod: string, headers?: Record<string, string>) =>
  caller.post(`/api/${caller.role}/order/${id}/payment-method`, { paymentMethod }, headers);
const declined = async () => {
  const order = await cardOrder();
  const { clientSecret } = await opened(farmer, order.id);
  await pay(farmer, order.id, clientSecret, { cardNumber: cards.declined });
  expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe('failed');
  return { order, clientSecret };
};
const steps = async (id: number) =>
  (await office.get(`/api/receptionist/order/${id}/timeline?size=200`)).body.content.map(
    ({ action, reason }: { action: string; reason: string }) => [action, reason],
  );
const inboxOf = async (id: number) =>
  (await office.get('/api/receptionist/inbox?reason=payment_failed&size=200')).body.content.filter(
    (item: { order: { id: number } }) => item.order.id === id,
  );

test('when a card was declined, then the office can take cash for the order', async () => {
  const { order, clientSecret } = await declined();
  expect(await inboxOf(order.id)).toHaveLength(1);
  const changed = await change(office, order.id, 'cash');
  expect([changed.status, changed.body.paymentMethod, changed.body.paymentStatus]).toEqual([200, 'cash', 'pending']);
  expect(await inboxOf(order.id)).toEqual([]);
  expect((await steps(order.id)).at(-1)).toEqual(['payment_method', 'cash']);
  expect((await verify(farmer, order.id, clientSecret)).body.code).toBe('CASH_ORDER');
  expect((await pay(farmer, order.id, clientSecret, { cardNumber: cards.visa })).body.code).toBe('CASH_ORDER');
  const taken = await office.post(`/api/receptionist/order/${order.id}/cash`, { cashReceived: 400000 });
  expect([taken.status, taken.body.order.paymentStatus]).toEqual([200, 'paid']);
  expect((await change(office, order.id, 'visa')).body.code).toBe('ALREADY_PAID');
  const audit = await service.sql('select action, subject_type, changes from audit_entry where subject_type = $1 and subject_id = $2', [
    'order',
    order.id,
  ]);
  expect(audit).toEqual([
    { action: 'order_payment_method', subject_type: 'order', changes: [{ field: 'paymentMethod', from: 'visa', to: 'cash' }] },
  ]);
});

test('when farmer or office changes the payment method, then the other side is notified', async () => {
  const { order } = await declined();
  const mine = await change(farmer, order.id, 'mastercard', {
    'if-match': (await farmer.get(`/api/farmer/order/${order.id}`)).headers.get('etag') as string,
  });
  expect([mine.status, mine.body.paymentMethod, mine.body.paymentStatus]).toEqual([200, 'mastercard', 'pending']);
  expect((await change(office, order.id, 'cash')).status).toBe(200);
  await eventually(async () => {
    const notifications = await service.sql<{ role: string; subject: string }>(
      `select u.role, n.subject from notification n join app_user u on u.id = n.recipient_id
        where n.order_id = $1 and n.subject ilike '%payment method changed%' order by n.id`,
      [order.id],
    );
    expect(notifications).toEqual([
      { role: 'receptionist', subject: `Order ${order.id}: payment method changed` },
      { role: 'farmer', subject: 'Payment method changed: in cash' },
    ]);
  });
});

test('when the card payment succeeds during the change, then it is recorded and the change is refused', async () => {
  const order = await cardOrder();
  const { clientSecret } = await opened(farmer, order.id);
  beforeCancel = async () => {
    await pay(farmer, order.id, clientSecret, { cardNumber: cards.visa });
  };
  const refused = await change(office, order.id, 'cash').finally(() => {
    beforeCancel = async () => {};
  });
  expect([refused.status, refused.body.code]).toEqual([409, 'ALREADY_PAID']);
  const { ledger, order: stored } = await traces(service, order.id);
  expect([ledger.map(({ kind }) => kind), stored?.payment_status]).toEqual([['charge'], 'paid']);
  expect((await office.post(`/api/receptionist/order/${order.id}/cash`, { cashReceived: 400000 })).status).toBe(409);
});

test('when the card payment is processing, or the version is stale, then nothing changes', async () => {
  const order = await cardOrder();
  await opened(farmer, order.id);
  isProcessing = true;
  const refused = await change(farmer, order.id, 'cash').finally(() => {
    isProcessing = false;
  });
  expect([refused.status, refused.body.code]).toEqual([409, 'PAYMENT_IN_PROGRESS']);
  const outdated = await change(farmer, order.id, 'cash', { 'if-match': '"999"' });
  expect([outdated.status, outdated.body.code]).toEqual([409, 'ORDER_CHANGED']);
  expect((await traces(service, order.id)).intents.map(({ status }) => status)).toEqual(['open']);
});

test('when an intent is created while the order becomes a cash order, then that intent is cancelled and cannot be paid', async () => {
  const order = await cardOrder();
  beforeCreated = async () => {
    beforeCreated = async () => {};
    expect((await change(office, order.id, 'cash')).status).toBe(200);
  };
  expect((await open(farmer, order.id)).body.code).toBe('CASH_ORDER');
  const [intent] = (await traces(service, order.id)).intents;
  expect(intent?.status).toBe('cancelled');
  // Back to card: a new intent can be paid.
  expect((await change(farmer, order.id, 'visa')).status).toBe(200);
  const again = await opened(farmer, order.id);
  expect(again.id).not.toBe(intent?.id);
  await pay(farmer, order.id, again.clientSecret, { cardNumber: cards.visa });
  expect((await verify(farmer, order.id, again.clientSecret)).body.paymentStatus).toBe('paid');
});

test('when the order is cancelled or of another farmer, then it is refused; the same method again changes nothing', async () => {
  const order = await cardOrder();
  const stranger = await signedIn(service, 'farmer');
  expect((await change(stranger, order.id, 'cash')).status).toBe(404);
  const same = await change(farmer, order.id, 'visa');
  expect([same.status, (await steps(order.id)).map(([action]: string[]) => action)]).toEqual([200, ['place']]);
  expect((await farmer.post(`/api/farmer/order/${order.id}/cancel`)).status).toBe(200);
  expect((await change(farmer, order.id, 'cash')).body.code).toBe('NOTHING_TO_PAY');
});

test('when fifty requests change the method, take cash and pay by card at once, then the order is paid once', async () => {
  const order = await cardOrder();
  const { clientSecret } = await opened(farmer, order.id);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      n === 25
        ? pay(farmer, order.id, clientSecret, { cardNumber: cards.visa })
        : n % 5 === 0
          ? office.post(`/api/receptionist/order/${order.id}/cash`, { cashReceived: 375000 })
          : change(n % 2 === 0 ? office : farmer, order.id, (['cash', 'visa', 'mastercard'] as const)[n % 3] as string),
    ),
  );
  // A request that waits too long for the lock of the order gets 503 and changes nothing.
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  await verify(farmer, order.id, clientSecret);
  const { ledger, order: stored } = await traces(service, order.id);
  expect(ledger.length).toBeLessThanOrEqual(1);
  expect(stored?.payment_status).toBe(ledger.length === 1 ? 'paid' : 'pending');
  const methods = (await steps(order.id)).filter(([action]: string[]) => action === 'payment_method').map(([, method]: string[]) => method);
  for (const [n, method] of methods.entries()) expect(method).not.toBe(n === 0 ? 'visa' : methods[n - 1]);
});
