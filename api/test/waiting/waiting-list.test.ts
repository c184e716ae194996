import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkPlacesLeft, undoableSince } from '../../src/waiting/outdated-offer-store.ts';
import { booking, type Caller, call, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';
import { SentMails } from '../sent-mails.ts';

const mails = new SentMails();
let service: Service;
let other: Service;
let office: Caller;
let admin: Caller;
let day = 0;

beforeAll(async () => {
  service = await startService({ mailer: mails });
  other = await service.another();
  office = await signedIn(service, 'receptionist');
  admin = await signedIn(service, 'admin');
});
afterAll(() => service.close());

/** Each test has a date of its own. */
const nextDate = () => new Date(Date.UTC(2027, 0, 4 + day++)).toISOString().slice(0, 10);
const farmers = (count: number) => Promise.all(Array.from({ length: count }, () => signedIn(service, 'farmer')));

function wish(date: string, overrides: Record<string, unknown> = {}) {
  const { session: _, date: __, confirmed: ___, ...field } = booking();
  return { ...field, from: date, to: date, sessionIds: [3], ...overrides };
}

async function fill(date: string, sessionId = 3): Promise<{ farmer: Caller; order: { id: number } }[]> {
  const [first, second] = (await farmers(2)) as [Caller, Caller];
  const orders = [await placed(first, { date, session: { id: sessionId } }), await placed(second, { date, session: { id: sessionId } })];
  return [first, second].map((farmer, at) => ({ farmer, order: orders[at] }));
}

async function join(farmer: Caller, date: string, overrides: Record<string, unknown> = {}) {
  const joined = await farmer.post('/api/farmer/waiting-entry', wish(date, overrides));
  expect(joined.status, joined.text).toBe(200);
  return joined.body;
}

const entryOf = async (farmer: Caller, id: number) =>
  (await farmer.get('/api/farmer/waiting-entry/?size=50')).body.content.find((entry: { id: number }) => entry.id === id);
const offerTo = (farmer: Caller, id: number) =>
  eventually(async () => {
    const entry = await entryOf(farmer, id);
    expect(entry.offer).not.toBeNull();
    return entry.offer as { id: number; date: string; expiresAt: string; session: { id: number } };
  });
const stepsOf = async (id: number) => (await office.get(`/api/receptionist/waiting-entry/${id}/step/`)).body.content;
const placesOf = async (date: string) =>
  (await service.sql<{ taken: number; held: number }>('select taken, held from session_day where date = $1 and session_id = 3', [date]))[0];

async function freeOne([one]: { farmer: Caller; order: { id: number } }[]) {
  expect((await one?.farmer.post(`/api/farmer/order/${one.order.id}/cancel`))?.status).toBe(200);
}

test('when a place becomes free, then the one who waited longest gets an offer that holds it, and accepting books it', async () => {
  const date = nextDate();
  const full = await fill(date);
  const [first, second, stranger] = (await farmers(3)) as [Caller, Caller, Caller];
  const entry = await join(first, date);
  const later = await join(second, date);
  expect([entry.status, entry.ahead, later.ahead, entry.offer]).toEqual(['waiting', 0, 1, null]);
  await freeOne(full);
  const offer = await offerTo(first, entry.id);
  expect(new Date(offer.expiresAt).getTime() - service.clock.now.getTime()).toBe(60 * 60_000);
  expect(await placesOf(date)).toEqual({ taken: 2, held: 1 });
  expect((await stranger.post('/api/farmer/order', booking({ date }))).body.code).toBe('SESSION_FULL');
  expect((await stranger.post(`/api/farmer/waiting-offer/${offer.id}/accept`)).status).toBe(404);
  const accepted = await first.post(`/api/farmer/waiting-offer/${offer.id}/accept`);
  expect([accepted.status, accepted.body.orderStatus, accepted.body.cost]).toEqual([200, 'confirmed', 375000]);
  expect((await first.post(`/api/farmer/waiting-offer/${offer.id}/accept`)).body.id).toBe(accepted.body.id);
  expect(await placesOf(date)).toEqual({ taken: 2, held: 0 });
  expect(await entryOf(first, entry.id)).toMatchObject({ status: 'booked', orderId: accepted.body.id, ahead: null });
  expect((await entryOf(second, later.id)).status).toBe('waiting');
  expect((await stepsOf(entry.id)).map(({ action }: { action: string }) => action)).toEqual(['accepted', 'offered', 'joined']);
  await eventually(async () => expect(mails.to(first.email).filter(({ subject }) => subject.includes('A place is free'))).toHaveLength(1));
});

test('when an offer is declined or expires, then the next in line gets it, and each is notified once', async () => {
  const date = nextDate();
  const full = await fill(date);
  const [first, second, third] = (await farmers(3)) as [Caller, Caller, Caller];
  const entries = [await join(first, date), await join(second, date), await join(third, date)];
  await freeOne(full);
  const offer = await offerTo(first, entries[0].id);
  const declined = await first.post(`/api/farmer/waiting-offer/${offer.id}/decline`);
  expect([declined.status, declined.body.status]).toEqual([200, 'waiting']);
  expect((await first.post(`/api/farmer/waiting-offer/${offer.id}/decline`)).status).toBe(200);
  expect((await first.post(`/api/farmer/waiting-offer/${offer.id}/accept`)).body.code).toBe('OFFER_ENDED');
  const next = await offerTo(second, entries[1].id);
  await eventually(async () => expect(mails.to(second.email)).toHaveLength(1));
  service.clock.now = new Date(Date.parse(next.expiresAt));
  try {
    expect((await second.post(`/api/farmer/waiting-offer/${next.id}/accept`)).body.code).toBe('OFFER_ENDED');
    await offerTo(third, entries[2].id);
    await eventually(async () =>
      expect(mails.to(second.email).map(({ subject }) => subject.slice(0, 9))).toEqual(['A place i', 'The offer']),
    );
  } finally {
    service.clock.now = testNow;
  }
  expect((await stepsOf(entries[1].id)).map(({ action, reason }: { action: string; reason: string }) => reason ?? action)).toContain(
    'expired',
  );
  expect((await stepsOf(entries[0].id)).map(({ reason }: { reason: string }) => reason)).toContain('declined_before');
  expect(await placesOf(date)).toEqual({ taken: 2, held: 1 });
});

test('when a place becomes free by moving, more capacity or a removed closure, then an offer is made', async () => {
  const [moved, more, opened] = [nextDate(), nextDate(), nextDate()];
  const [mover, wide, closed] = (await farmers(3)) as [Caller, Caller, Caller];
  const [one] = await fill(moved);
  const first = await join(mover, moved);
  const move = { date: nextDate(), session: { id: 3 } };
  expect((await one?.farmer.post(`/api/farmer/order/${one.order.id}/reschedule`, move))?.status).toBe(200);
  await offerTo(mover, first.id);

  const closure = await office.post('/api/receptionist/closure', { from: opened, to: opened, sessionIds: [3] });
  const third = await join(closed, opened);
  expect((await fetchDelete(`/api/receptionist/closure/${closure.body.id}`)).status).toBe(200);
  await offerTo(closed, third.id);

  await fill(more, 4);
  const second = await join(wide, more, { sessionIds: [4] });
  expect((await admin.patch('/api/admin/session/4', { capacity: 3 })).status).toBe(200);
  await offerTo(wide, second.id);
});
const fetchDelete = (path: string) => call(service, 'DELETE', path, { token: office.token });

test('when a place becomes free while an entry has another offer, then it is offered when that offer has ended', async () => {
  const [here, there] = [nextDate(), nextDate()];
  const [full, alsoFull] = [await fill(here), await fill(there)];
  const [farmer] = (await farmers(1)) as [Caller];
  const entry = await join(farmer, here, { to: there });
  await freeOne(full);
  const first = await offerTo(farmer, entry.id);
  await freeOne(alsoFull);
  await eventually(async () => expect((await stepsOf(entry.id))[0]).toMatchObject({ action: 'skipped', reason: 'has_offer', date: there }));
  expect((await farmer.post(`/api/farmer/waiting-offer/${first.id}/decline`)).status).toBe(200);
  await eventually(async () => expect((await entryOf(farmer, entry.id)).offer?.date).toBe(there));
});

test('when it is night, then the place is held and the offer is sent in the morning; near the session there is none', async () => {
  const date = nextDate();
  const full = await fill(date);
  const [farmer] = (await farmers(1)) as [Caller];
  const entry = await join(farmer, date);
  service.clock.now = new Date('2026-11-15T15:00:00Z');
  try {
    await freeOne(full);
    expect(await offerTo(farmer, entry.id)).toMatchObject({ sendAt: '2026-11-15T21:30:00.000Z', expiresAt: '2026-11-15T22:30:00.000Z' });
    expect(mails.to(farmer.email)).toEqual([]);
    service.clock.now = new Date('2026-11-15T21:30:00Z');
    await eventually(async () => expect(mails.to(farmer.email)).toHaveLength(1));
  } finally {
    service.clock.now = testNow;
  }
  // 15 November, 17:00 begins in eight hours.
  const near = { date: '2026-11-15', session: { id: 6 } };
  const holders = (await farmers(2)) as [Caller, Caller];
  const orders = [await placed(holders[0], near), await placed(holders[1], near)];
  const [late] = (await farmers(1)) as [Caller];
  const waiting = await join(late, near.date, { sessionIds: [6] });
  await office.post(`/api/receptionist/order/${orders[0].id}/cancel`, { reason: 'test' });
  await eventually(async () => expect((await stepsOf(waiting.id))[0]).toMatchObject({ action: 'skipped', reason: 'too_late', by: null }));
  const byHand = await office.post(`/api/receptionist/waiting-entry/${waiting.id}/offer`, near);
  expect([byHand.status, byHand.body.status]).toEqual([200, 'offered']);
  const booked = await office.post(`/api/receptionist/waiting-offer/${byHand.body.offer.id}/accept`);
  expect([booked.status, booked.body.orderStatus]).toEqual([200, 'confirmed']);
});

test('when the office works on the list, then it adds a caller, sees the order of waiting, passes over by hand with the reason, and removes', async () => {
  const date = nextDate();
  const full = await fill(date);
  const [first] = (await farmers(1)) as [Caller];
  const ahead = await join(first, date, { area: 9 });
  const added = await office.post('/api/receptionist/waiting-entry', {
    ...wish(date),
    farmer: { phoneNumber: '0987 654 321', fullName: 'Cô Tư' },
  });
  expect([added.status, added.body.farmer.fullName, added.body.ahead]).toEqual([200, 'Cô Tư', 1]);
  const listed = (await office.get(`/api/receptionist/waiting-entry/?date=${date}&sessionId=3`)).body;
  expect(listed.content.map(({ id }: { id: number }) => id)).toEqual([ahead.id, added.body.id]);
  expect((await office.post(`/api/receptionist/waiting-entry/${added.body.id}/offer`, { date, session: { id: 3 } })).body.code).toBe(
    'SESSION_FULL',
  );
  // Nothing is free while the first in line has an offer; the second place goes to the caller by hand.
  await admin.patch('/api/admin/session/3', { capacity: 3 });
  const offer = await offerTo(first, ahead.id);
  await freeOne(full);
  await eventually(async () =>
    expect((await office.get(`/api/receptionist/waiting-entry/?date=${date}`)).body.content[1].offer).not.toBeNull(),
  );
  const caller = (await office.get(`/api/receptionist/waiting-entry/?date=${date}`)).body.content[1];
  expect((await office.post(`/api/receptionist/waiting-offer/${caller.offer.id}/decline`)).body.status).toBe('waiting');
  const removed = await office.post(`/api/receptionist/waiting-entry/${ahead.id}/remove`, { reason: 'Called off' });
  expect([removed.status, removed.body.status, removed.body.offer]).toEqual([200, 'removed', null]);
  expect((await first.post(`/api/farmer/waiting-offer/${offer.id}/accept`)).body.code).toBe('OFFER_ENDED');
  await eventually(async () => expect(mails.to(first.email).at(-1)?.text).toContain('Called off'));
  expect(await placesOf(date)).toEqual({ taken: 1, held: 0 });
  await admin.patch('/api/admin/session/3', { capacity: 2 });
  expect((await office.get(`/api/receptionist/waiting-entry/?date=${date}&closed=true`)).body.content[0].id).toBe(ahead.id);
});

test('when a farmer joins 50 times at once on two processes, then three entries are open; input is checked', async () => {
  const date = nextDate();
  await fill(date);
  const [farmer] = (await farmers(1)) as [Caller];
  const elsewhere = callerOn(other, farmer);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? farmer : elsewhere).post('/api/farmer/waiting-entry', wish(date))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(new Set(['WAITING_LIMIT']));
  const [entry] = (await farmer.get('/api/farmer/waiting-entry/')).body.content;
  expect((await farmer.post(`/api/farmer/waiting-entry/${entry.id}/leave`)).body.status).toBe('left');
  expect((await farmer.post(`/api/farmer/waiting-entry/${entry.id}/leave`)).status).toBe(200);
  expect((await farmer.post('/api/farmer/waiting-entry', wish(date))).status).toBe(200);
  const [another] = (await farmers(1)) as [Caller];
  expect((await another.post(`/api/farmer/waiting-entry/${entry.id}/leave`)).status).toBe(404);
  expect((await another.post('/api/farmer/waiting-entry', wish(date, { sessionIds: [3, 4] }))).body.code).toBe('PLACE_FREE');
  for (const bad of [
    { sessionIds: [] },
    { sessionIds: [999] },
    { from: '2020-01-01' },
    { to: '2026-01-01' },
    { to: '2027-12-31' },
    { cropType: { id: 99 } },
    { area: 0 },
  ])
    expect((await another.post('/api/farmer/waiting-entry', wish(date, bad))).status).toBe(400);
});

