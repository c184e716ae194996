import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitForOutbox } from '../arrange.ts';
import { type Answer, type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let desk: Caller;
let otherDesk: Caller;
let farmer: Caller;
let now: Date;

beforeAll(async () => {
  service = await startService();
  [desk, otherDesk] = [await signedIn(service, 'receptionist', { fullName: 'Mai' }), await signedIn(service, 'receptionist')];
  farmer = await signedIn(service, 'farmer');
  await service.sql('update spray_session set capacity = 60');
  await service.sql('update company set open_booking_limit = 100000');
  service.app.catalog.invalidate();
  now = service.clock.now;
});
afterAll(() => service.close());
// Each test has its own active sprayers and its own days.
beforeEach(async () => {
  service.clock.now = now;
  await service.sql("update app_user set active = false where role = 'sprayer'");
});

const sprayer = (fullName: string, expertise: 'apprentice' | 'adept' | 'expert' = 'expert') =>
  signedIn(service, 'sprayer', { fullName, expertise });
const booked = async (date: string, overrides: Record<string, unknown> = {}): Promise<Answer['body']> =>
  placed(farmer, { confirmed: true, date, ...overrides });
const seen = (orders: Answer['body'][]) =>
  orders.map(({ id, orderStatus, date, session }) => ({ id, orderStatus, date, sessionId: session.id }));
/** Asks again after a 503, which is a correct answer on a busy machine. */
async function patiently(ask: () => Promise<Answer>, attempts = 5): Promise<Answer> {
  const answer = await ask();
  return answer.status === 503 && attempts > 1 ? patiently(ask, attempts - 1) : answer;
}
const bulkOnce = (action: string, orders: Answer['body'][], more: Record<string, unknown> = {}, who = desk) =>
  who.post('/api/receptionist/bulk-action', { action, orders: seen(orders), reason: 'Mưa to', ...more });
const bulk = (...input: Parameters<typeof bulkOnce>) => patiently(() => bulkOnce(...input));
const undoOnce = (id: number) => desk.post(`/api/receptionist/bulk-action/${id}/undo`);
const undo = (id: number) => patiently(() => undoOnce(id));
const reread = async (orders: Answer['body'][]) =>
  Promise.all(orders.map(async ({ id }) => (await desk.get(`/api/receptionist/order/${id}`)).body));
const states = async (orders: Answer['body'][]) =>
  (await reread(orders)).map(({ orderStatus, date, session }) => `${orderStatus} ${date} ${session.id}`);
const codes = ({ body }: Answer) => (body.errors ?? []).map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
const takenOn = async (date: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await service.sql<{ session_id: string; taken: number }>('select session_id, taken from session_day where date = $1 and taken > 0', [
        date,
      ])
    ).map(({ session_id, taken }) => [session_id, taken]),
  );
const messagesOf = async (who: Caller, orderId: number) =>
  (
    await service.sql<{ subject: string; text: string }>(
      'select subject, text from notification where recipient_id = $1 and order_id = $2 order by id',
      [who.id, orderId],
    )
  ).map(({ subject, text }) => `${subject} | ${text}`);
const crewOf = async (orderId: number) =>
  (await service.sql<{ sprayer_id: string }>('select sprayer_id from crew_member where order_id = $1 order by 1', [orderId])).map(
    (row) => row.sprayer_id,
  );

