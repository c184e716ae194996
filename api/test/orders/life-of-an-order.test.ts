import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runTimers } from '../../src/fieldwork/run-timers.ts';
import { type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';

let service: Service;
let farmer: Caller;
let receptionist: Caller;
let sprayers: Caller[];

beforeAll(async () => {
  service = await startService();
  farmer = await signedIn(service, 'farmer');
  receptionist = await signedIn(service, 'receptionist');
  sprayers = await Promise.all([1, 2, 3].map(() => signedIn(service, 'sprayer')));
});
afterAll(() => service.close());

const taken = async (date: string, session: number) =>
  (await service.sql<{ taken: number }>('select taken from session_day where date = $1 and session_id = $2', [date, session]))[0]?.taken ??
  0;

describe('cancelling', () => {
  test('when a farmer cancels early enough, then the place is free; within twelve hours only the office can cancel', async () => {
    const early = await placed(farmer, { date: '2027-01-04', confirmed: true });
    expect((await farmer.post(`/api/farmer/order/${early.id}/cancel`)).body.orderStatus).toBe('cancelled');
    expect(await taken('2027-01-04', 3)).toBe(0);
    expect((await farmer.post(`/api/farmer/order/${early.id}/cancel`)).body.code).toBe('ACTION_NOT_ALLOWED');
    const today = await placed(farmer, { date: '2026-11-15', session: { id: 5 } }); // the session is at 16:00, now is 09:00
    expect((await farmer.post(`/api/farmer/order/${today.id}/cancel`)).body.code).toBe('TOO_LATE_TO_CANCEL');
    expect((await receptionist.post(`/api/receptionist/order/${today.id}/cancel`, {})).status).toBe(400);
    const cancelled = await receptionist.post(`/api/receptionist/order/${today.id}/cancel`, { reason: 'storm' });
    expect([cancelled.body.orderStatus, String(cancelled.body.receptionist.id)]).toEqual(['cancelled', receptionist.id]);
    expect(await taken('2026-11-15', 5)).toBe(0);
  });
});

describe('rescheduling', () => {
  test('when less than twelve hours are left, then a farmer cannot reschedule in order to cancel later, and the office can reschedule', async () => {
    const today = await placed(farmer, { date: '2026-11-15', session: { id: 6 } }); // the session is at 17:00, now is 09:00
    const body = { date: '2026-12-15', session: { id: 3 } };
    expect((await farmer.post(`/api/farmer/order/${today.id}/reschedule`, body)).body).toMatchObject({
      status: 409,
      code: 'TOO_LATE_TO_RESCHEDULE',
    });
    expect([await taken('2026-11-15', 6), await taken('2026-12-15', 3)]).toEqual([1, 0]);
    expect((await receptionist.post(`/api/receptionist/order/${today.id}/reschedule`, body)).body.date).toBe('2026-12-15');
  });

  test('when an order is rescheduled, then both places change in one transaction, and a full session changes nothing', async () => {
    const order = await placed(farmer, { date: '2027-01-05' });
    await placed(farmer, { date: '2027-01-06' });
    await placed(farmer, { date: '2027-01-06' });
    const full = await farmer.post(`/api/farmer/order/${order.id}/reschedule`, { date: '2027-01-06', session: { id: 3 } });
    expect([full.body.code, await taken('2027-01-05', 3), await taken('2027-01-06', 3)]).toEqual(['SESSION_FULL', 1, 2]);
    const moved = await farmer.post(`/api/farmer/order/${order.id}/reschedule`, { date: '2027-01-06', session: { id: 4 } });
    expect([moved.body.date, moved.body.session.id, moved.body.orderStatus]).toEqual(['2027-01-06', 4, 'pending']);
    expect([await taken('2027-01-05', 3), await taken('2027-01-06', 4)]).toEqual([0, 1]);
  });

  test('when neither the new date nor the new session can be booked, then both are named', async () => {
    const order = await placed(farmer, { date: '2027-01-21' });
    const { body } = await farmer.post(`/api/farmer/order/${order.id}/reschedule`, { date: '2020-01-01', session: { id: 999 } });
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['date', 'session.id']);
  });

  test('when the crew is free at the new time, then it stays; otherwise it is released and notified', async () => {
    const [free, busy] = sprayers as [Caller, Caller, Caller];
    const assigned = async (sprayer: Caller, overrides: Record<string, unknown>) => {
      const { id } = await placed(farmer, { confirmed: true, ...overrides });
      expect((await receptionist.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(sprayer.id)] })).status).toBe(200);
      return id;
    };
    const first = await assigned(free, { date: '2027-01-07' });
    const kept = await receptionist.post(`/api/receptionist/order/${first}/reschedule`, { date: '2027-01-08', session: { id: 3 } });
    expect(kept.body.orderStatus).toBe('assigned');
    const second = await assigned(busy, { date: '2027-01-07' });
    await assigned(busy, { date: '2027-01-09' });
    const lost = await receptionist.post(`/api/receptionist/order/${second}/reschedule`, { date: '2027-01-09', session: { id: 3 } });
    expect(lost.body.orderStatus).toBe('confirmed');
    expect((await receptionist.get(`/api/receptionist/order/${second}/sprayers`)).body.page.totalElements).toBe(0);
    await eventually(async () => {
      const inbox = (await busy.get('/api/common/notification/')).body.content;
      expect(inbox.some((item: { subject: string }) => item.subject.startsWith('Removed from job'))).toBe(true);
    });
    expect((await farmer.post(`/api/farmer/order/${first}/reschedule`, { date: '2027-01-20', session: { id: 3 } })).body.code).toBe(
      'ACTION_NOT_ALLOWED',
    );
  });

  test('when two orders swap their times in parallel, then there is no deadlock and the places match', async () => {
    const a = await placed(farmer, { date: '2027-01-11' });
    const b = await placed(farmer, { date: '2027-01-12' });
    const moves = Array.from({ length: 20 }, (_, n) => {
      const [order, date] = n % 2 === 0 ? [a, '2027-01-12'] : [b, '2027-01-11'];
      return farmer.post(`/api/farmer/order/${order.id}/reschedule`, { date, session: { id: 3 } });
    });
    expect(new Set((await Promise.all(moves)).map(({ status }) => status))).toEqual(new Set([200]));
    expect([await taken('2027-01-11', 3), await taken('2027-01-12', 3)]).toEqual([1, 1]);
  });
});

