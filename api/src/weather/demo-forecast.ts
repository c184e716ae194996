import { createHash } from 'node:crypto';
import { type Cell, cellKey, type Forecast, type ForecastHour, type ForecastProvider, forecastDays, hourMs } from './forecast.ts';

const dayMs = 24 * hourMs;

/** Every third morning is rainy everywhere, so that there is always an order to rebook. */
const rainyMorningEveryDays = 3;

/**
 * A generated forecast for demo data, deterministic by place and hour. Its hours follow local solar time. The morning of `rainyDate` is
 * one of the rainy ones.
 */
export function demoForecast(clock: () => Date, rainyDate?: string): ForecastProvider {
  return {
    source: 'demo',
    async fetch(cells) {
      const firstHour = new Date(Math.floor(clock().getTime() / dayMs - 1) * dayMs);
      return cells.map((cell) => makeForecast(cell, firstHour, rainyDate));
    },
  };
}

export const isRainyMorning = (date: string, rainyDate = '1970-01-01'): boolean =>
  ((Date.parse(date) - Date.parse(rainyDate)) / dayMs) % rainyMorningEveryDays === 0;

function makeForecast(cell: Cell, firstHour: Date, rainyDate: string | undefined): Forecast {
  const solarOffsetMs = Math.round(cell.longitudeTenths / 150) * hourMs;
  const hours = Array.from({ length: (forecastDays + 2) * 24 }, (_, index) => {
    const local = new Date(firstHour.getTime() + index * hourMs + solarOffsetMs);
    const date = local.toISOString().slice(0, 10);
    return makeHour(cell, date, local.getUTCHours(), isRainyMorning(date, rainyDate));
  });
  return { firstHour, elevationM: 3, hours };
}

function makeHour(cell: Cell, date: string, hour: number, isRainyDay: boolean): ForecastHour {
  const day = fraction(`${cellKey(cell)} ${date}`);
  const jitter = fraction(`${cellKey(cell)} ${date} ${hour}`);
  const isRainy = isRainyDay && hour >= 3 && hour < 10;
  const warmth = Math.cos(((hour - 14) / 24) * 2 * Math.PI);
  const temperatureC = round(28 + 4.5 * warmth + day - (isRainy ? 3 : 0));
  const afternoonShower = day > 0.7 && hour >= 14 && hour < 17;
  return {
    temperatureC,
    humidityPercent: Math.round(isRainy ? 96 : 76 - 12 * warmth + 6 * jitter),
    rainMm: isRainy ? round(2 + 3 * jitter) : afternoonShower ? round(0.3 + jitter) : 0,
    rainPercent: isRainy ? 90 : afternoonShower ? 65 : Math.round(20 * jitter),
    windKmh: round(4 + 5 * (warmth + 1) * (0.6 + 0.4 * jitter) + (day > 0.85 ? 6 : 0)),
    gustKmh: round(8 + 6 * (warmth + 1) + 4 * jitter),
    windDirectionDeg: Math.round(day * 359),
    cloudPercent: isRainy ? 100 : Math.round(30 + 50 * jitter),
    temperature80mC: round(temperatureC - 0.6),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A pseudo-random number from 0 to 1 that depends on the text only. */
function fraction(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 0xffffffff;
}
