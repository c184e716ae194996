/** Values of one hour that a forecast has, in the order in which they are stored. Null: not known. */
export const forecastFields = [
  'temperatureC',
  'humidityPercent',
  'rainMm',
  'rainPercent',
  'windKmh',
  'gustKmh',
  'windDirectionDeg',
  'cloudPercent',
  'temperature80mC',
] as const;
export type ForecastField = (typeof forecastFields)[number];
export type ForecastHour = Record<ForecastField, number | null>;

export interface Forecast {
  /** Start of the first hour, at a full hour in UTC. */
  firstHour: Date;
  elevationM: number;
  /** Hour by hour without gaps. Rain and gusts are those of the 60 minutes from the start of the hour on, all other values those at its start. */
  hours: readonly ForecastHour[];
}

/** A square of 0.1 degrees, by tenths of degrees of its centre. */
export interface Cell {
  latitudeTenths: number;
  longitudeTenths: number;
}

export const cellOf = (latitude: number, longitude: number): Cell => ({
  latitudeTenths: Math.round(latitude * 10),
  longitudeTenths: Math.round(longitude * 10),
});

/** Where the sun is calculated, so that every page gives the same verdict. */
export const centreOf = ({ latitudeTenths, longitudeTenths }: Cell): { latitude: number; longitude: number } => ({
  latitude: latitudeTenths / 10,
  longitude: longitudeTenths / 10,
});

export const cellKey = ({ latitudeTenths, longitudeTenths }: Cell): string => `${latitudeTenths},${longitudeTenths}`;

/** A forecast provider. */
export interface ForecastProvider {
  /** Shown with every verdict. */
  readonly source: string;
  /** One forecast per cell, in the same order; undefined for an unusable response. Rejects if the provider fails. */
  fetch(cells: readonly Cell[], signal: AbortSignal): Promise<(Forecast | undefined)[]>;
}

export const hourMs = 3_600_000;

/** Days that a forecast covers, today included. */
export const forecastDays = 16;

/** An older forecast is not used. */
export const maxAgeMs = 6 * hourMs;

/** Retention of the forecast of a place without orders. */
export const wantedForMs = 2 * 24 * hourMs;