describe('races between all roles', () => {
  test('when confirm, cancel, assign and reschedule race on two instances, then the order has one legal history', async () => {
    const other = await service.another();
    const order = await placed(farmer, { date: '2027-02-01' });
    const office = `/api/receptionist/order/${order.id}`;
    const [crew] = sprayers as [Caller, ...Caller[]];
    const onOther = callerOn(other, receptionist);
    const actions = Array.from({ length: 50 }, (_, n) => {
      const who = n % 2 === 0 ? receptionist : onOther;
      if (n % 5 === 0) return farmer.post(`/api/farmer/order/${order.id}/confirm`);
      if (n % 5 === 1) return who.post(`${office}/confirm`);
      if (n % 5 === 2) return who.put(`${office}/sprayers`, { sprayerIds: [Number(crew.id)] });
      if (n % 5 === 3) return who.post(`${office}/reschedule`, { date: n % 2 === 0 ? '2027-02-02' : '2027-02-03', session: { id: 3 } });
      return n > 40 ? who.post(`${office}/cancel`, { reason: 'race' }) : farmer.post(`/api/farmer/order/${order.id}/confirm`);
    });
    const statuses = new Set((await Promise.all(actions)).map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const steps = await service.sql<{ from_status: string | null; to_status: string; version: number }>(
      'select from_status, to_status, version from order_history where order_id = $1 order by id',
      [order.id],
    );
    steps.forEach((step, n) => {
      expect(step.from_status).toBe(n === 0 ? null : steps[n - 1]?.to_status);
      expect(step.version).toBe(n + 1);
    });
    const [now] = await service.sql<{ order_status: string; date: string; taken: string }>(
      `select order_status, date::text, (select sum(taken) from session_day where date between '2027-02-01' and '2027-02-03') as taken from spray_order where id = $1`,
      [order.id],
    );
    expect(now?.order_status).toBe(steps.at(-1)?.to_status);
    expect(Number(now?.taken)).toBe(now?.order_status === 'cancelled' ? 0 : 1);
  });
});

describe('optimistic locking', () => {
  test('when an order has changed since it was read, then the action is refused and the error has the changes', async () => {
    const order = await placed(farmer, { date: '2027-03-01' });
    const seen = (await farmer.get(`/api/farmer/order/${order.id}`)).headers.get('etag') ?? '';
    await receptionist.post(`/api/receptionist/order/${order.id}/confirm`);
    const refused = await farmer.post(`/api/farmer/order/${order.id}/cancel`, undefined, { 'if-match': seen });
    expect([refused.status, refused.body.code]).toEqual([409, 'ORDER_CHANGED']);
    expect(refused.body.detail).toContain('confirmed (Test receptionist');
    const fresh = (await farmer.get(`/api/farmer/order/${order.id}`)).headers.get('etag') ?? '';
    expect((await farmer.post(`/api/farmer/order/${order.id}/cancel`, undefined, { 'if-match': fresh })).status).toBe(200);
  });
});

describe('timers', () => {
  test('when a session begins, then an unconfirmed booking is cancelled once, by one of the processes', async () => {
    const other = await service.another();
    const order = await placed(farmer, { date: '2026-11-16', session: { id: 1 } });
    const confirmed = await placed(farmer, { date: '2026-11-16', session: { id: 1 }, confirmed: true });
    const before = new Date('2026-11-15T20:59:59Z'); // 03:59:59 in the company's time zone
    await runTimers(service.database, service.app.catalog, before);
    expect((await farmer.get(`/api/farmer/order/${order.id}`)).body.orderStatus).toBe('pending');
    const at = new Date('2026-11-15T21:00:00Z');
    await Promise.all([service, other, service, other].map(({ database, app }) => runTimers(database, app.catalog, at)));
    expect((await farmer.get(`/api/farmer/order/${order.id}`)).body.orderStatus).toBe('cancelled');
    expect((await farmer.get(`/api/farmer/order/${confirmed.id}`)).body.orderStatus).toBe('confirmed');
    expect(await taken('2026-11-16', 1)).toBe(1);
    const history = await service.sql("select 1 from order_history where order_id = $1 and action = 'cancel'", [order.id]);
    expect(history).toHaveLength(1);
  });

  test("when 72 hours pass after the crew's report, then the order is completed", async () => {
    const [crew] = sprayers as [Caller, ...Caller[]];
    const order = await placed(farmer, { date: '2026-11-15', session: { id: 6 }, confirmed: true });
    await receptionist.put(`/api/receptionist/order/${order.id}/sprayers`, { sprayerIds: [Number(crew.id)] });
    await crew.post(`/api/sprayer/order/${order.id}/start`);
    await crew.post(`/api/sprayer/order/${order.id}/finish`, { areaSprayed: 12 });
    const later = (hours: number) => new Date(testNow.getTime() + hours * 3_600_000);
    await runTimers(service.database, service.app.catalog, later(71.9));
    expect((await farmer.get(`/api/farmer/order/${order.id}`)).body.orderStatus).toBe('in_progress');
    await runTimers(service.database, service.app.catalog, later(72));
    const done = (await farmer.get(`/api/farmer/order/${order.id}`)).body;
    expect([done.orderStatus, done.completionDate]).toEqual(['completed', '2026-11-18']);
  });

  test('when the farmer signs off before the crew reports, then the report completes the order', async () => {
    const [, crew] = sprayers as [Caller, Caller, Caller];
    const order = await placed(farmer, { date: '2026-11-15', session: { id: 5 }, confirmed: true });
    await receptionist.put(`/api/receptionist/order/${order.id}/sprayers`, { sprayerIds: [Number(crew.id)] });
    await crew.post(`/api/sprayer/order/${order.id}/start`);
    expect((await farmer.post(`/api/farmer/order/${order.id}/confirm`)).body.orderStatus).toBe('in_progress');
    expect((await farmer.post(`/api/farmer/order/${order.id}/confirm`)).status).toBe(200);
    const finished = await crew.post(`/api/sprayer/order/${order.id}/finish`, { areaSprayed: 12 });
    expect([finished.body.order.orderStatus, finished.body.changeDue]).toEqual(['completed', null]);
  });
});
