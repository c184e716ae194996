import { afterAll, beforeAll, expect, test } from 'vitest';
import { booking, type Caller, callerOn, placed } from '../factories.ts';
import { cleanUp } from '../faults/built-service.ts';
import { eventually } from '../harness.ts';
import { newDatabase, serveOn } from './built-pair.ts';
import { inDays, newFarmer, theAdmin } from './main-flows.ts';

/** More rounds search further. */
const rounds = Number(process.env.SWATH_WAITING_ROUNDS ?? '3');
const places = 2;

let database: Awaited<ReturnType<typeof newDatabase>>;
/** Each calls one process; `on` chooses between the two. */
let people: [Caller, Caller][];
let office: [Caller, Caller];
let day = 10;

beforeAll(async () => {
  database = await newDatabase();
  await database.query('update company set open_booking_limit = 100000');
  const urls = (await Promise.all([serveOn(database.url), serveOn(database.url)])).map(({ url }) => url) as [string, string];
  const onBoth = ({ token }: { token: string }) =>
    urls.map((url) => callerOn({ url }, { id: '', role: 'farmer', email: '', phoneNumber: '', token })) as [Caller, Caller];
  people = [];
  for (let n = 0; n < 12; n++) people.push(onBoth(await newFarmer(urls[0])));
  office = onBoth(await theAdmin(urls[0]));
});
afterAll(async () => {
  await cleanUp();
  await database.drop();
});

const nextDate = () => inDays(day++);
const on = (caller: [Caller, Caller] | undefined, n: number) => (caller as [Caller, Caller])[n % 2 === 0 ? 0 : 1];
const times = <T>(count: number, act: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => act(n));

function wish(date: string) {
  const { session: _, date: __, confirmed: ___, ...field } = booking();
  return { ...field, from: date, to: date, sessionIds: [3] };
}

/** What the database says about a place. */
async function stateOf(date: string) {
  const [state] = await database.query<{ taken: number; held: number; orders: number; offers: number; doubles: number }>(
    `select d.taken, d.held,
            (select count(*)::int from spray_order o where o.date = d.date and o.session_id = 3 and o.order_status <> 'cancelled') as orders,
            (select count(*)::int from waiting_offer o where o.date = d.date and o.session_id = 3 and o.status = 'open') as offers,
            (select count(*)::int from (select from waiting_offer o where o.date = d.date and o.status in ('open', 'accepted')
                                         group by o.entry_id having count(*) > 1) twice) as doubles
       from session_day d where d.date = '${date}' and d.session_id = 3`,
  );
  return state as NonNullable<typeof state>;
}

/** Ends what earlier rounds have left, so that everyone can join again. */
const clearList = () =>
  database.query(`update waiting_offer set status = 'withdrawn' where status = 'open';
                  update waiting_entry set status = 'left' where status in ('waiting', 'offered')`);
const allChecked = () => eventually(async () => expect(await database.query('select 1 from waiting_check')).toEqual([]));
const join = async (who: [Caller, Caller] | undefined, date: string) => {
  const joined = await on(who, 0).post('/api/farmer/waiting-entry', wish(date));
  expect(joined.status, joined.text).toBe(200);
};

test('when bookings, cancels, accepts, declines and applied rebookings run at once on two processes, then places are never exceeded', {
  timeout: 60_000 * Math.max(1, rounds),
}, async () => {
  const [first, second, mover] = people.slice(9);
  for (let round = 0; round < rounds; round++) {
    const date = nextDate();
    await clearList();
    // A proposal that moves an order into the session while it is still free.
    const moved = await placed(on(mover, 0), { date, session: { id: 5 }, confirmed: true });
    const proposal = (await on(office, 0).post('/api/receptionist/rebooking', { orderIds: [moved.id], reason: 'Mưa' })).body;
    const path = `/api/receptionist/rebooking/${proposal.id}`;
    const edited = await on(office, 1).patch(`${path}/row/${moved.id}`, { date, session: { id: 3 } });
    expect(edited.status, edited.text).toBe(200);
    const [freed, kept] = [await placed(on(first, 0), { date }), await placed(on(second, 1), { date })];
    for (const farmer of people.slice(0, 6)) await join(farmer, date);
    expect((await on(first, 1).post(`/api/farmer/order/${freed.id}/cancel`)).status).toBe(200);
    const offer = await eventually(async () => {
      const [row] = await database.query<{ id: string }>(`select id from waiting_offer where date = '${date}' and status = 'open'`);
      expect(row).toBeDefined();
      return row as NonNullable<typeof row>;
    });
    const owner = await ownerOf(offer.id);
    const answers = await Promise.all([
      ...times(18, (n) => on(people[n % 12], n).post('/api/farmer/order', booking({ date }))),
      ...times(12, (n) => on(owner, n).post(`/api/farmer/waiting-offer/${offer.id}/accept`)),
      ...times(10, (n) => on(second, n).post(`/api/farmer/order/${kept.id}/cancel`)),
      ...times(6, (n) => on(owner, n).post(`/api/farmer/waiting-offer/${offer.id}/decline`)),
      ...times(4, (n) => on(office, n).post(`${path}/apply`)),
    ]);
    expect(answers.filter(({ status }) => status >= 500 && status !== 503).map(({ text }) => text)).toEqual([]);
    await allChecked();
    const state = await stateOf(date);
    expect(state.taken).toBeLessThanOrEqual(places);
    expect([state.taken, state.held, state.doubles]).toEqual([state.orders + state.offers, state.offers, 0]);
    const booked = await database.query(
      `select 1 from waiting_entry e join waiting_offer o on o.entry_id = e.id where o.id = ${offer.id} and e.order_id is not null`,
    );
    const accepted = answers.slice(18, 30).filter(({ status }) => status === 200);
    expect(booked).toHaveLength(accepted.length > 0 ? 1 : booked.length);
    expect(new Set(accepted.map(({ body }) => body.id)).size).toBeLessThanOrEqual(1);
  }
});

async function ownerOf(offerId: string): Promise<[Caller, Caller] | undefined> {
  for (const person of people.slice(0, 6)) {
    const { content } = (await on(person, 0).get('/api/farmer/waiting-entry/?size=50')).body;
    if (content.some(({ offer }: { offer: { id: number } | null }) => offer?.id === Number(offerId))) return person;
  }
  throw new Error(`nobody has the offer ${offerId}`);
}

test('when one freed place is noted several times and both processes look at it, then it is offered once', async () => {
  const date = nextDate();
  await clearList();
  const [first, second] = people.slice(9);
  const order = await placed(on(first, 0), { date });
  await placed(on(second, 1), { date });
  for (const farmer of people.slice(0, 4)) await join(farmer, date);
  await Promise.all([
    ...times(10, (n) => on(first, n).post(`/api/farmer/order/${order.id}/cancel`)),
    ...times(10, () => database.query(`insert into waiting_check (date, session_id) values ('${date}', 3)`)),
  ]);
  const offers = () => database.query(`select status from waiting_offer where date = '${date}'`);
  await eventually(async () => {
    expect(await database.query('select 1 from waiting_check')).toEqual([]);
    expect(await offers()).toEqual([{ status: 'open' }]);
  });
  await database.query(`insert into waiting_check (date, session_id) select '${date}', 3 from generate_series(1, 5)`);
  await allChecked();
  expect(await offers()).toEqual([{ status: 'open' }]);
  expect(await stateOf(date)).toMatchObject({ taken: 2, held: 1, orders: 1, offers: 1 });
});
