import { describe, expect, test } from 'vitest';
import { readForecast } from './open-meteo.ts';
import { sessionWeather } from './session-weather.ts';
import { judge, presets } from './spray-window-rules.ts';

const cell = { latitudeTenths: 105, longitudeTenths: 1055 };
const first = Date.parse('2026-11-15T00:00:00Z') / 1000;
const good = {
  temperature_2m: 26,
  relative_humidity_2m: 70,
  precipitation: 0,
  precipitation_probability: 5,
  wind_speed_10m: 8,
  wind_gusts_10m: 12,
  wind_direction_10m: 90,
  cloud_cover: 60,
  temperature_80m: 25.4,
};
type Name = keyof typeof good;
const time = Array.from({ length: 48 }, (_, hour) => first + hour * 3600);
const answer = (values: Partial<Record<Name, unknown>> = {}, place: object = {}, hourly: object = {}) => ({
  latitude: 10.52,
  longitude: 105.5,
  elevation: 4,
  ...place,
  hourly: {
    time,
    ...Object.fromEntries(Object.entries({ ...good, ...values }).map(([name, value]) => [name, time.map(() => value)])),
    ...hourly,
  },
});
const [start, end] = [new Date('2026-11-15T08:00:00Z'), new Date('2026-11-15T10:00:00Z')];
const verdictOf = (body: unknown) => {
  const forecast = readForecast(body, cell);
  if (forecast === undefined) return undefined;
  return judge(sessionWeather(forecast, { latitude: 10.5, longitude: 105.5 }, start, end, 2), presets.tropical).verdict;
};

test('when an answer is complete, then it has a verdict', () => expect(verdictOf(answer())).toBe('GO'));

describe('when a value is absurd or missing, then the verdict is never GO', () => {
  const needed: Name[] = [
    'temperature_2m',
    'relative_humidity_2m',
    'precipitation',
    'precipitation_probability',
    'wind_speed_10m',
    'wind_gusts_10m',
  ];
  const absurd = [null, undefined, '8', Number.NaN, Number.POSITIVE_INFINITY, 1e9, -1e9, true, [8], {}];
  test.each(needed)('%s', (name) => {
    for (const value of absurd) expect([value, verdictOf(answer({ [name]: value }))]).toEqual([value, 'UNKNOWN']);
    expect(verdictOf(answer({}, {}, { [name]: undefined }))).toBe('UNKNOWN');
    expect(verdictOf(answer({}, {}, { [name]: [good[name]] }))).toBe('UNKNOWN');
    const partly = time.map((seconds) => (seconds === start.getTime() / 1000 + 3600 ? null : good[name]));
    expect(verdictOf(answer({}, {}, { [name]: partly }))).toBe('UNKNOWN');
  });

  test.each<[Name, number, number]>([
    ['temperature_2m', -80, 60],
    ['relative_humidity_2m', 0, 100],
    ['precipitation', 0, 300],
    ['precipitation_probability', 0, 100],
    ['wind_speed_10m', 0, 400],
    ['wind_gusts_10m', 0, 500],
  ])('%s: from %d to %d is plausible', (name, min, max) => {
    const isKept = (value: number) => verdictOf(answer({ [name]: value })) !== 'UNKNOWN';
    expect([min - 0.1, min, max, max + 0.1].map(isKept)).toEqual([false, true, true, false]);
  });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['text', 'ok'],
  ['an error', { error: true, reason: 'limit exceeded' }],
  ['another place', answer({}, { latitude: 11.1 })],
  ['no place', answer({}, { longitude: undefined })],
  ['no hours', answer({}, {}, { time: [] })],
  ['more hours than were requested', answer({}, {}, { time: Array.from({ length: 409 }, (_, hour) => first + hour * 3600) })],
  ['a missing hour', answer({}, {}, { time: time.filter((_, hour) => hour !== 9) })],
  ['hours backwards', answer({}, {}, { time: [...time].reverse() })],
  ['half hours', answer({}, {}, { time: time.map((seconds) => seconds + 1800) })],
  ['times as text', answer({}, {}, { time: time.map(String) })],
])('when the answer is %s, then it is refused', (_, body) => expect(readForecast(body, cell)).toBeUndefined());

test.each([
  ['precipitation', 'rainMm'],
  ['precipitation_probability', 'rainPercent'],
  ['wind_gusts_10m', 'gustKmh'],
] as const)('when %s is reported at the end of its hour, then it is stored with that hour', (name, field) => {
  const values = time.map((seconds) => (seconds === first + 9 * 3600 ? 45 : 0));
  const forecast = readForecast(answer({}, {}, { [name]: values }), cell);
  expect([8, 9, 47].map((index) => forecast?.hours[index]?.[field])).toEqual([45, 0, null]);
});

test.each(['wind_speed_10m', 'temperature_2m'] as const)('when %s is reported, then it is that of the moment', (name) => {
  const values = time.map((seconds) => (seconds === first + 9 * 3600 ? 45 : 20));
  const forecast = readForecast(answer({}, {}, { [name]: values }), cell);
  expect(forecast?.hours.map(({ windKmh, temperatureC }) => (name === 'wind_speed_10m' ? windKmh : temperatureC)).indexOf(45)).toBe(9);
});

test.each([
  [7, 'GO'],
  [8, 'GO'],
  [9, 'STOP'],
  [10, 'STOP'],
  [11, 'GO'],
])('when the provider reports gusts of 45 km/h at %d:00, then the verdict of 08:00 to 10:00 is %s', (hour, verdict) => {
  const gusts = time.map((seconds) => (seconds === first + hour * 3600 ? 45 : 12));
  expect(verdictOf(answer({}, {}, { wind_gusts_10m: gusts }))).toBe(verdict);
});
