import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeBookingLimits } from '../arrange.ts';
import { booking, type Caller, callerBooking, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { cards, open, opened, pay, verify } from '../payments/payment-steps.ts';

let service: Service;
let other: Service;
let farmer: Caller;
let receptionist: Caller;
let admin: Caller;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  receptionist = await signedIn(service, 'receptionist');
  admin = await signedIn(service, 'admin');
});
afterAll(() => service.close());

const edit = (id: number, body: object, who = farmer, headers: Record<string, string> = {}) =>
  who.post(`/api/${who.role === 'farmer' ? 'farmer' : 'receptionist'}/order/${id}/edit`, body, headers);
const textsFor = async (reader: Caller) =>
  (await reader.get('/api/common/notification/')).body.content.map(({ text }: { text: string }) => text);

async function withCrew(overrides: Record<string, unknown> = {}): Promise<{ id: number; crew: Caller }> {
  const crew = await signedIn(service, 'sprayer');
  const { id } = await placed(farmer, { confirmed: true, ...overrides });
  await receptionist.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(crew.id)] });
  return { id, crew };
}

test('when a farmer edits a pending order, then price, history and audit have it, and the office is notified', async () => {
  const { id } = await placed(farmer);
  const quote = await farmer.get(`/api/farmer/order/${id}/quote?cropId=2&area=20`);
  expect([quote.status, quote.body]).toEqual([
    200,
    { cropType: { id: 2, name: 'cereal' }, area: 20, unit: 'decare', pricePerUnit: 30000, cost: 600000, currency: 'VND' },
  ]);
  const changed = await edit(
    id,
    { area: 20, cropType: { id: 2 }, location: ' Ruộng mới ', latitude: 10.6, longitude: 105.5, note: ' Có ong. ' },
    farmer,
    { 'if-match': '"1"' },
  );
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
  expect(changed.body).toMatchObject({
    area: 20,
    cost: 600000,
    cropType: { id: 2 },
    location: 'Ruộng mới',
    latitude: 10.6,
    longitude: 105.5,
  });
  expect((await farmer.get(`/api/farmer/order/${id}/note`)).body).toEqual({ note: 'Có ong.' });
  expect((await edit(id, { area: 21 }, farmer, { 'if-match': '"1"' })).body.code).toBe('ORDER_CHANGED');

  const [step] = (await farmer.get(`/api/farmer/order/${id}/edit/`)).body.content;
  expect(step).toMatchObject({
    role: 'farmer',
    changes: [
      { field: 'area', from: 12.5, to: 20 },
      { field: 'cropType', from: 'fruit', to: 'cereal' },
      { field: 'location', from: 'Ruộng sau đình, Long Điền A', to: 'Ruộng mới' },
      { field: 'coordinates', from: '10.5312, 105.4551', to: '10.6, 105.5' },
      { field: 'note', from: null, to: 'Có ong.' },
      { field: 'cost', from: 375000, to: 600000 },
    ],
  });
  expect((await receptionist.get(`/api/receptionist/order/${id}/edit/`)).body.content).toEqual([step]);
  const steps = (await farmer.get(`/api/farmer/order/${id}/timeline`)).body.content;
  expect(steps.at(-1)).toMatchObject({ id: step.id, action: 'edit', fromStatus: 'pending', toStatus: 'pending' });
  const audit = (await admin.get(`/api/admin/audit/?action=order_update&actorId=${farmer.id}`)).body.content;
  expect(audit[0]).toMatchObject({ subjectType: 'order', subjectId: id, changes: step.changes });
  await eventually(async () => expect(await textsFor(receptionist)).toContainEqual(expect.stringContaining('Ruộng mới')));
  // The author gets no notification.
  expect(await textsFor(farmer)).not.toContainEqual(expect.stringContaining('Ruộng mới'));

  const same = await edit(id, { area: 20, note: 'Có ong.' });
  expect([same.status, same.headers.get('etag')]).toEqual([200, '"2"']);
  expect((await edit(id, { note: ' ' })).status).toBe(200);
  expect((await farmer.get(`/api/farmer/order/${id}/note`)).body).toEqual({ note: null });
});