describe('moving', () => {
  test('when orders are moved and the move is undone, then places, crews, history and messages follow', async () => {
    const bay = await sprayer('Bay');
    const [first, second] = [await booked('2026-12-01', { session: { id: 1 } }), await booked('2026-12-01', { session: { id: 2 } })];
    for (const { id } of [first, second]) await desk.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(bay.id)] });
    const assigned = await reread([first, second]);
    const done = await bulk('move', assigned, { date: '2026-12-02', session: { id: 3 } });
    expect([done.status, done.body.orderIds, done.body.by]).toEqual([200, [first.id, second.id], 'Mai']);
    expect(Date.parse(done.body.undoableUntil) - Date.parse(done.body.timestamp)).toBe(600_000);
    // Bay can have one job per session: the second order goes back to confirmed.
    expect(await states([first, second])).toEqual(['assigned 2026-12-02 3', 'confirmed 2026-12-02 3']);
    expect([await takenOn('2026-12-01'), await takenOn('2026-12-02')]).toEqual([{}, { 3: 2 }]);
    const list = await otherDesk.get('/api/receptionist/bulk-action/');
    expect(list.body.content[0]).toEqual(done.body);
    const undone = await undo(done.body.id);
    expect([undone.status, undone.body.undoableUntil, typeof undone.body.undoneAt]).toEqual([200, null, 'string']);
    expect(await states([first, second])).toEqual(['assigned 2026-12-01 1', 'assigned 2026-12-01 2']);
    expect([await takenOn('2026-12-01'), await takenOn('2026-12-02')]).toEqual([{ 1: 1, 2: 1 }, {}]);
    expect(await crewOf(second.id)).toEqual([bay.id]);
    expect((await undo(done.body.id)).body.code).toBe('ALREADY_UNDONE');
    const steps = (await desk.get(`/api/receptionist/order/${second.id}/timeline`)).body.content;
    expect(steps.slice(-2)).toMatchObject([
      { action: 'reschedule', fromStatus: 'assigned', toStatus: 'confirmed', by: 'Mai', reason: 'Mưa to' },
      { action: 'undo', fromStatus: 'confirmed', toStatus: 'assigned', by: 'Mai', reason: null },
    ]);
    await waitForOutbox(service);
    const toFarmer = await messagesOf(farmer, second.id);
    expect(toFarmer).toContainEqual(expect.stringMatching(/^Spray moved to Wednesday,? 2 December.*Reason: Mưa to$/s));
    expect(toFarmer.slice(-2).map((text) => text.split(' | ')[0])).toEqual([
      expect.stringMatching(/^Spray moved to Tuesday,? 1 December 2026, 05:00$/),
      'Bay will come',
    ]);
    expect((await messagesOf(bay, second.id)).map((text) => text.slice(0, 7))).toEqual(['New job', 'Removed', 'Job mov', 'New job']);
  });

  test('when some orders block the action, then nothing changes, each is named with its code, and the rest can be moved', async () => {
    await service.sql('update spray_session set capacity = 2 where id = 6');
    const orders = await Promise.all([1, 2, 3].map(() => booked('2026-12-03')));
    const cancelled = await booked('2026-12-03');
    await desk.post(`/api/receptionist/order/${cancelled.id}/cancel`, { reason: 'x' });
    const [stale] = await reread([await booked('2026-12-03')]);
    await desk.post(`/api/receptionist/order/${stale.id}/reschedule`, { date: '2026-12-04', session: { id: 1 } });
    const all = [...orders, ...(await reread([cancelled])), stale, { id: 987654321, session: {} }];
    const to = { date: '2026-12-04', session: { id: 6 } };
    const refused = await bulk('move', all, to);
    expect([refused.status, refused.body.code]).toEqual([409, 'BULK_BLOCKED']);
    expect(codes(refused)).toEqual([
      `order.${orders[2].id} SESSION_FULL`,
      `order.${cancelled.id} ACTION_NOT_ALLOWED`,
      `order.${stale.id} ORDER_CHANGED`,
      'order.987654321 NOT_FOUND',
    ]);
    expect(await takenOn('2026-12-03')).toEqual({ 3: 3 });
    const rest = await bulk('move', orders.slice(0, 2), to);
    expect(rest.status).toBe(200);
    expect(await takenOn('2026-12-04')).toEqual({ 1: 1, 6: 2 });
    await service.sql('update spray_session set capacity = 60 where id = 6');
  });

  test('when a place was taken or an order changed since, then the undo changes nothing and names the orders', async () => {
    await service.sql('update spray_session set capacity = 1 where id = 5');
    const [one, two] = [await booked('2026-12-05', { session: { id: 5 } }), await booked('2026-12-05', { session: { id: 4 } })];
    const done = await bulk('move', [one, two], { date: '2026-12-06', session: { id: 1 } });
    await booked('2026-12-05', { session: { id: 5 } });
    await desk.post(`/api/receptionist/order/${two.id}/reschedule`, { date: '2026-12-06', session: { id: 2 } });
    expect(codes(await undo(done.body.id)).sort()).toEqual([`order.${one.id} SESSION_FULL`, `order.${two.id} ORDER_CHANGED`].sort());
    expect(await states([one, two])).toEqual(['confirmed 2026-12-06 1', 'confirmed 2026-12-06 2']);
    service.clock.now = new Date(now.getTime() + 601_000);
    expect((await undo(done.body.id)).body.code).toBe('UNDO_EXPIRED');
    expect((await undo(99_999)).body.code).toBe('NOT_FOUND');
    await service.sql('update spray_session set capacity = 60 where id = 5');
  });

  test('when the earlier session is over, then neither a move nor a cancellation puts orders back into it', async () => {
    const orders = [await booked('2026-12-07', { session: { id: 6 } }), await booked('2026-12-07', { session: { id: 6 } })];
    const [session] = await service.sql<{ end_time: string }>('select end_time::text from spray_session where id = 6');
    const end = Date.parse(`2026-12-07T${session?.end_time}+07:00`);
    service.clock.now = new Date(end - 60_000);
    const moved = await bulk('move', [orders[0]], { date: '2026-12-10', session: { id: 1 } });
    const cancelled = await bulk('cancel', [orders[1]]);
    expect([moved.status, cancelled.status]).toEqual([200, 200]);
    service.clock.now = new Date(end);
    expect(codes(await undo(moved.body.id))).toEqual([`order.${orders[0].id} SESSION_BEGUN`]);
    expect(codes(await undo(cancelled.body.id))).toEqual([`order.${orders[1].id} SESSION_BEGUN`]);
    expect(await states(orders)).toEqual(['confirmed 2026-12-10 1', 'cancelled 2026-12-07 6']);
    service.clock.now = new Date(end - 1000);
    expect((await undo(moved.body.id)).status).toBe(200);
    expect(await states([orders[0]])).toEqual(['confirmed 2026-12-07 6']);
  });

  test('when 50 receptionists move overlapping orders at once, then each order is moved once and every place is counted correctly', async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, (_, n) => booked('2026-12-08', { session: { id: 1 + (n % 3) } })));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const chosen = orders.filter((_, index) => (index + n) % 4 !== 0);
        const selection = n % 2 === 0 ? chosen : chosen.reverse();
        return bulkOnce('move', selection, { date: '2026-12-09', session: { id: 1 + (n % 6) } }, n % 2 === 0 ? desk : otherDesk);
      }),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBeLessThanOrEqual(1);
    // On a very busy machine all of them may be answered 503: then one alone must succeed.
    if (won.length === 0) won.push(await bulk('move', orders.slice(5), { date: '2026-12-09', session: { id: 1 } }));
    expect(won[0]?.status).toBe(200);
    for (const answer of answers.filter(({ status }) => status !== 200 && status !== 503)) {
      expect([answer.status, answer.body.code]).toEqual([409, 'BULK_BLOCKED']);
      expect(answer.body.errors.every(({ code }: { code: string }) => code === 'ORDER_CHANGED')).toBe(true);
    }
    // Many undo it at the same time: it is undone once.
    const undone = await Promise.all(Array.from({ length: 10 }, () => undoOnce(won[0]?.body.id)));
    expect(undone.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    if (undone.every(({ status }) => status === 503)) expect((await undo(won[0]?.body.id)).status).toBe(200);
    expect([await takenOn('2026-12-08'), await takenOn('2026-12-09')]).toEqual([{ 1: 7, 2: 7, 3: 6 }, {}]);
  });
});

