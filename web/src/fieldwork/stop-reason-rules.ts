import type { FieldProblem } from '../api/problem.ts';
import type { OrderSprayWindow } from '../weather/spray-windows.ts';

type Factor = OrderSprayWindow['factors'][number];

/** A factor that stops a start, from the refusal of the service: `factor.wind` with `20 km/h (limit 19 km/h)`. */
export function toFactor({ path, message }: FieldProblem): Factor | undefined {
  const found = /^(-?[\d.]+) (\S+?)(?: \(limit (-?[\d.]+) \S+\))?$/.exec(message);
  if (found === null || !path.startsWith('factor.')) return undefined;
  const [, value, unit, limit] = found;
  return {
    factor: path.slice('factor.'.length) as Factor['factor'],
    value: Number(value),
    unit: unit as Factor['unit'],
    limit: limit === undefined ? null : Number(limit),
    verdict: 'STOP',
  };
}
