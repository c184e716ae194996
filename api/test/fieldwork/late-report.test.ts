import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderInState, removeBookingLimits } from '../arrange.ts';
import { type Answer, type Caller, callerOn, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { ledgerOf } from '../payments/cash-steps.ts';

let service: Service;
let farmer: Caller;
let office: Caller;
let crew: Caller;
let other: Caller;

beforeAll(async () => {
  service = await startService();
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
  crew = await signedIn(service, 'sprayer');
  other = await signedIn(service, 'sprayer', { fullName: 'Phạm Văn Nam' });
});
afterAll(() => service.close());

const planned = { orderStatus: 'assigned', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
const minutesAgo = (minutes: number) => new Date(service.clock.now.getTime() - minutes * 60_000).toISOString();
const order = async (state: object = planned): Promise<number> =>
  (await orderInState(service, farmer, { ...planned, ...state }, [crew], { area: 8 })).id;
const reassign = (id: number, to: Caller = other) => office.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(to.id)] });
const late = (id: number, body: object = {}, by = crew, headers?: Record<string, string>): Promise<Answer> =>
  by.post(`/api/sprayer/order/${id}/late-report`, { areaSprayed: 8, ...body }, headers);
const decide = (id: number, reportId: number, body: object, by = office) =>
  by.post(`/api/receptionist/order/${id}/late-report/${reportId}/decision`, body);
const reasonsOf = async (id: number): Promise<string[]> =>
  (await office.get('/api/receptionist/inbox/?size=200')).body.content
    .filter((item: { order: { id: number } }) => item.order.id === id)
    .map(({ reason }: { reason: string }) => reason);
const cashOf = async (by: Caller) => (await by.get('/api/sprayer/cash/')).body;

test('when a job was reassigned while its crew was offline, then its report and cash are recorded once, for the office to decide', async () => {
  const id = await order();
  await reassign(id);
  expect((await crew.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 8, cashReceived: 240000 })).status).toBe(404);
  expect((await crew.get(`/api/sprayer/order/${id}/present`)).body).toMatchObject({
    crew: 'Phạm Văn Nam',
    mine: false,
    orderStatus: 'assigned',
  });
  const times = { startedAt: minutesAgo(150), finishedAt: minutesAgo(90), clockOffsetMs: 60_000 };
  const answers = await Promise.all(Array.from({ length: 50 }, () => late(id, { note: 'Xong.', cashReceived: 250000, ...times })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers[0]?.body).toMatchObject({
    areaSprayed: 8,
    cashReceived: 250000,
    startedAt: minutesAgo(149),
    finishedAt: minutesAgo(89),
    decision: null,
  });
  expect((await ledgerOf(office, id)).map(({ kind, amount, cause, actor }) => [kind, amount, cause, actor.id])).toEqual([
    ['cash', 240000, 'crew', Number(crew.id)],
  ]);
  expect((await reasonsOf(id)).filter((reason) => reason !== 'unassigned_soon')).toEqual(['disputed_report']);
  const handOver = await office.post('/api/receptionist/cash/hand-over', { collectorId: Number(crew.id), date: '2026-11-15' });
  expect([handOver.status, handOver.body.amount]).toEqual([200, 240000]);
});

test('when the office accepts a late report, then it becomes the report of the order, which waits for the sign-off', async () => {
  const id = await order();
  await reassign(id);
  const report = (await late(id, { areaSprayed: 5, cashReceived: 240000, finishedAt: minutesAgo(30) })).body;
  const answer = await decide(id, report.id, { decision: 'accepted' });
  expect([answer.status, answer.body.orderStatus, answer.body.paymentStatus]).toEqual([200, 'in_progress', 'paid']);
  expect((await office.get(`/api/receptionist/order/${id}/report`)).body).toMatchObject({
    report: { areaSprayed: 5, finishedAt: minutesAgo(30), cashReceived: 240000 },
    undecided: true,
  });
  expect((await decide(id, report.id, { decision: 'accepted' })).body.code).toBe('NOTHING_TO_DECIDE');
  expect((await farmer.post(`/api/farmer/order/${id}/confirm`)).body.orderStatus).toBe('completed');
});

