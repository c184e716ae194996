import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderInState, removeBookingLimits } from '../arrange.ts';
import { type Answer, type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let admin: Caller;
let office: Caller;
let farmer: Caller;
let crew: Caller;

beforeAll(async () => {
  service = await startService();
  await removeBookingLimits(service);
  admin = await signedIn(service, 'admin');
  office = await signedIn(service, 'receptionist');
  farmer = await signedIn(service, 'farmer');
  crew = await signedIn(service, 'sprayer');
});
afterAll(() => service.close());

const change = (areaUnit: string): Promise<Answer> => admin.patch('/api/admin/setting', { areaUnit });
const store = async (areaUnit: string): Promise<void> => {
  await service.sql('update company set area_unit = $1, former_area_units = $2', [areaUnit, '{}']);
  // The change of a name makes the service read the company again.
  expect((await admin.patch('/api/admin/setting', { companyName: `Ruộng ${areaUnit}` })).status).toBe(200);
};
const unitsOf = async (by: Caller, ...ids: number[]) =>
  (await by.get(`/api/common/order-unit/?${ids.map((id) => `orderId=${id}`).join('&')}`)).body.content;

test('when there are no areas yet, then any unit of the list can be chosen, also against fifty bookings on two instances', async () => {
  const second = await service.another();
  const { content } = (await admin.get('/api/admin/area-unit/?size=200')).body;
  expect(content).toContainEqual({ code: 'acre', squareMetres: 4046.8564224 });
  expect((await change('rai')).body.errors[0].path).toBe('areaUnit');
  expect([(await change('ha')).body.areaUnit, (await change('decare')).body.areaUnit]).toEqual(['hectare', 'decare']);
  const booking = { date: '2026-12-01' };
  const bookings = (by: Caller) => Array.from({ length: 25 }, () => placed(by, booking));
  const [answer] = await Promise.all([change('hectare'), ...bookings(farmer), ...bookings(callerOn(second, farmer))]);
  const stored = await service.sql<{ unit: string; orders: number }>(
    'select area_unit as unit, count(*)::int as orders from spray_order group by 1',
  );
  // No order is of another size than the company's unit.
  expect([200, 409]).toContain(answer.status);
  expect(stored).toEqual([{ unit: answer.status === 200 ? 'hectare' : 'decare', orders: 50 }]);
});

test('when there are orders, then only a word for the same size replaces the unit, and orders keep theirs', async () => {
  await store('decare');
  const inField = { orderStatus: 'in_progress', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
  const { id } = await orderInState(service, farmer, inField, [crew], { area: 5.93 });
  const refused = await change('hectare');
  expect([refused.status, refused.body.code, refused.body.errors[0].path]).toEqual([409, 'UNIT_IN_USE', 'areaUnit']);
  expect((await change('cong')).body.areaUnit).toBe('cong');
  expect((await farmer.get('/api/auth/company')).body).toMatchObject({ areaUnit: 'cong', areaUnitM2: 1000, formerAreaUnits: ['decare'] });

  const newer = await placed(farmer, { date: '2026-12-02', area: 2 });
  const units = [
    { orderId: id, areaUnit: 'decare' },
    { orderId: newer.id, areaUnit: 'cong' },
  ];
  expect(await unitsOf(farmer, newer.id, id)).toEqual(units);
  expect(await unitsOf(office, id, newer.id)).toEqual(units);
  expect(await unitsOf(crew, id, newer.id)).toEqual(units.slice(0, 1));
  expect(await unitsOf(await signedIn(service, 'farmer'), id)).toEqual([]);

  expect((await office.get(`/api/receptionist/order/${id}/invoice`)).body.areaUnit).toBe('decare');
  expect((await office.get(`/api/receptionist/order/${id}/quote`)).body.unit).toBe('decare');
  expect((await crew.post(`/api/sprayer/order/${id}/finish`, { areaSprayed: 5.93 })).status).toBe(200);
  const [record] = await service.sql<{ content: string }>(
    'select v.content::text from spray_record_version v join spray_record r on r.id = v.record_id where r.order_id = $1',
    [id],
  );
  expect(JSON.parse(String(record?.content))).toMatchObject({ areaUnit: 'decare', treatedAreaHa: 0.593 });
});

test('when the company has typed a unit that is not in the list, then an admin names it once, also with orders', async () => {
  await store('mẫu');
  const { id } = await placed(farmer, { date: '2026-12-03' });
  const stepsOf = async () => (await admin.get('/api/admin/setup-checklist')).body.steps.map(({ step }: { step: string }) => step);
  expect(await stepsOf()).toContain('unit');
  expect((await admin.get('/api/admin/setting')).body.areaUnit).toBe('mẫu');
  expect((await change('mau_10000')).status).toBe(200);
  expect(await stepsOf()).not.toContain('unit');
  expect(await unitsOf(farmer, id)).toEqual([{ orderId: id, areaUnit: 'mau_10000' }]);
  expect((await change('hectare')).status).toBe(200);
  expect((await change('decare')).body.code).toBe('UNIT_IN_USE');
});
