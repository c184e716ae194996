import { expect, test } from 'vitest';
import { calendarFile, momentOf } from './calendar-file.ts';

const time = (hour: number) => ({ hour, minute: 0, second: 0, nano: 0 });
const order = {
  id: 42,
  date: '2026-11-17',
  session: { id: 3, startTime: time(6), endTime: time(7) },
  location: 'Ruộng sau đình, xã Long Điền A; ấp Long Hòa, huyện Chợ Mới, tỉnh An Giang',
  latitude: 10.5312,
  longitude: 105.4551,
};

test('when a company is east or west of UTC, then its local time is converted to the right instant', () => {
  expect(momentOf('2026-11-17', time(6), 'Asia/Ho_Chi_Minh').toISOString()).toBe('2026-11-16T23:00:00.000Z');
  expect(momentOf('2026-07-01', time(6), 'America/New_York').toISOString()).toBe('2026-07-01T10:00:00.000Z');
});

test('when an order is exported to a calendar, then its lines follow RFC 5545', () => {
  const text = calendarFile(order, 'Spraying', 'Asia/Ho_Chi_Minh', 'https://swath.example', new Date('2026-11-15T00:00:00Z'));
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  const whole = text.replaceAll('\r\n ', '');
  expect(whole).toContain('DTSTART:20261116T230000Z\r\nDTEND:20261117T000000Z');
  expect(whole).toContain('LOCATION:Ruộng sau đình\\, xã Long Điền A\\; ấp Long Hòa\\, huyện Chợ Mới\\, tỉnh An Giang');
  expect(whole).toContain('UID:order-42@swath.example');
});
