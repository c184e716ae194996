import { type Static, Type } from 'typebox';
import { idValue, toJson } from '../platform/http/id-json.ts';
import { CalendarDate, Exact, Id, Int32, Line, NullableDate, NullableOneOf, named, OneOf } from '../platform/http/schemas.ts';
import { beeHazards, doseUnits, type Product } from './product.ts';
import { maxUses, type ProductInput, productBounds } from './product-rules.ts';

const bounds = (field: keyof typeof productBounds) => ({ minimum: productBounds[field][0], maximum: productBounds[field][1] });
const NullableNumber = (field: keyof typeof productBounds, description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], ...bounds(field), description });
const NullableWhole = (field: keyof typeof productBounds, description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], format: 'int32', ...bounds(field), description });

const texts = {
  reEntryHours: 'Hours after the work in which nobody enters the field. null here and below: the label says nothing.',
  rainFastHours: 'Hours without rain that it needs after the work.',
  beeHazard: 'Danger for bees.',
  bufferMetres: 'Distance to water and sensitive places.',
  withdrawnOn: 'From this date on it must not be used.',
  waterRate: 'Litres of water per hectare that the label recommends.',
  maxApplications: 'Most applications in a season, which is a calendar year.',
  preHarvestDays: 'Days between the work and the harvest.',
};

export const ProductUseSchema = named(
  'ProductUse',
  Exact({
    id: Id(),
    cropId: Id(),
    target: Type.String({ description: 'What it is used against.' }),
    doseMin: Type.Number(bounds('doseMin')),
    doseMax: Type.Number(bounds('doseMax')),
    doseUnit: OneOf(doseUnits),
    waterRate: NullableNumber('waterRate', texts.waterRate),
    maxApplications: NullableWhole('maxApplications', texts.maxApplications),
    preHarvestDays: NullableWhole('preHarvestDays', texts.preHarvestDays),
  }),
);

export const ProductSchema = named(
  'Product',
  Exact({
    id: Id(),
    name: Type.String(),
    authorisationNumber: Type.String({ description: 'Unique, regardless of case.' }),
    activeIngredients: Type.String(),
    reEntryHours: NullableWhole('reEntryHours', texts.reEntryHours),
    rainFastHours: NullableNumber('rainFastHours', texts.rainFastHours),
    beeHazard: NullableOneOf(beeHazards, { description: texts.beeHazard }),
    bufferMetres: NullableWhole('bufferMetres', texts.bufferMetres),
    withdrawnOn: NullableDate({ description: texts.withdrawnOn }),
    version: Int32({ minimum: 1, description: 'For If-Match.' }),
    uses: Type.Array(ProductUseSchema, { description: 'What the label allows.' }),
  }),
);

const useExample = {
  id: 1,
  cropId: 2,
  target: 'Brown planthopper',
  doseMin: 0.3,
  doseMax: 0.5,
  doseUnit: 'l/ha',
  waterRate: 20,
  maxApplications: 2,
  preHarvestDays: 14,
};
export const productExample = {
  id: 1,
  name: 'Hopper Guard 250',
  authorisationNumber: '1234/CNKT-BVTV',
  activeIngredients: 'buprofezin 250 g/l',
  reEntryHours: 24,
  rainFastHours: 2,
  beeHazard: 'moderate',
  bufferMetres: 10,
  withdrawnOn: null,
  version: 1,
  uses: [useExample],
};

const Hours = (field: keyof typeof productBounds) => Type.Optional(Type.Number({ ...bounds(field) }));
const Whole = (field: keyof typeof productBounds) => Type.Optional(Int32({ ...bounds(field) }));
export const ProductBody = named(
  'NewProduct',
  Type.Object({
    name: Line(200),
    authorisationNumber: Line(60),
    activeIngredients: Line(500),
    reEntryHours: Whole('reEntryHours'),
    rainFastHours: Hours('rainFastHours'),
    beeHazard: Type.Optional(OneOf(beeHazards)),
    bufferMetres: Whole('bufferMetres'),
    withdrawnOn: Type.Optional(CalendarDate()),
    uses: Type.Array(
      Type.Object({
        cropId: Id('The crop.'),
        target: Line(200),
        doseMin: Type.Number(bounds('doseMin')),
        doseMax: Type.Number(bounds('doseMax')),
        doseUnit: OneOf(doseUnits),
        waterRate: Hours('waterRate'),
        maxApplications: Whole('maxApplications'),
        preHarvestDays: Whole('preHarvestDays'),
      }),
      { maxItems: maxUses },
    ),
  }),
);
const { id: _, version: __, uses: ___, withdrawnOn: ____, ...exampleFields } = productExample;
const { id: _____, ...useFields } = useExample;
/** The same fields for a PUT. */
export const ProductChangeBody = named('ProductChange', Type.Object(ProductBody.properties));
export const productBodyExample = { ...exampleFields, uses: [useFields] };

/** Trimmed texts, and null for what is left out. */
export const toProductInput = (body: Static<typeof ProductBody>): ProductInput => ({
  name: body.name.trim(),
  authorisationNumber: body.authorisationNumber.trim(),
  activeIngredients: body.activeIngredients.trim(),
  reEntryHours: body.reEntryHours ?? null,
  rainFastHours: body.rainFastHours ?? null,
  beeHazard: body.beeHazard ?? null,
  bufferMetres: body.bufferMetres ?? null,
  withdrawnOn: body.withdrawnOn ?? null,
  uses: body.uses.map((use) => ({
    cropId: use.cropId,
    target: use.target.trim(),
    doseMin: use.doseMin,
    doseMax: use.doseMax,
    doseUnit: use.doseUnit,
    waterRate: use.waterRate ?? null,
    maxApplications: use.maxApplications ?? null,
    preHarvestDays: use.preHarvestDays ?? null,
  })),
});

export const writeProduct = ({ id, uses, ...product }: Product): string =>
  toJson({ id: idValue(id), ...product, uses: uses.map((use) => ({ ...use, id: idValue(use.id), cropId: idValue(use.cropId) })) });
