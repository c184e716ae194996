import { deltaT } from './delta-t.ts';
import { type HourWeather, type InstantWeather, judge, type SprayLimits, type SprayWindow } from './spray-window-rules.ts';

export { units } from './spray-window-rules.ts';

export interface MeasuredWeather {
  windKmh?: number | undefined;
  gustKmh?: number | undefined;
  temperatureC?: number | undefined;
  humidityPercent?: number | undefined;
}

/**
 * The verdict of measured values alone: UNKNOWN, because rain cannot be measured, or STOP. The web app imports it, so that a phone without
 * a network judges as the service does.
 */
export function judgeMeasured(measured: MeasuredWeather, elevationM: number, limits: SprayLimits): SprayWindow {
  const { windKmh = null, gustKmh = null, temperatureC = null, humidityPercent = null } = measured;
  const deltaTC = temperatureC === null || humidityPercent === null ? null : roundedDeltaT(temperatureC, humidityPercent, elevationM);
  const instant: InstantWeather = { windKmh, temperatureC, humidityPercent, deltaTC, cloudPercent: null, temperature80mC: null };
  const hour: HourWeather = { gustKmh, rainMm: null, rainPercent: null };
  return judge({ instants: [instant], hours: [hour], rainFastHours: [], isLowSun: true }, limits);
}

export const roundedDeltaT = (temperatureC: number, humidityPercent: number, elevationM: number): number =>
  Math.round(deltaT(temperatureC, humidityPercent, elevationM) * 100) / 100;
