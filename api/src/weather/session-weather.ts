import { getTimes } from 'suncalc';
import { deltaT } from './delta-t.ts';
import { type Forecast, type ForecastHour, hourMs } from './forecast.ts';
import type { HourWeather, SessionWeather } from './spray-window-rules.ts';

export interface Place {
  latitude: number;
  longitude: number;
}

const dayMs = 24 * hourMs;

/** The part of a forecast that is relevant for a session: its hours, and the rain-fast hours after it. */
export function sessionWeather(forecast: Forecast, place: Place, start: Date, end: Date, rainFastHours: number): SessionWeather {
  const lowSun = lowSunTimes(place, start, end);
  return {
    hours: hoursBetween(forecast, start.getTime(), end.getTime()).map(({ startMs, hour }) => ({
      ...hour,
      deltaTC: hourDeltaT(hour, forecast.elevationM),
      // Only the part of the hour that the session has.
      isLowSun: lowSun.some(({ from, to }) => Math.max(startMs, start.getTime()) < to && Math.min(startMs + hourMs, end.getTime()) > from),
    })),
    rainFastHours: hoursBetween(forecast, end.getTime(), end.getTime() + rainFastHours * hourMs).map(({ hour }) => hour),
  };
}

/** All hours that overlap the interval; none if the forecast lacks one of them. */
function hoursBetween({ firstHour, hours }: Forecast, fromMs: number, toMs: number): { startMs: number; hour: ForecastHour }[] {
  const first = Math.floor((fromMs - firstHour.getTime()) / hourMs);
  const last = Math.ceil((toMs - firstHour.getTime()) / hourMs) - 1;
  if (first < 0 || last >= hours.length) return [];
  return hours.slice(first, last + 1).map((hour, index) => ({ startMs: firstHour.getTime() + (first + index) * hourMs, hour }));
}

function hourDeltaT(
  { temperatureC, humidityPercent }: Pick<ForecastHour, 'temperatureC' | 'humidityPercent'>,
  elevationM: number,
): number | null {
  if (temperatureC === null || humidityPercent === null) return null;
  return Math.round(deltaT(temperatureC, humidityPercent, elevationM) * 100) / 100;
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

export interface MeasuredWeather {
  windKmh?: number | undefined;
  gustKmh?: number | undefined;
  temperatureC?: number | undefined;
  humidityPercent?: number | undefined;
}

/** Weather measured in the field replaces the forecast's values of every hour of the session. */
export function withMeasured(weather: SessionWeather, measured: MeasuredWeather, elevationM: number): SessionWeather {
  const replace = (hour: HourWeather): HourWeather => {
    const temperatureC = measured.temperatureC ?? hour.temperatureC;
    const humidityPercent = measured.humidityPercent ?? hour.humidityPercent;
    return {
      ...hour,
      temperatureC,
      humidityPercent,
      windKmh: measured.windKmh ?? hour.windKmh,
      gustKmh: measured.gustKmh ?? hour.gustKmh,
      deltaTC: hourDeltaT({ temperatureC, humidityPercent }, elevationM),
    };
  };
  return { ...weather, hours: weather.hours.map(replace) };
}

/** Weather of which only the measured values are known. */
export function onlyMeasured(measured: MeasuredWeather): SessionWeather {
  const unknownHour: HourWeather = {
    temperatureC: null,
    humidityPercent: null,
    deltaTC: null,
    windKmh: null,
    gustKmh: null,
    rainMm: null,
    rainPercent: null,
    cloudPercent: null,
    temperature80mC: null,
    isLowSun: true,
  };
  return withMeasured({ hours: [unknownHour], rainFastHours: [] }, measured, 0);
}
