import { expect, test } from 'vitest';
import { call, signedIn } from '../factories.ts';
import { startService } from '../harness.ts';

test('when the request has no token, then the response has the company data for the pages and the local date', async () => {
  const service = await startService();
  // 18:30 UTC is past midnight in Ho Chi Minh City.
  service.clock.now = new Date('2026-11-15T18:30:00Z');
  const { status, body } = await call(service, 'GET', '/api/auth/company');
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      name: 'Swath',
      phoneNumber: null,
      currency: 'VND',
      currencyDigits: 0,
      areaUnit: 'decare',
      areaUnitM2: 1000,
      formerAreaUnits: [],
      timeZone: 'Asia/Ho_Chi_Minh',
      locale: 'vi-VN',
      today: '2026-11-16',
      tileUrl: null,
      tileAttribution: null,
      objectionDays: 14,
      cardProvider: 'sandbox',
      sendsMail: false,
    },
  });
  await service.close();
});

test('when settings change or a map is set, then the response has the new values', async () => {
  const tiles = { url: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution: '© OpenStreetMap contributors' };
  const service = await startService({ tiles });
  const admin = await signedIn(service, 'admin');
  await admin.patch('/api/admin/setting', {
    companyName: 'Cánh Đồng Xanh',
    phoneNumber: '0296 3888 123',
    timeZone: 'Pacific/Auckland',
    areaUnit: 'hectare',
  });
  service.clock.now = new Date('2026-11-15T11:30:00Z');
  expect((await call(service, 'GET', '/api/auth/company')).body).toMatchObject({
    name: 'Cánh Đồng Xanh',
    phoneNumber: '0296 3888 123',
    areaUnit: 'hectare',
    timeZone: 'Pacific/Auckland',
    today: '2026-11-16',
    tileUrl: tiles.url,
    tileAttribution: tiles.attribution,
  });
  await service.close();
});
