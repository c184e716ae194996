import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openMeteo } from '../../src/weather/open-meteo.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';
import { ForecastServer } from './forecast-server.ts';

const server = new ForecastServer(() => service.clock.now);
let service: Service;
let [admin, office, farmer]: Caller[] = [];
let products = 0;
let places = 0;

beforeAll(async () => {
  service = await startService({ forecasts: openMeteo({ url: await server.start() }), idle: true });
  await removeBookingLimits(service);
  [admin, office, farmer] = await Promise.all([signedIn(service, 'admin'), signedIn(service, 'receptionist'), signedIn(service, 'farmer')]);
});
afterAll(async () => {
  await service.close();
  await server.close();
});
beforeEach(() => {
  service.clock.now = testNow;
  server.hourAt = () => ({});
});

const caller = (one: Caller | undefined) => one as Caller;
const accepted = ({ status, body, text }: { status: number; body: { id: number }; text: string }) => {
  if (status !== 200) throw new Error(text);
  return body;
};

async function product(label: object): Promise<number> {
  products++;
  const use = { cropId: 2, target: 'Rầy nâu', doseMin: 0.1, doseMax: 1, doseUnit: 'l/ha' };
  const facts = { name: `Thuốc ${products}`, authorisationNumber: `T${products}`, activeIngredients: 'fipronil', uses: [use], ...label };
  return accepted(await caller(admin).post('/api/admin/product', facts)).id;
}

/** North of an order at latitude 10 (and a longitude of its own); a degree of latitude is 110,580 m there. */
async function place(longitude: number, distanceM: number, change: object = {}): Promise<number> {
  places++;
  const geometry = { type: 'Point', coordinates: [longitude, 10 + distanceM / 110_580] };
  const body = { kind: 'hives', name: `Chỗ ${places}`, geometry, bufferMetres: 100, ...change };
  return accepted(await caller(office).post('/api/receptionist/sensitive-place', body)).id;
}

let longitude = 100;
/** An order far from all others, with a mix of these products. */
async function order(productIds: number[], change: object = {}): Promise<{ id: number; longitude: number }> {
  longitude += 0.5;
  const { id } = await placed(caller(farmer), {
    ...{ date: '2026-11-16', session: { id: 4 }, cropType: { id: 2 }, latitude: 10, longitude, confirmed: true },
    ...change,
  });
  const mix = { waterRate: 20, products: productIds.map((productId) => ({ productId, dose: 0.5, doseUnit: 'l/ha' })) };
  if (productIds.length > 0) accepted(await caller(office).put(`/api/receptionist/order/${id}/mix`, mix));
  return { id, longitude };
}

async function fetched(): Promise<void> {
  await service.sql('update forecast set fetched_at = null');
  await service.app.forecasts?.run();
}

const windowOf = async (id: number, reader = office) => (await caller(reader).get(`/api/common/order/${id}/spray-window`)).body;
const listed = async (id: number) =>
  (await caller(office).get('/api/receptionist/spray-window?from=2026-11-16&size=200')).body.content.find(
    (one: { orderId: number }) => one.orderId === id,
  );
const factor = (window: { factors: { factor: string }[] }, name: string) => window.factors.find((one) => one.factor === name);

test('when a product kills bees and hives are within the larger buffer, then the order is STOP by day everywhere, and GO with a note before sunrise', async () => {
  const deadly = await product({ beeHazard: 'high', bufferMetres: 200 });
  const [byDay, early] = [await order([deadly]), await order([deadly], { session: { id: 1 } })];
  for (const one of [byDay, early]) await place(one.longitude, 150);
  await fetched();
  const bees = { factor: 'bees', value: 150, unit: 'm', limit: 200, verdict: 'STOP' };
  for (const window of [await windowOf(byDay.id), await windowOf(byDay.id, farmer), await listed(byDay.id)]) {
    expect(window.verdict).toBe('STOP');
    expect(factor(window, 'bees')).toEqual(bees);
  }
  expect(await windowOf(early.id)).toMatchObject({
    verdict: 'GO',
    factors: expect.arrayContaining([{ ...bees, limit: null, verdict: 'GO' }]),
  });

  const sprayer = await signedIn(service, 'sprayer');
  expect((await sprayer.get(`/api/common/order/${byDay.id}/spray-window`)).status).toBe(404);
  await caller(office).put(`/api/receptionist/order/${byDay.id}/sprayers`, { sprayerIds: [Number(sprayer.id)] });
  expect(factor(await windowOf(byDay.id, sprayer), 'bees')).toEqual(bees);
  const day = await sprayer.get('/api/sprayer/spray-window?from=2026-11-16');
  expect(day.body.content[0]).toMatchObject({ orderId: byDay.id, verdict: 'STOP' });
  service.clock.now = new Date('2026-11-16T07:00:00+07:00');
  await fetched();
  const refused = await sprayer.post(`/api/sprayer/order/${byDay.id}/start`, {});
  expect(refused.body).toMatchObject({ code: 'SPRAY_WINDOW_STOP', errors: [{ path: 'factor.bees' }] });
});

