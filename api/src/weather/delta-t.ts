import { createRequire } from 'node:module';

interface Psychrolib {
  SI: number;
  SetUnitSystem(system: number): void;
  GetTWetBulbFromRelHum(dryBulbC: number, relativeHumidity: number, pressurePa: number): number;
  GetStandardAtmPressure(elevationM: number): number;
}

// CommonJS without types.
const psychrolib = createRequire(import.meta.url)('psychrolib') as Psychrolib;
psychrolib.SetUnitSystem(psychrolib.SI);

/** ASHRAE psychrometrics. Stull's approximation is up to 0.83 °C off, which changes verdicts. */
export function deltaT(temperatureC: number, humidityPercent: number, elevationM = 0): number {
  const pressurePa = psychrolib.GetStandardAtmPressure(elevationM);
  return temperatureC - psychrolib.GetTWetBulbFromRelHum(temperatureC, humidityPercent / 100, pressurePa);
}