const linksOf = (farmer: Caller) =>
  eventually(async () => {
    const text = mails.to(farmer.email).find(({ subject }) => subject.includes('A place is free'))?.text ?? '';
    const paths = [...text.matchAll(/\/link\/waiting-(?:accept|decline)\/\S+/g)].map(([path]) => path);
    expect(paths).toHaveLength(2);
    return paths as [string, string];
  });
const post = (path: string) =>
  fetch(service.url + path, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'answer=1' });

/** Runs SQL in a transaction that stays open meanwhile. */
async function during(text: string, act: () => Promise<void>): Promise<void> {
  const client = new pg.Client(service.connection);
  await client.connect();
  try {
    await client.query(`begin; ${text}`);
    await act();
    await client.query('commit');
  } finally {
    await client.end();
  }
}

test('when the links of the mail are opened, then GET shows and POST acts; a used, altered or old link shows a plain page', async () => {
  const date = nextDate();
  const full = await fill(date);
  const [first, second] = (await farmers(2)) as [Caller, Caller];
  const entries = [await join(first, date), await join(second, date)];
  await freeOne(full);
  const [accept, decline] = await linksOf(first);
  const shown = await call(service, 'GET', accept);
  expect([shown.status, shown.text.includes('<form method="post">')]).toEqual([200, true]);
  expect((await entryOf(first, entries[0].id)).status).toBe('offered');
  const altered = await call(
    service,
    'GET',
    accept.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
  );
  expect([altered.status, altered.text.includes('open it from our message again')]).toEqual([404, true]);
  expect((await call(service, 'GET', accept.replace('waiting-accept', 'waiting-decline'))).status).toBe(404);
  expect(await (await post(decline)).text()).toContain('You have declined this place');
  expect((await post(accept)).status).toBe(200);
  expect((await entryOf(first, entries[0].id)).status).toBe('waiting');
  const [take] = await linksOf(second);
  // The signature belongs to the offer: with the number of another one, it is foreign.
  const foreign = await call(service, 'GET', take.replace(/accept\/\d+/, accept.match(/accept\/\d+/)?.[0] ?? ''));
  expect([foreign.status, foreign.text.includes('call the office')]).toEqual([404, true]);
  const taken = await (await post(take)).text();
  expect(taken).toContain('Your spray is booked');
  expect((await call(service, 'GET', take)).text).toContain('Your spray is booked');
  expect(await (await post(take)).text()).toContain('Your spray is booked');
  expect((await entryOf(second, entries[1].id)).status).toBe('booked');
  const later = nextDate();
  const again = await fill(later);
  const [slow] = (await farmers(1)) as [Caller];
  const entry = await join(slow, later);
  await freeOne(again);
  const [late] = await linksOf(slow);
  service.clock.now = new Date(testNow.getTime() + 2 * 3_600_000);
  try {
    expect((await call(service, 'GET', accept)).text).toContain('You have declined this place');
    const old = await post(late);
    expect([old.status, old.headers.get('content-type')]).toEqual([410, 'text/html; charset=utf-8']);
    const text = await old.text();
    for (const part of ['This offer has ended', 'call the office', 'href="/waiting"']) expect(text).toContain(part);
    await eventually(async () => expect((await entryOf(slow, entry.id)).status).toBe('waiting'));
  } finally {
    service.clock.now = testNow;
  }
});

