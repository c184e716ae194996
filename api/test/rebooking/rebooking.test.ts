import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openMeteo } from '../../src/weather/open-meteo.ts';
import { moveOrder, waitForOutbox } from '../arrange.ts';
import { untilLockWaiters } from '../barriers.ts';
import { type Answer, type Caller, call, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { cards, opened, pay, traces, verify } from '../payments/payment-steps.ts';
import { SentMails } from '../sent-mails.ts';
import { ForecastServer } from '../weather/forecast-server.ts';

const forecasts = new ForecastServer(() => service.clock.now);
const mails = new SentMails();
let service: Service;
let other: Service;
let desk: Caller;
let farmer: Caller;
let now: Date;

beforeAll(async () => {
  service = await startService({ forecasts: openMeteo({ url: await forecasts.start() }), mailer: mails, idle: true });
  other = await service.another();
  desk = await signedIn(service, 'receptionist', { fullName: 'Mai' });
  farmer = await signedIn(service, 'farmer', { fullName: 'Lúa' });
  await service.sql('update company set open_booking_limit = 100000');
  now = service.clock.now;
});
afterAll(async () => {
  await service.close();
  await forecasts.close();
});
beforeEach(async () => {
  service.clock.now = now;
  forecasts.hourAt = () => ({});
  // Each test has the sessions to itself.
  await service.sql("update spray_order set order_status = 'cancelled' where order_status in ('pending', 'confirmed', 'assigned')");
  await service.sql('update session_day set taken = 0');
  await service.sql('delete from forecast');
  await service.sql('update spray_session set capacity = 2');
  service.app.catalog.invalidate();
  other.app.catalog.invalidate();
});

/** Asks again after a 503, which is a correct answer on a busy machine. */
async function patiently(ask: () => Promise<Answer>, attempts = 5): Promise<Answer> {
  const answer = await ask();
  return answer.status === 503 && attempts > 1 ? patiently(ask, attempts - 1) : answer;
}
const path = '/api/receptionist/rebooking';
const day = '2026-11-17';
const booked = (overrides: Record<string, unknown> = {}, who = farmer): Promise<Answer['body']> =>
  placed(who, { confirmed: true, date: day, session: { id: 3 }, ...overrides });
const propose = (body: Record<string, unknown>) => patiently(() => desk.post(path, { reason: 'Mưa to', ...body }));
const rowsOf = async (id: number): Promise<Answer['body'][]> => (await desk.get(`${path}/${id}/row/?size=200`)).body.content;
const apply = (id: number, who = desk) => patiently(() => who.post(`${path}/${id}/apply`));
const undo = (id: number) => patiently(() => desk.post(`${path}/${id}/undo`));
const states = async (orders: Answer['body'][]) =>
  Promise.all(
    orders.map(async ({ id }) => {
      const { orderStatus, date, session } = (await desk.get(`/api/receptionist/order/${id}`)).body;
      return `${orderStatus} ${date} ${session.id}`;
    }),
  );
const taken = async () =>
  Object.fromEntries(
    (
      await service.sql<{ key: string; taken: number }>("select date || ' ' || session_id as key, taken from session_day where taken > 0")
    ).map((row) => [row.key, row.taken]),
  );
const moved = (row: Answer['body']) => `${row.orderId}: ${row.to === null ? row.notPlacedReason : `${row.to.date} ${row.to.session.id}`}`;
/** Hours of this date in Ho Chi Minh City have heavy rain. */
const rainOn = async (date: string) => {
  const from = Date.parse(`${date}T00:00:00+07:00`) / 1000;
  forecasts.hourAt = (seconds) => (seconds >= from && seconds < from + 86_400 ? { precipitation: 5, precipitation_probability: 95 } : {});
  await service.app.forecasts?.run();
};

describe('a proposal', () => {
  test('when the sessions of a day are rebooked, then the cheapest places are proposed with their costs, and no order changes', async () => {
    const orders = [await booked(), await booked(), await booked({ session: { id: 6 } })];
    const made = await propose({ date: day, sessionIds: [3, 6] });
    expect([made.status, made.body.state, made.body.orders, made.body.notPlaced, made.body.by]).toEqual([200, 'proposed', 3, 0, 'Mai']);
    const rows = await rowsOf(made.body.id);
    // Without a forecast every place is UNKNOWN (2). The same half of the same day costs nothing more.
    expect(rows.map(moved).sort()).toEqual([`${orders[0].id}: ${day} 1`, `${orders[1].id}: ${day} 1`, `${orders[2].id}: ${day} 5`].sort());
    expect(rows[0].cost).toEqual({ delay: 0, halfDay: 0, weather: 2, crew: 0, notPlaced: 0, total: 2 });
    expect(made.body.cost).toBe(6);
    expect(await states(orders)).toEqual([`confirmed ${day} 3`, `confirmed ${day} 3`, `confirmed ${day} 6`]);
    expect((await desk.get(`${path}/?size=1`)).body.content[0].id).toBe(made.body.id);
    expect((await desk.get(`${path}/999999`)).status).toBe(404);
  });

  test('when it rains on a day, then "all with STOP" finds its orders and no place of that day is used', async () => {
    const [wet, dry] = [await booked(), await booked({ date: '2026-11-19' })];
    await service.app.forecasts?.run();
    await rainOn(day);
    await service.sql('update forecast set fetched_at = null');
    await rainOn(day);
    const made = await propose({ allWithStop: true });
    const rows = await rowsOf(made.body.id);
    expect(rows.map(({ orderId }) => orderId)).toEqual([wet.id]);
    expect(rows[0].to.date).not.toBe(day);
    expect(rows[0].cost.delay).toBe(10);
    expect(rows[0].verdict).toBe('GO');
    const refused = await desk.patch(`${path}/${made.body.id}/row/${wet.id}`, { date: day, session: { id: 6 } });
    expect([refused.status, refused.body.code]).toEqual([409, 'PLACE_NOT_USABLE']);
    expect(dry.id).toBeDefined();
  });

  test('when places are few, then some orders are not placed, and the rows say why', async () => {
    const orders = [await booked(), await booked(), await booked({ session: { id: 2 } })];
    await service.sql('update spray_session set capacity = case when id = 1 then 1 else 0 end');
    await service.sql(
      "insert into session_day (date, session_id, taken) select d::date, 1, 1 from generate_series(date '2026-11-15', '2026-11-30', '1 day') d where d <> '2026-11-20' on conflict (date, session_id) do update set taken = 1",
    );
    service.app.catalog.invalidate();
    const made = await propose({ orderIds: orders.map(({ id }) => id) });
    expect([made.body.notPlaced, made.body.cost]).toEqual([2, 400 + 30 + 2]);
    const rows = await rowsOf(made.body.id);
    expect(rows.map(({ notPlacedReason }) => notPlacedReason)).toEqual(['OTHERS_FIRST', 'OTHERS_FIRST', null]);
    // Orders that are not placed stay where they are.
    expect((await apply(made.body.id)).status).toBe(200);
    expect((await states(orders)).filter((state) => state.includes('2026-11-20 1'))).toHaveLength(1);
  });

  test('when a crew is busy elsewhere, then losing it costs 5, and a place where it is free is preferred', async () => {
    const bay = await signedIn(service, 'sprayer', { fullName: 'Bay' });
    const [order, elsewhere] = [await booked(), await booked({ session: { id: 1 } })];
    for (const { id } of [order, elsewhere])
      expect((await desk.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(bay.id)] })).status).toBe(200);
    const made = await propose({ date: day, sessionIds: [3] });
    expect((await rowsOf(made.body.id)).map(moved)).toEqual([`${order.id}: ${day} 2`]);
    const changed = await desk.patch(`${path}/${made.body.id}/row/${order.id}`, { date: day, session: { id: 1 } });
    expect(changed.body.cost).toMatchObject({ crew: 5, total: 7 });
    const choices = (await desk.get(`${path}/${made.body.id}/row/${order.id}/choice/?size=200`)).body.content;
    expect(choices[0]).toMatchObject({ date: day, session: { id: 2 }, left: 2, cost: { total: 2 } });
    expect(choices.some(({ date, session }: Answer['body']) => date === day && session.id === 3)).toBe(false);
    expect((await apply(made.body.id)).status).toBe(200);
    expect(await states([order, elsewhere])).toEqual([`confirmed ${day} 1`, `assigned ${day} 1`]);
    expect((await undo(made.body.id)).status).toBe(200);
    expect(await states([order, elsewhere])).toEqual([`assigned ${day} 3`, `assigned ${day} 1`]);
  });

  test('when a row is edited, then full, begun and unknown places are refused, and no place is allowed', async () => {
    const [first, second] = [await booked(), await booked()];
    const { id } = (await propose({ orderIds: [first.id, second.id] })).body;
    await service.sql('update spray_session set capacity = 1 where id = 5');
    service.app.catalog.invalidate();
    const edit = (orderId: number, body: object) => desk.patch(`${path}/${id}/row/${orderId}`, body);
    expect((await edit(first.id, { date: day, session: { id: 5 } })).body.cost).toMatchObject({ halfDay: 3, total: 5 });
    expect((await edit(second.id, { date: day, session: { id: 5 } })).body.code).toBe('SESSION_FULL');
    expect((await edit(second.id, { date: '2026-11-01', session: { id: 5 } })).body.code).toBe('DATE_NOT_BOOKABLE');
    expect((await edit(second.id, { date: day, session: { id: 99 } })).body.code).toBe('VALIDATION_FAILED');
    expect((await edit(second.id, { date: day })).body.code).toBe('VALIDATION_FAILED');
    expect((await edit(second.id, { date: day, session: { id: 3 } })).body.code).toBe('VALIDATION_FAILED');
    expect((await edit(999_999, { noPlace: true })).status).toBe(404);
    const none = await edit(second.id, { noPlace: true });
    expect([none.body.to, none.body.notPlacedReason, none.body.cost.total]).toEqual([null, 'BY_OFFICE', 200]);
    expect((await desk.get(`${path}/${id}`)).body).toMatchObject({ notPlaced: 1, cost: 205 });
  });

  test('when the setting is one day, then no place after the next day is proposed or offered', async () => {
    const admin = await signedIn(service, 'admin');
    const order = await booked();
    expect((await admin.patch('/api/admin/setting', { rebookingDays: 15 })).body.code).toBe('VALIDATION_FAILED');
    expect((await admin.patch('/api/admin/setting', { rebookingDays: 1 })).body.rebookingDays).toBe(1);
    try {
      const { id } = (await propose({ date: day })).body;
      const choices = (await desk.get(`${path}/${id}/row/${order.id}/choice/?size=200`)).body.content;
      expect(new Set(choices.map(({ date }: Answer['body']) => date))).toEqual(new Set(['2026-11-15', '2026-11-16', '2026-11-18']));
    } finally {
      await admin.patch('/api/admin/setting', { rebookingDays: 7 });
    }
  });

  test('when two orders of one crew move, then they get different sessions, so that both keep the crew', async () => {
    const bay = await signedIn(service, 'sprayer', { fullName: 'Bay' });
    const orders = [await booked({ session: { id: 1 } }), await booked({ session: { id: 2 } })];
    for (const { id } of orders)
      expect((await desk.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(bay.id)] })).status).toBe(200);
    const made = await propose({ date: day });
    const rows = await rowsOf(made.body.id);
    expect([new Set(rows.map(({ to }) => `${to.date} ${to.session.id}`)).size, made.body.cost]).toEqual([2, 2 * (10 + 2)]);
  });

  test('when the choice of orders makes no sense, then it is a clear problem', async () => {
    const order = await booked();
    await moveOrder(service, order.id, { orderStatus: 'in_progress', paymentStatus: 'pending', paymentMethod: 'cash' });
    expect((await propose({})).body.code).toBe('VALIDATION_FAILED');
    expect((await propose({ orderIds: [order.id], date: day })).body.code).toBe('VALIDATION_FAILED');
    expect((await propose({ sessionIds: [1] })).body.code).toBe('VALIDATION_FAILED');
    expect((await propose({ orderIds: [order.id, 999_999] })).body).toMatchObject({ code: 'BULK_BLOCKED', errors: [{}, {}] });
    expect((await propose({ date: '2027-01-01' })).body.code).toBe('NOTHING_TO_REBOOK');
    expect((await propose({ allWithStop: true })).body.code).toBe('NOTHING_TO_REBOOK');
  });
});

