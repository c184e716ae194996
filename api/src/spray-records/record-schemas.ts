import { type TSchema, Type } from 'typebox';
import { roles } from '../platform/http/auth.ts';
import {
  CalendarDate,
  Exact,
  Id,
  Int32,
  Nullable,
  NullableDate,
  NullableOneOf,
  NullableText,
  named,
  OneOf,
  Timestamp,
} from '../platform/http/schemas.ts';
import { applyDetails, buildRecord } from './build-record-rules.ts';
import { canonicalJson } from './canonical-json-rules.ts';
import { profileIds, recordFields } from './profile-rules.ts';
import { findingCodes } from './record-content.ts';
import { versionExample, visitExample } from './record-example.ts';
import { hashContent } from './record-hash.ts';

/** The content is hashed as it was stored, so old records do not get the fields that came later. */
const leftOut = 'Left out: the record was made before products were compared with the register.';

const NullableNumber = (description?: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], ...(description === undefined ? {} : { description }) });
const NullableTime = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });
const Digits = () => Type.String({ description: 'An id, as text: it is part of what is hashed.' });

const LicenceSchema = Exact({
  number: Type.String(),
  class: NullableText(),
  issuer: NullableText(),
  validUntil: NullableDate({ description: 'null: entered by hand.' }),
});
const PersonSchema = named('SprayRecordPerson', Exact({ id: Digits(), name: Type.String(), licences: Type.Array(LicenceSchema) }));
const ProductSchema = named(
  'SprayRecordProduct',
  Exact({
    name: Type.String(),
    authorisationNumber: NullableText(),
    activeIngredients: NullableText(),
    dose: NullableNumber(),
    doseUnit: NullableText(),
    total: NullableNumber('Used on the whole treated area.'),
    totalUnit: NullableText(),
    reEntryHours: NullableNumber(),
    preHarvestDays: NullableNumber(),
    productId: Type.Optional(
      NullableText({
        description: `In the register of products; null: it is not there. ${leftOut}`,
      }),
    ),
  }),
);
const values = {
  windKmh: NullableNumber(),
  gustKmh: NullableNumber(),
  windDirectionDeg: NullableNumber('Where the wind comes from.'),
  temperatureC: NullableNumber(),
  humidityPercent: NullableNumber(),
};
const WeatherSchema = named(
  'SprayRecordWeather',
  Exact({ measured: Nullable(Exact(values)), forecast: Nullable(Exact({ ...values, source: Type.String(), fetchedAt: Timestamp() })) }),
);
const VersionSchema = {
  version: Int32({ minimum: 1 }),
  cause: OneOf(['finish', 'completion', 'correction'], {
    description: 'finish: the crew reported the work. completion: something missing was added. correction: a complete record was changed.',
  }),
  madeAt: Timestamp(),
  madeBy: Nullable(Exact({ id: Digits(), name: Type.String(), role: OneOf(roles) })),
  reason: NullableText(),
};

export const RecordContentSchema = named(
  'SprayRecordContent',
  Exact({
    format: Type.String(),
    number: Type.String(),
    orderId: Digits(),
    visit: Int32({ minimum: 1 }),
    version: Exact(VersionSchema),
    profile: OneOf(profileIds),
    company: Exact({
      name: Type.String(),
      address: NullableText(),
      phoneNumber: NullableText(),
      email: NullableText(),
      taxCode: NullableText(),
      timeZone: Type.String(),
    }),
    customer: Exact({ id: Digits(), name: Type.String(), phoneNumber: NullableText(), address: NullableText() }),
    operator: PersonSchema,
    helpers: Type.Array(PersonSchema),
    field: Exact({
      id: NullableText(),
      name: Type.String(),
      latitude: Type.Number(),
      longitude: Type.Number(),
      boundary: Nullable(Exact({ type: OneOf(['Polygon', 'MultiPolygon']), coordinates: Type.Array(Type.Unsafe<unknown>({})) })),
      areaM2: NullableNumber(),
    }),
    treatedArea: Type.Number(),
    areaUnit: Type.String(),
    treatedAreaHa: NullableNumber('null: the unit is not a known one.'),
    crop: Exact({ name: Type.String(), eppoCode: NullableText(), bbch: NullableNumber('Growth stage.') }),
    target: NullableText(),
    products: Type.Array(ProductSchema),
    mixOverrideReason: NullableText({ description: 'Why an admin allowed what the label does not.' }),
    findings: Type.Optional(
      Type.Array(
        Exact({
          product: Type.String(),
          code: OneOf(findingCodes),
          used: NullableText({ description: 'A dose with its unit, a number of applications, or an authorisation number.' }),
          allowed: NullableText({ description: 'The same by the register, or the date of the withdrawal.' }),
        }),
        {
          description: `How the products differ from the register and their labels, without what an admin has allowed in the mix. ${leftOut}`,
        },
      ),
    ),
    findingsReason: Type.Optional(
      NullableText({ description: `Why an admin leaves the findings as they are; null: they are open. ${leftOut}` }),
    ),
    intervalsUnknown: Type.Optional(
      Type.Boolean({ description: `The intervals of a product are not known, so those below may be too short. ${leftOut}` }),
    ),
    water: Exact({ litresPerHectare: NullableNumber(), totalLitres: NullableNumber() }),
    equipment: Exact({
      description: NullableText(),
      droneModel: NullableText(),
      droneSerial: NullableText(),
      droneRegistration: NullableText(),
    }),
    date: CalendarDate(),
    startedAt: NullableTime('Begin of the work.'),
    finishedAt: Timestamp(),
    weather: Exact({
      start: WeatherSchema,
      end: WeatherSchema,
      verdict: NullableText(),
      overrideReason: NullableText(),
      isUnaware: Type.Boolean({ description: 'The crew was offline and did not know that the weather said stop.' }),
    }),
    reEntryAt: NullableTime('Nobody enters the field before; null: no product says so.'),
    harvestFrom: NullableDate({ description: 'First date of the harvest; null: no product says so.' }),
    buffersKept: NullableText(),
    note: NullableText(),
  }),
);