describe('crews', () => {
  test('when one crew gets many orders, then it gets one per session, and the undo restores the earlier crews', async () => {
    const [bay, mo, non] = [await sprayer('Bay'), await sprayer('Mơ', 'adept'), await sprayer('Non', 'apprentice')];
    const orders = await Promise.all([1, 2, 2].map((id) => booked('2026-12-10', { session: { id } })));
    await desk.put(`/api/receptionist/order/${orders[0].id}/sprayers`, { sprayerIds: [Number(mo.id)] });
    const now = await reread(orders);
    const crew = { sprayerIds: [Number(bay.id)] };
    expect(codes(await bulk('assign', now, crew))).toEqual([`order.${orders[2].id} CREW_BUSY`]);
    expect(codes(await bulk('assign', now.slice(0, 1), { sprayerIds: [Number(non.id)] }))).toEqual([
      `order.${orders[0].id} CREW_NEEDS_SENIOR`,
    ]);
    expect(codes(await bulk('assign', now.slice(0, 1), { sprayerIds: [Number(farmer.id)] }))).toEqual([
      `order.${orders[0].id} CREW_UNKNOWN`,
    ]);
    const done = await bulk('assign', now.slice(0, 2), crew);
    expect(await Promise.all(orders.map(({ id }) => crewOf(id)))).toEqual([[bay.id], [bay.id], []]);
    expect((await undo(done.body.id)).status).toBe(200);
    expect(await Promise.all(orders.map(({ id }) => crewOf(id)))).toEqual([[mo.id], [], []]);
    expect(await states(orders)).toEqual(['assigned 2026-12-10 1', 'confirmed 2026-12-10 2', 'confirmed 2026-12-10 2']);
    await waitForOutbox(service);
    expect((await messagesOf(farmer, orders[1].id)).at(-1)).toMatch(
      /^Your spray on .* stays \| We have undone .* You get a notification when a crew is assigned\.$/,
    );
  });

  test('when the jobs of a sprayer on one day are reassigned, then the proposal can be assigned in one step and undone', async () => {
    const [sick, bay, non] = [await sprayer('Ốm'), await sprayer('Bay'), await sprayer('Non', 'apprentice')];
    const date = '2026-12-11';
    const orders = await Promise.all([1, 2, 3].map((id) => booked(date, { session: { id } })));
    const assign = (order: Answer['body'], ...crew: Caller[]) =>
      desk.put(`/api/receptionist/order/${order.id}/sprayers`, { sprayerIds: crew.map(({ id }) => Number(id)) });
    await assign(orders[0], sick, non);
    await assign(orders[1], sick);
    await assign(orders[2], sick);
    const busy = await booked(date, { session: { id: 3 } });
    await assign(busy, bay);
    const { body } = await desk.get(`/api/receptionist/sprayer/${sick.id}/hand-over?date=${date}`);
    const crews = body.content.map(({ order, sprayers }: Answer['body']) => ({
      orderId: order.id,
      sprayerIds: sprayers.map(({ id }: { id: number }) => id),
    }));
    expect(crews.map(({ sprayerIds }: { sprayerIds: number[] }) => sprayerIds.map(String))).toEqual([[bay.id, non.id], [bay.id], []]);
    expect(body.content[2].reason).toMatch(/Only apprentices are free/);
    const possible = body.content.slice(0, 2).map(({ order }: Answer['body']) => order);
    const done = await bulk('assign', possible, { crews: crews.slice(0, 2) });
    expect(done.status).toBe(200);
    expect(await Promise.all(orders.map(({ id }) => crewOf(id)))).toEqual([[bay.id, non.id], [bay.id], [sick.id]]);
    expect((await undo(done.body.id)).status).toBe(200);
    expect(await crewOf(orders[0].id)).toEqual([sick.id, non.id]);
    expect((await desk.get(`/api/receptionist/sprayer/${farmer.id}/hand-over`)).body.code).toBe('NOT_FOUND');
  });
});