test('when an admin changes the times of offers, then new offers follow them', async () => {
  const setting = { offerMinutes: 90, quietFrom: '22:00', quietTo: '05:00' };
  expect((await admin.put('/api/admin/waiting-setting', setting)).body).toEqual(setting);
  expect((await admin.get('/api/admin/waiting-setting')).body).toEqual(setting);
  expect((await admin.put('/api/admin/waiting-setting', { ...setting, quietTo: '25:00' })).status).toBe(400);
  const date = nextDate();
  const full = await fill(date);
  const [farmer] = (await farmers(1)) as [Caller];
  const entry = await join(farmer, date);
  await freeOne(full);
  const { expiresAt } = await offerTo(farmer, entry.id);
  expect(Date.parse(expiresAt) - testNow.getTime()).toBe(90 * 60_000);
  await admin.put('/api/admin/waiting-setting', { offerMinutes: 60, quietFrom: '21:00', quietTo: '04:30' });
});

test('when the farmer of an offer was deactivated, then neither the link nor the office books it', async () => {
  const date = nextDate();
  const full = await fill(date);
  const [farmer] = (await farmers(1)) as [Caller];
  const entry = await join(farmer, date);
  await freeOne(full);
  const offer = await offerTo(farmer, entry.id);
  const [accept] = await linksOf(farmer);
  expect((await admin.post(`/api/admin/user/${farmer.id}/deactivate`)).status).toBe(200);
  expect((await call(service, 'GET', accept)).status).toBe(409);
  expect((await post(accept)).status).toBe(409);
  expect((await office.post(`/api/receptionist/waiting-offer/${offer.id}/accept`)).body.code).toBe('FARMER_DEACTIVATED');
  expect(await placesOf(date)).toEqual({ taken: 2, held: 1 });
});