test('when hives are within 3 km, then CAUTION; beyond, or with a product that spares bees, nothing', async () => {
  const [deadly, harmless] = [await product({ beeHazard: 'high' }), await product({ beeHazard: 'moderate' })];
  const cases = [
    [deadly, 2900, 'CAUTION'],
    [deadly, 3100, 'GO'],
    [harmless, 50, 'GO'],
  ] as const;
  for (const [mixed, distance, verdict] of cases) {
    const one = await order([mixed]);
    await place(one.longitude, distance);
    await fetched();
    expect([distance, (await windowOf(one.id)).verdict]).toEqual([distance, verdict]);
  }
  const none = await order([]);
  await place(none.longitude, 50);
  await fetched();
  expect(factor(await windowOf(none.id), 'bees')).toBeUndefined();
});

test('when hives move, or the mix changes, then the verdict follows', async () => {
  const [deadly, harmless] = [await product({ beeHazard: 'high' }), await product({ beeHazard: 'none' })];
  const one = await order([deadly]);
  const id = await place(one.longitude, 50);
  await fetched();
  expect((await windowOf(one.id)).verdict).toBe('STOP');
  const geometry = { type: 'Point', coordinates: [one.longitude, 11] };
  const moved = { kind: 'hives', name: 'Chỗ xa', geometry, bufferMetres: 100, contact: null, notes: null };
  await caller(office).put(`/api/receptionist/sensitive-place/${id}`, moved);
  expect((await windowOf(one.id)).verdict).toBe('GO');
  await place(one.longitude, 60);
  expect((await windowOf(one.id)).verdict).toBe('STOP');
  const mix = { waterRate: 20, products: [{ productId: harmless, dose: 0.5, doseUnit: 'l/ha' }] };
  await caller(office).put(`/api/receptionist/order/${one.id}/mix`, mix);
  expect((await windowOf(one.id)).verdict).toBe('GO');
});

test('when a field comes within the buffer of a product from water, then CAUTION shows the larger buffer', async () => {
  const one = await order([await product({ bufferMetres: 30 })]);
  await place(one.longitude, 20, { kind: 'water', bufferMetres: 5 });
  await fetched();
  expect(factor(await windowOf(one.id), 'buffer')).toEqual({ factor: 'buffer', value: 20, unit: 'm', limit: 30, verdict: 'CAUTION' });
});

test('when rain comes four hours after a product that needs six, then STOP; the company needs two', async () => {
  const start = Date.parse('2026-11-16T07:00:00+07:00') / 1000;
  // Five mm in the hour that ends four hours after the session, which ends at 08:00.
  server.hourAt = (seconds) => (seconds === start + 4 * 3600 ? { precipitation: 5, precipitation_probability: 90 } : {});
  const [slow, quick] = [await order([await product({ rainFastHours: 6 })]), await order([await product({ rainFastHours: 1 })])];
  await fetched();
  expect(await windowOf(slow.id)).toMatchObject({ verdict: 'STOP' });
  expect(factor(await windowOf(slow.id), 'rainFast')).toMatchObject({ value: 5, verdict: 'STOP' });
  expect(await windowOf(quick.id)).toMatchObject({ verdict: 'GO' });
  const at = `latitude=10&longitude=${slow.longitude}&from=2026-11-16&to=2026-11-16`;
  const { content } = (await caller(office).get(`/api/common/spray-window?${at}`)).body;
  expect(content.find(({ session }: { session: { id: number } }) => session.id === 4).verdict).toBe('GO');
});

test('when the evening check runs and orders are rebooked, then hives count for each target', async () => {
  const one = await order([await product({ beeHazard: 'high' })]);
  await place(one.longitude, 50);
  service.clock.now = new Date('2026-11-15T18:00:00+07:00');
  await fetched();
  await service.app.checkWeather();
  const events = await service.sql<{ note: string }>(`select note from outbox_event where type = 'weather_stop' and order_id = ${one.id}`);
  expect(events).toEqual([{ note: 'bees=50 m' }]);

  const proposal = await caller(office).post('/api/receptionist/rebooking', { orderIds: [one.id], reason: 'Gần trại ong' });
  expect(proposal.status).toBe(200);
  const { content } = (await caller(office).get(`/api/receptionist/rebooking/${proposal.body.id}/row/`)).body;
  // The only session before sunrise is the first one.
  expect(content[0]).toMatchObject({ to: { session: { id: 1 } }, verdict: 'GO' });
  const choices = await caller(office).get(`/api/receptionist/rebooking/${proposal.body.id}/row/${one.id}/choice/?size=200`);
  const sessions = new Set(choices.body.content.map(({ session }: { session: { id: number } }) => session.id));
  expect([...sessions]).toEqual([1]);
});
