import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Catalog } from '../../src/catalog/catalog.ts';
import { readPlannerInput } from '../../src/dispatch/read-planner-input.ts';
import { removeBookingLimits } from '../arrange.ts';
import { untilSettled } from '../barriers.ts';
import { type Answer, type Caller, call, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let other: Service;
let office: Caller;
let admin: Caller;
let farmer: Caller;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  await removeBookingLimits(service);
  office = await signedIn(service, 'receptionist');
  admin = await signedIn(service, 'admin');
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

const code = ({ status, body }: Answer) => [status, body.code];
const assign = (id: number, crew: readonly Caller[], on: Service = service) =>
  callerOn(on, office).put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: crew.map((sprayer) => Number(sprayer.id)) });
const limit = (sprayer: Caller, dailyJobLimit: number | null) =>
  office.put(`/api/receptionist/sprayer/${sprayer.id}/planning`, { base: null, dailyJobLimit });
const order = async (date: string, session = 3, who = farmer): Promise<number> =>
  (await placed(who, { date, session: { id: session }, confirmed: true })).id;

const defaults = {
  pairArea: 15,
  workMinutes: 45,
  toleranceMinutes: 15,
  roadFactor: 1.3,
  roadSpeedKmh: 35,
  orderWithoutCrew: 1_000_000,
  personTakenOff: 20_000,
  personAdded: 5_000,
  fairness: 1_000,
  unneededSecond: 5_000,
  apprenticeBonus: 6_000,
  dailyJobLimit: null,
};
const base = { name: 'Kho Chợ Mới', latitude: 10.55, longitude: 105.4 };

describe('planner settings', () => {
  test('when an admin changes them, then they are stored, and the audit trail has what changed', async () => {
    expect((await admin.get('/api/admin/planner-setting')).body).toEqual(defaults);
    const changed = { ...defaults, pairArea: 12.5, roadFactor: 1.42, fairness: 0 };
    expect((await admin.put('/api/admin/planner-setting', changed)).body).toEqual(changed);
    expect((await admin.get('/api/admin/planner-setting')).body).toEqual(changed);
    const [entry] = (await admin.get('/api/admin/audit/?action=setting_update')).body.content;
    expect(entry.changes).toEqual([
      { field: 'pairArea', from: 15, to: 12.5 },
      { field: 'roadFactor', from: 1.3, to: 1.42 },
      { field: 'fairness', from: 1000, to: 0 },
    ]);
    expect((await office.get('/api/admin/planner-setting')).status).toBe(403);
    await admin.put('/api/admin/planner-setting', defaults);
  });

  test.each([
    [{ workMinutes: 0, roadFactor: 0.5, roadSpeedKmh: 1000 }, ['workMinutes', 'roadFactor', 'roadSpeedKmh']],
    [{ orderWithoutCrew: 0, fairness: -1, personAdded: 0.5 }, ['orderWithoutCrew', 'personAdded', 'fairness']],
    [{ personTakenOff: 1_000_000, unneededSecond: 100_001 }, ['personTakenOff', 'unneededSecond']],
    [{ dailyJobLimit: 0 }, ['dailyJobLimit']],
    [{ pairArea: undefined }, ['pairArea']],
  ])('when they are %j, then each field is named', async (change, paths) => {
    const { status, body } = await admin.put('/api/admin/planner-setting', { ...defaults, ...change });
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, paths]);
  });
});