test('when a row that refers to an entry is being written, then its offer can be answered', async () => {
  const date = nextDate();
  const full = await fill(date);
  const [farmer] = (await farmers(1)) as [Caller];
  const entry = await join(farmer, date);
  await freeOne(full);
  const offer = await offerTo(farmer, entry.id);
  await during(`select 1 from waiting_entry where id = ${entry.id} for key share`, async () => {
    expect((await farmer.post(`/api/farmer/waiting-offer/${offer.id}/decline`)).status).toBe(200);
  });
});

test('when the service did not run when an offer was due, then it gets new times, or is withdrawn without a mail', async () => {
  const date = nextDate();
  const near = '2026-11-16';
  const [full, alsoFull] = [await fill(date), await fill(near, 6)];
  const [farmer, late] = (await farmers(2)) as [Caller, Caller];
  const entry = await join(farmer, date);
  const waiting = await join(late, near, { sessionIds: [6] });
  service.clock.now = new Date('2026-11-15T15:00:00Z');
  try {
    await freeOne(full);
    await freeOne(alsoFull);
    await offerTo(farmer, entry.id);
    expect(await offerTo(late, waiting.id)).toMatchObject({ expiresAt: '2026-11-15T22:00:00.000Z' });
    service.clock.now = new Date('2026-11-15T23:00:00Z');
    await eventually(async () => expect(mails.to(farmer.email).map(({ subject }) => subject.slice(0, 9))).toEqual(['A place i']));
    expect(await offerTo(farmer, entry.id)).toMatchObject({ sendAt: '2026-11-15T23:00:00.000Z', expiresAt: '2026-11-16T00:00:00.000Z' });
    await eventually(async () => expect(await entryOf(late, waiting.id)).toMatchObject({ status: 'waiting', offer: null }));
    expect((await stepsOf(waiting.id)).map(({ action }: { action: string }) => action)).toContain('withdrawn');
    expect(mails.to(late.email)).toEqual([]);
  } finally {
    service.clock.now = testNow;
  }
});

