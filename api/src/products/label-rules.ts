import type { ErrorCode, FieldError } from '../errors.ts';
import type { DoseUnit, Product, ProductUse } from './product.ts';

/** Millilitres or grams in a unit. */
const amounts: Record<DoseUnit, { of: 'volume' | 'mass'; factor: number }> = {
  'l/ha': { of: 'volume', factor: 1000 },
  'ml/ha': { of: 'volume', factor: 1 },
  'kg/ha': { of: 'mass', factor: 1000 },
  'g/ha': { of: 'mass', factor: 1 },
};

/** A dose with at most four decimals as a whole number, so that doses in different units compare exactly. */
const exactAmount = (dose: number, unit: DoseUnit): number => Math.round(dose * 10_000) * amounts[unit].factor;

/** Whether a dose is within the label; both bounds belong to it. */
export function isDoseOnLabel(dose: number, unit: DoseUnit, { doseMin, doseMax, doseUnit }: ProductUse): boolean {
  if (amounts[unit].of !== amounts[doseUnit].of) return false;
  const amount = exactAmount(dose, unit);
  return amount >= exactAmount(doseMin, doseUnit) && amount <= exactAmount(doseMax, doseUnit);
}

/** A product of a mix with what its label must allow. */
export interface LabelCheck {
  product: Product;
  /** The chosen use; undefined: the first one of the crop that allows the dose, or the first one. */
  useId: string | undefined;
  dose: number;
  doseUnit: DoseUnit;
  /** Other orders of the season with this product on the same field or place. */
  otherApplications: number;
}

/** The use that applies to a crop; undefined: the crop is not on the label. */
export function findUse({ product, useId, dose, doseUnit }: Omit<LabelCheck, 'otherApplications'>, cropId: string): ProductUse | undefined {
  const uses = product.uses.filter((use) => use.cropId === cropId);
  return uses.find(({ id }) => id === useId) ?? uses.find((use) => isDoseOnLabel(dose, doseUnit, use)) ?? uses[0];
}

/** What a mix breaks of the labels, by field. Empty: it follows them. */
export function labelBreaches(checks: readonly LabelCheck[], cropId: string, date: string): FieldError[] {
  return checks.flatMap((check, at) => {
    const breaches: FieldError[] = [];
    const breach = (field: string, code: ErrorCode, message: string) => breaches.push({ path: `products.${at}.${field}`, message, code });
    const { product, dose, doseUnit, otherApplications } = check;
    if (product.withdrawnOn !== null && date >= product.withdrawnOn)
      breach('productId', 'PRODUCT_WITHDRAWN', `is withdrawn since ${product.withdrawnOn}`);
    const use = findUse(check, cropId);
    if (use === undefined)
      return [...breaches, { path: `products.${at}.useId`, message: 'has no use for the crop of this order', code: 'CROP_NOT_ON_LABEL' }];
    if (!isDoseOnLabel(dose, doseUnit, use))
      breach('dose', 'DOSE_OUTSIDE_LABEL', `must be from ${use.doseMin} to ${use.doseMax} ${use.doseUnit} by the label`);
    if (use.maxApplications !== null && otherApplications + 1 > use.maxApplications)
      breach(
        'maxApplications',
        'TOO_MANY_APPLICATIONS',
        `would be application ${otherApplications + 1} of at most ${use.maxApplications} in the season`,
      );
    return breaches;
  });
}
