import { Type } from 'typebox';
import type { FieldError } from '../errors.ts';
import { idValue, toJson } from '../platform/http/id-json.ts';
import { Exact, Id, Int32, Nullable, NullableOneOf, NullableText, named, OneOf, Text } from '../platform/http/schemas.ts';
import { breachCodes } from '../products/label-rules.ts';
import { beeHazards, doseUnits } from '../products/product.ts';
import type { Mix } from './mix.ts';

const NullableNumber = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });
const NullableId = (description: string) =>
  Type.Unsafe<string | null>({ type: ['integer', 'null'], format: 'int64', minimum: 1, description });
const person = () => Exact({ id: Id(), fullName: Type.String() });

const fields = {
  orderId: Id(),
  version: Int32({ minimum: 0, description: 'For If-Match; 0: no mix is set.' }),
  waterRate: NullableNumber('Litres of water per hectare; null: no mix is set.'),
  products: Type.Array(
    Exact({
      productId: Id(),
      name: Type.String(),
      authorisationNumber: Type.String(),
      activeIngredients: Type.String(),
      useId: NullableId('null: the crop is not on the label, and an admin allowed it.'),
      target: NullableText(),
      dose: Type.Number(),
      doseUnit: OneOf(doseUnits),
      reEntryHours: NullableNumber('Hours after the work in which nobody enters the field.'),
      rainFastHours: NullableNumber('Hours without rain that it needs after the work.'),
      beeHazard: NullableOneOf(beeHazards),
      bufferMetres: NullableNumber('Distance to water and sensitive places.'),
      preHarvestDays: NullableNumber('Days between the work and the harvest.'),
    }),
    { description: 'In the order in which they were entered; empty: no mix is set.' },
  ),
  setBy: Nullable(person()),
  setAt: NullableText({ description: 'UTC' }),
  override: Nullable(Exact({ reason: Type.String(), by: person() }, { description: 'Why an admin allowed what a label does not.' })),
};

export const MixSchema = named('OrderMix', Exact(fields));
export const CheckedMixSchema = named(
  'CheckedOrderMix',
  Exact({
    ...fields,
    breaches: Type.Array(Exact({ path: Type.String(), message: Type.String(), code: OneOf(breachCodes) }), {
      description: 'What it breaks of the labels as they are now.',
    }),
  }),
);

export const mixExample = {
  orderId: 42,
  version: 1,
  waterRate: 20,
  products: [
    {
      productId: 1,
      name: 'Hopper Guard 250',
      authorisationNumber: '1234/CNKT-BVTV',
      activeIngredients: 'buprofezin 250 g/l',
      useId: 1,
      target: 'Brown planthopper',
      dose: 0.4,
      doseUnit: 'l/ha',
      reEntryHours: 24,
      rainFastHours: 2,
      beeHazard: 'moderate',
      bufferMetres: 10,
      preHarvestDays: 14,
    },
  ],
  setBy: { id: 4, fullName: 'Trần Thị Đồng' },
  setAt: '2026-11-15T02:30:00.000Z',
  override: null,
};
export const checkedMixExample = { ...mixExample, breaches: [] };

export const MixBody = named(
  'NewOrderMix',
  Type.Object({
    waterRate: Type.Number({ minimum: 0.1, maximum: 10_000, description: 'Litres of water per hectare.' }),
    products: Type.Array(
      Type.Object({
        productId: Id('The product.'),
        useId: Type.Optional(Id('The use on its label. If left out, one for the crop that allows the dose.')),
        dose: Type.Number({ minimum: 0.0001, maximum: 1_000_000 }),
        doseUnit: OneOf(doseUnits),
      }),
      { minItems: 1, maxItems: 10 },
    ),
    overrideReason: Type.Optional(
      Text(500, { mayBeOmitted: true, description: 'Only by an admin: why the mix is used although it breaks a label.' }),
    ),
  }),
);
export const mixBodyExample = { waterRate: 20, products: [{ productId: 1, useId: 1, dose: 0.4, doseUnit: 'l/ha' }] };

const shownPerson = (value: { id: string; fullName: string }) => ({ id: idValue(value.id), fullName: value.fullName });

/** JSON of a mix; without one, of an order that has none yet. */
export const writeMix = (orderId: string, mix: Mix | undefined, breaches?: readonly FieldError[]): string =>
  toJson({
    orderId: idValue(orderId),
    version: mix?.version ?? 0,
    waterRate: mix?.waterRate ?? null,
    products: (mix?.products ?? []).map((product) => ({
      ...product,
      productId: idValue(product.productId),
      useId: product.useId === null ? null : idValue(product.useId),
    })),
    setBy: mix === undefined ? null : shownPerson(mix.setBy),
    setAt: mix?.setAt ?? null,
    override: mix?.override == null ? null : { reason: mix.override.reason, by: shownPerson(mix.override.by) },
    ...(breaches === undefined ? {} : { breaches }),
  });
