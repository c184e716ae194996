import { expect, test } from 'vitest';
import type { SprayWindow } from '../weather/spray-window-rules.ts';
import { decideOnWeather, type WeatherAtStart } from './start-weather-rules.ts';

const stop: SprayWindow = {
  verdict: 'STOP',
  factors: [
    { factor: 'gusts', value: 40, limit: 28, verdict: 'STOP' },
    { factor: 'wind', value: 8, limit: 15, verdict: 'GO' },
  ],
};
const unknown: SprayWindow = { verdict: 'UNKNOWN', factors: [] };
const facts = { measuredWindow: unknown, overrideReason: null, wasOffline: false };
const decided = (start: Partial<WeatherAtStart>) => {
  try {
    return decideOnWeather({ ...facts, binding: stop, ...start });
  } catch (error) {
    return error;
  }
};

test.each(['GO', 'CAUTION', 'UNKNOWN'] as const)('when the verdict is %s, then a start needs no reason', (verdict) =>
  expect(decided({ binding: { verdict, factors: [] } })).toBeUndefined(),
);

test('when the verdict is STOP, then a start without a reason is refused with the factors that stop it', () =>
  expect(decided({})).toMatchObject({
    code: 'SPRAY_WINDOW_STOP',
    message: expect.stringContaining('gusts 40 km/h (limit 28 km/h)'),
    facts: { errors: [{ path: 'factor.gusts', message: '40 km/h (limit 28 km/h)' }] },
  }));

test.each([
  ['with a reason', { overrideReason: 'The wind has dropped.' }, 'weather_override'],
  ['offline', { wasOffline: true }, 'weather_unaware'],
  ['offline with a reason', { wasOffline: true, overrideReason: 'The wind has dropped.' }, 'weather_override'],
] as const)('when the verdict is STOP and work began %s, then it is accepted', (_, start, marked) => expect(decided(start)).toBe(marked));

test('when a crew measured a STOP offline and gave no reason, then it was not unaware of it', () =>
  expect(decided({ wasOffline: true, measuredWindow: stop })).toBe('weather_override'));

test('when the phone knew a STOP that is over now, then its reason is kept', () =>
  expect(decided({ binding: { verdict: 'GO', factors: [] }, overrideReason: 'The rain is over.' })).toBe('weather_override'));