test('when a late report has what the spray record needs, then it counts once the office accepts the report', async () => {
  const id = await order();
  await reassign(id);
  const products = [{ name: 'Thuốc lạ', dose: 0.5, doseUnit: 'l/ha', reEntryHours: 12 }];
  const report = (await late(id, { sprayRecord: { products, eppoCode: 'ORYSA', bbch: 51 }, finishedAt: minutesAgo(30) })).body;
  const records = async () => (await office.get(`/api/receptionist/spray-record/?orderId=${id}`)).body.content;
  expect(await records()).toEqual([]);
  expect((await decide(id, report.id, { decision: 'accepted' })).status).toBe(200);
  const [{ id: recordId }] = await records();
  expect((await office.get(`/api/receptionist/spray-record/${recordId}`)).body.content).toMatchObject({
    ...{ finishedAt: minutesAgo(30), crop: { eppoCode: 'ORYSA', bbch: 51 } },
    ...{ products: [{ name: 'Thuốc lạ', dose: 0.5, total: 0.4, reEntryHours: 12 }], findings: [{ code: 'NOT_REGISTERED' }] },
  });
});

test('when the order has no crew any more, then who sent the accepted report is its crew, unless busy in that session', async () => {
  const id = await order();
  const unassigned = async (order: number) => {
    await reassign(order);
    await service.sql('delete from crew_member where order_id = $1', [order]);
    await service.sql("update spray_order set order_status = 'confirmed' where id = $1", [order]);
  };
  await unassigned(id);
  const report = (await late(id)).body;
  expect((await decide(id, report.id, { decision: 'accepted' })).body.orderStatus).toBe('in_progress');
  const crewOf = (order: number) => service.sql('select sprayer_id, order_status from crew_member where order_id = $1', [order]);
  expect(await crewOf(id)).toEqual([{ sprayer_id: crew.id, order_status: 'in_progress' }]);
  expect((await farmer.post(`/api/farmer/order/${id}/confirm`)).body.orderStatus).toBe('completed');
  expect((await crew.get(`/api/sprayer/order/${id}`)).body.orderStatus).toBe('completed');

  const second = await order();
  await unassigned(second);
  const [{ date }] = (await service.sql<{ date: string }>('select date::text from spray_order where id = $1', [second])) as [
    { date: string },
  ];
  const elsewhere = await orderInState(service, farmer, planned, [], { date });
  await service.sql('update spray_order set date = $2 where id = $1', [elsewhere.id, date]);
  expect((await reassign(elsewhere.id, crew)).status).toBe(200);
  const busy = (await late(second)).body;
  const refused = await decide(second, busy.id, { decision: 'accepted' });
  expect([refused.status, refused.body.code]).toEqual([409, 'CREW_BUSY']);
  expect(await crewOf(second)).toEqual([]);
});

test('when a late report is dismissed, then a reason is required, and the order continues with its new crew', async () => {
  const id = await order();
  await reassign(id);
  const report = (await late(id)).body;
  expect((await decide(id, report.id, { decision: 'set_aside' })).status).toBe(400);
  expect((await decide(id, report.id, { decision: 'set_aside', reason: 'Another field.' })).body.orderStatus).toBe('assigned');
  expect((await office.get(`/api/receptionist/order/${id}/late-report/`)).body.content).toMatchObject([
    { decision: 'set_aside', reason: 'Another field.' },
  ]);
  expect(await reasonsOf(id)).not.toContain('disputed_report');
});

test('when the order was cancelled meanwhile, then the cash is recorded for a refund, and the report can only be dismissed', async () => {
  const id = await order();
  await office.post(`/api/receptionist/order/${id}/cancel`, { reason: 'Storm.' });
  const report = (await late(id, { cashReceived: 240000 })).body;
  expect((await decide(id, report.id, { decision: 'accepted' })).body.code).toBe('ACTION_NOT_ALLOWED');
  expect((await reasonsOf(id)).sort()).toEqual(['disputed_report', 'refund_due']);
});

