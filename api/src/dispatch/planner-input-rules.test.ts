import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { checkPlannable, maxPlannedOrders, minuteOf, type PlannerFacts } from './planner-input-rules.ts';

const facts: PlannerFacts = {
  date: '2026-11-18',
  today: '2026-11-17',
  orderCount: 1,
  sprayers: [{ fullName: 'Lê Văn Bay', base: {} }],
};
const codeOf = (change: Partial<PlannerFacts>): string | undefined => {
  try {
    checkPlannable({ ...facts, ...change });
    return undefined;
  } catch (error) {
    return error instanceof AppError ? error.code : 'other';
  }
};

test.each<[string, Partial<PlannerFacts>, string | undefined]>([
  ['can be planned', {}, undefined],
  ['is today', { date: facts.today }, undefined],
  ['is in the past', { date: '2026-11-16' }, 'VALIDATION_FAILED'],
  ['has no sprayers', { sprayers: [] }, 'NO_SPRAYERS'],
  ['has no orders', { orderCount: 0 }, 'NOTHING_TO_PLAN'],
  ['has too many orders', { orderCount: maxPlannedOrders + 1 }, 'TOO_MUCH_TO_PLAN'],
  ['has a sprayer without a base', { sprayers: [{ fullName: 'Trần Non', base: null }] }, 'BASE_NOT_SET'],
])('when the day %s, then the code is as expected', (_, change, code) => expect(codeOf(change)).toBe(code));

test('when a time is read, then it is in minutes since midnight', () => expect(minuteOf('05:30:00')).toBe(330));
