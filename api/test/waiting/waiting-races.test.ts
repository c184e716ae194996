import { afterAll, beforeAll, expect, test } from 'vitest';
import { booking, type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

/** More rounds search further. */
const rounds = Number(process.env.SWATH_WAITING_ROUNDS ?? '3');
const places = 2;

let service: Service;
let other: Service;
let office: Caller;
let people: Caller[];
let day = 0;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  office = await signedIn(service, 'receptionist');
  people = await Promise.all(Array.from({ length: 12 }, () => signedIn(service, 'farmer')));
  await service.sql('update company set open_booking_limit = 100000');
  service.app.catalog.invalidate();
  other.app.catalog.invalidate();
});
afterAll(() => service.close());

const nextDate = () => new Date(Date.UTC(2027, 0, 4 + day++)).toISOString().slice(0, 10);
/** Half of the requests go to the other process. */
const on = (caller: Caller, n: number) => (n % 2 === 0 ? caller : callerOn(other, caller));
const times = <T>(count: number, act: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => act(n));

function wish(date: string) {
  const { session: _, date: __, confirmed: ___, ...field } = booking();
  return { ...field, from: date, to: date, sessionIds: [3] };
}

/** What the database says about a place. */
async function stateOf(date: string) {
  const [state] = await service.sql<{ taken: number; held: number; orders: number; offers: number; doubles: number }>(
    `select d.taken, d.held,
            (select count(*)::int from spray_order o where o.date = d.date and o.session_id = 3 and o.order_status <> 'cancelled') as orders,
            (select count(*)::int from waiting_offer o where o.date = d.date and o.session_id = 3 and o.status = 'open') as offers,
            (select count(*)::int from (select from waiting_offer o where o.date = d.date and o.status in ('open', 'accepted')
                                         group by o.entry_id having count(*) > 1) twice) as doubles
       from session_day d where d.date = $1 and d.session_id = 3`,
    [date],
  );
  return state as NonNullable<typeof state>;
}

/** Ends what earlier rounds have left, so that everyone can join again. */
const clearList = () => service.sql("update waiting_entry set status = 'left' where status = 'waiting'");

test('when bookings, cancels, accepts, declines and applied rebookings run at once on two processes, then places are never exceeded', async () => {
  const [first, second, mover] = people.slice(9) as [Caller, Caller, Caller];
  for (let round = 0; round < rounds; round++) {
    const date = nextDate();
    await clearList();
    // A proposal that moves an order into the session while it is still free.
    const moved = await placed(mover, { date, session: { id: 5 }, confirmed: true });
    const proposal = (await office.post('/api/receptionist/rebooking', { orderIds: [moved.id], reason: 'Mưa' })).body;
    const edited = await office.patch(`/api/receptionist/rebooking/${proposal.id}/row/${moved.id}`, { date, session: { id: 3 } });
    expect(edited.status, edited.text).toBe(200);
    const [freed, kept] = [await placed(first, { date }), await placed(second, { date })];
    for (const farmer of people.slice(0, 6)) expect((await farmer.post('/api/farmer/waiting-entry', wish(date))).status).toBe(200);
    expect((await first.post(`/api/farmer/order/${freed.id}/cancel`)).status).toBe(200);
    const offer = await eventually(async () => {
      const [row] = await service.sql<{ id: string; farmer_id: string }>(
        "select o.id, e.farmer_id from waiting_offer o join waiting_entry e on e.id = o.entry_id where o.date = $1 and o.status = 'open'",
        [date],
      );
      expect(row).toBeDefined();
      return row as NonNullable<typeof row>;
    });
    const owner = people.find(({ id }) => id === offer.farmer_id) as Caller;
    const answers = await Promise.all([
      ...times(18, (n) => on(people[n % 12] as Caller, n).post('/api/farmer/order', booking({ date }))),
      ...times(12, (n) => on(owner, n).post(`/api/farmer/waiting-offer/${offer.id}/accept`)),
      ...times(10, (n) => on(second, n).post(`/api/farmer/order/${kept.id}/cancel`)),
      ...times(6, (n) => on(owner, n).post(`/api/farmer/waiting-offer/${offer.id}/decline`)),
      ...times(4, (n) => on(office, n).post(`/api/receptionist/rebooking/${proposal.id}/apply`)),
    ]);
    expect(answers.filter(({ status }) => status >= 500 && status !== 503).map(({ text }) => text)).toEqual([]);
    await eventually(async () => expect(await service.sql('select 1 from waiting_check')).toEqual([]));
    const state = await stateOf(date);
    expect(state.taken).toBeLessThanOrEqual(places);
    expect([state.taken, state.held, state.doubles]).toEqual([state.orders + state.offers, state.offers, 0]);
    const booked = await service.sql(
      'select 1 from waiting_entry e join waiting_offer o on o.entry_id = e.id where o.id = $1 and e.order_id is not null',
      [offer.id],
    );
    const accepted = answers.slice(18, 30).filter(({ status }) => status === 200);
    expect(booked).toHaveLength(accepted.length > 0 ? 1 : booked.length);
    expect(new Set(accepted.map(({ body }) => body.id)).size).toBeLessThanOrEqual(1);
  }
});

test('when one freed place is noted several times and both processes look at it, then it is offered once', async () => {
  const date = nextDate();
  await clearList();
  const [first, second] = people.slice(9) as [Caller, Caller];
  const order = await placed(first, { date });
  await placed(second, { date });
  for (const farmer of people.slice(0, 4)) expect((await farmer.post('/api/farmer/waiting-entry', wish(date))).status).toBe(200);
  await Promise.all([
    ...times(10, (n) => on(first, n).post(`/api/farmer/order/${order.id}/cancel`)),
    ...times(10, () => service.sql('insert into waiting_check (date, session_id) values ($1, 3)', [date])),
  ]);
  await eventually(async () => {
    expect(await service.sql('select 1 from waiting_check')).toEqual([]);
    expect(await service.sql('select status from waiting_offer where date = $1', [date])).toEqual([{ status: 'open' }]);
  });
  await service.sql('insert into waiting_check (date, session_id) select $1, 3 from generate_series(1, 5)', [date]);
  await eventually(async () => expect(await service.sql('select 1 from waiting_check')).toEqual([]));
  expect(await service.sql('select status from waiting_offer where date = $1', [date])).toEqual([{ status: 'open' }]);
  expect(await stateOf(date)).toMatchObject({ taken: 2, held: 1, orders: 1, offers: 1 });
});