test('when the office edits an assigned order, then farmer and crew are notified and the crew sees the note', async () => {
  const { id, crew } = await withCrew();
  expect((await edit(id, { area: 15 })).body.code).toBe('ACTION_NOT_ALLOWED');
  expect((await edit(id, { location: 'Bờ kênh Tư', note: 'Cổng khóa, gọi trước.' }, receptionist)).status).toBe(200);
  expect((await crew.get(`/api/sprayer/order/${id}/note`)).body).toEqual({ note: 'Cổng khóa, gọi trước.' });
  expect((await receptionist.get(`/api/receptionist/order/${id}/note`)).body).toEqual({ note: 'Cổng khóa, gọi trước.' });
  for (const reader of [farmer, crew])
    await eventually(async () => expect(await textsFor(reader)).toContainEqual(expect.stringContaining('Bờ kênh Tư')));
  const stranger = await signedIn(service, 'sprayer');
  expect((await stranger.get(`/api/sprayer/order/${id}/note`)).status).toBe(404);
  await service.sql("update spray_order set order_status = 'in_progress' where id = $1", [id]);
  expect((await edit(id, { note: 'Too late' }, receptionist)).body.code).toBe('ACTION_NOT_ALLOWED');
});

test('when the order is of another farmer or does not exist, then every sub-resource is a 404', async () => {
  const { id } = await placed(farmer);
  const stranger = await signedIn(service, 'farmer');
  const answers = [
    await edit(id, { area: 20 }, stranger),
    await edit(id, { note: 'x' }, stranger),
    await edit(987654, { area: 20 }, receptionist),
    ...(await Promise.all(['edit/', 'note', 'quote?cropId=1&area=2'].map((path) => stranger.get(`/api/farmer/order/${id}/${path}`)))),
    ...(await Promise.all(
      ['edit/', 'note', 'quote?cropId=1&area=2'].map((path) => receptionist.get(`/api/receptionist/order/987654/${path}`)),
    )),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  const wrong = await Promise.all(
    [{ area: 0 }, { latitude: 10 }, { cropType: { id: 99 } }, { location: '  ' }, { note: 'x'.repeat(1001) }].map((body) => edit(id, body)),
  );
  expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 400));
});

test('when prices have changed since the booking, then an edit uses those of the booking', async () => {
  const { id } = await placed(farmer);
  await admin.patch('/api/admin/crop/1', { price: 50000 });
  await admin.patch('/api/admin/crop/3', { price: 90000 });
  try {
    expect((await edit(id, { area: 10 })).body.cost).toBe(300000);
    expect((await edit(id, { cropType: { id: 3 } })).body.cost).toBe(300000);
    expect((await edit(id, { cropType: { id: 1 } })).body.cost).toBe(300000);
  } finally {
    await admin.patch('/api/admin/crop/1', { price: 30000 });
    await admin.patch('/api/admin/crop/3', { price: 30000 });
  }
});

test('when an order is paid or invoiced, then its cost is fixed, and location and note can change', async () => {
  const { id } = await placed(farmer, { paymentMethod: 'visa' });
  const { clientSecret } = await opened(farmer, id);
  await pay(farmer, id, clientSecret, { cardNumber: cards.visa });
  await verify(farmer, id, clientSecret);
  expect((await farmer.get(`/api/farmer/order/${id}`)).body.paymentStatus).toBe('paid');
  expect((await edit(id, { area: 20 })).body.code).toBe('COST_FIXED');
  expect((await edit(id, { location: 'Đồng trên', note: 'Đi cổng sau' })).body).toMatchObject({
    location: 'Đồng trên',
    area: 12.5,
    cost: 375000,
  });

  const invoiced = await placed(farmer);
  expect((await farmer.get(`/api/farmer/order/${invoiced.id}/invoice`)).status).toBe(200);
  expect((await edit(invoiced.id, { area: 20 })).body.code).toBe('COST_FIXED');
});

test('when a card payment is open, then an edit of the price cancels it, and the next one has the new amount', async () => {
  const { id } = await placed(farmer, { paymentMethod: 'visa' });
  const first = await opened(farmer, id);
  expect((await edit(id, { note: 'Only a note' })).status).toBe(200);
  expect((await opened(farmer, id)).id).toBe(first.id);
  expect((await edit(id, { area: 20 })).body).toMatchObject({ cost: 600000, paymentStatus: 'pending' });
  const late = await pay(farmer, id, first.clientSecret, { cardNumber: cards.visa });
  expect(late.body.code).toBe('INTENT_CLOSED');
  const second = await opened(farmer, id);
  expect([second.id === first.id, second.amount]).toEqual([false, 600000]);
  expect(await service.sql('select kind from payment where order_id = $1', [id])).toEqual([]);

  // An intent and an edit race: whichever wins, the payable amount is the cost of the order.
  for (let round = 0; round < 5; round++) {
    const raced = await placed(farmer, { paymentMethod: 'visa' });
    await Promise.all([open(farmer, raced.id), edit(raced.id, { area: 30 }), open(farmer, raced.id)]);
    const [order] = await service.sql<{ cost: string }>('select cost from spray_order where id = $1', [raced.id]);
    const payable = await service.sql<{ amount: string }>(
      "select amount from payment_intent where order_id = $1 and status <> 'succeeded' and ended_at is null",
      [raced.id],
    );
    expect(payable.filter(({ amount }) => amount !== order?.cost)).toEqual([]);
  }
});

