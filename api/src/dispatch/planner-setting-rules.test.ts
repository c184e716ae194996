import { expect, test } from 'vitest';
import { plannerBounds, plannerSettingErrors, plannerWeights } from './planner-setting-rules.ts';

const defaults = Object.fromEntries(plannerWeights.map((name) => [name, plannerBounds[name].default])) as Record<
  (typeof plannerWeights)[number],
  number
>;

test('when the weights are the defaults, then they fit together and are inside their bounds', () => {
  expect(plannerSettingErrors(defaults)).toEqual([]);
  for (const { minimum, maximum, default: value } of Object.values(plannerBounds)) {
    expect(value).toBeGreaterThanOrEqual(minimum);
    expect(value).toBeLessThanOrEqual(maximum);
  }
});

test('when weights exceed a tenth of that of an order without a crew, then each of them is named', () => {
  const errors = plannerSettingErrors({ ...defaults, orderWithoutCrew: 100_000, personTakenOff: 10_001, fairness: 1_000_000 });
  expect(errors.map(({ path }) => path)).toEqual(['personTakenOff', 'fairness']);
  expect(plannerSettingErrors({ ...defaults, orderWithoutCrew: 200_000, personTakenOff: 20_000 })).toEqual([]);
});