test('when two accounts are merged, then entries move to free slots, and the others end and release their places', async () => {
  const [offered, released, later] = [nextDate(), nextDate(), nextDate()];
  const [full, alsoFull] = [await fill(offered), await fill(released)];
  await fill(later);
  const [kept, duplicate, next] = (await farmers(3)) as [Caller, Caller, Caller];
  for (let n = 0; n < 2; n++) await join(kept, later);
  const old = await join(duplicate, later);
  expect((await duplicate.post(`/api/farmer/waiting-entry/${old.id}/leave`)).status).toBe(200);
  const waiting = await join(duplicate, later);
  const moved = await join(duplicate, offered);
  const ended = await join(duplicate, released);
  const after = await join(next, released);
  await freeOne(full);
  await freeOne(alsoFull);
  const offer = await offerTo(duplicate, moved.id);
  await offerTo(duplicate, ended.id);
  const merged = await office.post(`/api/receptionist/customer/${kept.id}/merge`, { farmerId: Number(duplicate.id) });
  expect(merged.status, merged.text).toBe(200);
  const statuses = await Promise.all([old, waiting, moved, ended].map(async ({ id }) => (await entryOf(kept, id)).status));
  expect(statuses).toEqual(['left', 'removed', 'offered', 'removed']);
  expect((await kept.post('/api/farmer/waiting-entry', wish(later))).body.code).toBe('WAITING_LIMIT');
  expect((await kept.post(`/api/farmer/waiting-offer/${offer.id}/accept`)).status).toBe(200);
  await offerTo(next, after.id);
  expect(await placesOf(released)).toEqual({ taken: 2, held: 1 });
});

