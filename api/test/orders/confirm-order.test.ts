import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OrderStatus, orderStatuses } from '../../src/orders/order.ts';
import { addDays } from '../../src/platform/time/clock.ts';
import { type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

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

const order = (overrides: Record<string, unknown> = {}) => placed(farmer, { date: addDays('2026-11-20', days++), ...overrides });
const confirm = (who: Caller, id: number | string) => who.post(`/api/farmer/order/${id}/confirm`);
const history = (id: number) =>
  service.sql<{ action: string; from_status: string | null; to_status: string; actor_id: string }>(
    'select action, from_status, to_status, actor_id from order_history where order_id = $1 order by id',
    [id],
  );
const expectNotifications = (id: number, count: number) =>
  eventually(async () => {
    const rows = await service.sql<{ subject: string }>('select subject from notification where order_id = $1 order by id', [id]);
    expect(await service.sql('select id from outbox_event where order_id = $1', [id])).toEqual([]);
    expect(rows).toHaveLength(count);
    return rows.map((row) => row.subject);
  });

/** Sets a status that other use cases lead to. */
const put = (id: number, status: OrderStatus, reported = false, signedOff = false) =>
  service.sql(
    `update spray_order set order_status = $2, confirmed = $2 not in ('pending', 'cancelled'), reported_at = case when $3 then now() end,
            signed_off_at = case when $4 then now() end, completion_date = case when $2 = 'completed' then date end where id = $1`,
    [id, status, reported, signedOff],
  );

describe('confirming a booking', () => {
  test('when a farmer confirms a pending order, then it is confirmed, with a history row and a message', async () => {
    const booked = await order();
    expect([booked.orderStatus, booked.confirmed]).toEqual(['pending', false]);
    const answer = await confirm(farmer, booked.id);
    expect([answer.status, answer.body]).toEqual([200, { ...booked, orderStatus: 'confirmed', confirmed: true }]);
    expect(await history(booked.id)).toEqual([
      { action: 'place', from_status: null, to_status: 'pending', actor_id: farmer.id },
      { action: 'confirm', from_status: 'pending', to_status: 'confirmed', actor_id: farmer.id },
    ]);
    await expectNotifications(booked.id, 2);
  });

  test('when fifty requests confirm one order at once on two instances, then all get the same response and it is confirmed once', async () => {
    const booked = await order();
    const callers = [farmer, callerOn(other, farmer)];
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => confirm(callers[n % 2] as Caller, booked.id)));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect([answers[0]?.status, answers[0]?.body.orderStatus]).toEqual([200, 'confirmed']);
    expect((await history(booked.id)).map((row) => row.action)).toEqual(['place', 'confirm']);
    await expectNotifications(booked.id, 2);
  });

  test("when it is another farmer's order or does not exist, then the responses are equal and nothing changes", async () => {
    const booked = await order();
    const neighbour = await signedIn(service, 'farmer');
    const answers = [
      await confirm(neighbour, booked.id),
      await confirm(neighbour, 999_999_999),
      await confirm(neighbour, '9223372036854775807'),
    ];
    const seen = answers.map(({ status, body: { instance: _, traceId: __, ...body } }) => ({ status, body }));
    expect(seen[0]).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    for (const answer of seen) expect(answer).toEqual(seen[0]);
    expect(await history(booked.id)).toHaveLength(1);
  });
});

describe('signing off', () => {
  test('when the crew has reported and the farmer confirms fifty times at once, then the order is completed once', async () => {
    const booked = await order();
    await put(booked.id, 'in_progress', true);
    const callers = [farmer, callerOn(other, farmer)];
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => confirm(callers[n % 2] as Caller, booked.id)));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect(answers[0]?.body).toEqual({ ...booked, orderStatus: 'completed', confirmed: true, completionDate: '2026-11-15' });
    expect((await history(booked.id)).map((row) => [row.action, row.to_status])).toEqual([
      ['place', 'pending'],
      ['sign_off', 'completed'],
    ]);
    await expectNotifications(booked.id, 2);
  });

  test('when the farmer confirms before the crew has reported, then the order stays in progress, with the sign-off stored', async () => {
    const booked = await order();
    await put(booked.id, 'in_progress');
    for (let n = 0; n < 2; n++) {
      const answer = await confirm(farmer, booked.id);
      expect([answer.status, answer.body.orderStatus, answer.body.completionDate]).toEqual([200, 'in_progress', null]);
    }
    const [row] = await service.sql<{ signed: boolean }>('select signed_off_at is not null as signed from spray_order where id = $1', [
      booked.id,
    ]);
    expect(row?.signed).toBe(true);
    expect((await history(booked.id)).map(({ action }) => action)).toEqual(['place', 'sign_off']);
    await expectNotifications(booked.id, 1);
  });

  test("when it is completed after midnight in the company's time zone, then the completion date is that day", async () => {
    const own = await startService();
    try {
      const farmer = await signedIn(own, 'farmer');
      const booked = await placed(farmer);
      await own.sql("update spray_order set order_status = 'in_progress', confirmed = true, reported_at = now() where id = $1", [
        booked.id,
      ]);
      own.clock.now = new Date('2026-11-17T17:00:00Z');
      expect((await confirm(farmer, booked.id)).body.completionDate).toBe('2026-11-18');
    } finally {
      await own.close();
    }
  });
});

describe('every state', () => {
  const unchanged = orderStatuses.filter((status) => status !== 'pending' && status !== 'in_progress');

  test.each(unchanged)('when the order is %s, then confirming changes nothing', async (status) => {
    const booked = await order();
    await put(booked.id, status);
    const answer = await confirm(farmer, booked.id);
    if (status === 'cancelled') {
      expect([answer.status, answer.body.code]).toEqual([409, 'ACTION_NOT_ALLOWED']);
      expect(answer.body.detail).toContain('cancelled');
    } else {
      expect([answer.status, answer.body.orderStatus, answer.body.confirmed]).toEqual([200, status, true]);
    }
    expect(await history(booked.id)).toHaveLength(1);
    await expectNotifications(booked.id, 1);
  });
});
