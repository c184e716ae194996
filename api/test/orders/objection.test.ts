import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTimers } from '../../src/fieldwork/run-timers.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';

let service: Service;
let other: Service;
let farmer: Caller;
let receptionist: Caller;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  receptionist = await signedIn(service, 'receptionist');
});
afterAll(() => service.close());

const later = (hours: number) => new Date(testNow.getTime() + hours * 3_600_000);
const timersAt = (hours: number) => runTimers(service.database, service.app.catalog, later(hours));
const statusOf = async (id: number) => (await farmer.get(`/api/farmer/order/${id}`)).body.orderStatus;
const objectTo = (id: number, text = 'A strip was left out.', who = farmer) => who.post(`/api/farmer/order/${id}/objection`, { text });
const resolve = (id: number, text = 'We come back on Thursday.') =>
  receptionist.post(`/api/receptionist/order/${id}/objection/resolve`, { text });

/** An order of today with its own crew, in the given state. */
async function work(upTo: 'assigned' | 'started' | 'reported'): Promise<{ id: number; crew: Caller }> {
  const crew = await signedIn(service, 'sprayer');
  const { id } = await placed(farmer, { date: '2026-11-15', session: { id: 5 }, confirmed: true });
  await receptionist.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(crew.id)] });
  if (upTo !== 'assigned') await crew.post(`/api/sprayer/order/${id}/start`);
  if (upTo === 'reported') expect((await crew.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 12 })).status).toBe(200);
  return { id, crew };
}

async function at<T>(hours: number, work: () => Promise<T>): Promise<T> {
  service.clock.now = later(hours);
  try {
    return await work();
  } finally {
    service.clock.now = testNow;
  }
}

const workOn = async (id: number) =>
  (await farmer.get('/api/farmer/work/?size=200')).body.content.find(({ orderId }: { orderId: number }) => orderId === id);

test('when work is in progress, then its farmer sees each step until it is completed', async () => {
  const { id, crew } = await work('assigned');
  expect(await workOn(id)).toBeUndefined();
  await crew.post(`/api/sprayer/order/${id}/start`);
  expect(await workOn(id)).toEqual({ orderId: id, reported: false, signedOff: false, objected: false });
  await crew.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 12 });
  expect(await workOn(id)).toEqual({ orderId: id, reported: true, signedOff: false, objected: false });
  await objectTo(id);
  expect(await workOn(id)).toEqual({ orderId: id, reported: true, signedOff: false, objected: true });
  await resolve(id);
  expect((await workOn(id)).objected).toBe(false);
  const stranger = await signedIn(service, 'farmer');
  expect((await stranger.get('/api/farmer/work/')).body.page.totalElements).toBe(0);
  await farmer.post(`/api/farmer/order/${id}/confirm`);
  expect(await workOn(id)).toBeUndefined();

  const early = await work('started');
  await farmer.post(`/api/farmer/order/${early.id}/confirm`);
  expect(await workOn(early.id)).toEqual({ orderId: early.id, reported: false, signedOff: true, objected: false });
});

const subjects = async (reader: Caller) =>
  (await reader.get('/api/common/notification/')).body.content.map(({ subject, text }: { subject: string; text: string }) => [
    subject,
    text,
  ]);

test('when a farmer objects in time, then the order does not complete by timer, the office gets the text, and its answer restarts the 72 hours', async () => {
  const { id } = await work('reported');
  const objected = await at(71, () => objectTo(id, ' "Half" of it\nis dry. '));
  expect([objected.status, objected.body.orderStatus]).toEqual([200, 'in_progress']);
  await timersAt(500);
  expect(await statusOf(id)).toBe('in_progress');
  await eventually(async () =>
    expect(await subjects(receptionist)).toContainEqual([`Objection to order ${id}`, expect.stringContaining('"Half" of it\nis dry.')]),
  );

  const resolved = await at(100, () => resolve(id));
  expect([resolved.status, resolved.body.orderStatus]).toEqual([200, 'in_progress']);
  await eventually(async () =>
    expect(await subjects(farmer)).toContainEqual(['Our answer to your objection', expect.stringContaining('We come back on Thursday.')]),
  );
  const [mine, theirs] = [
    await farmer.get(`/api/farmer/order/${id}/objection/`),
    await receptionist.get(`/api/receptionist/order/${id}/objection/`),
  ];
  expect(mine.body).toEqual(theirs.body);
  expect(mine.body).toMatchObject({
    content: [
      {
        timestamp: later(71).toISOString(),
        text: '"Half" of it\nis dry.',
        resolvedAt: later(100).toISOString(),
        resolvedBy: expect.stringContaining('receptionist'),
        answer: 'We come back on Thursday.',
      },
    ],
    page: { totalElements: 1 },
  });
  await timersAt(171.9);
  expect(await statusOf(id)).toBe('in_progress');
  await timersAt(172);
  expect(await statusOf(id)).toBe('completed');
});

