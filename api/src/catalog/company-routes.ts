import { Type } from 'typebox';
import type { MapTiles } from '../platform/config/map-config.ts';
import { type Route, route } from '../platform/http/route.ts';
import { CalendarDate, Exact, Int32, NullableText, named } from '../platform/http/schemas.ts';
import { type Clock, wallTime } from '../platform/time/clock.ts';
import { squareMetresOf } from './area-unit-rules.ts';
import type { Catalog } from './catalog.ts';

const CompanySchema = named(
  'Company',
  Exact({
    name: Type.String(),
    phoneNumber: NullableText({ description: 'Of the office; null: none is set.' }),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    currencyDigits: Int32({ minimum: 0, maximum: 4, description: 'Decimals of the smallest unit of the currency.' }),
    areaUnit: Type.String({ description: 'Unit of area.' }),
    areaUnitM2: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'Its square metres; null: not known.' }),
    formerAreaUnits: Type.Array(Type.String(), { description: 'Other units that orders may have, of the same size.' }),
    timeZone: Type.String({ description: 'IANA time zone of the sessions.' }),
    locale: Type.String(),
    today: CalendarDate({ description: "Current date in the company's time zone." }),
    tileUrl: NullableText({ description: 'URL template of raster map tiles with {z}, {x} and {y}; null: maps show an outline only.' }),
    tileAttribution: NullableText({ description: 'Attribution to show on a map.' }),
    objectionDays: Int32({ minimum: 0, description: 'How many days after its completion a farmer can object to work.' }),
    cardProvider: NullableText({
      description: 'Card payment provider; `sandbox` is for test payments. Null: card payments are not available.',
    }),
    sendsMail: Type.Boolean({ description: 'Whether a mail server is set up. Without one, mails reach nobody.' }),
  }),
);

export interface PublicFacts {
  catalog: Catalog;
  clock: Clock;
  tiles: MapTiles | undefined;
  cardProvider: string | null;
  sendsMail: boolean;
}

/** Company data that the web app needs before sign-in. */
export function companyRoutes({ catalog, clock, tiles, ...setUp }: PublicFacts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/auth/company',
      operationId: 'getCompany',
      access: 'public',
      tag: 'accounts',
      summary: 'Public company data',
      description:
        'Data for pages before sign-in: name, phone number, currency, unit of area, time zone and map of the company, and what is set up.',
      response: CompanySchema,
      example: {
        name: 'Swath',
        phoneNumber: '0296 3888 123',
        currency: 'VND',
        currencyDigits: 0,
        areaUnit: 'decare',
        areaUnitM2: 1000,
        formerAreaUnits: [],
        timeZone: 'Asia/Ho_Chi_Minh',
        locale: 'vi-VN',
        today: '2026-11-15',
        tileUrl: null,
        tileAttribution: null,
        objectionDays: 14,
        cardProvider: 'sandbox',
        sendsMail: true,
      },
      async handle() {
        const { company } = await catalog.facts();
        const { name, phoneNumber, currency, currencyDigits, areaUnit, formerAreaUnits, timeZone, locale, objectionDays } = company;
        return {
          name,
          phoneNumber,
          currency,
          currencyDigits,
          areaUnit,
          areaUnitM2: squareMetresOf(areaUnit) ?? null,
          formerAreaUnits,
          timeZone,
          locale,
          today: wallTime(clock(), timeZone).date,
          tileUrl: tiles?.url ?? null,
          tileAttribution: tiles?.attribution ?? null,
          objectionDays,
          ...setUp,
        };
      },
    }),
  ];
}
