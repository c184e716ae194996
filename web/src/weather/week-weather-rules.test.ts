import { expect, test } from 'vitest';
import type { SprayWindow } from './spray-windows.ts';
import { poorWeatherByDay } from './week-weather-rules.ts';

const time = (hour: number) => ({ hour, minute: 0, second: 0, nano: 0 });

function window(date: string, hour: number, verdict: SprayWindow['verdict'], rainMm = 0): SprayWindow {
  const rain = { factor: 'rain' as const, value: rainMm, unit: 'mm' as const, limit: 0.5, verdict };
  const wind = { factor: 'wind' as const, value: 8, unit: 'km/h' as const, limit: 15, verdict: 'GO' as const };
  return {
    date,
    session: { id: hour, startTime: time(hour), endTime: time(hour + 1) },
    verdict,
    factors: [rain, wind],
    source: 'Open-Meteo',
    fetchedAt: '2026-11-16T02:00:00.000Z',
  };
}

test('when all sessions of a day have the same verdict, then they are one entry with the worst value', () => {
  const days = poorWeatherByDay([
    window('2026-11-17', 6, 'STOP', 2),
    window('2026-11-17', 5, 'STOP', 4),
    window('2026-11-17', 16, 'STOP', 1),
  ]);
  expect(days).toEqual([
    {
      date: '2026-11-17',
      verdicts: [
        {
          verdict: 'STOP',
          spans: [
            { startTime: time(5), endTime: time(7) },
            { startTime: time(16), endTime: time(17) },
          ],
          factors: [{ factor: 'rain', value: 4, unit: 'mm', limit: 0.5, verdict: 'STOP' }],
        },
      ],
    },
  ]);
});

test('when verdicts differ, then days come by date, the worst verdict comes first, and GO is left out', () => {
  const days = poorWeatherByDay([
    window('2026-11-18', 5, 'CAUTION', 0.3),
    window('2026-11-17', 5, 'CAUTION', 0.3),
    window('2026-11-17', 6, 'GO'),
    window('2026-11-17', 7, 'STOP', 4),
    window('2026-11-19', 5, 'GO'),
  ]);
  expect(days.map(({ date, verdicts }) => [date, ...verdicts.map(({ verdict }) => verdict)])).toEqual([
    ['2026-11-17', 'STOP', 'CAUTION'],
    ['2026-11-18', 'CAUTION'],
  ]);
});
