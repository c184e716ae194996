import { getTimes } from 'suncalc';
import { describe, expect, test } from 'vitest';
import { type Forecast, type ForecastHour, hourMs } from './forecast.ts';
import { onlyMeasured, sessionWeather, withMeasured } from './session-weather.ts';
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
  test.each([
    [2, 4, 2],
    [2.5, 4, 2],
    [2, 4.01, 3],
    [2.99, 3.01, 2],
    [2, 3, 1],
  ])('when it lasts from hour %d to %d, then it has %d hours of the forecast', (from, to, count) =>
    expect(weatherFrom(from * hourMs, to * hourMs).hours).toHaveLength(count),
  );

  test('when the forecast ends within the session or the rain-fast hours, then those are not known', () => {
    expect(weatherFrom(4 * hourMs, 6 * hourMs, 8)).toMatchObject({ hours: { length: 2 }, rainFastHours: { length: 2 } });
    expect(weatherFrom(4 * hourMs, 6 * hourMs, 7)).toMatchObject({ hours: { length: 2 }, rainFastHours: [] });
    expect(weatherFrom(4 * hourMs, 6 * hourMs, 5)).toEqual({ hours: [], rainFastHours: [] });
    expect(weatherFrom(-1 * hourMs, 1 * hourMs).hours).toEqual([]);
  });
});

describe('low sun: from an hour before sunset to an hour after sunrise', () => {
  const { sunrise, sunset } = getTimes(new Date('2026-11-16T05:00:00Z'), place.latitude, place.longitude);
  const since = (time: Date | null) => (time?.getTime() ?? Number.NaN) - firstHour.getTime();
  const [evening, morning] = [since(sunset) - hourMs, since(sunrise) + hourMs];
  const isLow = (fromMs: number, toMs: number) => weatherFrom(fromMs, toMs).hours.some(({ isLowSun }) => isLowSun);
  test.each([
    ['ends an hour before sunset', evening - 2 * hourMs, evening, false],
    ['ends a minute later', evening - 2 * hourMs, evening + 60_000, true],
    ['begins an hour after sunrise', morning, morning + 2 * hourMs, false],
    ['begins a minute earlier', morning - 60_000, morning + 2 * hourMs, true],
  ])('when a session %s, then it is %s to %s: %s', (_, from, to, low) => expect(isLow(from, to)).toBe(low));
});

describe('measured values', () => {
  const windy = sessionWeather(
    forecastOf(72, () => ({ windKmh: 30 })),
    place,
    at(4 * hourMs),
    at(6 * hourMs),
    2,
  );
  test('when the crew measures, then the values replace those of every hour, and Delta-T follows', () => {
    expect(judge(windy, presets.tropical).verdict).toBe('STOP');
    const measured = withMeasured(windy, { windKmh: 8, temperatureC: 38, humidityPercent: 20 }, 4);
    expect(new Set(measured.hours.map(({ windKmh }) => windKmh))).toEqual(new Set([8]));
    expect(measured.hours[0]?.deltaTC).toBeCloseTo(17.23, 1);
  });
  test('when there is no forecast, then good measured values are UNKNOWN and bad ones STOP', () => {
    expect(judge(onlyMeasured({ windKmh: 8, temperatureC: 26, humidityPercent: 70 }), presets.tropical).verdict).toBe('UNKNOWN');
    expect(judge(onlyMeasured({ windKmh: 19.1 }), presets.tropical).verdict).toBe('STOP');
  });
});