test('when a freed place is booked before it can be offered, then those who wait have the reason', async () => {
  const date = nextDate();
  await fill(date);
  const [farmer] = (await farmers(1)) as [Caller];
  const entry = await join(farmer, date);
  await eventually(async () => expect(await service.sql('select 1 from waiting_check')).toEqual([]));
  const set = (taken: number) => `update session_day set taken = ${taken} where date = '${date}' and session_id = 3`;
  // Without the trigger, so that no check is made yet.
  await during(`set local session_replication_role = replica; ${set(1)}`, async () => {});
  await during(set(2), async () => {
    await service.sql('insert into waiting_check (date, session_id) values ($1, 3)', [date]);
    const blocked = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await eventually(async () => expect((await service.sql(blocked)).length).toBeGreaterThan(0));
  });
  await eventually(async () => expect((await stepsOf(entry.id))[0]).toMatchObject({ action: 'skipped', reason: 'taken' }));
});

test('when a rain-out empties a session, then open offers for it are withdrawn once with a mail, and the office can still offer it', async () => {
  const date = '2027-07-12';
  const full = await fill(date);
  const [farmer] = (await farmers(1)) as [Caller];
  const entry = await join(farmer, date);
  await freeOne(full);
  const offer = await offerTo(farmer, entry.id);
  const subjects = () => mails.to(farmer.email).map(({ subject }) => subject.slice(0, 15));
  await eventually(async () => expect(subjects()).toEqual(['A place is free']));
  const proposal = (await office.post('/api/receptionist/rebooking', { date, sessionIds: [3], reason: 'Mưa' })).body;
  expect((await office.post(`/api/receptionist/rebooking/${proposal.id}/apply`)).status).toBe(200);
  await eventually(async () => expect(await entryOf(farmer, entry.id)).toMatchObject({ status: 'waiting', offer: null }));
  await eventually(async () => expect(await service.sql('select 1 from waiting_check')).toEqual([]));
  expect((await stepsOf(entry.id)).map(({ action, reason }: { action: string; reason: string | null }) => reason ?? action)).toEqual(
    expect.arrayContaining(['withdrawn', 'rebooked']),
  );
  await eventually(async () => expect(subjects()).toEqual(['A place is free', 'We cannot spray']));
  const late = await farmer.post(`/api/farmer/waiting-offer/${offer.id}/accept`);
  expect([late.status, late.body.code]).toEqual([409, 'OFFER_ENDED']);
  expect(await placesOf(date)).toEqual({ taken: 0, held: 0 });
  // An offer that the office makes afterwards stays, and the session can be booked.
  service.clock.now = new Date(testNow.getTime() + 1000);
  const byHand = await office.post(`/api/receptionist/waiting-entry/${entry.id}/offer`, { date, session: { id: 3 } });
  expect(byHand.status, byHand.text).toBe(200);
  await service.sql('insert into waiting_check (date, session_id) values ($1, 3)', [date]);
  await eventually(async () => expect(await service.sql('select 1 from waiting_check')).toEqual([]));
  const again = await offerTo(farmer, entry.id);
  expect((await farmer.post(`/api/farmer/waiting-offer/${again.id}/accept`)).status).toBe(200);
  await placed(farmer, { date });
  service.clock.now = testNow;
});

/** A session with one place, for a test that changes it. */
async function sessionAt(startTime: string, endTime: string): Promise<number> {
  const made = await admin.post('/api/admin/session', { startTime, endTime, capacity: 1 });
  expect(made.status, made.text).toBe(200);
  return made.body.id;
}

