import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let admin: Caller;
let farmer: Caller;

beforeAll(async () => {
  service = await startService();
  admin = await signedIn(service, 'admin');
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

const refused = ({ status, body }: Answer) => [status, body.code];
const time = (hour: number, minute = 0) => ({ hour, minute, second: 0, nano: 0 });
const free = async (date: string, sessionId: number) =>
  (await farmer.get(`/api/common/availability?from=${date}&to=${date}`)).body.content.find(
    (cell: { session: { id: number } }) => cell.session.id === sessionId,
  )?.free;

describe('crops', () => {
  test('when the catalog is new, then the list has the three default crops with their prices', async () => {
    const { content } = (await admin.get('/api/admin/crop/?sort=id,asc')).body;
    expect(content[0]).toEqual({ id: 1, name: 'fruit', price: 30000, active: true });
  });

  test('when a price changes, then new orders use it at once and old orders keep their price', async () => {
    const made = await admin.post('/api/admin/crop', { name: ' coffee ', price: 35000.5 });
    expect(made.body).toEqual({ id: made.body.id, name: 'coffee', price: 35000.5, active: true });
    const cropType = { id: made.body.id };
    const before = await placed(farmer, { cropType, area: 2, date: '2026-11-18' });
    expect((await admin.patch(`/api/admin/crop/${cropType.id}`, { price: 40000 })).body.price).toBe(40000);
    const after = await placed(farmer, { cropType, area: 2, date: '2026-11-18' });
    const kept = (await farmer.get(`/api/farmer/order/${before.id}`)).body;
    expect([before.cost, after.cost, kept.cost]).toEqual([70001, 80000, 70001]);
  });

  test('when a crop is deactivated, then it cannot be booked, and orders still show its name', async () => {
    const { id } = (await admin.post('/api/admin/crop', { name: 'tea', price: 1000 })).body;
    const order = await placed(farmer, { cropType: { id }, date: '2026-11-19' });
    await admin.patch(`/api/admin/crop/${id}`, { active: false, name: 'green tea' });
    const again = await farmer.post('/api/farmer/order', { ...order, session: { id: 3 }, cropType: { id }, date: '2026-11-19' });
    expect(refused(again)).toEqual([400, 'VALIDATION_FAILED']);
    expect((await farmer.get(`/api/farmer/order/${order.id}`)).body.cropType).toEqual({ id, name: 'green tea' });
  });

  test('when the name is taken, the price invalid, or the crop does not exist, then it is refused', async () => {
    expect(refused(await admin.post('/api/admin/crop', { name: 'fruit', price: 1 }))).toEqual([409, 'CROP_EXISTS']);
    expect(refused(await admin.patch('/api/admin/crop/2', { name: 'fruit' }))).toEqual([409, 'CROP_EXISTS']);
    expect((await admin.patch('/api/admin/crop/2', { price: 0.00001 })).status).toBe(400);
    expect((await admin.patch('/api/admin/crop/2', { price: -1 })).status).toBe(400);
    expect((await admin.patch('/api/admin/crop/999', { price: 1 })).status).toBe(404);
  });
});

describe('sessions', () => {
  test('when times are objects or strings, then both are accepted, and the session can be booked at once', async () => {
    const made = await admin.post('/api/admin/session', { startTime: '08:00', endTime: time(9, 30), capacity: 1 });
    expect(made.body).toEqual({ id: made.body.id, startTime: time(8), endTime: time(9, 30), capacity: 1, maxArea: null, active: true });
    const order = await placed(farmer, { session: { id: made.body.id }, date: '2026-11-17' });
    expect(order.session).toEqual({ id: made.body.id, startTime: time(8), endTime: time(9, 30) });
    expect((await admin.get('/api/admin/session/?sort=startTime,desc')).body.content.at(-3)).toMatchObject({ id: 3, capacity: 2 });
  });

  test('when the capacity is set below the places taken, then the orders stay, and no further booking is accepted', async () => {
    await placed(farmer, { session: { id: 1 }, date: '2026-11-17' });
    await placed(farmer, { session: { id: 1 }, date: '2026-11-17' });
    expect((await admin.patch('/api/admin/session/1', { capacity: 1 })).body.capacity).toBe(1);
    expect([await free('2026-11-17', 1), await free('2026-11-18', 1)]).toEqual([0, 1]);
    const { content } = (await farmer.get('/api/farmer/order/?size=200')).body;
    const there = content.filter((order: { session: { id: number }; orderStatus: string }) => order.session.id === 1);
    expect(there.map((order: { orderStatus: string }) => order.orderStatus)).toEqual(['pending', 'pending']);
    // One of two is cancelled: the capacity is used up, so still none is free.
    expect((await farmer.post(`/api/farmer/order/${there[0].id}/cancel`)).status).toBe(200);
    expect(await free('2026-11-17', 1)).toBe(0);
    expect((await admin.patch('/api/admin/session/1', { capacity: 3 })).status).toBe(200);
    expect(await free('2026-11-17', 1)).toBe(2);
  });

  test('when future orders are open, then the times and the session cannot change, and the error has their number', async () => {
    const ids = [
      (await placed(farmer, { session: { id: 2 }, date: '2026-11-17' })).id,
      (await placed(farmer, { session: { id: 2 }, date: '2026-11-18' })).id,
    ];
    for (const change of [{ active: false }, { startTime: '05:10' }, { endTime: '05:50' }]) {
      const answer = await admin.patch('/api/admin/session/2', change);
      expect(refused(answer)).toEqual([409, 'SESSION_IN_USE']);
      expect(answer.body.detail).toContain('2 open orders');
    }
    for (const id of ids) await farmer.post(`/api/farmer/order/${id}/cancel`);
    expect((await admin.patch('/api/admin/session/2', { startTime: '05:10', endTime: '05:50:30' })).body).toMatchObject({
      startTime: time(5, 10),
      endTime: { ...time(5, 50), second: 30 },
    });
    expect((await admin.patch('/api/admin/session/2', { active: false })).body.active).toBe(false);
    expect(await free('2026-11-17', 2)).toBe(undefined);
  });

  test('when active sessions would overlap, then it is refused; adjacent and inactive ones are accepted', async () => {
    expect(refused(await admin.post('/api/admin/session', { startTime: '06:59', endTime: '07:30', capacity: 1 }))).toEqual([
      409,
      'SESSION_OVERLAPS',
    ]);
    expect(refused(await admin.patch('/api/admin/session/5', { endTime: '17:01' }))).toEqual([409, 'SESSION_OVERLAPS']);
    const inactive = await admin.post('/api/admin/session', { startTime: '06:30', endTime: '07:30', capacity: 1, active: false });
    expect(inactive.status).toBe(200);
    expect(refused(await admin.patch(`/api/admin/session/${inactive.body.id}`, { active: true }))).toEqual([409, 'SESSION_OVERLAPS']);
    expect((await admin.post('/api/admin/session', { startTime: '15:00', endTime: '16:00', capacity: 1 })).status).toBe(200);
  });

  test('when twenty requests create the same session at once, then one is created', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.post('/api/admin/session', { startTime: '20:00', endTime: '21:00', capacity: 1 })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(answers.filter((answer) => answer.body.code === 'SESSION_OVERLAPS').length).toBe(19);
  });

  test.each([
    [{ startTime: '09:00', endTime: '09:00', capacity: 1 }, 'endTime'],
    [{ startTime: '25:00', endTime: '26:00', capacity: 1 }, 'startTime'],
    [{ startTime: 9, endTime: '10:00', capacity: 1 }, 'startTime'],
    [{ startTime: { hour: 9, minute: 60 }, endTime: '10:00', capacity: 1 }, 'startTime.minute'],
    [{ startTime: { hour: 9, minute: 0, nano: 1 }, endTime: '10:00', capacity: 1 }, 'startTime.nano'],
    [{ startTime: '09:00', endTime: '10:00', capacity: -1 }, 'capacity'],
    [{ startTime: '09:00', endTime: '10:00' }, 'capacity'],
  ])('when the session is %j, then the error names %s', async (body, path) => {
    const answer = await admin.post('/api/admin/session', body);
    expect(refused(answer)).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(path);
  });

  test('when the session does not exist, then it is a 404', async () => {
    expect((await admin.patch('/api/admin/session/999', { capacity: 1 })).status).toBe(404);
  });
});
