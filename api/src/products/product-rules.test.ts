import { describe, expect, test } from 'vitest';
import {
  type BoundedField,
  changedFields,
  numberError,
  type ProductInput,
  productBounds,
  productErrors,
  wholeFields,
} from './product-rules.ts';

const use = {
  cropId: '2',
  target: 'Rice blast',
  doseMin: 0.3,
  doseMax: 0.5,
  doseUnit: 'l/ha' as const,
  waterRate: 20,
  maxApplications: 2,
  preHarvestDays: 14,
};
const product: ProductInput = {
  name: 'Blast Away',
  authorisationNumber: '17/BVTV',
  activeIngredients: 'tricyclazole 750 g/kg',
  reEntryHours: 24,
  rainFastHours: 1.5,
  beeHazard: 'none',
  bufferMetres: 10,
  withdrawnOn: null,
  uses: [use],
};
const isCrop = (id: string) => ['1', '2'].includes(id);
const errorsOf = (change: Partial<ProductInput>) => productErrors({ ...product, ...change }, isCrop).map(({ path }) => path);

describe('numbers of a label', () => {
  test.each(Object.entries(productBounds) as [BoundedField, readonly [number, number]][])(
    'when %s is at its bounds, then it is allowed, and beyond them it is not',
    (field, [least, most]) => {
      const step = wholeFields.includes(field) ? 1 : 0.0001;
      expect([numberError(field, least), numberError(field, most), numberError(field, null)]).toEqual([undefined, undefined, undefined]);
      expect(numberError(field, least - step)).toBe(`must be at least ${least}`);
      expect(numberError(field, most + step)).toBe(`must be at most ${most}`);
    },
  );

  test('when a number has five decimals, or a whole one has any, then it is refused', () => {
    expect(numberError('doseMin', 0.1234)).toBeUndefined();
    expect(numberError('doseMin', 0.12345)).toBe('must have at most 4 decimals');
    expect(numberError('preHarvestDays', 1.5)).toBe('must be a whole number');
  });
});

describe('a product', () => {
  test('when it is complete, then it has no errors', () => expect(errorsOf({})).toEqual([]));
  test('when the smallest dose equals the largest, then it is allowed, and above it is not', () => {
    expect(errorsOf({ uses: [{ ...use, doseMin: 0.5 }] })).toEqual([]);
    expect(errorsOf({ uses: [{ ...use, doseMin: 0.5001 }] })).toEqual(['uses.0.doseMax']);
  });
  test('when a crop is unknown, or a crop and target are there twice, then the use is named', () => {
    expect(errorsOf({ uses: [{ ...use, cropId: '3' }] })).toEqual(['uses.0.cropId']);
    expect(errorsOf({ uses: [use, { ...use, target: 'RICE BLAST' }] })).toEqual(['uses.1.target']);
    expect(errorsOf({ uses: [use, { ...use, cropId: '1' }] })).toEqual([]);
  });
});

describe('changed fields', () => {
  test('when nothing differs, or only the order of uses, then there are none', () => {
    const other = { ...use, cropId: '1' };
    expect(changedFields(product, structuredClone(product))).toEqual([]);
    expect(changedFields({ ...product, uses: [use, other] }, { ...product, uses: [other, use] })).toEqual([]);
  });
  test('when a field or a use differs, then it is named', () => {
    expect(changedFields(product, { ...product, reEntryHours: 12, withdrawnOn: '2027-01-01' })).toEqual(['reEntryHours', 'withdrawnOn']);
    expect(changedFields(product, { ...product, uses: [{ ...use, doseMax: 0.6 }] })).toEqual(['uses']);
    expect(changedFields(product, { ...product, uses: [] })).toEqual(['uses']);
  });
});
