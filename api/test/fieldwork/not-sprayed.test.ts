import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';
import { ledgerOf } from '../payments/cash-steps.ts';

let service: Service;
let other: Service;
let farmer: Caller;
let office: Caller;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
});
afterAll(() => service.close());

const today = '2026-11-15';
const picture = new Uint8Array(readFileSync(fileURLToPath(new URL('../../../web/public/icon-192.png', import.meta.url))));

/** An order of today with a crew of two, assigned or started. */
async function job(isStarted: boolean, overrides: object = {}): Promise<{ id: number; crew: Caller; partner: Caller }> {
  const [crew, partner] = [await signedIn(service, 'sprayer'), await signedIn(service, 'sprayer')];
  const { id } = await placed(farmer, { date: today, session: { id: 5 }, confirmed: true, ...overrides });
  const answer = await office.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(crew.id), Number(partner.id)] });
  expect(answer.status).toBe(200);
  if (isStarted) expect((await crew.post(`/api/sprayer/order/${id}/start`)).status).toBe(200);
  return { id, crew, partner };
}
const mark = (by: Caller, id: number, body: object = {}, query = '') =>
  by.post(`/api/${by.role}/order/${id}/not-sprayed${query}`, { reason: 'flooded', ...body });
const takeBack = (by: Caller, id: number, query = '') => by.post(`/api/sprayer/order/${id}/take-back-start${query}`);
const reasonsOf = async (id: number): Promise<string[]> =>
  (await office.get('/api/receptionist/inbox/?size=200')).body.content
    .filter((item: { order: { id: number } }) => item.order.id === id)
    .map(({ reason }: { reason: string }) => reason);
const crewOf = async (id: number) => (await farmer.get(`/api/farmer/order/${id}/crew`)).body.page.totalElements;
const subjectsOf = async (by: Caller): Promise<string[]> =>
  (await by.get('/api/common/notification/?size=200')).body.content.map(({ subject }: { subject: string }) => subject);
const stepsOf = async (by: Caller, id: number) =>
  (await by.get(`/api/${by.role}/order/${id}/timeline?size=200`)).body.content.map(({ action, reason }: Record<string, unknown>) => [
    action,
    reason,
  ]);

const at = (instant: string) => `?at=${encodeURIComponent(instant)}`;
async function on<T>(now: Date, work: () => Promise<T>): Promise<T> {
  service.clock.now = now;
  try {
    return await work();
  } finally {
    service.clock.now = testNow;
  }
}
const later = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000);

test.each([false, true])(
  'when the crew does not spray (started: %s), then the order waits for the office without a crew, in its place',
  async (isStarted) => {
    const { id, crew, partner } = await job(isStarted);
    const answer = await mark(crew, id, { note: ' The road, too. ' });
    expect(answer.body).toMatchObject({ orderStatus: 'confirmed', date: today, session: { id: 5 } });
    expect(await crewOf(id)).toBe(0);
    expect(await reasonsOf(id)).toContain('not_sprayed');
    expect((await office.get(`/api/receptionist/order/${id}/not-sprayed/`)).body.content).toEqual([
      {
        id: expect.any(Number),
        date: today,
        sessionId: 5,
        reason: 'flooded',
        note: 'The road, too.',
        by: expect.stringContaining('sprayer'),
        at: testNow.toISOString(),
        notedAt: testNow.toISOString(),
      },
    ]);
    expect((await stepsOf(farmer, id)).at(-1)).toEqual(['not_sprayed', 'flooded']);
    const records = await service.sql<{ count: number }>('select count(*)::int as count from spray_record where order_id = $1', [id]);
    expect(records).toEqual([{ count: 0 }]);
    await eventually(async () => {
      expect(await subjectsOf(office)).toContain(`Order ${id} was not sprayed`);
      expect((await subjectsOf(partner)).filter((subject) => subject.startsWith('Not sprayed:'))).toHaveLength(1);
    });
    expect((await subjectsOf(crew)).filter((subject) => subject.startsWith('Not sprayed:'))).toEqual([]);
    expect((await subjectsOf(farmer)).filter((subject) => /not sprayed/i.test(subject))).toEqual([]);
  },
);

test('when the office moves or cancels the order, then it is no longer on the to-do list; another crew at the same time also ends it', async () => {
  for (const decide of [
    (id: number) => office.post(`/api/receptionist/order/${id}/reschedule`, { date: '2026-11-20', session: { id: 5 } }),
    (id: number) => office.post(`/api/receptionist/order/${id}/cancel`, { reason: 'Too wet.' }),
    async (id: number) => {
      const sprayer = await signedIn(service, 'sprayer');
      return office.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(sprayer.id)] });
    },
  ]) {
    const { id, crew } = await job(false);
    await mark(crew, id);
    expect(await reasonsOf(id)).toContain('not_sprayed');
    expect((await decide(id)).status).toBe(200);
    expect(await reasonsOf(id)).not.toContain('not_sprayed');
  }
});

test('when cash was taken before, then it stays in the ledger', async () => {
  const { id, crew } = await job(true);
  expect((await office.post(`/api/receptionist/order/${id}/cash`, { cashReceived: 400000 })).status).toBe(200);
  const before = await ledgerOf(office, id);
  expect((await mark(crew, id)).body).toMatchObject({ orderStatus: 'confirmed', paymentStatus: 'paid' });
  expect(await ledgerOf(office, id)).toEqual(before);
});

