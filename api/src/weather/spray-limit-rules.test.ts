import { expect, test } from 'vitest';
import { limitErrors } from './spray-limit-rules.ts';
import { presets, type SprayLimits } from './spray-window-rules.ts';

test.each(['tropical', 'temperate'] as const)('when the limits are those of the preset %s, then they are in order', (name) =>
  expect(limitErrors(presets[name])).toEqual([]),
);

const pairs: [keyof SprayLimits, keyof SprayLimits][] = [
  ['windMinKmh', 'windGoKmh'],
  ['windGoKmh', 'windStopKmh'],
  ['gustGoKmh', 'gustStopKmh'],
  ['deltaTMinC', 'deltaTGoC'],
  ['deltaTGoC', 'deltaTStopC'],
  ['rainGoBelowMm', 'rainStopMm'],
  ['rainGoBelowPercent', 'rainStopPercent'],
  ['rainFastGoBelowMm', 'rainFastCautionBelowMm'],
  ['airStopBelowC', 'airGoMinC'],
  ['airGoMinC', 'airGoMaxC'],
  ['airGoMaxC', 'airStopC'],
];
test.each(pairs)('when %s equals %s, then they are in order; above it, the error names the upper one', (lower, upper) => {
  const bound = Number(presets.tropical[upper]);
  expect(limitErrors({ ...presets.tropical, [lower]: bound })).toEqual([]);
  expect(limitErrors({ ...presets.tropical, [lower]: bound + 0.01 }).map(({ path }) => path)).toEqual([upper]);
});
