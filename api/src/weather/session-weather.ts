import { getTimes } from 'suncalc';
import { type Forecast, type ForecastHour, hourMs } from './forecast.ts';
import { roundedDeltaT } from './judge-measured.ts';
import type { SessionWeather } from './spray-window-rules.ts';

export interface Place {
  latitude: number;
  longitude: number;
}

const dayMs = 24 * hourMs;

/** The part of a forecast that is relevant for a session: the weather in it, and the rain-fast hours after it. */
export function sessionWeather(forecast: Forecast, place: Place, start: Date, end: Date, rainFastHours: number): SessionWeather {
  const [startMs, endMs] = [start.getTime(), end.getTime()];
  return {
    // The first hour that starts at or after the end has the values at the end.
    instants: hoursBetween(forecast, startMs, Math.ceil(endMs / hourMs) * hourMs + 1).map((hour) => ({
      ...hour,
      deltaTC: hourDeltaT(hour, forecast.elevationM),
    })),
    hours: hoursBetween(forecast, startMs, endMs),
    rainFastHours: hoursBetween(forecast, endMs, endMs + rainFastHours * hourMs),
    isLowSun: lowSunTimes(place, start, end).some(({ from, to }) => startMs < to && endMs > from),
  };
}

/** All hours that overlap the interval; none if the forecast lacks one of them. */
function hoursBetween({ firstHour, hours }: Forecast, fromMs: number, toMs: number): readonly ForecastHour[] {
  const first = Math.floor((fromMs - firstHour.getTime()) / hourMs);
  const last = Math.ceil((toMs - firstHour.getTime()) / hourMs) - 1;
  return first < 0 || last >= hours.length ? [] : hours.slice(first, last + 1);
}

function hourDeltaT(
  { temperatureC, humidityPercent }: Pick<ForecastHour, 'temperatureC' | 'humidityPercent'>,
  elevationM: number,
): number | null {
  if (temperatureC === null || humidityPercent === null) return null;
  return roundedDeltaT(temperatureC, humidityPercent, elevationM);
}

/** From an hour before sunset to an hour after sunrise, for the nights that a session may touch. */
function lowSunTimes({ latitude, longitude }: Place, start: Date, end: Date): { from: number; to: number }[] {
  const nights: { from: number; to: number }[] = [];
  for (let noon = start.getTime() - dayMs; noon <= end.getTime() + dayMs; noon += dayMs) {
    const today = getTimes(new Date(noon), latitude, longitude);
    const tomorrow = getTimes(new Date(noon + dayMs), latitude, longitude);
    if (today.alwaysDown) nights.push({ from: today.solarNoon.getTime() - dayMs / 2, to: today.solarNoon.getTime() + dayMs / 2 });
    if (today.sunset === null) continue;
    const sunrise = tomorrow.sunrise ?? new Date(today.sunset.getTime() + dayMs);
    nights.push({ from: today.sunset.getTime() - hourMs, to: sunrise.getTime() + hourMs });
  }
  return nights;
}

/** Whether work at these times overlaps the time from sunrise to sunset. */
export function isByDay({ latitude, longitude }: Place, start: Date, end: Date): boolean {
  for (let noon = start.getTime() - dayMs; noon <= end.getTime() + dayMs; noon += dayMs) {
    const { sunrise, sunset, alwaysUp } = getTimes(new Date(noon), latitude, longitude);
    if (alwaysUp) return true;
    if (sunrise !== null && sunset !== null && start < sunset && end > sunrise) return true;
  }
  return false;
}
