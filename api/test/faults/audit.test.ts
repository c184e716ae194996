import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { incompleteChecks, notificationChecks } from '../../../faults/audit-queries.mjs';
import { compare } from '../../../faults/compare.mjs';
import { placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

// Proves that the audit of the fault suite finds errors.
describe('comparing acknowledged actions with the database', () => {
  const order = { id: 1, location: 'a', order_status: 'confirmed', payment_status: 'pending' };
  const asked = [
    { do: 'place', mark: 'a', order: 1, status: 200, now: 'pending' },
    { do: 'confirm', order: 1, status: 200, now: 'confirmed' },
    { do: 'place', mark: 'b' },
  ];
  const steps = ['place', 'confirm'].map((action) => ({ order_id: 1, action }));

  test.each([
    ['everything exists once', [order], steps, 0, 0],
    ['an order is missing', [], [], 3, 0],
    ['a step is missing', [{ ...order, order_status: 'pending' }], steps.slice(0, 1), 2, 0],
    ['a step is duplicated', [order], [...steps, { order_id: 1, action: 'confirm' }], 0, 1],
    ['an order is duplicated', [order, { ...order, id: 2 }], steps, 0, 1],
    ['an order that was not acknowledged exists', [order, { ...order, id: 2, location: 'b' }], steps, 0, 0],
  ])('when %s, then the comparison reports it', (_, orders, taken, lost, doubled) => {
    const found = compare(asked, orders, taken);
    expect([found.lost.length, found.doubled.length]).toEqual([lost, doubled]);
  });
});

describe('invariants in the database', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
    const farmer = await signedIn(service, 'farmer');
    for (let n = 0; n < 3; n++)
      await placed(farmer, { date: '2026-12-0'.concat(String(n + 1)), confirmed: n === 0, paymentMethod: 'visa' });
  });
  afterAll(() => service.close());

  const found = async () => {
    const broken: string[] = [];
    for (const [what, text] of Object.entries({ ...incompleteChecks, ...notificationChecks }))
      if ((await service.sql(text)).length > 0) broken.push(what);
    return broken;
  };

  test('when nothing is broken, then nothing is found; and each broken invariant is found', async () => {
    await eventually(async () => expect((await found()).filter((what) => !what.startsWith('mails'))).toEqual([]));
    const breaking = {
      'places that do not agree with the orders': "update session_day set taken = taken + 1 where date = '2026-12-01'",
      'an assigned order without a crew, or a crew without an assigned order':
        "update spray_order set order_status = 'assigned' where date = '2026-12-01'",
      'an order without the history of its being placed':
        "update order_history set action = 'lost' where order_id = (select id from spray_order where date = '2026-12-02')",
      'a payment status that does not follow from the ledger': "update spray_order set payment_status = 'paid' where date = '2026-12-03'",
      'a farmer who was not notified of each step once':
        "delete from notification where order_id = (select id from spray_order where date = '2026-12-03')",
    };
    for (const [what, statement] of Object.entries(breaking)) {
      await service.sql(statement);
      expect(await found()).toContain(what);
    }
  });
});
