import { describe, expect, test } from 'vitest';
import {
  type FactorName,
  type HourWeather,
  type InstantWeather,
  judge,
  presets,
  type SessionWeather,
  type SprayLimits,
  type Verdict,
} from './spray-window-rules.ts';

type Values = InstantWeather & HourWeather & { isLowSun: boolean };
const calm: Values = {
  temperatureC: 25,
  humidityPercent: 70,
  deltaTC: 4,
  windKmh: 8,
  gustKmh: 12,
  rainMm: 0,
  rainPercent: 5,
  cloudPercent: 20,
  temperature80mC: 24,
  isLowSun: false,
};
const weatherOfAll = (all: readonly Values[], rainFastHours: SessionWeather['rainFastHours'] = [calm]): SessionWeather => ({
  instants: all,
  hours: all,
  rainFastHours,
  isLowSun: all.some(({ isLowSun }) => isLowSun),
});
const weatherOf = (values: Partial<Values>, rainFast: Partial<Values> = {}): SessionWeather =>
  weatherOfAll([{ ...calm, ...values }], [{ ...calm, ...rainFast }]);
const verdictOf = (weather: SessionWeather, preset: keyof typeof presets = 'tropical') => judge(weather, presets[preset]).verdict;
const factorOf = (weather: SessionWeather, name: FactorName) =>
  judge(weather, presets.tropical).factors.find(({ factor }) => factor === name);

test('when every value is within its limits, then it is GO, with all factors', () => {
  const { verdict, factors } = judge(weatherOf({}), presets.tropical);
  expect(verdict).toBe('GO');
  expect(factors.map(({ factor }) => factor)).toEqual([
    'wind',
    'gusts',
    'deltaT',
    'rain',
    'rainProbability',
    'rainFast',
    'rainFastProbability',
    'air',
    'inversion',
  ]);
});

const bounds: [keyof Values, number, Verdict][] = [
  ['windKmh', 2.99, 'CAUTION'],
  ['windKmh', 3, 'GO'],
  ['windKmh', 15, 'GO'],
  ['windKmh', 15.01, 'CAUTION'],
  ['windKmh', 19, 'CAUTION'],
  ['windKmh', 19.01, 'STOP'],
  ['gustKmh', 20, 'GO'],
  ['gustKmh', 20.01, 'CAUTION'],
  ['gustKmh', 28, 'CAUTION'],
  ['gustKmh', 28.01, 'STOP'],
  ['deltaTC', 0, 'GO'],
  ['deltaTC', 8, 'GO'],
  ['deltaTC', 8.01, 'CAUTION'],
  ['deltaTC', 10, 'CAUTION'],
  ['deltaTC', 10.01, 'STOP'],
  ['rainMm', 0.09, 'GO'],
  ['rainMm', 0.1, 'CAUTION'],
  ['rainMm', 0.5, 'CAUTION'],
  ['rainMm', 0.51, 'STOP'],
  ['rainPercent', 39.9, 'GO'],
  ['rainPercent', 40, 'CAUTION'],
  ['rainPercent', 70, 'CAUTION'],
  ['rainPercent', 70.1, 'STOP'],
  ['temperatureC', 4.99, 'STOP'],
  ['temperatureC', 5, 'CAUTION'],
  ['temperatureC', 9.99, 'CAUTION'],
  ['temperatureC', 10, 'GO'],
  ['temperatureC', 35, 'GO'],
  ['temperatureC', 35.01, 'CAUTION'],
  ['temperatureC', 40, 'CAUTION'],
  ['temperatureC', 40.01, 'STOP'],
];
test.each(bounds)('when %s is %d, then the tropical verdict is %s', (field, value, verdict) =>
  expect(verdictOf(weatherOf({ [field]: value }))).toBe(verdict),
);

test.each<[Partial<Values>, Verdict]>([
  [{ rainMm: 0.49 }, 'GO'],
  [{ rainMm: 0.5 }, 'CAUTION'],
  [{ rainMm: 1.99 }, 'CAUTION'],
  [{ rainMm: 2 }, 'STOP'],
  [{ rainPercent: 49.9 }, 'GO'],
  [{ rainPercent: 50 }, 'CAUTION'],
  [{ rainPercent: 100 }, 'CAUTION'],
])('when the rain-fast hours have %j, then it is %s', (rain, verdict) => expect(verdictOf(weatherOf({}, rain))).toBe(verdict));

test('when rain falls in two rain-fast hours, then the amounts are added', () => {
  const hour = { rainMm: 1, rainPercent: 10 };
  expect(factorOf(weatherOfAll([calm], [hour, hour]), 'rainFast')).toMatchObject({ value: 2, limit: 2, verdict: 'STOP' });
});

