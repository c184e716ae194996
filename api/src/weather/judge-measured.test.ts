import { expect, test } from 'vitest';
import { judgeMeasured, type MeasuredWeather } from './judge-measured.ts';
import { presets, type SprayWindow, withMeasured } from './spray-window-rules.ts';

const limits = presets.tropical;
const good: MeasuredWeather = { windKmh: 8, gustKmh: 12, temperatureC: 26, humidityPercent: 70 };
const stopping = ({ factors }: SprayWindow) => factors.filter(({ verdict }) => verdict === 'STOP').map(({ factor }) => factor);

test.each<[MeasuredWeather, string[]]>([
  [good, []],
  [{ windKmh: 19 }, []],
  [{ windKmh: 19.1 }, ['wind']],
  [{ windKmh: 8, gustKmh: 28.1 }, ['gusts']],
  [{ windKmh: 8, temperatureC: 38, humidityPercent: 20 }, ['deltaT']],
  [{ windKmh: 8, temperatureC: 41 }, ['air']],
])('when %j is measured, then %j stop the work', (measured, expected) => {
  const window = judgeMeasured(measured, 4, limits);
  expect([window.verdict, stopping(window)]).toEqual([expected.length === 0 ? 'UNKNOWN' : 'STOP', expected]);
});

test('when the place is high, then its pressure counts for Delta-T', () => {
  const deltaTOf = (elevationM: number) =>
    judgeMeasured({ temperatureC: 30, humidityPercent: 40 }, elevationM, limits).factors.find(({ factor }) => factor === 'deltaT')?.value;
  expect(deltaTOf(1500)).toBeGreaterThan((deltaTOf(0) ?? 0) + 0.1);
});

test('when values are measured, then they make the verdict of the forecast worse, never better', () => {
  const windy: SprayWindow = {
    verdict: 'STOP',
    factors: [
      { factor: 'wind', value: 30, limit: 19, verdict: 'STOP' },
      { factor: 'gusts', value: 12, limit: 20, verdict: 'GO' },
      { factor: 'rain', value: null, limit: 0.1, verdict: 'UNKNOWN' },
    ],
  };
  expect(withMeasured(windy, judgeMeasured(good, 4, limits))).toEqual(windy);
  const worse = withMeasured(windy, judgeMeasured({ windKmh: 40, gustKmh: 25 }, 4, limits));
  expect(worse.factors.map(({ value, verdict }) => [value, verdict])).toEqual([
    [40, 'STOP'],
    [25, 'CAUTION'],
    [null, 'UNKNOWN'],
  ]);
  expect(withMeasured({ verdict: 'GO', factors: windy.factors.slice(1, 2) }, judgeMeasured({ gustKmh: 45 }, 4, limits)).verdict).toBe(
    'STOP',
  );
});