test('when the farmer had signed off too early, then that does not count for the next visit', async () => {
  const { id, crew } = await job(true);
  expect((await farmer.post(`/api/farmer/order/${id}/confirm`)).status).toBe(200);
  await mark(crew, id);
  await office.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(crew.id)] });
  await crew.post(`/api/sprayer/order/${id}/start`);
  const finished = await crew.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 12 });
  expect(finished.body.order.orderStatus).toBe('in_progress');
});

test("when it is too early, reported, someone else's job or a bad reason, then it is refused", async () => {
  const tomorrow = await job(false, { date: '2026-11-16' });
  for (const by of [tomorrow.crew, office]) expect((await mark(by, tomorrow.id)).body.code).toBe('NOT_THE_DAY');
  const { id, crew } = await job(true);
  expect((await mark(await signedIn(service, 'sprayer'), id)).status).toBe(404);
  expect((await mark(crew, id, { reason: 'lazy' })).status).toBe(400);
  await crew.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 12 });
  for (const by of [crew, office]) expect((await mark(by, id)).body.code).toBe('ACTION_NOT_ALLOWED');
});

test('when the phone was offline until the next day, then the time noted on the phone counts; the office may enter it later', async () => {
  const nextDay = new Date(testNow.getTime() + 86_400_000);
  const offline = await job(true);
  const noted = later(30).toISOString();
  expect((await on(nextDay, () => mark(offline.crew, offline.id, {}, at(noted)))).body.orderStatus).toBe('confirmed');
  const [visit] = (await office.get(`/api/receptionist/order/${offline.id}/not-sprayed/`)).body.content;
  expect([visit.at, visit.notedAt]).toEqual([noted, nextDay.toISOString()]);
  const late = await job(true);
  expect((await on(nextDay, () => mark(late.crew, late.id))).body.code).toBe('NOT_THE_DAY');
  expect((await on(nextDay, () => mark(office, late.id, { reason: 'machine' }))).body.orderStatus).toBe('confirmed');
});

test('when both crew members mark it fifty times at once on two processes, while one reports it done, then one of both holds', async () => {
  const { id, crew, partner } = await job(true);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => {
      const by = n % 2 === 0 ? crew : callerOn(other, partner);
      return n % 10 === 5 ? crew.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 12 }) : mark(by, id);
    }),
  );
  expect(answers.filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([]);
  const [row] = await service.sql<{ status: string; reported: boolean; visits: number; crew: number }>(
    `select order_status as status, reported_at is not null as reported, (select count(*)::int from not_sprayed where order_id = o.id) as visits,
            (select count(*)::int from crew_member where order_id = o.id) as crew from spray_order o where id = $1`,
    [id],
  );
  expect([
    { status: 'confirmed', reported: false, visits: 1, crew: 0 },
    { status: 'in_progress', reported: true, visits: 0, crew: 2 },
  ]).toContainEqual(row);
});

test('when a start was a mistake, then the one who started takes it back, and the farmer gets to know it', async () => {
  const { id, crew, partner } = await job(true);
  expect((await takeBack(partner, id)).body.detail).toContain('Only the one who started');
  expect((await takeBack(crew, id)).body.orderStatus).toBe('assigned');
  expect(await crewOf(id)).toBe(2);
  expect((await takeBack(crew, id)).body.code).toBe('ACTION_NOT_ALLOWED');
  expect((await stepsOf(farmer, id)).at(-1)).toEqual(['take_back_start', null]);
  await eventually(async () => expect(await subjectsOf(farmer)).toContain('Spraying has not started yet'));
  expect((await crew.post(`/api/sprayer/order/${id}/start`)).body.orderStatus).toBe('in_progress');
});

test('when five minutes have passed, then the start stays, except for a phone that was offline', async () => {
  const { id, crew } = await job(true);
  expect((await on(later(5.1), () => takeBack(crew, id))).body.detail).toContain('5 minutes');
  expect((await on(later(60), () => takeBack(crew, id, at(later(4).toISOString())))).body.orderStatus).toBe('assigned');
  const done = await job(true);
  await done.crew.post(`/api/sprayer/order/${done.id}/finish`, { areaSprayed: 12 });
  expect((await takeBack(done.crew, done.id)).body.code).toBe('ACTION_NOT_ALLOWED');
});

test('when the field was not sprayed, then the one who marked it may add photos, and office and farmer see them', async () => {
  const { id, crew, partner } = await job(false);
  const upload = async ({ token }: Caller) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' };
    const answer = await fetch(`${service.url}/api/sprayer/order/${id}/not-sprayed/photo`, { method: 'POST', headers, body: picture });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  expect((await upload(crew)).body.code).toBe('ACTION_NOT_ALLOWED');
  await mark(crew, id);
  expect((await upload(crew)).body.kind).toBe('not_sprayed');
  expect((await upload(partner)).body.code).toBe('ACTION_NOT_ALLOWED');
  expect((await upload(await signedIn(service, 'sprayer'))).status).toBe(404);
  const photos = (await office.get(`/api/receptionist/order/${id}/photo/`)).body.content;
  expect(photos.map(({ kind }: { kind: string }) => kind)).toEqual(['not_sprayed']);
});