describe('bases', () => {
  test("when the office sets and clears them, then sprayers have their own or the company's", async () => {
    const sprayer = await signedIn(service, 'sprayer', { fullName: 'Aa Sprayer' });
    expect((await office.get('/api/receptionist/base')).body).toEqual({ base: null });
    expect((await office.put('/api/receptionist/base', { ...base, name: ` ${base.name} ` })).body).toEqual({ base });
    expect((await admin.get('/api/receptionist/base')).body).toEqual({ base });
    const path = `/api/receptionist/sprayer/${sprayer.id}/planning`;
    const own = { name: 'Nhà', latitude: 10.6, longitude: 105.5 };
    expect((await office.put(path, { base: own, dailyJobLimit: null })).body).toMatchObject({ base: own, dailyJobLimit: null });
    expect((await office.put(path, { base: own, dailyJobLimit: 2 })).body).toMatchObject({ base: own, dailyJobLimit: 2 });
    const [first] = (await office.get('/api/receptionist/sprayer-planning/')).body.content;
    expect(first).toEqual({
      sprayer: { id: Number(sprayer.id), fullName: 'Aa Sprayer', expertise: 'expert' },
      base: own,
      dailyJobLimit: 2,
    });
    expect((await office.put(path, { base: null, dailyJobLimit: null })).body).toMatchObject({ base: null, dailyJobLimit: null });
    expect((await call(service, 'DELETE', '/api/receptionist/base', { token: office.token })).body).toEqual({ done: true });
    expect((await office.get('/api/receptionist/base')).body).toEqual({ base: null });
    const wrong = await office.put('/api/receptionist/base', { name: '', latitude: 91, longitude: -181 });
    expect(wrong.body.errors.map((error: { path: string }) => error.path)).toEqual(['name', 'latitude', 'longitude']);
    expect(code(await office.put(`/api/receptionist/sprayer/${farmer.id}/planning`, { base: own, dailyJobLimit: null }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const audit = (await admin.get('/api/admin/audit/?action=user_update')).body.content;
    expect(audit[0].changes[0]).toEqual({ field: 'base', from: 'Nhà (10.6, 105.5)', to: null });
  });
});

describe('limit of jobs a day', () => {
  test('when a sprayer has as many jobs as allowed, then they are not suggested or assigned, and an order moved to that day loses the crew', async () => {
    const sprayer = await signedIn(service, 'sprayer');
    await limit(sprayer, 1);
    const [first, second, elsewhere] = [await order('2026-11-23', 1), await order('2026-11-23', 2), await order('2026-11-24', 2)];
    expect((await assign(first, [sprayer])).status).toBe(200);
    const refused = await assign(second, [sprayer]);
    expect(code(refused)).toEqual([409, 'CREW_DAY_LIMIT']);
    const { body } = await office.get(`/api/receptionist/order/${second}/sprayer-suggestions?size=200`);
    const suggested = (body.content ?? []).flatMap(({ sprayers }: { sprayers: { id: number }[] }) => sprayers.map(({ id }) => id));
    expect(suggested).not.toContain(Number(sprayer.id));
    expect((await assign(elsewhere, [sprayer])).status).toBe(200);
    const moved = await office.post(`/api/receptionist/order/${elsewhere}/reschedule`, { date: '2026-11-23', session: { id: 4 } });
    expect(moved.body.orderStatus).toBe('confirmed');
    // A move within the day keeps the crew.
    const later = await office.post(`/api/receptionist/order/${first}/reschedule`, { date: '2026-11-23', session: { id: 5 } });
    expect(later.body.orderStatus).toBe('assigned');
    await limit(sprayer, null);
    expect((await assign(second, [sprayer])).status).toBe(200);
  });

  test('when bulk actions would exceed the limit, then assigning is refused, and moving releases the crews beyond it', async () => {
    const sprayer = await signedIn(service, 'sprayer');
    await limit(sprayer, 2);
    const ids = [await order('2026-11-25', 1), await order('2026-11-25', 2), await order('2026-11-25', 3)];
    const crews = (some: number[]) => some.map((id) => ({ orderId: id, sprayerIds: [Number(sprayer.id)] }));
    const bulk = (body: object) => office.post('/api/receptionist/bulk-action', { reason: 'test', ...body });
    const all = await bulk({ action: 'assign', orders: ids.map((id) => ({ id })), crews: crews(ids) });
    expect(code(all)).toEqual([409, 'BULK_BLOCKED']);
    expect(all.body.errors.map((error: { path: string; code: string }) => [error.path, error.code])).toEqual([
      [`order.${ids[2]}`, 'CREW_DAY_LIMIT'],
    ]);
    const elsewhere = [await order('2026-11-26', 1), await order('2026-11-26', 2)];
    for (const id of [ids[0] as number, ...elsewhere]) expect((await assign(id, [sprayer])).status).toBe(200);
    const moved = await bulk({ action: 'move', orders: elsewhere.map((id) => ({ id })), date: '2026-11-25', session: { id: 6 } });
    expect(moved.status, moved.text).toBe(200);
    const states = await Promise.all(elsewhere.map(async (id) => (await office.get(`/api/receptionist/order/${id}`)).body.orderStatus));
    expect(states).toEqual(['assigned', 'confirmed']);
  });

  test('when fifty assignments on two instances compete for three jobs a day, then exactly three win', async () => {
    const sprayer = await signedIn(service, 'sprayer');
    await admin.put('/api/admin/planner-setting', { ...defaults, dailyJobLimit: 3 });
    const ids = await Promise.all(Array.from({ length: 50 }, (_, n) => order('2027-06-01', (n % 6) + 1)));
    const answers = await Promise.all(ids.map((id, n) => assign(id, [sprayer], n % 2 === 0 ? service : other)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const codes = new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code));
    expect([...codes].filter((one) => one !== 'CREW_BUSY' && one !== 'CREW_DAY_LIMIT')).toEqual([]);
    await admin.put('/api/admin/planner-setting', defaults);
  });

  test('when the limits of the company and of the sprayer change during fifty assignments, then none is assigned after the last change', async () => {
    for (const [round, date] of ['2027-06-02', '2027-06-03'].entries()) {
      const sprayer = await signedIn(service, 'sprayer');
      const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => order(date, (n % 6) + 1)));
      const racing = ids.map((id, n) => assign(id, [sprayer], n % 2 === 0 ? service : other));
      await untilSettled(racing, 1);
      if (round === 0) await limit(sprayer, 1);
      else await admin.put('/api/admin/planner-setting', { ...defaults, dailyJobLimit: 1 });
      const jobs = async () =>
        Number((await service.sql<{ n: string }>('select count(*) as n from crew_member where sprayer_id = $1', [sprayer.id]))[0]?.n);
      const then = await jobs();
      await Promise.all(racing);
      expect(await jobs()).toBe(Math.max(then, 1));
      await admin.put('/api/admin/planner-setting', defaults);
    }
  });
});

describe('the input of the planner', () => {
  const date = '2027-08-11';
  const read = (day: string, from: Service = service) =>
    readPlannerInput({ database: from.database, catalog: new Catalog(from.database), now: from.clock.now }, day);

  test('when a day cannot be planned, then the error says why', async () => {
    const fresh = await startService();
    try {
      const [owner, customer] = [await signedIn(fresh, 'admin'), await signedIn(fresh, 'farmer')];
      await expect(read('2026-11-14', fresh)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      await expect(read(date, fresh)).rejects.toMatchObject({ code: 'NO_SPRAYERS' });
      const sprayer = await signedIn(fresh, 'sprayer');
      await expect(read(date, fresh)).rejects.toMatchObject({ code: 'NOTHING_TO_PLAN' });
      await placed(customer, { date, confirmed: true });
      await expect(read(date, fresh)).rejects.toMatchObject({ code: 'BASE_NOT_SET' });
      await owner.put(`/api/receptionist/sprayer/${sprayer.id}/planning`, { base, dailyJobLimit: null });
      expect((await read(date, fresh)).day.sprayers).toHaveLength(1);
    } finally {
      await fresh.close();
    }
  });

  test('when a day is read, then it has its orders, sprayers, absences, limits, pins, bans, jobs of the week and settings', async () => {
    const fresh = await startService();
    try {
      await removeBookingLimits(fresh);
      const [owner, customer] = [await signedIn(fresh, 'admin'), await signedIn(fresh, 'farmer')];
      const [a, b, c] = [
        await signedIn(fresh, 'sprayer'),
        await signedIn(fresh, 'sprayer', { expertise: 'adept' }),
        await signedIn(fresh, 'sprayer', { expertise: 'apprentice' }),
      ] as [Caller, Caller, Caller];
      const on = async (day: string, session: number, crew: Caller[] = []) => {
        const id = await order(day, session, customer);
        if (crew.length > 0)
          await owner.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: crew.map((sprayer) => Number(sprayer.id)) });
        return id;
      };
      const first = await on(date, 1);
      const second = await on(date, 2, [b, a]);
      const begun = await on(date, 3, [a]);
      await fresh.sql("update spray_order set order_status = 'in_progress' where id = $1", [begun]);
      await placed(customer, { date, session: { id: 4 } });
      await on('2027-08-09', 1, [a]);
      await on('2027-08-15', 1, [a, c]);
      await on('2027-08-16', 1, [c]);
      await owner.put('/api/receptionist/base', base);
      const own = { name: 'Nhà', latitude: 10.6, longitude: 105.5 };
      await owner.put(`/api/receptionist/sprayer/${b.id}/planning`, { base: own, dailyJobLimit: null });
      await owner.put('/api/admin/planner-setting', { ...defaults, dailyJobLimit: 2, pairArea: 20 });
      await owner.post('/api/receptionist/absence', { sprayerId: Number(c.id), from: date, to: date, sessionIds: [2, 5], kind: 'leave' });
      await owner.post('/api/receptionist/absence', { sprayerId: Number(b.id), from: '2027-08-10', to: date, kind: 'illness' });
      await a.post('/api/sprayer/absence', { from: date, to: date, kind: 'leave' });
      await owner.put(`/api/receptionist/order/${first}/pin`, { kind: 'person', sprayerIds: [Number(a.id)] });
      const bans = [
        (await owner.post('/api/receptionist/crew-ban', { sprayerId: Number(c.id), farmerId: Number(customer.id), reason: 'x' })).body.id,
        (await owner.post('/api/receptionist/crew-ban', { sprayerId: Number(c.id), otherSprayerId: Number(a.id), reason: 'x' })).body.id,
      ];
      const { day, orders, sprayers } = await read(date, fresh);
      expect(day.sessions.map(({ id, startMinute }) => [id, startMinute])).toEqual([
        ['1', 240],
        ['2', 300],
        ['3', 360],
        ['4', 420],
        ['5', 960],
        ['6', 1020],
      ]);
      expect(day.orders.map(({ id, sessionId, previousCrew, pin }) => ({ id, sessionId, previousCrew, pin }))).toEqual([
        { id: String(first), sessionId: '1', previousCrew: [], pin: { kind: 'person', sprayerId: a.id } },
        { id: String(second), sessionId: '2', previousCrew: [a.id, b.id], pin: undefined },
      ]);
      expect(orders.map(({ status }) => status)).toEqual(['confirmed', 'assigned']);
      const companyBase = { latitude: base.latitude, longitude: base.longitude };
      const common = { busySessionIds: [], absentSessionIds: [], isLicensed: true };
      expect(day.sprayers).toEqual([
        { ...common, id: a.id, expertise: 'expert', base: companyBase, busySessionIds: ['3'], otherJobsInWeek: 2, maxJobs: 1 },
        {
          ...common,
          id: b.id,
          expertise: 'adept',
          base: { latitude: 10.6, longitude: 105.5 },
          absentSessionIds: ['1', '2', '3', '4', '5', '6'],
          otherJobsInWeek: 0,
          maxJobs: 2,
        },
        { ...common, id: c.id, expertise: 'apprentice', base: companyBase, absentSessionIds: ['2', '5'], otherJobsInWeek: 1, maxJobs: 2 },
      ]);
      expect(sprayers.map(({ hasOwnBase }) => hasOwnBase)).toEqual([false, true, false]);
      expect(day.bans).toEqual([
        { id: String(bans[0]), kind: 'farmer', sprayerId: c.id, farmerId: customer.id },
        { id: String(bans[1]), kind: 'pair', sprayerIds: [a.id, c.id] },
      ]);
      expect(day.settings).toMatchObject({ pairArea: 20, detourFactor: 1.3, weights: { personRemoved: 20_000, firstJobBonus: 6_000 } });
    } finally {
      await fresh.close();
    }
  });
});