test.each<[Partial<Values>, Verdict]>([
  [{ deltaTC: 1.99 }, 'CAUTION'],
  [{ deltaTC: 2 }, 'GO'],
  [{ deltaTC: 8 }, 'GO'],
  [{ deltaTC: 8.01 }, 'CAUTION'],
  [{ deltaTC: 10 }, 'CAUTION'],
  [{ deltaTC: 10.01 }, 'STOP'],
  [{ temperatureC: 28 }, 'GO'],
  [{ temperatureC: 28.01 }, 'CAUTION'],
  [{ temperatureC: 40 }, 'CAUTION'],
  [{ temperatureC: 40.01 }, 'STOP'],
])('when it is %j, then the temperate verdict is %s', (hour, verdict) => expect(verdictOf(weatherOf(hour), 'temperate')).toBe(verdict));

describe('limits of the company', () => {
  /** For each limit: the value that it bounds, and the verdicts just below it, on it and just above it. */
  const own: [keyof SprayLimits, number, 'hours' | 'rainFast', keyof Values, [Verdict, Verdict, Verdict]][] = [
    ['windMinKmh', 5, 'hours', 'windKmh', ['CAUTION', 'GO', 'GO']],
    ['windGoKmh', 12, 'hours', 'windKmh', ['GO', 'GO', 'CAUTION']],
    ['windStopKmh', 17, 'hours', 'windKmh', ['CAUTION', 'CAUTION', 'STOP']],
    ['gustGoKmh', 18, 'hours', 'gustKmh', ['GO', 'GO', 'CAUTION']],
    ['gustStopKmh', 24, 'hours', 'gustKmh', ['CAUTION', 'CAUTION', 'STOP']],
    ['deltaTMinC', 3, 'hours', 'deltaTC', ['CAUTION', 'GO', 'GO']],
    ['deltaTGoC', 7, 'hours', 'deltaTC', ['GO', 'GO', 'CAUTION']],
    ['deltaTStopC', 9, 'hours', 'deltaTC', ['CAUTION', 'CAUTION', 'STOP']],
    ['rainGoBelowMm', 0.2, 'hours', 'rainMm', ['GO', 'CAUTION', 'CAUTION']],
    ['rainStopMm', 0.4, 'hours', 'rainMm', ['CAUTION', 'CAUTION', 'STOP']],
    ['rainGoBelowPercent', 30, 'hours', 'rainPercent', ['GO', 'CAUTION', 'CAUTION']],
    ['rainStopPercent', 60, 'hours', 'rainPercent', ['CAUTION', 'CAUTION', 'STOP']],
    ['rainFastGoBelowMm', 1, 'rainFast', 'rainMm', ['GO', 'CAUTION', 'CAUTION']],
    ['rainFastCautionBelowMm', 3, 'rainFast', 'rainMm', ['CAUTION', 'STOP', 'STOP']],
    ['rainFastGoBelowPercent', 20, 'rainFast', 'rainPercent', ['GO', 'CAUTION', 'CAUTION']],
    ['airStopBelowC', 8, 'hours', 'temperatureC', ['STOP', 'CAUTION', 'CAUTION']],
    ['airGoMinC', 12, 'hours', 'temperatureC', ['CAUTION', 'GO', 'GO']],
    ['airGoMaxC', 30, 'hours', 'temperatureC', ['GO', 'GO', 'CAUTION']],
    ['airStopC', 38, 'hours', 'temperatureC', ['CAUTION', 'CAUTION', 'STOP']],
  ];
  test.each(own)('when %s is %d, then it decides from both sides', (limit, bound, where, field, expected) => {
    const limits = { ...presets.tropical, [limit]: bound };
    const found = [bound - 0.01, bound, bound + 0.01].map((value) => {
      const changed = { [field]: value };
      return judge(where === 'hours' ? weatherOf(changed) : weatherOf({}, changed), limits).verdict;
    });
    expect(found).toEqual(expected);
  });
  test('when there are no rain-fast hours, then rain after the session does not matter', () =>
    expect(judge(weatherOfAll([calm], []), { ...presets.tropical, rainFastHours: 0 }).verdict).toBe('GO'));
});

describe('inversion', () => {
  const inversion = { isLowSun: true, temperature80mC: 25.1, windKmh: 10.9, cloudPercent: 50 };
  test('when there is an inversion, then it is CAUTION in the tropics and STOP in temperate climates', () => {
    expect(verdictOf(weatherOf(inversion))).toBe('CAUTION');
    expect(verdictOf(weatherOf(inversion), 'temperate')).toBe('STOP');
  });
  test.each<Partial<Values>>([{ isLowSun: false }, { temperature80mC: 25 }, { windKmh: 11 }, { cloudPercent: 50.1 }])(
    'is none with %j',
    (hour) => expect(verdictOf(weatherOf({ ...inversion, ...hour }))).toBe('GO'),
  );
  test('when a value is missing, then it is UNKNOWN only where that value could decide', () => {
    expect(verdictOf(weatherOf({ ...inversion, temperature80mC: null }))).toBe('UNKNOWN');
    expect(verdictOf(weatherOf({ ...inversion, temperature80mC: null, cloudPercent: 51 }))).toBe('GO');
  });
});