describe('when two of a crew report one job', () => {
  const report = (id: number, by: Caller, cashReceived?: number): Promise<Answer> =>
    by.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 8, ...(cashReceived === undefined ? {} : { cashReceived }) });
  const pair = async (): Promise<number> =>
    (await orderInState(service, farmer, { ...planned, orderStatus: 'in_progress' }, [crew, other], { area: 8 })).id;
  /** As the app of the crew does: a report that the order cannot accept becomes a late report. */
  async function reportOrSendLate(id: number, by: Caller): Promise<Answer['body'] | undefined> {
    const answer = await report(id, by, 240000);
    if (answer.status === 200) return undefined;
    expect([404, 409]).toContain(answer.status);
    const sent = await late(id, { cashReceived: 240000 }, by);
    expect(sent.status).toBe(200);
    return sent.body;
  }
  const heldOf = async (by: Caller): Promise<number> => (await cashOf(by)).held;
  const balanceOf = async (id: number) => (await office.get(`/api/receptionist/order/${id}/report`)).body.balance;
  const onePaid = { paid: 240000, due: 0, overpaid: 0 };

  test('at once, on two instances and fifty times, then one report counts, and the cash of the other is held apart', async () => {
    const id = await pair();
    const instance = await service.another();
    const before = (await heldOf(crew)) + (await heldOf(other));
    const reports = await Promise.all(
      Array.from({ length: 50 }, (_, n) => reportOrSendLate(id, n % 2 === 0 ? crew : callerOn(instance, other))),
    );
    const second = reports
      .filter((body) => body !== undefined)
      .find(({ earlierReport, cash }) => cash === 'held' && earlierReport !== null);
    expect(second).toMatchObject({ earlierReport: { areaSprayed: 8, cashReceived: 240000 }, decision: null });
    expect((await ledgerOf(office, id)).map(({ kind, amount }) => [kind, amount])).toEqual([['cash', 240000]]);
    expect(await balanceOf(id)).toMatchObject(onePaid);
    expect(await reasonsOf(id)).toEqual(['disputed_report']);
    const { content } = (await office.get(`/api/receptionist/order/${id}/late-report/`)).body;
    const held = content.reduce((sum: number, { cash, cashReceived }: Answer['body']) => sum + (cash === 'held' ? cashReceived : 0), 0);
    expect((await heldOf(crew)) + (await heldOf(other)) - before).toBe(held);
  });

  test('and it is the same money, then the office drops it: nothing is counted twice or promised to the farmer', async () => {
    const id = await pair();
    const before = await heldOf(crew);
    expect((await report(id, other, 240000)).status).toBe(200);
    const second = (await late(id, { cashReceived: 240000 })).body;
    expect(second).toMatchObject({ cash: 'held', earlierReport: { by: 'Phạm Văn Nam', cashReceived: 240000 } });
    expect((await farmer.get(`/api/farmer/order/${id}/report`)).body.balance).toMatchObject(onePaid);
    const missing = await decide(id, second.id, { decision: 'set_aside', reason: 'Both sent it.' });
    expect([missing.status, missing.body.errors[0].path]).toEqual([400, 'heldCash']);
    expect((await decide(id, second.id, { decision: 'accepted', heldCash: 'drop' })).body.code).toBe('ACTION_NOT_ALLOWED');
    expect((await decide(id, second.id, { decision: 'set_aside', reason: 'Both sent it.', heldCash: 'drop' })).status).toBe(200);
    expect(await ledgerOf(office, id)).toHaveLength(1);
    expect((await office.get(`/api/receptionist/order/${id}/late-report/`)).body.content).toMatchObject([{ cash: 'not_recorded' }]);
    expect([await reasonsOf(id), await heldOf(crew)]).toEqual([[], before]);
    const told = await service.sql<{ text: string }>('select text from notification where recipient_id = $1 and order_id = $2', [
      farmer.id,
      id,
    ]);
    expect(told.map(({ text }) => text).join()).not.toMatch(/refund/i);
  });

  test('and only the second took the cash, then the office records it in the cash account of that sprayer', async () => {
    const id = await pair();
    expect((await report(id, other)).status).toBe(200);
    const second = (await late(id, { cashReceived: 240000 })).body;
    expect(await balanceOf(id)).toMatchObject({ paid: 0, due: 240000 });
    expect((await decide(id, second.id, { decision: 'set_aside', reason: 'Cash only.', heldCash: 'record' })).body.paymentStatus).toBe(
      'paid',
    );
    expect((await ledgerOf(office, id)).map(({ amount, actor }) => [amount, actor.id])).toEqual([[240000, Number(crew.id)]]);
    expect((await decide(id, second.id, { decision: 'set_aside', reason: 'x', heldCash: 'record' })).body.code).toBe('NOTHING_TO_DECIDE');
  });

  test('and both were removed from the crew, then the first cash counts, and the second is held apart', async () => {
    const id = await pair();
    await reassign(id, await signedIn(service, 'sprayer'));
    const first = (await late(id, { cashReceived: 240000 })).body;
    const second = (await late(id, { cashReceived: 240000 }, other)).body;
    expect([first.cash, first.earlierReport, second.cash, second.earlierReport.cashReceived]).toEqual(['recorded', null, 'held', 240000]);
    expect(await balanceOf(id)).toMatchObject(onePaid);
    expect((await decide(id, first.id, { decision: 'accepted' })).body.paymentStatus).toBe('paid');
    const [accepted] = (await office.get(`/api/receptionist/order/${id}/late-report/`)).body.content;
    expect(accepted.earlierReport).toBeNull();
  });
});

