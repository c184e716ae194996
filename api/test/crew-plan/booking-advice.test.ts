import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { arrangeCompany, base, orderAt, planned, planPath } from './plan-steps.ts';

const date = '2026-11-24';
const near = { latitude: base.latitude + 10 / 111.2, longitude: base.longitude };

let service: Service;
let office: Caller;
let farmer: Caller;
let sprayers: Caller[];

const asked = (from = date, to = from) => `from=${from}&to=${to}&latitude=${near.latitude}&longitude=${near.longitude}&size=200`;
const officeAdvice = async (range = asked()) => (await office.get(`/api/receptionist/booking-advice?${range}`)).body.content;
const farmerAdvice = async (range = asked()) => (await farmer.get(`/api/farmer/booking-advice?${range}`)).body.content;

const bestOf = (advice: { isBest: boolean; session: { id: number } }[]) =>
  advice.filter(({ isBest }) => isBest).map(({ session }) => session.id);

beforeAll(async () => {
  service = await startService();
  office = await signedIn(service, 'receptionist');
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

test('when the company has no base, then there is no advice', async () => {
  expect(await officeAdvice()).toEqual([]);
  expect(await farmerAdvice()).toEqual([]);
});

test('when nothing is planned, then every time costs the way from the base and back, and none is the best one', async () => {
  sprayers = await arrangeCompany(service, office, ['expert', 'adept']);
  const advice = await officeAdvice();
  expect(advice).toHaveLength(6);
  for (const { extraMetres, isBest } of advice) expect({ isBest, km: Math.round(extraMetres / 1000) }).toEqual({ isBest: false, km: 26 });
  expect(advice.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('when a crew works nearby, then the sessions around it are best, and farmers do not see the distance', async () => {
  const id = await orderAt(farmer, date, 2, 9);
  expect((await office.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(sprayers[0]?.id)] })).status).toBe(200);
  const advice = await officeAdvice();
  expect(bestOf(advice)).toEqual([1, 3, 4]);
  expect(advice[0].extraMetres).toBeLessThan(3000);
  const own = await farmerAdvice();
  expect(Object.keys(own[0])).toEqual(['date', 'session', 'isBest']);
  expect(bestOf(own)).toEqual([1, 3, 4]);
});

test('when a proposal gives an order a crew, then its times count before it is accepted', async () => {
  const day = '2026-11-25';
  await orderAt(farmer, day, 1, 9);
  const plan = await planned(office, day);
  expect(plan.withoutCrew).toBe(0);
  const [first] = await officeAdvice(asked(day));
  expect(first).toMatchObject({ session: { id: 2 }, isBest: true });
  await office.post(`${planPath}/${plan.id}/cancel`);
});

test('when everybody is absent or at work, then the time has no distance; when it is over, full or closed, it is left out', async () => {
  const day = '2026-11-26';
  for (const km of [1, 2]) await orderAt(farmer, day, 4, km);
  await service.sql('update spray_session set capacity = 0 where id = 5');
  await office.post('/api/receptionist/closure', { from: day, to: day, sessionIds: [6] });
  const advice = await officeAdvice(asked(day));
  expect(advice.map(({ session }: { session: { id: number } }) => session.id).sort()).toEqual([1, 2, 3, 4]);
  expect(advice.at(-1)).toMatchObject({ session: { id: 4 }, extraMetres: null, rank: null, isBest: false });
  expect(await officeAdvice(asked('2026-11-01'))).toEqual([]);
  await service.sql('update spray_session set capacity = 100000');
});

test('when the request is wrong, then the answer names the field', async () => {
  const refused = async (query: string) => (await office.get(`/api/receptionist/booking-advice?${query}`)).body.errors?.[0]?.path;
  expect(await refused('longitude=105')).toBe('latitude');
  expect(await refused('latitude=91&longitude=105')).toBe('latitude');
  expect(await refused(`${asked('2026-11-20', '2026-11-19')}`)).toBe('to');
  expect(await refused(`${asked('2026-11-20', '2026-12-30')}`)).toBe('to');
});