/** A farmer with an offer for a session that has no orders. */
async function offered(sessionId: number, date: string) {
  const [holder, farmer] = (await farmers(2)) as [Caller, Caller];
  const order = await placed(holder, { date, session: { id: sessionId } });
  const entry = await join(farmer, date, { sessionIds: [sessionId] });
  await freeOne([{ farmer: holder, order }]);
  return { farmer, entry, offer: await offerTo(farmer, entry.id) };
}
const accept = (farmer: Caller, offerId: number, on = service) => callerOn(on, farmer).post(`/api/farmer/waiting-offer/${offerId}/accept`);

test('when the times of a session change, then its offers are taken back with a mail that names the old time, and the new time is offered', async () => {
  const sessionId = await sessionAt('21:00:00', '21:30:00');
  const { farmer, entry, offer } = await offered(sessionId, nextDate());
  await eventually(async () => expect(mails.to(farmer.email)).toHaveLength(1));
  const changed = await admin.patch(`/api/admin/session/${sessionId}`, { startTime: '22:00:00', endTime: '22:30:00' });
  expect(changed.status, changed.text).toBe(200);
  expect((await accept(farmer, offer.id)).body.code).toBe('OFFER_ENDED');
  await eventually(async () =>
    expect(
      mails
        .to(farmer.email)
        .map(({ subject }) => subject)
        .sort(),
    ).toEqual([
      expect.stringMatching(/^A place is free.*21:00/),
      expect.stringMatching(/^A place is free.*22:00/),
      expect.stringMatching(/^We cannot spray on.*21:00/),
    ]),
  );
  const next = await offerTo(farmer, entry.id);
  // Only its end.
  expect((await admin.patch(`/api/admin/session/${sessionId}`, { endTime: '23:00:00' })).status).toBe(200);
  expect((await accept(farmer, next.id)).body.code).toBe('OFFER_ENDED');
  await eventually(async () => expect((await offerTo(farmer, entry.id)).id).not.toBe(next.id));
  const last = await offerTo(farmer, entry.id);
  expect((await admin.patch(`/api/admin/session/${sessionId}`, { active: false })).status).toBe(200);
  expect((await accept(farmer, last.id)).body.code).toBe('OFFER_ENDED');
  await eventually(async () => expect(await entryOf(farmer, entry.id)).toMatchObject({ status: 'waiting', offer: null }));
  expect(await service.sql('select taken, held from session_day where session_id = $1', [sessionId])).toEqual([{ taken: 0, held: 0 }]);
});

test('when fifty accept an offer at two processes while its session changes, then it is booked at its time or not at all', async () => {
  const sessionId = await sessionAt('21:00:00', '21:30:00');
  for (let round = 0; round < 4; round++) {
    const { farmer, offer } = await offered(sessionId, nextDate());
    const [before] = await service.sql<{ start: string }>('select start_time::text as start from spray_session where id = $1', [sessionId]);
    const startTime = before?.start === '21:00:00' ? '22:00:00' : '21:00:00';
    const half = (from: number) => Array.from({ length: 25 }, (_, n) => accept(farmer, offer.id, (from + n) % 2 === 0 ? service : other));
    const early = round % 2 === 0 ? half(0) : [];
    const change = admin.patch(`/api/admin/session/${sessionId}`, { startTime, endTime: startTime.replace('00:00', '30:00') });
    const answers = await Promise.all([...early, ...half(25), ...(round % 2 === 0 ? [] : half(0))]);
    const changed = await change;
    const booked = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id));
    expect(answers.filter(({ status, body }) => status !== 200 && status !== 503 && body.code !== 'OFFER_ENDED')).toEqual([]);
    expect([changed.status, booked.size]).toEqual(changed.status === 200 ? [200, 0] : [409, 1]);
    for (const id of booked) expect((await farmer.post(`/api/farmer/order/${id}/cancel`)).status).toBe(200);
  }
  expect((await admin.patch(`/api/admin/session/${sessionId}`, { active: false })).status).toBe(200);
});

