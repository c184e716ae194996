import { expect, test } from 'vitest';
import { deltaT } from './delta-t.ts';

// Reference values at 101,325 Pa by ASHRAE psychrometrics: dry bulb in °C, then Delta-T at these relative humidities.
const humidities = [20, 40, 60, 80, 95];
const reference: [number, number[]][] = [
  [10, [7.47, 5.44, 3.52, 1.71, 0.42]],
  [20, [10.73, 7.64, 4.86, 2.32, 0.56]],
  [28, [13.57, 9.48, 5.93, 2.79, 0.67]],
  [32, [15.03, 10.39, 6.45, 3.02, 0.72]],
  [38, [17.23, 11.73, 7.2, 3.35, 0.8]],
];

test.each(reference)('when the air has %d °C, then Delta-T is within 0.05 °C of the reference', (temperatureC, expected) => {
  for (const [index, humidityPercent] of humidities.entries())
    expect(Math.abs(deltaT(temperatureC, humidityPercent) - (expected[index] ?? Number.NaN))).toBeLessThanOrEqual(0.05);
});

test('when the altitude is high, then the lower pressure is used', () => {
  expect(deltaT(25, 50, 1500)).not.toBeCloseTo(deltaT(25, 50, 0), 2);
});
