import type { Shape } from '../api/client.ts';

export type Measured = NonNullable<Shape<'Start'>['measured']>;
export type MeasuredField = keyof Measured;

/** Ranges of what a crew can enter, with the unit. */
export const measuredFields = {
  windKmh: { from: 0, to: 200, unit: 'km/h' },
  gustKmh: { from: 0, to: 300, unit: 'km/h' },
  temperatureC: { from: -40, to: 60, unit: '°C' },
  humidityPercent: { from: 0, to: 100, unit: '%' },
} as const satisfies Record<MeasuredField, { from: number; to: number; unit: string }>;

export type Typed = Partial<Record<MeasuredField, string>>;
export type MeasuredError = 'missing' | 'range';

/** Reads what was typed, with a comma or a point. Without any entry there is nothing to send; the wind belongs to every other value. */
export function readMeasured(typed: Typed): { measured: Measured | undefined; errors: Partial<Record<MeasuredField, MeasuredError>> } {
  const errors: Partial<Record<MeasuredField, MeasuredError>> = {};
  const values: Partial<Measured> = {};
  for (const [name, { from, to }] of Object.entries(measuredFields) as [MeasuredField, { from: number; to: number }][]) {
    const text = typed[name]?.trim().replace(',', '.') ?? '';
    if (text === '') continue;
    const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= from && value <= to) values[name] = value;
    else errors[name] = 'range';
  }
  const { windKmh } = values;
  if (windKmh !== undefined) return { measured: { ...values, windKmh }, errors };
  if (Object.keys(values).length > 0 && errors.windKmh === undefined) errors.windKmh = 'missing';
  return { measured: undefined, errors };
}
