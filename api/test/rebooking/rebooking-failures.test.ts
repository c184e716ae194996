import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeBookingLimits, waitForOutbox } from '../arrange.ts';
import { type Answer, type Caller, call, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';
import { SentMails } from '../sent-mails.ts';

const mails = new SentMails();
let service: Service;
let desk: Caller;

beforeAll(async () => {
  service = await startService({ mailer: mails, idle: true });
  desk = await signedIn(service, 'receptionist');
  await removeBookingLimits(service);
});
afterAll(() => service.close());

const path = '/api/receptionist/rebooking';
const booked = (who: Caller, date: string, session: number): Promise<Answer['body']> =>
  placed(who, { confirmed: true, date, session: { id: session } });
/** 503 is a correct answer on a busy machine. */
async function patiently(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask();
  return answer.status === 503 ? patiently(ask) : answer;
}
const propose = async (orderIds: number[]): Promise<Answer['body']> =>
  (await patiently(() => desk.post(path, { orderIds, reason: 'Mưa to' }))).body;
const setCapacity = async (capacity: string) => {
  await service.sql(`update spray_session set capacity = ${capacity}`);
  service.app.catalog.invalidate();
};

test('when two offices apply 50 proposals for 5 places at once on two processes, then no place is given twice', async () => {
  await setCapacity('case when id = 3 then 50 else 60 end');
  const farmer = await signedIn(service, 'farmer');
  const orders = await Promise.all(Array.from({ length: 50 }, () => booked(farmer, '2026-11-17', 3)));
  await service.sql(
    `insert into session_day (date, session_id, taken)
     select d::date, s.id, s.capacity from generate_series(date '2026-11-15', '2026-11-24', '1 day') d, spray_session s
     on conflict (date, session_id) do update set taken = excluded.taken`,
  );
  await service.sql("update session_day set taken = 55 where date = '2026-11-18' and session_id = 1");
  const proposals = await Promise.all(orders.map(({ id }) => propose([id])));
  expect(new Set(proposals.map(({ notPlaced }) => notPlaced))).toEqual(new Set([0]));
  const other = await service.another();
  const there = callerOn(other, desk, 0);
  const answers = await Promise.all(proposals.map(({ id }, at) => (at % 2 === 0 ? desk : there).post(`${path}/${id}/apply`)));
  for (const { status, body } of answers) {
    expect([200, 409, 503]).toContain(status);
    if (status === 409) expect(body.code).toBe('PROPOSAL_STALE');
  }
  const moved = answers.filter(({ status }) => status === 200).length;
  expect(moved).toBeLessThanOrEqual(5);
  const [place] = await service.sql<{ taken: number; orders: number }>(
    `select taken::int, (select count(*)::int from spray_order where date = '2026-11-18' and session_id = 1) as orders
       from session_day where date = '2026-11-18' and session_id = 1`,
  );
  expect(place).toEqual({ taken: 55 + moved, orders: moved });
  const places = await service.sql('select 1 from session_day d join spray_session s on s.id = d.session_id where d.taken > s.capacity');
  expect(places).toEqual([]);
}, 120_000);

test('when the service ends between applying and the messages, then they are sent once by the next one, with links that work', async () => {
  await service.sql('update session_day set taken = 0');
  await setCapacity('60');
  const farmer = await signedIn(service, 'farmer');
  const orders = [await booked(farmer, '2026-11-19', 1), await booked(farmer, '2026-11-19', 2)];
  const first = await service.another();
  const { id } = await propose(orders.map((order) => order.id));
  expect((await patiently(() => callerOn(first, desk, 0).post(`${path}/${id}/apply`))).status).toBe(200);
  // It runs no background work, as if it had been killed right after the answer: nothing has been sent.
  const linked = () => mails.to(farmer.email).filter(({ text }) => text.includes('/link/rebooking-accept/'));
  expect(linked()).toEqual([]);
  const second = await service.another();
  second.app.work();
  await waitForOutbox(service);
  const mail = await eventually(async () => {
    const [found] = linked();
    if (found === undefined) throw new Error('no mail yet');
    return found;
  });
  const link = /\/link\/rebooking-accept\/\S+/.exec(mail.text)?.[0] ?? '';
  const answer = await patiently(() =>
    call(second, 'POST', link, { body: 'answer=accept', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  );
  expect(answer.status).toBe(200);
  expect((await desk.get(`${path}/${id}`)).body.answers).toEqual({ accepted: 2, changed: 0, cancelled: 0, open: 0 });
  expect(linked()).toHaveLength(1);
}, 120_000);

test('when the clocks of the company change in the night between, then a day is a day, and 24 hours are 24 hours', async () => {
  await setCapacity('case when id = 3 then 60 else 0 end');
  await service.sql("update company set time_zone = 'Europe/Berlin'");
  service.app.catalog.invalidate();
  try {
    // Saturday, 10:00 in Berlin; summer time begins in the night to Sunday.
    service.clock.now = new Date('2027-03-27T09:00:00Z');
    desk = await signedIn(service, 'receptionist');
    const farmer = await signedIn(service, 'farmer');
    const order = await booked(farmer, '2027-03-29', 3);
    const made = await propose([order.id]);
    const rows = (await desk.get(`${path}/${made.id}/row/`)).body.content;
    // Sunday and Tuesday are a day away each; the earlier one is chosen.
    expect([rows[0].to.date, rows[0].cost.delay]).toEqual(['2027-03-28', 10]);
    const done = await patiently(() => desk.post(`${path}/${made.id}/apply`));
    expect([done.body.appliedAt, done.body.undoableUntil]).toEqual(['2027-03-27T09:00:00.000Z', '2027-03-27T11:00:00.000Z']);
    // The clock of the machine is set back: nothing is lost, and the orders can still be put back.
    service.clock.now = new Date('2027-03-27T08:00:00Z');
    expect((await patiently(() => desk.post(`${path}/${made.id}/undo`))).status).toBe(200);
    expect((await desk.get(`/api/receptionist/order/${order.id}`)).body.date).toBe('2027-03-29');
  } finally {
    service.clock.now = testNow;
  }
}, 120_000);
