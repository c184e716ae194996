import { getTimes } from 'suncalc';
import { describe, expect, test } from 'vitest';
import { type Forecast, type ForecastHour, hourMs } from './forecast.ts';
import { sessionWeather } from './session-weather.ts';
import { judge, presets } from './spray-window-rules.ts';

const place = { latitude: 10.5, longitude: 105.5 };
const firstHour = new Date('2026-11-15T00:00:00Z');
const hour: ForecastHour = {
  temperatureC: 26,
  humidityPercent: 70,
  rainMm: 0,
  rainPercent: 5,
  windKmh: 8,
  gustKmh: 12,
  windDirectionDeg: 90,
  cloudPercent: 60,
  temperature80mC: 25.4,
};
const forecastOf = (count: number, change: (at: number) => Partial<ForecastHour> = () => ({})): Forecast => ({
  firstHour,
  elevationM: 4,
  hours: Array.from({ length: count }, (_, at) => ({ ...hour, ...change(at) })),
});
const at = (ms: number) => new Date(firstHour.getTime() + ms);
const weatherFrom = (fromMs: number, toMs: number, count = 72, rainFastHours = 2) =>
  sessionWeather(forecastOf(count), place, at(fromMs), at(toMs), rainFastHours);

describe('hours of a session', () => {
  const numbered = forecastOf(72, (index) => ({ windKmh: index, gustKmh: index }));
  test.each([
    [2, 4, [2, 3, 4], [2, 3]],
    [2.5, 4, [2, 3, 4], [2, 3]],
    [2, 4.01, [2, 3, 4, 5], [2, 3, 4]],
    [2.99, 3.01, [2, 3, 4], [2, 3]],
    [2, 3, [2, 3], [2]],
    [2.2, 2.8, [2, 3], [2]],
  ])(
    'when it lasts from hour %d to %d, then values of moments are those at %j, and gusts and rain those of the hours from %j on',
    (from, to, instants, hours) => {
      const weather = sessionWeather(numbered, place, at(from * hourMs), at(to * hourMs), 2);
      expect(weather.instants.map(({ windKmh }) => windKmh)).toEqual(instants);
      expect(weather.hours.map(({ gustKmh }) => gustKmh)).toEqual(hours);
    },
  );

  test('when the forecast ends within the session or the rain-fast hours, then those are not known', () => {
    const lengths = (from: number, count: number) => {
      const { instants, hours, rainFastHours } = weatherFrom(from * hourMs, (from + 2) * hourMs, count);
      return [instants, hours, rainFastHours].map(({ length }) => length);
    };
    expect(lengths(4, 8)).toEqual([3, 2, 2]);
    expect(lengths(4, 7)).toEqual([3, 2, 0]);
    expect(lengths(4, 6)).toEqual([0, 2, 0]);
    expect(lengths(4, 5)).toEqual([0, 0, 0]);
    expect(weatherFrom(-1 * hourMs, 1 * hourMs)).toMatchObject({ instants: [], hours: [] });
  });

  test('when the wind or the heat grows until the end of the session, then the values at its end count', () => {
    const rising = (change: Partial<ForecastHour>) =>
      judge(
        sessionWeather(
          forecastOf(72, (index) => (index === 6 ? change : {})),
          place,
          at(4 * hourMs),
          at(6 * hourMs),
          2,
        ),
        presets.tropical,
      ).verdict;
    expect([rising({ windKmh: 30 }), rising({ temperatureC: 41 }), rising({ gustKmh: 45 })]).toEqual(['STOP', 'STOP', 'GO']);
  });
});

describe('low sun: from an hour before sunset to an hour after sunrise', () => {
  const { sunrise, sunset } = getTimes(new Date('2026-11-16T05:00:00Z'), place.latitude, place.longitude);
  const since = (time: Date | null) => (time?.getTime() ?? Number.NaN) - firstHour.getTime();
  const [evening, morning] = [since(sunset) - hourMs, since(sunrise) + hourMs];
  const isLow = (fromMs: number, toMs: number) => weatherFrom(fromMs, toMs).isLowSun;
  test.each([
    ['ends an hour before sunset', evening - 2 * hourMs, evening, false],
    ['ends a minute later', evening - 2 * hourMs, evening + 60_000, true],
    ['begins an hour after sunrise', morning, morning + 2 * hourMs, false],
    ['begins a minute earlier', morning - 60_000, morning + 2 * hourMs, true],
  ])('when a session %s, then it is %s to %s: %s', (_, from, to, low) => expect(isLow(from, to)).toBe(low));
});