describe('cancelling', () => {
  test('when a cancellation is undone in time, then the orders are restored; after a cash refund it cannot be undone', async () => {
    const bay = await sprayer('Bay');
    const orders = await Promise.all([1, 2].map((id) => booked('2026-12-14', { session: { id } })));
    await desk.put(`/api/receptionist/order/${orders[0].id}/sprayers`, { sprayerIds: [Number(bay.id)] });
    await service.sql("update spray_order set payment_status = 'paid' where id = $1", [orders[1].id]);
    const done = await bulk('cancel', await reread(orders));
    expect([await states(orders), await takenOn('2026-12-14')]).toEqual([['cancelled 2026-12-14 1', 'cancelled 2026-12-14 2'], {}]);
    expect((await undo(done.body.id)).status).toBe(200);
    expect([await states(orders), await takenOn('2026-12-14')]).toEqual([
      ['assigned 2026-12-14 1', 'confirmed 2026-12-14 2'],
      { 1: 1, 2: 1 },
    ]);
    await waitForOutbox(service);
    expect((await messagesOf(farmer, orders[0].id)).slice(-2)).toEqual([
      expect.stringMatching(/^Spray cancelled \| .*\nReason: Mưa to$/),
      expect.stringMatching(/^Your spray on .* stays \| .*Bay will come\.$/),
    ]);
    expect((await messagesOf(bay, orders[0].id)).at(-1)).toMatch(/^Your job again/);
    const again = await bulk('cancel', await reread(orders));
    await service.sql("update spray_order set payment_status = 'pending' where id = $1", [orders[1].id]);
    expect(codes(await undo(again.body.id))).toEqual([`order.${orders[1].id} ALREADY_REFUNDED`]);
    expect((await states(orders))[0]).toBe('cancelled 2026-12-14 1');
  });
});

