import { type Static, Type } from 'typebox';
import { areaUnitCodes, areaUnitOf, squareMetresOf } from '../catalog/area-unit-rules.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Company } from '../catalog/catalog-store.ts';
import { Paged, pageExample, pageOf } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Line, LineOrEmpty, NullableText, named } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { changeSetting } from './change-catalog.ts';

const ObjectionDays = Type.Integer({
  minimum: 0,
  maximum: 365,
  description: 'How many days after its completion a farmer can object to work.',
});

const SettingSchema = named(
  'Setting',
  Exact({
    companyName: Type.String(),
    areaUnit: Type.String({
      description: 'Unit of area, see GET /api/admin/area-unit/. Another text: from before the list, it must be chosen once.',
    }),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    currencyDigits: Type.Integer({ minimum: 0, maximum: 4, description: 'Decimals of the smallest unit of the currency.' }),
    timeZone: Type.String({ description: 'IANA time zone of the sessions.' }),
    locale: Type.String(),
    address: NullableText({ description: 'This and the following fields are printed on receipts and invoices.' }),
    taxCode: NullableText(),
    phoneNumber: NullableText(),
    email: NullableText(),
    openBookingLimit: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Maximum number of open bookings per farmer; the office is exempt.',
    }),
    rebookingDays: Type.Integer({ minimum: 1, maximum: 14, description: 'How many days ahead a rebooking looks for free places.' }),
    objectionDays: ObjectionDays,
  }),
);
const settingExample = {
  companyName: 'Swath',
  areaUnit: 'decare',
  currency: 'VND',
  currencyDigits: 0,
  timeZone: 'Asia/Ho_Chi_Minh',
  locale: 'vi-VN',
  address: '12 Trần Hưng Đạo, Chợ Mới, An Giang',
  taxCode: '1600123456',
  phoneNumber: '0296 3888 123',
  email: 'office@swath.example',
  openBookingLimit: 100,
  rebookingDays: 7,
  objectionDays: 14,
};

const AreaUnitSchema = named('AreaUnit', Exact({ code: Type.String(), squareMetres: Type.Number() }));

const SettingBody = named(
  'SettingChange',
  Type.Object({
    companyName: Type.Optional(Line(200)),
    areaUnit: Type.Optional(Line(40, { description: `One of: ${areaUnitCodes.join(', ')}.` })),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', patternHint: 'must be three capitals, like VND' })),
    currencyDigits: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 4, description: 'Default for a new currency: its decimals by ISO 4217.' }),
    ),
    timeZone: Type.Optional(Line(100)),
    locale: Type.Optional(Line(40)),
    address: Type.Optional(LineOrEmpty(300, { description: 'An empty text clears it; the same applies to the following fields.' })),
    taxCode: Type.Optional(LineOrEmpty(40)),
    phoneNumber: Type.Optional(LineOrEmpty(40)),
    email: Type.Optional(
      Type.String({
        maxLength: 254,
        pattern: '^\\s*$|^\\s*[^\\s@]+@[^\\s@]+\\.[^\\s@]+\\s*$',
        patternHint: 'must be an e-mail address, or empty',
      }),
    ),
    openBookingLimit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Maximum number of open bookings per farmer; a farmer may have another limit.',
      }),
    ),
    rebookingDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 14, description: 'How many days ahead a rebooking looks for free places.' }),
    ),
    objectionDays: Type.Optional(ObjectionDays),
  }),
);

/** Blank text clears a value; undefined leaves it unchanged. */
const cleared = (text: string | undefined) => (text === undefined ? undefined : text.trim() || null);

const settingOf = ({ name, formerAreaUnits: _, ...rest }: Company): Static<typeof SettingSchema> => ({ companyName: name, ...rest });

export function settingRoutes({ database, catalog, clock }: { database: Database; catalog: Catalog; clock: Clock }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/admin/area-unit/',
      operationId: 'listAreaUnits',
      access: 'admin',
      tag: 'admin',
      summary: 'Units of area that a company can have',
      paging: { sortable: [] },
      response: Paged('AreaUnitPage', AreaUnitSchema),
      example: { content: [{ code: 'decare', squareMetres: 1000 }], page: pageExample },
      handle: ({ pageable }) => pageOf(areaUnitCodes, pageable, (code) => JSON.stringify({ code, squareMetres: squareMetresOf(code) })),
    }),
    route({
      method: 'GET',
      path: '/api/admin/setting',
      operationId: 'getSetting',
      access: 'admin',
      tag: 'admin',
      summary: "The company's settings",
      response: SettingSchema,
      example: settingExample,
      handle: async () => settingOf((await catalog.facts()).company),
    }),
    route({
      method: 'PATCH',
      path: '/api/admin/setting',
      operationId: 'changeSetting',
      access: 'admin',
      tag: 'admin',
      summary: "Change the company's settings",
      description:
        'Omitted fields stay unchanged. The currency and its decimals can be changed only while there are no orders. The unit of area can be replaced by a word for the same size at any time, by another size only while there are no areas in it.',
      body: SettingBody,
      bodyExample: { companyName: 'Cánh Đồng Xanh' },
      response: SettingSchema,
      example: { ...settingExample, companyName: 'Cánh Đồng Xanh' },
      problems: ['CURRENCY_IN_USE', 'UNIT_IN_USE'],
      async handle({ body, user }) {
        const { companyName, areaUnit, address, taxCode, phoneNumber, email } = body;
        const values = {
          currency: body.currency,
          currencyDigits: body.currencyDigits,
          timeZone: body.timeZone,
          locale: body.locale,
          openBookingLimit: body.openBookingLimit,
          rebookingDays: body.rebookingDays,
          objectionDays: body.objectionDays,
          name: companyName?.trim(),
          areaUnit: areaUnit === undefined ? undefined : (areaUnitOf(areaUnit) ?? areaUnit.trim()),
          address: cleared(address),
          taxCode: cleared(taxCode),
          phoneNumber: cleared(phoneNumber),
          email: cleared(email),
        };
        const company = await changeSetting({ database, actorId: user.id, now: clock() }, values);
        catalog.invalidate();
        return settingOf(company);
      },
    }),
  ];
}