test('when a capacity is lowered while a place is being looked at, then the place is not offered afterwards', async () => {
  const sessionId = await sessionAt('21:00:00', '21:30:00');
  const date = nextDate();
  const [holder, farmer] = (await farmers(2)) as [Caller, Caller];
  await placed(holder, { date, session: { id: sessionId } });
  const entry = await join(farmer, date, { sessionIds: [sessionId] });
  await eventually(async () => expect(await service.sql('select 1 from waiting_check')).toEqual([]));
  let isLowered = false;
  let lowering: Promise<unknown> = Promise.resolve();
  const waiters = async (count: number) => {
    const [row] = await service.sql<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (isLowered) return;
    expect(row?.n).toBeGreaterThanOrEqual(count);
  };
  let wasLowered = false;
  // The place becomes free when this is committed; a look at it waits until then.
  await during(`update session_day set taken = 0 where session_id = ${sessionId}`, async () => {
    await service.sql('insert into waiting_check (date, session_id) values ($1, $2)', [date, sessionId]);
    await service.sql('update spray_session set capacity = 2 where id = $1', [sessionId]);
    await eventually(() => waiters(1));
    lowering = admin.patch(`/api/admin/session/${sessionId}`, { capacity: 0 }).then(() => {
      isLowered = true;
    });
    await eventually(() => waiters(2));
    wasLowered = isLowered;
  });
  await lowering;
  await eventually(async () => expect(await service.sql('select 1 from waiting_check')).toEqual([]));
  // The look came first, or the change: then there is no offer.
  if (wasLowered) expect((await entryOf(farmer, entry.id)).offer).toBeNull();
  else expect((await entryOf(farmer, entry.id)).offer).not.toBeNull();
  await service.sql('update spray_session set active = false where id = $1', [sessionId]);
});

test('when the line is longer than one look at it, then the first who fits gets the place, and all before have a reason', async () => {
  const date = '2027-07-19';
  const full = await fill(date);
  const [farmer] = (await farmers(1)) as [Caller];
  await eventually(async () => expect(await service.sql('select 1 from waiting_check')).toEqual([]));
  // 250 entries of deactivated farmers, directly in the database.
  await service.sql(
    `with f as (
       insert into app_user (email, full_name, phone_number, street, city, province, postal_code, role, language, password_hash, active, created_at)
       select 'line' || n || '@test.example', 'Line ' || n, '08' || lpad(n::text, 8, '0'), street, city, province, postal_code, 'farmer', language, password_hash, false, created_at
         from generate_series(1, 250) n, app_user where id = $1 returning id)
     insert into waiting_entry (farmer_id, slot, location, latitude, longitude, crop_id, area, payment_method, from_date, to_date, session_ids, created_at)
     select id, 1, 'x', 10.5, 105.4, 1, 1, 'cash', $2, $2, '{3}', now() from f`,
    [farmer.id, date],
  );
  const entry = await join(farmer, date);
  await freeOne(full);
  await offerTo(farmer, entry.id);
  expect(
    await service.sql("select count(*)::int as n from waiting_step where date = $1 and reason = 'farmer_deactivated'", [date]),
  ).toEqual([{ n: 250 }]);
});

test('when a rain-out empties a session, then its places are not offered, and it can be undone; places left by other moves are offered later', async () => {
  // Far from the dates of the other tests, because the orders move to days nearby.
  const [left, emptied] = ['2027-05-10', '2027-06-10'];
  const [full, rained] = [await fill(left), await fill(emptied)];
  const [farmer, wet] = (await farmers(2)) as [Caller, Caller];
  const [entry, other] = [await join(farmer, left), await join(wet, emptied)];
  const rebook = async (scope: Record<string, unknown>) => {
    const proposal = await office.post('/api/receptionist/rebooking', { ...scope, reason: 'Mưa' });
    expect(proposal.status, proposal.text).toBe(200);
    const path = `/api/receptionist/rebooking/${proposal.body.id}`;
    expect((await office.post(`${path}/apply`)).status).toBe(200);
    return path;
  };
  const passedOver = (id: number) =>
    eventually(async () => expect((await stepsOf(id))[0]).toMatchObject({ action: 'skipped', reason: 'rebooked' }));
  const orderIds = full.map(({ order }) => order.id);
  const applied = await rebook({ orderIds });
  await passedOver(entry.id);
  const undone = await office.post(`${applied}/undo`);
  expect(undone.status, undone.text).toBe(200);
  await rebook({ orderIds });
  await rebook({ date: emptied, sessionIds: [3] });
  await passedOver(other.id);
  expect(rained).toHaveLength(2);
  service.clock.now = new Date(testNow.getTime() + 2 * 3_600_000 + 1000);
  try {
    await checkPlacesLeft(service.database.write, undoableSince(service.clock.now));
    await service.sql('insert into waiting_check (date, session_id) values ($1, 3)', [emptied]);
    await offerTo(farmer, entry.id);
    await eventually(async () => expect(await service.sql('select 1 from waiting_check')).toEqual([]));
    expect((await entryOf(wet, other.id)).offer).toBeNull();
  } finally {
    service.clock.now = testNow;
  }
});
