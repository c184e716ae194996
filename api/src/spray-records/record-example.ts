import type { VisitFacts } from './build-record-rules.ts';
import type { VersionFacts } from './record-content.ts';

const noValues = { windKmh: null, gustKmh: null, windDirectionDeg: null, temperatureC: null, humidityPercent: null };

/** A visit with everything that a record can hold, for tests and for the API reference. */
export const visitExample: VisitFacts = {
  orderId: '42',
  visit: 1,
  profile: 'vn',
  company: {
    name: 'Swath',
    address: '12 Trần Hưng Đạo, Chợ Mới, An Giang',
    phoneNumber: '0296 3888 123',
    email: 'office@swath.example',
    taxCode: '1600123456',
    timeZone: 'Asia/Ho_Chi_Minh',
  },
  areaUnit: 'decare',
  customer: { id: '7', name: 'Nguyễn Văn Lúa', phoneNumber: '0912345678', address: 'Ấp 3, Long Điền A, An Giang' },
  operatorId: '5',
  crew: [
    {
      id: '5',
      name: 'Lê Văn Bay',
      licences: [{ number: 'AG-0142', class: 'UAV', issuer: 'Chi cục Trồng trọt và BVTV An Giang', validUntil: '2027-06-30' }],
    },
    { id: '6', name: 'Trần Văn Phụ', licences: [] },
  ],
  field: {
    id: '3',
    name: 'Ruộng sau đình',
    latitude: 10.5312,
    longitude: 105.4551,
    boundary: {
      type: 'Polygon',
      coordinates: [
        [
          [105.4551, 10.5312],
          [105.4562, 10.5312],
          [105.4562, 10.5322],
          [105.4551, 10.5312],
        ],
      ],
    },
    areaM2: 12_480,
  },
  treatedArea: '12.5',
  cropName: 'cereal',
  mix: {
    waterRate: '16',
    overrideReason: null,
    products: [
      {
        name: 'Rầy Xanh 250',
        authorisationNumber: 'DEMO-001/CNKT-BVTV',
        activeIngredients: 'buprofezin 250 g/l',
        target: 'Rầy nâu',
        dose: '300',
        doseUnit: 'g/ha',
        reEntryHours: 24,
        preHarvestDays: 14,
      },
    ],
  },
  drone: { model: 'DJI Agras T40', serial: '1581F5FKD23', registration: 'VN-A-00123' },
  startedAt: new Date('2026-11-16T23:05:00.000Z'),
  finishedAt: new Date('2026-11-16T23:40:00.000Z'),
  date: '2026-11-17',
  start: {
    measured: { windKmh: 8.5, temperatureC: 26, humidityPercent: 78 },
    verdict: 'GO',
    overrideReason: null,
    isUnaware: false,
  },
  forecast: {
    start: { ...noValues, windKmh: 9, windDirectionDeg: 120, source: 'Open-Meteo', fetchedAt: '2026-11-16T22:00:00.000Z' },
    end: { ...noValues, windKmh: 10, windDirectionDeg: 125, source: 'Open-Meteo', fetchedAt: '2026-11-16T22:00:00.000Z' },
  },
  note: 'Chừa 5 m cạnh ao.',
};

export const versionExample: VersionFacts = {
  version: 1,
  cause: 'finish',
  madeAt: '2026-11-16T23:41:00.000Z',
  madeBy: { id: '5', name: 'Lê Văn Bay', role: 'sprayer' },
  reason: null,
};