test('when the same field is booked twice, then the check names the other order, and the booking is still possible', async () => {
  const neighbour = await signedIn(service, 'farmer');
  const first = await placed(neighbour, { date: '2026-12-01' });
  const query = (overrides: Record<string, string | number> = {}) => {
    const asked = {
      date: '2026-12-01',
      sessionId: 4,
      location: 'Elsewhere',
      latitude: 10.5312,
      longitude: 105.4551,
      area: 5,
      ...overrides,
    };
    return new URLSearchParams(Object.entries(asked).map(([key, value]): [string, string] => [key, String(value)]));
  };
  const check = async (overrides: Record<string, string | number> = {}) =>
    (await neighbour.get(`/api/farmer/booking-check?${query(overrides)}`)).body;
  const found = { id: first.id, date: first.date, session: first.session, location: first.location, area: 12.5 };
  expect(await check({ latitude: 10.53155 })).toEqual({ sameField: [found], maxArea: null, areaLeft: null, fits: true });
  expect((await check({ latitude: 10.54, location: `${first.location} ` })).sameField).toEqual([found]);
  expect((await check({ latitude: 10.54 })).sameField).toEqual([]);
  // A neighbouring session may be on the next morning; the nearest date comes first.
  expect((await check({ date: '2026-12-02' })).sameField).toEqual([found]);
  const later = await placed(neighbour, { date: '2026-12-09' });
  expect((await check({ date: '2026-12-08' })).sameField.map(({ id }: { id: number }) => id)).toEqual([later.id, first.id]);
  await neighbour.post(`/api/farmer/order/${later.id}/cancel`);
  // The same field of the registry, although name and position are others.
  const field = await eventually(async () => {
    const [linked] = await service.sql<{ id: number }>('select field_id::int as id from order_field where order_id = $1', [first.id]);
    if (linked === undefined) throw new Error('the order has no field yet');
    return linked;
  });
  const elsewhere = { latitude: 10.7, longitude: 105.7, location: 'Ruộng lớn' };
  expect((await check(elsewhere)).sameField).toEqual([]);
  expect((await check({ ...elsewhere, fieldId: field.id })).sameField).toEqual([found]);
  const stranger = await signedIn(service, 'farmer');
  expect((await stranger.get(`/api/farmer/booking-check?${query()}`)).body.sameField).toEqual([]);
  // Work that waits for the sign-off is sprayed.
  await service.sql('update spray_order set reported_at = now() where id = $1', [first.id]);
  expect((await check()).sameField).toEqual([]);
  await service.sql('update spray_order set reported_at = null where id = $1', [first.id]);
  const office = await receptionist.get(`/api/receptionist/booking-check?farmerId=${neighbour.id}&${query()}`);
  expect(office.body.sameField).toEqual([found]);
  expect((await neighbour.get(`/api/farmer/booking-check?${query({ sessionId: 99 })}`)).status).toBe(400);
  await placed(neighbour, { date: '2026-12-01' });
  await neighbour.post(`/api/farmer/order/${first.id}/cancel`);
  expect((await check()).sameField).toHaveLength(1);
});