describe('applying', () => {
  test('when a proposal is applied and undone, then places, history, audit and events follow', async () => {
    const orders = [await booked(), await booked({ session: { id: 4 } })];
    const { id } = (await propose({ date: day })).body;
    const done = await apply(id);
    expect([done.status, done.body.state, done.body.answers.open]).toEqual([200, 'applied', 2]);
    expect(Date.parse(done.body.undoableUntil) - Date.parse(done.body.appliedAt)).toBe(2 * 3_600_000);
    expect((await states(orders)).every((state) => state.startsWith('confirmed 2026-11-1') && !state.includes(day))).toBe(true);
    expect(Object.keys(await taken()).some((key) => key.startsWith(day))).toBe(false);
    const events = await service.sql<{ type: string }>("select type from outbox_event where type = 'rebooked' and order_id = any($1)", [
      orders.map((order) => order.id),
    ]);
    // The service runs no background work here: messages of a process that was killed now are still in the outbox.
    expect(events).toHaveLength(2);
    const history = (await desk.get(`/api/receptionist/order/${orders[0].id}/timeline?size=200`)).body.content;
    expect(history.some((step: Answer['body']) => step.action === 'reschedule' && step.reason === 'Mưa to' && step.by === 'Mai')).toBe(
      true,
    );
    expect((await apply(id)).body.code).toBe('PROPOSAL_CLOSED');
    expect((await desk.patch(`${path}/${id}/row/${orders[0].id}`, { noPlace: true })).body.code).toBe('PROPOSAL_CLOSED');

    expect((await undo(id)).body).toMatchObject({ state: 'undone', undoableUntil: null });
    expect(await states(orders)).toEqual([`confirmed ${day} 3`, `confirmed ${day} 4`]);
    expect(await taken()).toEqual({ [`${day} 3`]: 1, [`${day} 4`]: 1 });
    expect((await undo(id)).body.code).toBe('ALREADY_UNDONE');
    const audit = await service.sql<{ action: string }>(
      "select action from audit_entry where subject_type = 'rebooking' and subject_id = $1 order by id",
      [id],
    );
    expect(audit.map(({ action }) => action)).toEqual(['rebooking_apply', 'rebooking_undo']);
  });

  test('when undoing comes too late or a place is gone, then nothing is put back', async () => {
    const order = await booked();
    const { id } = (await propose({ orderIds: [order.id] })).body;
    await apply(id);
    await service.sql('update session_day set taken = 2 where date = $1 and session_id = 3', [day]);
    const blocked = await undo(id);
    expect([blocked.body.code, blocked.body.errors[0].code]).toEqual(['BULK_BLOCKED', 'SESSION_FULL']);
    service.clock.now = new Date(now.getTime() + 2 * 3_600_000 + 1000);
    expect((await undo(id)).body.code).toBe('UNDO_EXPIRED');
  });

  test('when a place has gone or an order has changed, then nothing is half applied, and a new proposal is there', async () => {
    const orders = [await booked(), await booked(), await booked({ session: { id: 4 } })];
    const { id } = (await propose({ date: day, sessionIds: [3, 4] })).body;
    const rows = await rowsOf(id);
    await service.sql(
      'insert into session_day (date, session_id, taken) values ($1, $2, 2) on conflict (date, session_id) do update set taken = 2',
      [rows[0].to.date, rows[0].to.session.id],
    );
    await desk.post(`/api/receptionist/order/${orders[2].id}/cancel`, { reason: 'x' });
    const before = await taken();
    const stale = await apply(id);
    expect([stale.status, stale.body.code]).toEqual([409, 'PROPOSAL_STALE']);
    expect(stale.body.errors).toContainEqual(expect.objectContaining({ path: `order.${orders[2].id}`, code: 'ORDER_CHANGED' }));
    expect(await taken()).toEqual(before);
    expect(await states(orders.slice(0, 2))).toEqual([`confirmed ${day} 3`, `confirmed ${day} 3`]);
    const newId = Number(/rebooking\.(\d+)/.exec(JSON.stringify(stale.body.errors))?.[1]);
    expect((await desk.get(`${path}/${id}`)).body).toMatchObject({ state: 'replaced', replacedBy: newId });
    expect((await desk.get(`${path}/${newId}`)).body).toMatchObject({ state: 'proposed', orders: 2, reason: 'Mưa to' });
    expect((await apply(newId)).status).toBe(200);
    expect((await apply(id)).body.code).toBe('PROPOSAL_CLOSED');
  });

  test('when the weather at a new place has become STOP since, then nothing is applied, and the new proposal avoids it', async () => {
    const order = await booked();
    await service.app.forecasts?.run();
    const { id } = (await propose({ orderIds: [order.id] })).body;
    const { to } = (await rowsOf(id))[0];
    await service.sql('update forecast set fetched_at = null');
    await rainOn(to.date);
    const stale = await apply(id);
    expect([stale.status, stale.body.code]).toEqual([409, 'PROPOSAL_STALE']);
    expect(stale.body.errors).toContainEqual(expect.objectContaining({ path: `order.${order.id}`, code: 'PLACE_NOT_USABLE' }));
    expect(await states([order])).toEqual([`confirmed ${day} 3`]);
    const newId = Number(/rebooking\.(\d+)/.exec(JSON.stringify(stale.body.errors))?.[1]);
    expect((await rowsOf(newId))[0].to.date).not.toBe(to.date);
    expect((await apply(newId)).status).toBe(200);
  });

  test('when 50 apply one proposal and another with the same orders on two processes at once, then one wins', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, (_, at) => booked({ session: { id: (at % 4) + 1 } })));
    const ids = orders.map(({ id }) => id);
    const [first, second] = [(await propose({ orderIds: ids })).body.id, (await propose({ orderIds: ids })).body.id];
    const there = callerOn(other, desk, 0);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? desk : there).post(`${path}/${at % 4 < 2 ? first : second}/apply`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([409, 503]).toContain(status);
      if (status === 409) expect(['PROPOSAL_CLOSED', 'PROPOSAL_STALE']).toContain(body.code);
    }
    const overfull = await service.sql(
      'select 1 from session_day d join spray_session s on s.id = d.session_id where d.taken > s.capacity',
    );
    expect(overfull).toEqual([]);
    expect(Object.values(await taken()).reduce((sum, count) => sum + count, 0)).toBe(8);
  });
});

