import type { SprayLimits } from './spray-window-rules.ts';

/** The range of each limit that can be set, and pairs that must be in order. */
export const limitRanges = {
  windMinKmh: [0, 50],
  windGoKmh: [1, 100],
  windStopKmh: [1, 100],
  gustGoKmh: [1, 150],
  gustStopKmh: [1, 150],
  deltaTMinC: [0, 20],
  deltaTGoC: [0, 30],
  deltaTStopC: [0, 30],
  rainGoBelowMm: [0, 50],
  rainStopMm: [0, 50],
  rainGoBelowPercent: [0, 101],
  rainStopPercent: [0, 100],
  rainFastHours: [0, 24],
  rainFastGoBelowMm: [0, 100],
  rainFastCautionBelowMm: [0, 100],
  rainFastGoBelowPercent: [0, 101],
  airStopBelowC: [-40, 60],
  airGoMinC: [-40, 60],
  airGoMaxC: [-40, 60],
  airStopC: [-40, 60],
} as const satisfies Record<Exclude<keyof SprayLimits, 'inversionStops'>, readonly [number, number]>;

const ordered: readonly (readonly [keyof typeof limitRanges, keyof typeof limitRanges])[] = [
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

/** Limits out of order would make the verdict depend on the order of comparisons. */
export function limitErrors(limits: SprayLimits): { path: string; message: string }[] {
  return ordered
    .filter(([lower, upper]) => limits[lower] > limits[upper])
    .map(([lower, upper]) => ({ path: upper, message: `must not be below ${lower} (${limits[lower]})` }));
}