test('when a session has a largest area, then 50 farmers at once do not exceed it, and the office may', async () => {
  const set = await admin.patch('/api/admin/session/6', { maxArea: 100 });
  expect([set.status, set.body.maxArea]).toEqual([200, 100]);
  const place = { date: '2026-12-05', session: { id: 6 } };
  const people = await Promise.all(Array.from({ length: 10 }, () => signedIn(service, 'farmer')));
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => {
      const who = people[n % 10] as Caller;
      return callerOn(n % 2 === 0 ? service : other, who).post('/api/farmer/order', booking({ ...place, area: 9 }));
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(11);
  const [refused] = answers.filter(({ status }) => status !== 200);
  expect(refused?.body).toMatchObject({ status: 409, code: 'AREA_TOO_LARGE', errors: [{ path: 'area', message: 'must be at most 1' }] });
  const order = answers.find(({ status }) => status === 200) as (typeof answers)[number];
  const owner = people[answers.indexOf(order) % 10] as Caller;
  expect((await edit(order.body.id, { area: 11 }, owner)).body).toMatchObject({
    code: 'AREA_TOO_LARGE',
    errors: [{ message: 'must be at most 10' }],
  });
  const edits = await Promise.all(
    answers.map(({ body, status }, n) => (status === 200 ? edit(body.id, { area: 10 }, people[n % 10]) : undefined)),
  );
  expect(edits.filter((answer) => answer?.status === 200)).toHaveLength(1);
  const moved = await placed(farmer, { date: '2026-12-05', session: { id: 5 } });
  const move = await farmer.post(`/api/farmer/order/${moved.id}/reschedule`, { date: '2026-12-05', session: { id: 6 } });
  expect(move.body.code).toBe('AREA_TOO_LARGE');
  const byOffice = { ...callerBooking({ ...place, area: 30 }), farmer: { phoneNumber: farmer.phoneNumber } };
  expect((await receptionist.post('/api/receptionist/order', byOffice)).status).toBe(200);
  expect((await edit(order.body.id, { area: 50 }, receptionist)).status).toBe(200);
  // A smaller area is always possible.
  expect((await edit(order.body.id, { area: 40 }, owner)).status).toBe(200);
  expect((await farmer.post('/api/farmer/order', booking({ ...place, date: '2026-12-06', area: 101 }))).body.code).toBe('AREA_TOO_LARGE');
  expect((await farmer.post('/api/farmer/order', booking({ ...place, date: '2026-12-06', area: 100 }))).status).toBe(200);
  expect((await admin.patch('/api/admin/session/6', { maxArea: 0 })).body.maxArea).toBe(null);
});

/** Reads an order and checks that its cost and area match its history. */
async function consistent(id: number): Promise<{ status: string; area: number; crews: number; actions: string[] }> {
  const [row] = await service.sql<{ status: string; area: number; priced: boolean; crews: number; actions: string[]; last: number }>(
    `select o.order_status as status, o.area::float8 as area, o.cost = spray_cost(o.area, o.price, 0) as priced,
            (select count(*)::int from crew_member where order_id = o.id) as crews,
            array(select action from order_history where order_id = o.id order by id) as actions,
            (select (c ->> 'to')::float8 from order_history h cross join jsonb_array_elements(h.changes) c
              where h.order_id = o.id and c ->> 'field' = 'area' order by h.id desc limit 1) as last
       from spray_order o where o.id = $1`,
    [id],
  );
  if (row === undefined) throw new Error('There is no such order.');
  expect([row.priced, row.last ?? row.area]).toEqual([true, row.area]);
  return row;
}

test('when 50 requests edit, assign and cancel an order at once, then its history has every accepted edit and none after the cancellation', async () => {
  const desks = [receptionist, callerOn(other, receptionist)];
  const crews = await Promise.all(Array.from({ length: 5 }, () => signedIn(service, 'sprayer')));
  for (const rival of ['assign', 'cancel'] as const) {
    const { id } = await placed(farmer, { confirmed: true, date: '2026-12-07' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const desk = desks[n % 2] as Caller;
        if (n % 5 !== 0) return edit(id, { area: 10 + n }, desk);
        if (rival === 'cancel') return desk.post(`/api/receptionist/order/${id}/cancel`, { reason: 'Storm.' });
        return desk.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(crews[(n / 5) % 5]?.id)] });
      }),
    );
    expect(answers.map(({ status }) => status).filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
    const { status, crews: members, actions } = await consistent(id);
    const edited = answers.filter((answer, n) => n % 5 !== 0 && answer.status === 200);
    expect(actions.filter((action) => action === 'edit')).toHaveLength(edited.length);
    if (rival === 'cancel')
      expect([status, actions.at(-1), actions.filter((action) => action === 'cancel').length]).toEqual(['cancelled', 'cancel', 1]);
    else expect([status, members]).toEqual(['assigned', 1]);
  }
});