describe('answers by link', () => {
  const linksIn = (text: string) =>
    [...text.matchAll(/https?:\/\/[^/\s]+(\/link\/rebooking-(\w+)\/\S+)/g)].map(([, to, kind]) => [String(kind), String(to)]);
  const open = (to: string) => call(service, 'GET', to);
  const send = (to: string, form: Record<string, string>) =>
    call(service, 'POST', to, {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const mailed = async (who: Caller) => {
    const mail = await eventually(async () => {
      const found = mails.to(who.email).findLast(({ text }) => text.includes('/link/rebooking-accept/'));
      if (found === undefined) throw new Error('no mail yet');
      return found;
    });
    return { mail, links: Object.fromEntries(linksIn(mail.text)) as Record<'accept' | 'change' | 'cancel', string> };
  };
  const rebooked = async (count = 1, overrides: Record<string, unknown> = {}) => {
    const who = await signedIn(service, 'farmer', { fullName: 'Sáu' });
    const orders: Answer['body'][] = [];
    for (let at = 0; at < count; at++) orders.push(await booked({ session: { id: at + 1 }, ...overrides }, who));
    const { id } = (await propose({ orderIds: orders.map((order) => order.id) })).body;
    expect((await apply(id)).status).toBe(200);
    return { who, orders, id, ...(await mailed(who)) };
  };
  beforeAll(() => service.app.work());

  test('when orders of one farmer are moved, then there is one message with three links; opening a link changes nothing', async () => {
    const { who, id, links, orders } = await rebooked(2);
    await waitForOutbox(service);
    expect(mails.to(who.email).filter(({ text }) => text.includes('/link/'))).toHaveLength(1);
    expect(Object.keys(links).sort()).toEqual(['accept', 'cancel', 'change']);
    const before = await states(orders);
    for (const to of Object.values(links)) {
      const page = await open(to);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.text).not.toContain('<script');
      expect(page.text).toContain('<form method="post">');
    }
    expect(await states(orders)).toEqual(before);
    expect((await desk.get(`${path}/${id}`)).body.answers).toEqual({ accepted: 0, changed: 0, cancelled: 0, open: 2 });

    expect((await send(links.accept, { answer: 'accept' })).status).toBe(200);
    expect((await desk.get(`${path}/${id}`)).body).toMatchObject({ answers: { accepted: 2, open: 0 }, undoableUntil: null });
    expect((await undo(id)).body.code).toBe('CANNOT_UNDO');
    // Used: all three now say what was answered.
    for (const to of Object.values(links)) expect((await send(to, { order: String(orders[0].id) })).status).toBe(409);
    expect((await open(links.cancel)).text).toContain('You have answered already');
    expect(await states(orders)).toEqual(before);
  });

  test('when another time is chosen, then the order moves there, if it is still free', async () => {
    const { orders, id, links } = await rebooked();
    const page = await open(links.change);
    const times = [...page.text.matchAll(/name="time" value="([\d-]+_\d+)"/g)].map(([, value]) => String(value));
    expect(times.length).toBeGreaterThan(5);
    const order = String(orders[0].id);
    expect((await send(links.change, { order })).status).toBe(400);
    expect((await send(links.change, { order: '1', time: String(times[0]) })).status).toBe(400);
    const [date, session] = String(times[4]).split('_');
    await service.sql(
      'insert into session_day (date, session_id, taken) values ($1, $2, 2) on conflict (date, session_id) do update set taken = 2',
      [date, session],
    );
    expect((await send(links.change, { order, time: String(times[4]) })).status).toBe(409);
    const [free, freeSession] = String(times[5]).split('_');
    expect((await send(links.change, { order, time: String(times[5]) })).status).toBe(200);
    expect(await states(orders)).toEqual([`confirmed ${free} ${freeSession}`]);
    expect((await rowsOf(id))[0]).toMatchObject({ answer: 'changed', current: { date: free, session: { id: Number(freeSession) } } });
    expect((await send(links.change, { order, time: String(times[0]) })).status).toBe(409);
  });

  test('when a time is sent that is not offered, then it is refused, and the order stays', async () => {
    const who = await signedIn(service, 'farmer', { fullName: 'Sáu' });
    const order = await booked({}, who);
    const { id } = (await propose({ date: day })).body;
    expect((await apply(id)).status).toBe(200);
    const { links } = await mailed(who);
    const before = await states([order]);
    const choose = async (time: string) => (await send(links.change, { order: String(order.id), time })).status;
    for (const none of ['2026-11-31_1', '2026-02-30_1', '0000-00-00_1']) expect(await choose(none)).toBe(400);
    await service.sql('update spray_session set max_area = 1 where id = 5');
    const wet = '2026-11-18';
    await eventually(async () => {
      await service.sql('update forecast set fetched_at = null');
      await rainOn(wet);
      expect((await open(links.change)).text).not.toContain(`value="${wet}_`);
    });
    // Only sessions with room for the area are shown.
    const shown = (await open(links.change)).text;
    expect([shown.includes('value="2026-11-19_4"'), shown.includes('value="2026-11-19_5"')]).toEqual([true, false]);
    // A session that the office has emptied, one after the last date, one in the rain, one without room for the area.
    for (const refused of [`${day}_5`, '2026-11-30_1', `${wet}_4`, '2026-11-19_5']) expect(await choose(refused)).toBe(409);
    expect(await states([order])).toEqual(before);
    await service.sql('update spray_session set max_area = null');
    expect(await choose('2026-11-19_5')).toBe(200);
    expect(await states([order])).toEqual(['confirmed 2026-11-19 5']);
  });

  test('when a farmer answers while an undo waits, then the undo is refused', async () => {
    const { id, orders } = await rebooked();
    const before = await states(orders);
    let undoing = Promise.resolve<Answer | undefined>(undefined);
    await service.database.transaction(async (tx) => {
      await tx.rows({ name: undefined, text: `select 1 from rebooking where id = ${id} for update` });
      undoing = undo(id);
      await untilLockWaiters(tx, 1);
      await tx.rows({
        name: undefined,
        text: `update rebooking_row set answer = 'accepted', answered_at = now() where rebooking_id = ${id}`,
      });
    });
    expect((await undoing)?.body.code).toBe('CANNOT_UNDO');
    expect(await states(orders)).toEqual(before);
  });

  test('when the office has moved one of two orders since, then "fine" counts for the other only', async () => {
    const { id, orders, links } = await rebooked(2);
    const moving = await desk.post(`/api/receptionist/order/${orders[0].id}/reschedule`, { date: '2026-11-22', session: { id: 6 } });
    expect(moving.status).toBe(200);
    expect((await send(links.accept, { answer: 'accept' })).status).toBe(200);
    const answers = (await rowsOf(id)).map(({ orderId, answer }) => [orderId, answer]);
    expect(new Map(answers as [number, string | null][])).toEqual(
      new Map([
        [orders[0].id, null],
        [orders[1].id, 'accepted'],
      ]),
    );
  });

  test('when a paid card order is cancelled by link within 12 hours of its session, then it is refunded', async () => {
    const who = await signedIn(service, 'farmer');
    const order = await booked({ paymentMethod: 'visa' }, who);
    const { clientSecret } = await opened(who, order.id);
    await pay(who, order.id, clientSecret, { cardNumber: cards.visa });
    expect((await verify(who, order.id, clientSecret)).body.paymentStatus).toBe('paid');
    const { id } = (await propose({ orderIds: [order.id] })).body;
    await desk.patch(`${path}/${id}/row/${order.id}`, { date: '2026-11-16', session: { id: 1 } });
    expect((await apply(id)).status).toBe(200);
    const { links } = await mailed(who);
    expect((await send(links.cancel, { order: String(order.id) })).status).toBe(200);
    expect(await states([order])).toEqual(['cancelled 2026-11-16 1']);
    expect((await rowsOf(id))[0]).toMatchObject({ answer: 'cancelled' });
    await eventually(async () => expect((await traces(service, order.id)).ledger.map(({ kind }) => kind)).toContain('refund'));
  });

  test('when a link is altered, foreign, expired or of an undone proposal, then a plain page says what to do', async () => {
    const { who, links, id, orders } = await rebooked();
    const another = await rebooked();
    const altered = [
      links.accept.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      links.accept.replace('rebooking-accept', 'rebooking-cancel'),
    ];
    const token = (link: string) => link.split('/').at(-1) as string;
    const [, ...signature] = token(another.links.accept).split('.');
    altered.push(
      `/link/rebooking-accept/${[token(links.accept).split('.')[0], ...signature].join('.')}`,
      '/link/rebooking-accept/x',
      '/link/rebooking-accept/1-1.zz.zz',
    );
    for (const to of altered)
      for (const page of [await open(to), await send(to, { answer: 'accept' })]) {
        expect(page.status).toBe(404);
        expect(page.text).toContain('<main');
      }
    expect((await undo(id)).status).toBe(200);
    const undone = await send(links.cancel, { order: String(orders[0].id) });
    expect([undone.status, undone.text.includes('taken this change back')]).toEqual([409, true]);
    service.clock.now = new Date(now.getTime() + 24 * 3_600_000);
    for (const page of [await open(another.links.accept), await send(another.links.accept, { answer: 'accept' })]) {
      expect(page.status).toBe(410);
      expect(page.text).toContain('too old');
    }
    expect((await rowsOf(another.id))[0].answer).toBeNull();
    expect(who.id).not.toBe(another.who.id);
  });

  test('when a farmer answers 50 times at once on two processes, then one answer counts', async () => {
    const { orders, links, id } = await rebooked();
    const order = String(orders[0].id);
    const [time] = [...(await open(links.change)).text.matchAll(/name="time" value="([\d-]+_\d+)"/g)].map(([, value]) => String(value));
    const forms: [string, Record<string, string>][] = [
      [links.accept, { answer: 'accept' }],
      [links.change, { order, time: String(time) }],
      [links.cancel, { order }],
    ];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        const [to, form] = forms[at % 3] as [string, Record<string, string>];
        return call(at % 2 === 0 ? service : other, 'POST', to, {
          body: new URLSearchParams(form).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 409, 503]).toContain(status);
    const { accepted, changed, cancelled } = (await desk.get(`${path}/${id}`)).body.answers;
    expect(accepted + changed + cancelled).toBe(1);
  });
});