test('when a sprayer was never in the crew, or long ago, then the job is a 404', async () => {
  const id = await order();
  await reassign(id);
  const stranger = await signedIn(service, 'sprayer');
  expect((await late(id, {}, stranger)).status).toBe(404);
  expect((await stranger.get(`/api/sprayer/order/${id}/present`)).status).toBe(404);
  await service.sql("update former_crew_member set removed_at = $2::timestamptz - interval '73 hours' where order_id = $1", [
    id,
    service.clock.now,
  ]);
  expect((await late(id)).status).toBe(404);
});

test('when fifty requests decide at once on two instances, then one succeeds', async () => {
  const id = await order();
  await reassign(id);
  const report = (await late(id)).body;
  const callers = [office, callerOn(await service.another(), office)];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      decide(id, report.id, { decision: n % 2 === 0 ? 'accepted' : 'set_aside', reason: 'x' }, callers[n % 2] as Caller),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("when start and finish are sent later, then they have the phone's times, and the start counts for its day", async () => {
  const id = await order();
  const [{ date }] = (await service.sql<{ date: string }>('select date::text from spray_order where id = $1', [id])) as [{ date: string }];
  const before = service.clock.now;
  const began = new Date(`${date}T00:05:00.000Z`);
  service.clock.now = new Date(began.getTime() + 20 * 3_600_000);
  const behind = new Date(began.getTime() - 3_600_000).toISOString();
  expect((await crew.post(`/api/sprayer/order/${id}/start`)).body.code).toBe('NOT_THE_DAY');
  const started = await crew.post(`/api/sprayer/order/${id}/start?startedAt=${behind}&clockOffsetMs=3600000`);
  expect(started.status).toBe(200);
  const finishedAt = new Date(began.getTime() + 45 * 60_000).toISOString();
  expect((await crew.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 8, finishedAt })).status).toBe(200);
  const steps = (await office.get(`/api/receptionist/order/${id}/timeline`)).body.content;
  expect(steps.find(({ action }: { action: string }) => action === 'start').timestamp).toBe(began.toISOString());
  expect((await office.get(`/api/receptionist/order/${id}/report`)).body.report).toMatchObject({
    startedAt: began.toISOString(),
    finishedAt,
    reportedAt: service.clock.now.toISOString(),
  });
  service.clock.now = before;
  expect((await cashOf(crew)).carried).toBeGreaterThanOrEqual(0);
});
