import { expect, test } from 'vitest';
import { neighbourPlace } from './step-place-rules.ts';

const at = (date: string, hour: number) => ({ date, session: { startTime: { hour, minute: 0 } } });
// As the service lists them: cheapest first.
const places = [at('2026-11-18', 6), at('2026-11-17', 16), at('2026-11-19', 5)];

test('when a place has neighbours, then they are the next ones by time, whatever they cost', () => {
  expect(neighbourPlace(places, at('2026-11-18', 6), 1)).toBe(places[2]);
  expect(neighbourPlace(places, at('2026-11-18', 6), -1)).toBe(places[1]);
});

test('when the order has no place yet, then its earlier time is where the search begins', () => {
  expect(neighbourPlace(places, at('2026-11-17', 6), 1)).toBe(places[1]);
});

test('when there is none beyond, then nothing is found', () => {
  expect(neighbourPlace(places, at('2026-11-19', 5), 1)).toBeUndefined();
  expect(neighbourPlace(places, at('2026-11-17', 6), -1)).toBeUndefined();
  expect(neighbourPlace([], at('2026-11-17', 6), 1)).toBeUndefined();
});
