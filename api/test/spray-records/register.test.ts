import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeBookingLimits, waitForOutbox } from '../arrange.ts';
import { type Answer, type Caller, callerOn, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';
import { finish, job, recordOf, setProfile } from './record-steps.ts';

let service: Service;
let farmer: Caller;
let office: Caller;
let admin: Caller;
let crew: Caller;
const productIds = new Map<string, number>();

const newProduct = (name: string, authorisationNumber: string, change: object, use: object) => ({
  ...{ name, authorisationNumber, activeIngredients: 'Pymetrozine', reEntryHours: 24, ...change },
  uses: [{ cropId: 1, target: 'Rầy nâu', doseMin: 0.1, doseMax: 0.4, doseUnit: 'kg/ha', preHarvestDays: 14, ...use }],
});

beforeAll(async () => {
  service = await startService();
  await removeBookingLimits(service);
  [office, admin, crew] = await Promise.all([signedIn(service, 'receptionist'), signedIn(service, 'admin'), signedIn(service, 'sprayer')]);
  for (const product of [
    newProduct('Rầy Xanh 250', '1234/CNĐKT', {}, {}),
    newProduct('Cháy Lá', '2345/CNĐKT', {}, { maxApplications: 2 }),
    newProduct('Thuốc Cũ', '3456/CNĐKT', { withdrawnOn: '2026-11-01' }, {}),
    newProduct('Cỏ Khô', '4567/CNĐKT', {}, { cropId: 2 }),
  ]) {
    const answer = await admin.post('/api/admin/product', product);
    if (answer.status !== 200) throw new Error(answer.text);
    productIds.set(product.name, answer.body.id);
  }
  await service.sql(
    `insert into licence (sprayer_id, number, class, issuer, valid_until, created_at) values ($1, 'AG-1', 'UAV', 'An Giang', '2030-01-01', $2)`,
    [crew.id, testNow],
  );
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.now = testNow;
  await setProfile(service, 'vn');
  farmer = await signedIn(service, 'farmer');
});

const sprayedWith = async (...products: object[]): Promise<Answer['body']> => {
  const id = await job(service, farmer, crew);
  await finish(crew, id, { sprayRecord: { products } });
  return recordOf(office, id);
};
const revise = (record: { id: number; version: number }, details: object, by = office) =>
  by.post(`/api/receptionist/spray-record/${record.id}/version`, { version: record.version, details, reason: 'The crew was asked.' });

test('when a registered product is typed without case, accents or number, then the record has its number and its intervals', async () => {
  const record = await sprayedWith({ name: ' ray XANH 250', dose: 300, doseUnit: 'g/ha' });
  expect(record).toMatchObject({
    ...{ complete: true, missing: [], intervalsUnknown: false, harvestFrom: '2026-11-29' },
    reEntryAt: new Date(testNow.getTime() + 24 * 3_600_000).toISOString(),
    content: {
      ...{ findings: [], findingsReason: null },
      products: [{ authorisationNumber: '1234/CNĐKT', activeIngredients: 'Pymetrozine', reEntryHours: 24, preHarvestDays: 14, total: 240 }],
    },
  });
  // The number counts before the name, and the longer interval.
  const other = await sprayedWith({
    name: 'Rầy',
    authorisationNumber: '1234 cndkt',
    dose: 0.3,
    doseUnit: 'kg/ha',
    reEntryHours: 1,
    preHarvestDays: 20,
  });
  expect(other.content).toMatchObject({ findings: [], harvestFrom: '2026-12-05', products: [{ reEntryHours: 24, preHarvestDays: 20 }] });
});

describe('when a typed product breaks a rule, then the work is finished, and the record is incomplete and says why:', () => {
  const rice = { name: 'Rầy Xanh 250', dose: 300, doseUnit: 'g/ha' };
  test.each<[string, object, string[], object]>([
    [
      'a dose above the label',
      { ...rice, dose: 900 },
      ['labelDose'],
      { code: 'DOSE_OUTSIDE_LABEL', used: '900 g/ha', allowed: '0.1–0.4 kg/ha' },
    ],
    ['a total above the label', { ...rice, total: 720 }, ['labelDose'], { code: 'DOSE_OUTSIDE_LABEL', used: '900 g/ha' }],
    ['a crop that is not on it', { ...rice, name: 'Cỏ khô' }, ['labelCrop'], { code: 'CROP_NOT_ON_LABEL' }],
    ['a withdrawn product', { ...rice, name: 'THUOC CU' }, ['labelWithdrawal'], { code: 'PRODUCT_WITHDRAWN', allowed: '2026-11-01' }],
    [
      'another authorisation number',
      { ...rice, authorisationNumber: '9/X' },
      ['labelNumber'],
      { code: 'OTHER_AUTHORISATION_NUMBER', used: '9/X', allowed: '1234/CNĐKT' },
    ],
    [
      'a product that is not in the register',
      { ...rice, name: 'Thuốc lạ' },
      ['registeredProduct'],
      { code: 'NOT_REGISTERED', product: 'Thuốc lạ' },
    ],
  ])('%s', async (_, product, missing, finding) => {
    const record = await sprayedWith(product);
    expect(record).toMatchObject({ complete: false, missing, content: { findings: [finding] } });
    const open = (await office.get(`/api/receptionist/spray-record/?state=incomplete&orderId=${record.orderId}`)).body.content;
    expect(open).toMatchObject([{ id: record.id, missing }]);
    // Corrected by the office.
    const corrected = await revise(record, { products: [rice] });
    expect(corrected.body).toMatchObject({ version: 2, complete: true, missing: [], content: { findings: [] } });
  });
});

test('when the mix follows the label and the crew reports another dose, then that dose is checked', async () => {
  const id = await job(service, farmer, crew, true);
  await finish(crew, id, { sprayRecord: { products: [{ name: 'Rầy Xanh 250', dose: 5000, doseUnit: 'g/ha' }] } });
  expect(await recordOf(office, id)).toMatchObject({ missing: ['labelDose'] });
});

test('when an admin allowed the mix, then it is no finding; another product of the crew is', async () => {
  for (const [details, missing] of [
    [{}, []],
    [{ products: [{ name: 'Cỏ Khô', authorisationNumber: '4567/CNĐKT', dose: 1, doseUnit: 'l/ha' }] }, ['labelCrop']],
  ] as const) {
    const id = await job(service, farmer, crew, true);
    await service.sql(`update order_mix set override_reason = 'Trial.', override_by = $2 where order_id = $1`, [id, admin.id]);
    await service.sql('update order_mix_product set dose = 900 where order_id = $1', [id]);
    await finish(crew, id, { sprayRecord: details });
    expect((await recordOf(office, id)).missing).toEqual(missing);
  }
});

test('when a finding is true, then only an admin leaves it with a reason, until another one is added', async () => {
  const record = await sprayedWith({ name: 'Rầy Xanh 250', dose: 900, doseUnit: 'g/ha' });
  expect((await revise(record, { findingsReason: 'A trial.' })).body).toMatchObject({ errors: [{ path: 'details.findingsReason' }] });
  const left = await revise(record, { findingsReason: 'A trial.' }, admin);
  expect(left.body).toMatchObject({
    complete: true,
    version: 2,
    content: { findingsReason: 'A trial.', findings: [{ code: 'DOSE_OUTSIDE_LABEL' }] },
  });
  const changed = await revise(left.body, { bbch: 51 });
  expect(changed.body).toMatchObject({ complete: true, version: 3, content: { findingsReason: 'A trial.' } });
  const added = await revise(changed.body, {
    products: [...left.body.content.products.map(typed), { name: 'Thuốc lạ', dose: 1, doseUnit: 'l/ha' }],
  });
  expect(added.body).toMatchObject({ complete: false, missing: ['registeredProduct', 'labelDose'], content: { findingsReason: null } });
});
const typed = ({ name, dose, doseUnit }: Record<string, unknown>) => ({ name, dose, doseUnit });

test('when nobody knows the intervals of a product, then the farmer is warned until the office knows them', async () => {
  const record = await sprayedWith({ name: 'Thuốc lạ', dose: 1, doseUnit: 'l/ha' });
  await waitForOutbox(service);
  const texts = (await farmer.get('/api/common/notification/?size=50')).body.content.map(({ text }: { text: string }) => text);
  expect(texts.join()).toContain('ask the office before you enter or harvest');
  const running = async () => (await farmer.get('/api/farmer/spray-interval/')).body.content;
  expect(await running()).toMatchObject([{ recordId: record.id, reEntryAt: null, harvestFrom: null, intervalsUnknown: true }]);
  const { content } = record;
  const place = `location=${encodeURIComponent(content.field.name)}&latitude=${content.field.latitude}&longitude=${content.field.longitude}`;
  const check = async () => (await farmer.get(`/api/farmer/interval-check?${place}&date=2026-11-20&sessionId=1`)).body.broken;
  expect(await check()).toMatchObject([{ intervalsUnknown: true, breaksReEntry: false, breaksHarvest: false }]);
  const known = await revise(record, { products: [{ name: 'Thuốc lạ', dose: 1, doseUnit: 'l/ha', reEntryHours: 12, preHarvestDays: 0 }] });
  expect(known.body).toMatchObject({ missing: ['registeredProduct'], intervalsUnknown: false });
  expect(await running()).toMatchObject([{ intervalsUnknown: false, harvestFrom: null }]);
  expect(await check()).toEqual([]);
});

test('when the products of several visits are typed, then applications in the season count, also for the next mix and at the same time', async () => {
  const product = { name: 'cháy lá', dose: 300, doseUnit: 'g/ha' };
  const orders = [];
  for (let n = 0; n < 12; n++) orders.push(await job(service, farmer, crew));
  const [last = 0, ...others] = orders;
  const there = callerOn(await service.another(), crew);
  await Promise.all(others.map((id, n) => finish(n % 2 === 0 ? crew : there, id, { sprayRecord: { products: [product] } })));
  const found = await Promise.all(others.map(async (id) => (await recordOf(office, id)).missing.join()));
  expect(found.sort()).toEqual(['', '', ...Array(9).fill('labelApplications')]);
  const mix = { waterRate: 16, products: [{ productId: productIds.get('Cháy Lá'), dose: 0.3, doseUnit: 'kg/ha' }] };
  expect((await office.put(`/api/receptionist/order/${last}/mix`, mix)).body).toMatchObject({
    code: 'LABEL_NOT_FOLLOWED',
    errors: [{ code: 'TOO_MANY_APPLICATIONS', message: 'would be application 12 of at most 2 in the season' }],
  });
});

test('when the law asks for the weather and only a forecast is known, then the record is incomplete until it was measured', async () => {
  await setProfile(service, 'nsw');
  const id = await job(service, farmer, crew, true);
  await finish(crew, id);
  const record = await recordOf(office, id);
  expect(record.missing).toEqual(expect.arrayContaining(['wind', 'windDirection', 'temperature', 'humidity']));
  const measured = { windKmh: 6, windDirectionDeg: 90, temperatureC: 30, humidityPercent: 70 };
  const body = (await revise(record, { weatherStart: measured })).body;
  expect(body.missing.filter((field: string) => /wind|temperature|humidity/.test(field))).toEqual([]);
});