test('when the farmer signs off after an objection, then the objection is closed without an answer', async () => {
  const { id } = await work('reported');
  await objectTo(id);
  expect((await farmer.post(`/api/farmer/order/${id}/confirm`)).body.orderStatus).toBe('completed');
  const [objection] = (await farmer.get(`/api/farmer/order/${id}/objection/`)).body.content;
  expect([objection.resolvedAt, objection.answer]).toEqual([testNow.toISOString(), null]);
  expect((await resolve(id)).body.code).toBe('NO_OBJECTION');
});

test('when the crew enters the right code while an objection is open, then it is refused until the office has resolved it', async () => {
  const { id, crew } = await work('reported');
  await objectTo(id);
  const { code } = (await farmer.get(`/api/farmer/order/${id}/sign-off-code`)).body;
  const signOff = () => crew.post(`/api/sprayer/order/${id}/sign-off`, { code });
  expect((await signOff()).body).toMatchObject({ status: 409, code: 'OBJECTION_OPEN' });
  expect(await workOn(id)).toMatchObject({ signedOff: false, objected: true });
  await resolve(id);
  expect((await signOff()).body.orderStatus).toBe('completed');
});

test('when it is too early, too late, repeated, or there is no open objection to resolve, then it is a 409 with the reason', async () => {
  const started = await work('started');
  const assigned = await work('assigned');
  const done = await work('reported');
  expect((await objectTo(assigned.id)).body).toMatchObject({ status: 409, code: 'ACTION_NOT_ALLOWED' });
  expect((await objectTo(started.id)).body).toMatchObject({
    status: 409,
    code: 'ACTION_NOT_ALLOWED',
    detail:
      'The order is in progress and not reported done yet, so you cannot object to the work now. You can object once the crew has reported the work done.',
  });
  expect((await resolve(done.id)).body).toMatchObject({ status: 409, code: 'NO_OBJECTION' });
  expect((await at(72, () => objectTo(done.id))).body).toMatchObject({ status: 409, code: 'TOO_LATE_TO_OBJECT' });
  expect((await objectTo(done.id)).status).toBe(200);
  expect((await objectTo(done.id)).body).toMatchObject({
    status: 409,
    code: 'OBJECTION_OPEN',
    detail: expect.stringMatching(/^The order is reported done and has an open objection, so you cannot object again now\. /),
  });
  expect((await resolve(done.id)).status).toBe(200);
  expect((await objectTo(done.id, 'Still dry.')).status).toBe(200);
  expect((await farmer.get(`/api/farmer/order/${done.id}/objection/?size=1`)).body).toMatchObject({
    content: [{ text: 'Still dry.', resolvedAt: null }],
    page: { totalElements: 2 },
  });
});

test.each([[''], ['   '], ['x'.repeat(1001)], [7]])('when the text is %j, then it is a 400', async (text) => {
  const { id } = await work('reported');
  const answers = [
    await farmer.post(`/api/farmer/order/${id}/objection`, { text }),
    await receptionist.post(`/api/receptionist/order/${id}/objection/resolve`, { text }),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [400, 'VALIDATION_FAILED'],
    [400, 'VALIDATION_FAILED'],
  ]);
});

test('when another farmer requests the objections of an order, then it is a 404', async () => {
  const { id } = await work('reported');
  const stranger = await signedIn(service, 'farmer');
  expect((await objectTo(id, 'Not mine.', stranger)).status).toBe(404);
  expect((await stranger.get(`/api/farmer/order/${id}/objection/`)).status).toBe(404);
});

test('when a farmer objects fifty times at once on two instances, then there is one objection, one message and one history row', async () => {
  const { id } = await work('reported');
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => objectTo(id, `Take ${n}`, n % 2 === 0 ? farmer : callerOn(other, farmer))),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(answers.filter(({ body }) => body.code === 'OBJECTION_OPEN').length).toBe(49);
  expect((await farmer.get(`/api/farmer/order/${id}/objection/`)).body.page.totalElements).toBe(1);
  await eventually(async () =>
    expect((await subjects(receptionist)).filter(([subject]: [string]) => subject === `Objection to order ${id}`).length).toBe(1),
  );
});

test('when objection, resolution, sign-off and timer race, then the open objection matches the order, which is completed', async () => {
  const { id } = await work('reported');
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => {
      if (n % 3 === 0) return objectTo(id, `Take ${n}`, n % 2 === 0 ? farmer : callerOn(other, farmer));
      if (n % 3 === 1) return resolve(id);
      return n < 40 ? timersAt(n).then(() => ({ status: 200 })) : farmer.post(`/api/farmer/order/${id}/confirm`);
    }),
  );
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  const [row] = await service.sql<{ order_status: string; objected: boolean; open: number }>(
    `select order_status, objected, (select count(*)::int from objection where order_id = o.id and resolved_at is null) as open
       from spray_order o where id = $1`,
    [id],
  );
  // An objection may also come after the completion.
  expect(row).toEqual({ order_status: 'completed', objected: row?.open === 1, open: expect.any(Number) });
  expect([0, 1]).toContain(row?.open);
});