const head = {
  id: Id(),
  number: Type.String({ description: 'As printed.' }),
  orderId: Id(),
  visit: Int32({ minimum: 1 }),
  version: Int32({ minimum: 1 }),
  date: CalendarDate({ description: "End of the work, on the company's calendar." }),
};
const state = {
  complete: Type.Boolean({ description: 'Nothing that the profile asks for is missing. A change is a correction then.' }),
  missing: Type.Array(OneOf(recordFields), { description: 'What the profile asks for and the record lacks.' }),
  dueAt: Timestamp({ description: 'By when the law wants it complete.' }),
  reEntryAt: NullableTime('Nobody enters the field before.'),
  harvestFrom: NullableDate({ description: 'First date of the harvest.' }),
  intervalsUnknown: Type.Boolean({
    description: 'The intervals of a product are not known: only the office can say when to enter or harvest.',
  }),
};

export const RecordItemSchema = named(
  'SprayRecordItem',
  Exact({
    ...head,
    finishedAt: Timestamp(),
    farmer: Type.String(),
    location: Type.String(),
    operator: Type.String(),
    products: Type.String({ description: 'Names; empty: none is known.' }),
    ...state,
  }),
);

export const RecordSchema = named(
  'SprayRecord',
  Exact({
    ...head,
    ...state,
    hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the canonical JSON (RFC 8785) of `content`.' }),
    link: Nullable(
      Exact(
        { sequence: Type.Integer({ format: 'int64', minimum: 1 }), previousHash: Type.String(), hash: Type.String() },
        { description: 'Place in the hash chain; null: it is linked in a moment.' },
      ),
    ),
    profile: NullableOneOf(profileIds),
    content: RecordContentSchema,
  }),
);

export const RecordVersionSchema = named(
  'SprayRecordVersion',
  Exact({ ...VersionSchema, hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) }) as TSchema,
);

const contentExample = applyDetails(buildRecord(visitExample, 'SR-000012', versionExample), { eppoCode: 'ORYSA', bbch: 51 }, () => '');
const hashExample = hashContent(canonicalJson(contentExample));
const stateExample = {
  complete: true,
  missing: [],
  dueAt: '2026-11-23T23:40:00.000Z',
  reEntryAt: contentExample.reEntryAt,
  harvestFrom: contentExample.harvestFrom,
  intervalsUnknown: false,
};
const headExample = { id: 12, number: 'SR-000012', orderId: 42, visit: 1, version: 1, date: '2026-11-17' };

export const recordItemExample = {
  ...headExample,
  finishedAt: '2026-11-16T23:40:00.000Z',
  farmer: 'Nguyễn Văn Lúa',
  location: 'Ruộng sau đình',
  operator: 'Lê Văn Bay',
  products: 'Rầy Xanh 250',
  ...stateExample,
};
export const recordExample = {
  ...headExample,
  ...stateExample,
  hash: hashExample,
  link: { sequence: 12, previousHash: '0'.repeat(64), hash: hashExample },
  profile: 'vn',
  content: contentExample,
};
export const recordVersionExample = { ...versionExample, hash: hashExample };
