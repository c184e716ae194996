/// <reference path="./psychrolib.d.ts" />
import psychrolib from 'psychrolib';

psychrolib.SetUnitSystem(psychrolib.SI);

/** ASHRAE psychrometrics. Stull's approximation is up to 0.83 °C off, which changes verdicts. */
export function deltaT(temperatureC: number, humidityPercent: number, elevationM = 0): number {
  const pressurePa = psychrolib.GetStandardAtmPressure(elevationM);
  return temperatureC - psychrolib.GetTWetBulbFromRelHum(temperatureC, humidityPercent / 100, pressurePa);
}