test('when 50 requests book, enlarge and move into one session at once, then neither its capacity nor its area is exceeded', async () => {
  const [date, session] = ['2026-12-08', { id: 5 }];
  const people = await Promise.all(Array.from({ length: 10 }, () => signedIn(service, 'farmer')));
  const own = (n: number) => callerOn(n % 2 === 0 ? service : other, people[n % 10] as Caller);
  const inside = await Promise.all(Array.from({ length: 5 }, (_, n) => placed(people[n] as Caller, { date, session, area: 4 })));
  const outside = await Promise.all(
    Array.from({ length: 10 }, (_, n) => placed(people[n] as Caller, { date, session: { id: 4 }, area: 7 })),
  );
  const { capacity } = (await admin.patch('/api/admin/session/5', { capacity: 12, maxArea: 100 })).body;
  expect(capacity).toBe(12);
  try {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        if (n < 5) return edit(inside[n]?.id, { area: 30 }, people[n]);
        if (n < 15) return own(n).post(`/api/farmer/order/${outside[n % 10]?.id}/reschedule`, { date, session });
        return own(n).post('/api/farmer/order', booking({ date, session, area: 6 }));
      }),
    );
    expect(answers.map(({ status }) => status).filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
    const [sum] = await service.sql<{ area: number; orders: number; taken: number }>(
      `select sum(area)::float8 as area, count(*)::int as orders, (select taken::int from session_day where date = $1 and session_id = 5) as taken
         from spray_order where date = $1 and session_id = 5 and order_status <> 'cancelled'`,
      [date],
    );
    expect(sum?.area).toBeLessThanOrEqual(100);
    expect(sum?.orders).toBeLessThanOrEqual(12);
    expect(sum?.taken).toBe(sum?.orders);
  } finally {
    await admin.patch('/api/admin/session/5', { capacity: 1000, maxArea: 0 });
  }
});

test('when a farmer sends a request to the office, then it is listed until it is closed, and at most five are open', async () => {
  const neighbour = await signedIn(service, 'farmer');
  const { confirmed: _, paymentMethod: __, ...wish } = booking({ area: 500 });
  const sent = await neighbour.post('/api/farmer/booking-request', wish, { 'idempotency-key': 'wish-1' });
  expect([sent.status, sent.body]).toMatchObject([
    200,
    { farmer: { id: Number(neighbour.id) }, area: 500, session: { id: 3 }, cropType: { id: 1 } },
  ]);
  expect((await neighbour.post('/api/farmer/booking-request', wish, { 'idempotency-key': 'wish-1' })).body).toEqual(sent.body);
  const more = await Promise.all(Array.from({ length: 10 }, () => neighbour.post('/api/farmer/booking-request', wish)));
  expect(more.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(more.find(({ status }) => status !== 200)?.body.code).toBe('TOO_MANY_OPEN_BOOKINGS');
  const open = async () => (await receptionist.get('/api/receptionist/booking-request/?size=100')).body;
  expect((await open()).content[0]).toEqual(sent.body);
  expect((await receptionist.post(`/api/receptionist/booking-request/${sent.body.id}/close`)).body).toEqual(sent.body);
  expect((await open()).page.totalElements).toBe(4);
  expect((await receptionist.post('/api/receptionist/booking-request/98765/close')).status).toBe(404);
  expect((await neighbour.post('/api/farmer/booking-request', { ...wish, session: { id: 99 } })).status).toBe(400);
  expect((await neighbour.post('/api/farmer/booking-request', { ...wish, date: '2020-01-01' })).body.code).toBe('DATE_NOT_BOOKABLE');
});

test('when an edit lowers the price to what was paid, then the order is paid, and what is above the price is an overpayment', async () => {
  const { id, crew } = await withCrew({ area: 10 });
  await service.sql(
    "insert into payment (order_id, kind, amount, currency, method, actor_id, at, cause) values ($1, 'cash', 120000, 'VND', 'cash', $2, $3, 'crew')",
    [id, crew.id, service.clock.now],
  );
  expect((await receptionist.get(`/api/receptionist/order/${id}`)).body).toMatchObject({ cost: 300_000, paymentStatus: 'pending' });
  // Still above what was paid.
  expect((await edit(id, { area: 5 }, receptionist)).body).toMatchObject({ cost: 150_000, paymentStatus: 'pending' });
  expect((await edit(id, { area: 3 }, receptionist)).body).toMatchObject({ cost: 90_000, paymentStatus: 'paid' });
  const [stored] = await service.sql('select overpaid::int from spray_order where id = $1', [id]);
  expect(stored).toEqual({ overpaid: 30_000 });
  const steps = (await receptionist.get(`/api/receptionist/order/${id}/timeline`)).body.content;
  expect(steps.slice(-2).map(({ action }: { action: string }) => action)).toEqual(['edit', 'paid']);
  expect((await edit(id, { area: 8 }, receptionist)).body.code).toBe('COST_FIXED');
});