test('when a message is sent to the farmers of orders, then each gets it, history shows it, and it cannot be undone', async () => {
  const orders = [await booked('2026-12-15'), await booked('2026-12-15')];
  const done = await bulk('message', orders, { reason: 'Xin để cổng ruộng mở.' });
  expect([done.status, done.body.undoableUntil]).toEqual([200, null]);
  expect((await undo(done.body.id)).body.code).toBe('CANNOT_UNDO');
  await waitForOutbox(service);
  for (const { id } of orders) expect((await messagesOf(farmer, id)).at(-1)).toMatch(/^About your spray on .* \| Xin để cổng ruộng mở\./);
  expect((await desk.get(`/api/receptionist/order/${orders[0].id}/timeline`)).body.content.at(-1)).toMatchObject({
    action: 'message',
    reason: 'Xin để cổng ruộng mở.',
  });
});

test.each([
  [{ action: 'move', orders: [{ id: 1 }], reason: 'x' }, ['date', 'session']],
  [{ action: 'assign', orders: [{ id: 1 }], reason: 'x', crews: [{ orderId: 2, sprayerIds: [1] }] }, ['sprayerIds']],
  [{ action: 'cancel', orders: [{ id: 1 }, { id: 1 }], reason: 'x' }, ['orders']],
  [{ action: 'cancel', orders: Array.from({ length: 201 }, (_, id) => ({ id: id + 1 })), reason: 'x' }, ['orders']],
  [{ action: 'cancel', orders: [{ id: 1 }], reason: ' ' }, ['reason']],
])('when the request is incomplete (%#), then the error names what is missing', async (body, paths) => {
  const answer = await desk.post('/api/receptionist/bulk-action', body);
  expect([answer.status, answer.body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, paths]);
});

test('when the office prints a day, then each crew has a sheet in driving order, and jobs without a crew come last', async () => {
  const [bay, non] = [await sprayer('Bay'), await sprayer('Non', 'apprentice')];
  const date = '2026-12-16';
  const [late, early, alone] = await Promise.all([
    booked(date, { session: { id: 2 } }),
    booked(date, { session: { id: 1 }, latitude: 10.5582, paymentMethod: 'visa' }),
    booked(date, { session: { id: 1 } }),
  ]);
  for (const { id } of [late, early])
    await desk.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(bay.id), Number(non.id)] });
  const { body } = await desk.get(`/api/receptionist/crew-sheet/?date=${date}`);
  const names = body.content.map(({ sprayers }: Answer['body']) =>
    sprayers.map(({ fullName }: { fullName: string }) => fullName).join('+'),
  );
  expect(names).toEqual(['Bay+Non', '']);
  expect(body.content[0].jobs).toMatchObject([
    { order: { id: early.id }, startTime: '04:00', distanceKm: null, cashToCollect: 0 },
    { order: { id: late.id }, distanceKm: 3, cashToCollect: late.cost },
  ]);
  expect(body.content[1].jobs).toMatchObject([{ order: { id: alone.id } }]);
  const crews = await desk.get(`/api/receptionist/order-crew/?orderId=${late.id}&orderId=${alone.id}`);
  expect(crews.body.content).toMatchObject([{ orderId: late.id, sprayers: [{ fullName: 'Bay' }, { fullName: 'Non' }] }]);
});

test('when an order was moved, then office and farmer see the old and the new time', async () => {
  const { id } = await booked('2026-12-17', { session: { id: 1 } });
  await farmer.post(`/api/farmer/order/${id}/reschedule`, { date: '2026-12-18', session: { id: 2 } });
  const office = await desk.get(`/api/receptionist/order/${id}/move/`);
  expect(office.body.content).toMatchObject([
    { fromDate: '2026-12-17', fromSession: { id: 1 }, toDate: '2026-12-18', toSession: { id: 2 } },
  ]);
  const steps = (await desk.get(`/api/receptionist/order/${id}/timeline`)).body.content;
  expect(office.body.content[0].stepId).toBe(steps.at(-1).id);
  expect((await farmer.get(`/api/farmer/order/${id}/move/`)).body).toEqual(office.body);
  const stranger = await signedIn(service, 'farmer');
  expect((await stranger.get(`/api/farmer/order/${id}/move/`)).body.code).toBe('NOT_FOUND');
});
