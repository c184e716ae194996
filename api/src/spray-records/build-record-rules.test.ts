import { expect, test } from 'vitest';
import { applyDetails, buildRecord } from './build-record-rules.ts';
import { canonicalJson } from './canonical-json-rules.ts';
import { deadlineOf, missingFields, type ProfileId, profileIds, type RecordField, weatherOrigin, weatherValue } from './profile-rules.ts';
import type { RecordContent } from './record-content.ts';
import { versionExample, visitExample } from './record-example.ts';
import { firstHash, hashContent, hashLink } from './record-hash.ts';

const dateOf = (time: Date) => new Date(time.getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
const record = (changes: Partial<typeof visitExample> = {}) => buildRecord({ ...visitExample, ...changes }, 'SR-000042', versionExample);
const nothingKnown = {
  mix: null,
  drone: null,
  startedAt: null,
  start: null,
  forecast: { start: null, end: null },
  crew: [{ id: '5', name: 'Lê Văn Bay', licences: [] }],
  company: { ...visitExample.company, address: null, phoneNumber: null, email: null },
  customer: { ...visitExample.customer, address: null },
};

test('when a visit has a mix, then totals are exact and the intervals run from the end of the work', () => {
  const content = record();
  expect(content).toMatchObject({
    treatedAreaHa: 1.25,
    target: 'Rầy nâu',
    products: [{ dose: 300, total: 375, totalUnit: 'g' }],
    water: { litresPerHectare: 16, totalLitres: 20 },
    operator: { name: 'Lê Văn Bay' },
    helpers: [{ name: 'Trần Văn Phụ' }],
    reEntryAt: '2026-11-17T23:40:00.000Z',
    harvestFrom: '2026-12-01',
  });
  expect(weatherValue(content.weather.start, 'windKmh')).toBe(8.5);
  expect(weatherValue(content.weather.start, 'windDirectionDeg')).toBe(120);
});

test('when the unit of area is not a known one, then no total is invented', () => {
  const content = record({ areaUnit: 'sào' });
  expect([content.treatedAreaHa, content.products[0]?.total, content.water.totalLitres]).toEqual([null, null, null]);
});

const missing: Record<ProfileId, RecordField[]> = {
  eu: ['eppoCode', 'bbch', 'products', 'startTime'],
  nsw: [
    ...(['companyAddress', 'companyContact', 'products', 'equipment', 'aircraft', 'startTime'] as const),
    ...(['wind', 'windDirection', 'temperature', 'humidity'] as const),
  ],
  us: ['operatorLicence', 'customerAddress', 'products', 'startTime'],
  vn: ['operatorLicence', 'products'],
  none: [],
};

test.each(profileIds)('when little is known, then the record names what %s lacks, and is complete with it', (profile) => {
  const poor = record({ ...nothingKnown, profile });
  expect(missingFields(poor)).toEqual(missing[profile]);
  const full = applyDetails(
    poor,
    {
      operatorLicence: 'AG-1',
      companyAddress: 'Chợ Mới',
      companyContact: '0296 1',
      customerAddress: 'Long Điền',
      eppoCode: 'orysa',
      bbch: 51,
      products: [{ name: 'Chess', authorisationNumber: '1', activeIngredients: 'Pymetrozine', dose: 0.3, doseUnit: 'kg/ha' }],
      equipment: 'Drone, 4 nozzles',
      droneSerial: 'S1',
      startedAt: '2026-11-16T23:00:00.000Z',
      weatherStart: { windKmh: 5, windDirectionDeg: 90, temperatureC: 25, humidityPercent: 70 },
    },
    dateOf,
  );
  expect(missingFields(full)).toEqual([]);
  expect(full.crop.eppoCode).toBe('ORYSA');
});

test('when the weather is only forecast, then a law that asks for it lacks it', () => {
  const weather: RecordField[] = ['wind', 'windDirection', 'temperature', 'humidity'];
  const lacking = (content: RecordContent) => missingFields(content).filter((field) => weather.includes(field));
  const forecast = record({ profile: 'nsw', start: null });
  expect(weatherValue(forecast.weather.start, 'windKmh')).not.toBeNull();
  expect(lacking(forecast)).toEqual(weather);
  const partly = applyDetails(forecast, { weatherStart: { windKmh: 6 } }, dateOf);
  expect(lacking(partly)).toEqual(['windDirection', 'temperature', 'humidity']);
  expect(weatherOrigin(partly.weather.start, 'windKmh')).toBe('measured');
  expect(weatherOrigin(partly.weather.start, 'windDirectionDeg')).toEqual({ forecast: 'Open-Meteo' });
  expect(weatherOrigin(partly.weather.start, 'temperatureC')).toBeNull();
});

test('when each product field is absent, then it is named', () => {
  const product = { name: 'Chess', authorisationNumber: '1', activeIngredients: 'P', dose: 0.3, doseUnit: 'kg/ha' as const };
  const lacking = (profile: ProfileId, products: object) =>
    missingFields(applyDetails(record({ profile }), { products: [{ ...product, ...products }] }, dateOf)).filter(
      (field) => field !== 'eppoCode' && field !== 'bbch' && field !== 'windDirection',
    );
  expect(lacking('us', { authorisationNumber: ' ' })).toEqual(['authorisationNumber']);
  expect(lacking('nsw', { activeIngredients: undefined })).toEqual(['activeIngredients']);
  expect(lacking('vn', { doseUnit: undefined })).toEqual(['dose']);
  expect(lacking('us', { dose: undefined })).toEqual(['total']);
});

test('when a licence ended before the day of the work, then it does not count', () => {
  const licence = { number: 'A', class: 'UAV', issuer: 'X', validUntil: '2026-11-16' };
  const of = (validUntil: string) => missingFields(record({ crew: [{ id: '5', name: 'Bay', licences: [{ ...licence, validUntil }] }] }));
  expect(of('2026-11-16')).toEqual(['operatorLicence']);
  expect(of('2026-11-17')).toEqual([]);
});

test('when details change area or time, then what follows from them changes, too', () => {
  const content = applyDetails(record(), { treatedArea: 10, finishedAt: '2026-11-17T18:00:00.000Z' }, dateOf);
  expect(content).toMatchObject({
    date: '2026-11-18',
    treatedAreaHa: 1,
    products: [{ total: 300 }],
    water: { totalLitres: 16 },
    reEntryAt: '2026-11-18T18:00:00.000Z',
    harvestFrom: '2026-12-02',
  });
  expect(applyDetails(record(), {}, dateOf)).toEqual(record());
  expect(applyDetails(record(), { target: ' ', bbch: null, waterLitres: null }, dateOf)).toMatchObject({
    target: null,
    water: { litresPerHectare: null, totalLitres: null },
  });
});

test.each([
  ['eu', '2026-12-16T23:40:00.000Z'],
  ['nsw', '2026-11-18T23:40:00.000Z'],
  ['us', '2026-11-30T23:40:00.000Z'],
  ['vn', '2026-11-23T23:40:00.000Z'],
] as const)('when the profile is %s, then the record is due %s', (profile, due) => {
  expect(deadlineOf(record({ profile })).toISOString()).toBe(due);
});

test('when any value of a record changes, then its hash changes, and so does every link after it', () => {
  const hash = (content: RecordContent) => hashContent(canonicalJson(content));
  const first = hash(record());
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(hash(JSON.parse(canonicalJson(record())) as RecordContent)).toBe(first);
  expect(hash(record({ note: 'Chừa 6 m cạnh ao.' }))).not.toBe(first);
  const link = { sequence: 1, recordId: '42', version: 1, contentHash: first, previousHash: firstHash };
  const changes = [{}, { sequence: 2 }, { recordId: '43' }, { version: 2 }, { contentHash: firstHash }, { previousHash: first }];
  expect(new Set(changes.map((change) => hashLink({ ...link, ...change }))).size).toBe(changes.length);
});
