import { describe, expect, test } from 'vitest';
import { findUse, isDoseOnLabel, type LabelCheck, labelBreaches } from './label-rules.ts';
import type { DoseUnit, Product } from './product.ts';

const use = {
  id: '1',
  cropId: '2',
  target: 'Rice blast',
  doseMin: 0.57,
  doseMax: 1.15,
  doseUnit: 'l/ha' as DoseUnit,
  waterRate: 20,
  maxApplications: 2,
  preHarvestDays: 14,
};
const product: Product = {
  id: '1',
  name: 'Blast Away',
  authorisationNumber: '17',
  activeIngredients: 'tricyclazole',
  reEntryHours: 24,
  rainFastHours: null,
  beeHazard: null,
  bufferMetres: null,
  withdrawnOn: null,
  version: 1,
  uses: [use],
};
const check = (change: Partial<LabelCheck> = {}): LabelCheck => ({
  product,
  useId: '1',
  dose: 1,
  doseUnit: 'l/ha',
  otherApplications: 0,
  ...change,
});
const codesOf = (change: Partial<LabelCheck>, cropId = '2', date = '2026-11-17') =>
  labelBreaches([check(change)], cropId, date).map(({ path, code }) => `${path} ${code}`);

describe('a dose', () => {
  test.each([
    [0.5699, 'l/ha', false],
    [0.57, 'l/ha', true],
    [1.15, 'l/ha', true],
    [1.1501, 'l/ha', false],
    [569.9999, 'ml/ha', false],
    [570, 'ml/ha', true],
    [1150, 'ml/ha', true],
    [1150.0001, 'ml/ha', false],
    [1, 'kg/ha', false],
    [1000, 'g/ha', false],
  ] as const)('when it is %d %s on a label of 0.57 to 1.15 l/ha, then it is allowed: %s', (dose, unit, isAllowed) => {
    expect(isDoseOnLabel(dose, unit, use)).toBe(isAllowed);
  });

  test('when the label is in grams, then kilograms compare exactly', () => {
    const solid = { ...use, doseMin: 80, doseMax: 120, doseUnit: 'g/ha' as const };
    expect([0.0799, 0.08, 0.12, 0.1201].map((dose) => isDoseOnLabel(dose, 'kg/ha', solid))).toEqual([false, true, true, false]);
  });
});

describe('a mix', () => {
  test('when it follows the label, then nothing is broken', () => expect(codesOf({})).toEqual([]));

  test('when the dose is outside, then the dose is named', () => {
    expect(codesOf({ dose: 2 })).toEqual(['products.0.dose DOSE_OUTSIDE_LABEL']);
  });

  test('when the crop is not on the label, then nothing else is checked but the withdrawal', () => {
    expect(codesOf({ dose: 99 }, '1')).toEqual(['products.0.useId CROP_NOT_ON_LABEL']);
    expect(codesOf({ product: { ...product, withdrawnOn: '2026-01-01' } }, '1')).toEqual([
      'products.0.productId PRODUCT_WITHDRAWN',
      'products.0.useId CROP_NOT_ON_LABEL',
    ]);
  });

  test('when the work is on the day before the withdrawal, then it is allowed; on the day it is not', () => {
    const withdrawn = { product: { ...product, withdrawnOn: '2026-11-17' } };
    expect(codesOf(withdrawn, '2', '2026-11-16')).toEqual([]);
    expect(codesOf(withdrawn, '2', '2026-11-17')).toEqual(['products.0.productId PRODUCT_WITHDRAWN']);
    expect(codesOf(withdrawn, '2', '2026-11-18')).toEqual(['products.0.productId PRODUCT_WITHDRAWN']);
  });

  test('when it is the last allowed application, then it is allowed; the next one is not', () => {
    expect(codesOf({ otherApplications: 1 })).toEqual([]);
    expect(codesOf({ otherApplications: 2 })).toEqual(['products.0.maxApplications TOO_MANY_APPLICATIONS']);
    expect(codesOf({ otherApplications: 99, product: { ...product, uses: [{ ...use, maxApplications: null }] } })).toEqual([]);
  });

  test('when no use is chosen, then the one that allows the dose is taken', () => {
    const other = { ...use, id: '2', target: 'Planthopper', doseMin: 5, doseMax: 6 };
    const two = { ...product, uses: [use, other] };
    expect(findUse({ ...check(), product: two, useId: undefined, dose: 5.5 }, '2')?.id).toBe('2');
    expect(findUse({ ...check(), product: two, useId: undefined, dose: 50 }, '2')?.id).toBe('1');
    expect(findUse({ ...check(), product: two, useId: '1', dose: 5.5 }, '2')?.id).toBe('1');
  });
});
