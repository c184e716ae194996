import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { removeBookingLimits, waitForOutbox } from '../arrange.ts';
import { type Caller, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';
import { finish, job } from './record-steps.ts';

let service: Service;
let farmer: Caller;
let office: Caller;
let crew: Caller;
let fieldId: number;

beforeAll(async () => {
  service = await startService();
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
  crew = await signedIn(service, 'sprayer');
  const orderId = await job(service, farmer, crew, true);
  // A typed place becomes a field a moment after the booking.
  await waitForOutbox(service);
  fieldId = (await farmer.get(`/api/farmer/order/${orderId}/field`)).body.fieldId;
  await finish(crew, orderId);
});
afterAll(() => service.close());
beforeEach(() => {
  service.clock.now = testNow;
});

// The tests' now is 2026-11-15 in the company's time zone; re-entry after 24 hours, harvest after 14 days.
const place = 'location=Ru%E1%BB%99ng%20sau%20%C4%91%C3%ACnh%2C%20Long%20%C4%90i%E1%BB%81n%20A&latitude=10.5312&longitude=105.4551';
const check = async (by: Caller, query: string) =>
  (await by.get(`/api/${by.role}/interval-check?${place}&${query}${by === office ? `&farmerId=${farmer.id}` : ''}`)).body;

test('when a field was sprayed, then the farmer is notified of the intervals in the own language', async () => {
  await waitForOutbox(service);
  const texts = (await farmer.get('/api/common/notification/?size=50')).body.content.map(({ text }: { text: string }) => text);
  const message = texts.find((text: string) => text.includes('Do not enter'));
  expect(message).toMatch(/Do not enter the field before .*16 November 2026.* Do not harvest before .*29 November 2026/);
});

test('when intervals run, then the farmer sees them until they end, and others do not', async () => {
  const list = async (by = farmer) => (await by.get('/api/farmer/spray-interval/')).body.content;
  expect(await list()).toMatchObject([
    { reEntryAt: new Date(testNow.getTime() + 24 * 3_600_000).toISOString(), harvestFrom: '2026-11-29' },
  ]);
  expect(await list(await signedIn(service, 'farmer'))).toEqual([]);
  service.clock.now = new Date('2026-11-20T03:00:00Z');
  expect(await list()).toHaveLength(1);
  service.clock.now = new Date('2026-11-29T03:00:00Z');
  expect(await list()).toEqual([]);
});

test('when a booking or a harvest breaks an interval, then farmer and office are warned', async () => {
  for (const reader of [farmer, office]) {
    expect((await check(reader, 'date=2026-11-16&sessionId=1')).broken).toMatchObject([{ breaksReEntry: true, breaksHarvest: false }]);
    expect((await check(reader, 'date=2026-11-18&sessionId=1')).broken).toEqual([]);
    expect((await check(reader, 'date=2026-11-18&sessionId=1&harvestDate=2026-11-28')).broken).toMatchObject([
      { breaksReEntry: false, breaksHarvest: true },
    ]);
    expect((await check(reader, 'date=2026-11-18&sessionId=1&harvestDate=2026-11-29')).broken).toEqual([]);
  }
  expect((await check(farmer, 'date=2026-11-16&sessionId=999')).code).toBe('VALIDATION_FAILED');
});

test('when a harvest is planned, then farmer and office see whether it breaks an interval, and whether a booking would', async () => {
  const harvestOf = (by: Caller, query = '') => by.get(`/api/${by.role}/field/${fieldId}/harvest${query}`);
  const plan = (by: Caller, harvestDate?: string) =>
    by.put(`/api/${by.role}/field/${fieldId}/harvest`, { harvestDate: harvestDate ?? null });
  const reEntryAt = new Date(testNow.getTime() + 24 * 3_600_000).toISOString();
  expect((await harvestOf(farmer)).body).toEqual({
    ...{ harvestDate: null, harvestFrom: '2026-11-29', reEntryAt, lastPreHarvestDays: 14 },
    ...{ intervalsUnknown: false, isHarvestTooEarly: false, isSprayTooLate: false },
  });
  expect((await plan(farmer, '2026-11-28')).body).toMatchObject({ harvestDate: '2026-11-28', isHarvestTooEarly: true });
  expect((await plan(office, '2026-12-10')).body).toMatchObject({ harvestDate: '2026-12-10', isHarvestTooEarly: false });
  expect((await harvestOf(office, '?date=2026-11-26')).body.isSprayTooLate).toBe(false);
  expect((await harvestOf(farmer, '?date=2026-11-27')).body.isSprayTooLate).toBe(true);
  const admin = await signedIn(service, 'admin');
  const [entry] = (await admin.get('/api/admin/audit/?action=field_update&size=1')).body.content;
  expect([entry.subjectId, entry.changes]).toEqual([fieldId, [{ field: 'harvestDate', from: '2026-11-28', to: '2026-12-10' }]]);
  expect((await plan(farmer)).body.harvestDate).toBeNull();
  const other = await signedIn(service, 'farmer');
  expect([(await harvestOf(other)).status, (await plan(other, '2026-12-10')).status]).toEqual([404, 404]);
  service.clock.now = new Date('2026-11-29T03:00:00Z');
  expect((await harvestOf(farmer)).body).toMatchObject({ harvestFrom: null, reEntryAt: null });
});
