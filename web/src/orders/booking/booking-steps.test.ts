import { expect, test } from 'vitest';
import type { Draft } from './booking-draft.ts';
import { stepAt, steps } from './booking-steps.ts';

const time = (hour: number) => ({ hour, minute: 0, second: 0, nano: 0 });
const whole: Draft = {
  field: { location: 'Ruộng sau đình', latitude: 10.5, longitude: 105.4 },
  cropId: 2,
  area: 12.5,
  slot: { date: '2026-11-17', session: { id: 3, startTime: time(6), endTime: time(7) } },
};

test('when everything is filled in, then every step can be opened by its address', () => {
  for (const step of steps) expect(stepAt(step, whole)).toBe(step);
});

test('when an earlier step is incomplete, then that step opens instead', () => {
  expect(stepAt('pay', {})).toBe('field');
  expect(stepAt('pay', { ...whole, cropId: undefined })).toBe('work');
  expect(stepAt('time', { ...whole, area: 0.5 })).toBe('work');
  expect(stepAt('pay', { ...whole, slot: undefined })).toBe('time');
  expect(stepAt('time', { ...whole, slot: undefined })).toBe('time');
});

test('when nothing is filled in, then a new field can be named, and a finished booking can be opened', () => {
  expect(stepAt('place', {})).toBe('place');
  expect(stepAt('done', {})).toBe('done');
});

test('when the address has an unknown step, then the first step opens', () => {
  expect(stepAt(null, whole)).toBe('field');
  expect(stepAt('elsewhere', whole)).toBe('field');
});