describe('missing values', () => {
  const needed = ['windKmh', 'gustKmh', 'deltaTC', 'rainMm', 'rainPercent', 'temperatureC'] as const;
  test.each(needed)('when %s is missing, then it is UNKNOWN, or STOP if another factor says so', (field) => {
    expect(verdictOf(weatherOf({ [field]: null }))).toBe('UNKNOWN');
    const other = field === 'gustKmh' ? { windKmh: 30 } : { gustKmh: 40 };
    expect(verdictOf(weatherOf({ [field]: null, ...other }))).toBe('STOP');
  });
  test('when the session or its rain-fast hours are beyond the forecast, then it is UNKNOWN', () => {
    expect(verdictOf(weatherOfAll([], []))).toBe('UNKNOWN');
    expect(verdictOf(weatherOfAll([calm], []))).toBe('UNKNOWN');
  });
});

test('when one hour of several is worse, then it decides and its value is shown', () => {
  const weather = weatherOfAll([calm, { ...calm, windKmh: 17 }, { ...calm, windKmh: 16 }]);
  expect(factorOf(weather, 'wind')).toEqual({ factor: 'wind', value: 17, limit: 15, verdict: 'CAUTION' });
  expect(verdictOf(weather)).toBe('CAUTION');
});

describe('worse weather', () => {
  const rank: Record<Verdict, number> = { GO: 0, CAUTION: 1, UNKNOWN: 2, STOP: 3 };
  /** mulberry32: the same numbers at every run. */
  const numbers = (seed: number) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const random = numbers(20261116);
  const between = (low: number, high: number) => low + random() * (high - low);
  const someHour = (): Values => {
    const temperatureC = between(0, 45);
    return {
      ...calm,
      temperatureC,
      deltaTC: between(0, 14),
      windKmh: between(0, 30),
      gustKmh: between(0, 40),
      rainMm: between(0, 1),
      rainPercent: between(0, 100),
      cloudPercent: between(0, 100),
      temperature80mC: temperatureC + between(-2, 2),
      isLowSun: random() < 0.5,
    };
  };
  const more = (value: number | null) => (value ?? 0) + between(0, 10);
  // Below 11 km/h less wind is worse (still air, inversions), above it more wind is.
  const worseWind = (value: number | null) => ((value ?? 0) < 11 ? (value ?? 0) * random() : more(value));
  const changes: ((hour: Values) => Partial<Values>)[] = [
    ({ windKmh }) => ({ windKmh: worseWind(windKmh) }),
    ({ gustKmh }) => ({ gustKmh: more(gustKmh) }),
    ({ deltaTC }) => ((deltaTC ?? 0) < 2 ? {} : { deltaTC: more(deltaTC) }),
    ({ rainMm }) => ({ rainMm: more(rainMm) }),
    ({ rainPercent }) => ({ rainPercent: more(rainPercent) }),
    ({ cloudPercent }) => ({ cloudPercent: (cloudPercent ?? 0) * random() }),
    ({ temperature80mC }) => ({ temperature80mC: more(temperature80mC) }),
    () => ({ isLowSun: true }),
    ({ temperatureC, temperature80mC }) => {
      const by = between(0, 10) * ((temperatureC ?? 0) < 20 ? -1 : 1);
      return { temperatureC: (temperatureC ?? 0) + by, temperature80mC: (temperature80mC ?? 0) + by };
    },
  ];

  test.each(['tropical', 'temperate'] as const)('never gives a better %s verdict', (preset) => {
    for (let round = 0; round < 3000; round++) {
      const hours = [someHour(), someHour()];
      const rainFastHours = [someHour()];
      const before = verdictOf(weatherOfAll(hours, rainFastHours), preset);
      const change = changes[Math.floor(random() * changes.length)] ?? (() => ({}));
      const worse = hours.map((hour, index) => (index === 0 ? { ...hour, ...change(hour) } : hour));
      const wetter = rainFastHours.map((hour) => ({ ...hour, rainMm: more(hour.rainMm), rainPercent: more(hour.rainPercent) }));
      expect(rank[verdictOf(weatherOfAll(worse, rainFastHours), preset)]).toBeGreaterThanOrEqual(rank[before]);
      expect(rank[verdictOf(weatherOfAll(hours, wetter), preset)]).toBeGreaterThanOrEqual(rank[before]);
    }
  });

  test('is never GO when a needed value is missing', () => {
    const needed = ['windKmh', 'gustKmh', 'deltaTC', 'rainMm', 'rainPercent', 'temperatureC'] as const;
    for (let round = 0; round < 1000; round++) {
      const field = needed[Math.floor(random() * needed.length)] ?? 'windKmh';
      const weather = weatherOfAll([someHour(), { ...calm, [field]: null }]);
      expect(['STOP', 'UNKNOWN']).toContain(verdictOf(weather, random() < 0.5 ? 'tropical' : 'temperate'));
    }
  });
});
