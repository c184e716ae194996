import { Type } from 'typebox';
import { SessionSchema, sessionExample } from '../catalog/catalog-schemas.ts';
import { CalendarDate, Exact, Id, NullableText, named, OneOf } from '../platform/http/schemas.ts';
import type { PlaceVerdicts } from './spray-window.ts';
import { factorNames, type SprayWindow, units, verdicts } from './spray-window-rules.ts';

const NullableNumber = (options: object = {}) => Type.Unsafe<number | null>({ type: ['number', 'null'], ...options });

export const FactorSchema = named(
  'SprayFactor',
  Exact({
    factor: OneOf(factorNames),
    value: NullableNumber({ description: 'The worst value of the hours; null: not known.' }),
    unit: OneOf([...new Set(Object.values(units))]),
    limit: NullableNumber({ description: 'The bound that the value exceeds, or the next one that it is within.' }),
    verdict: OneOf(verdicts),
  }),
);

const windowProperties = {
  date: CalendarDate(),
  session: SessionSchema,
  verdict: OneOf(verdicts, { description: 'Verdict of the worst factor. UNKNOWN: a required value is missing or too old.' }),
  factors: Type.Array(FactorSchema, { description: 'Empty without a usable forecast.' }),
  source: NullableText({ description: 'Source of the forecast; `demo` is generated. Null: none is stored for this place.' }),
  fetchedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description: 'When it was fetched.' }),
};
export const SprayWindowSchema = named('SprayWindow', Exact(windowProperties));
export const OrderSprayWindowSchema = named(
  'OrderSprayWindow',
  Exact({
    orderId: Id(),
    elevationM: NullableNumber({ description: 'Elevation of the place in metres, by the forecast; for Delta-T of measured values.' }),
    ...windowProperties,
  }),
);

export const factorExample = { factor: 'wind', value: 8.2, unit: 'km/h', limit: 15, verdict: 'GO' };
export const windowExample = {
  date: '2026-11-17',
  session: sessionExample,
  verdict: 'GO',
  factors: [factorExample],
  source: 'Open-Meteo',
  fetchedAt: '2026-11-16T02:00:00.000Z',
};

/** The origin of a forecast as JSON members. */
export const originJson = ({ source, fetchedAt }: Pick<PlaceVerdicts, 'source' | 'fetchedAt'>): string =>
  `"source":${JSON.stringify(source)},"fetchedAt":${JSON.stringify(fetchedAt)}`;

const writtenFactors = new WeakMap<SprayWindow, string>();

function factorsJson(window: SprayWindow): string {
  let json = writtenFactors.get(window);
  if (json === undefined) {
    json = window.factors
      .map(
        ({ factor, value, limit, verdict }) =>
          `{"factor":"${factor}","value":${value},"unit":"${units[factor]}","limit":${limit},"verdict":"${verdict}"}`,
      )
      .join();
    writtenFactors.set(window, json);
  }
  return json;
}

/** Members of a spray window: the same bytes as JSON.stringify would write, without objects in between. */
export const windowMembers = (date: string, session: string, window: SprayWindow, origin: string): string =>
  `"date":"${date}","session":${session},"verdict":"${window.verdict}","factors":[${factorsJson(window)}],${origin}`;
