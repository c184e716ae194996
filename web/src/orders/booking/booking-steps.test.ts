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

test('when everything is known, then every step can be opened by its address', () => {
  for (const step of steps) expect(stepAt(step, whole)).toBe(step);
});

test('when something before a step is missing, then the step that asks for it opens instead', () => {
  expect(stepAt('pay', {})).toBe('field');
  expect(stepAt('pay', { ...whole, cropId: undefined })).toBe('work');
  expect(stepAt('time', { ...whole, area: 0.5 })).toBe('work');
  expect(stepAt('pay', { ...whole, slot: undefined })).toBe('time');
  expect(stepAt('time', { ...whole, slot: undefined })).toBe('time');
});

test('when nothing is known, then a new field can be named, and a booking that is done can be seen', () => {
  expect(stepAt('place', {})).toBe('place');
  expect(stepAt('done', {})).toBe('done');
});

test('when the address has no such step, then it is the first', () => {
  expect(stepAt(null, whole)).toBe('field');
  expect(stepAt('elsewhere', whole)).toBe('field');
});
