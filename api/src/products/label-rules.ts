import type { FieldError } from '../errors.ts';
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

/** A product that is used, with what its label must allow. */
export interface LabelUse {
  product: Product;
  /** The chosen use; undefined: the first one of the crop that allows the dose, or the first one. */
  useId: string | undefined;
  /** null: not known. */
  dose: number | null;
  doseUnit: DoseUnit | null;
  /** Other orders of the season with this product on the same field or place. */
  otherApplications: number;
}

/** A product of a mix. */
export interface LabelCheck extends LabelUse {
  dose: number;
  doseUnit: DoseUnit;
}

/** The use that applies to a crop; undefined: the crop is not on the label. */
export function findUse({ product, useId, dose, doseUnit }: Omit<LabelUse, 'otherApplications'>, cropId: string): ProductUse | undefined {
  const uses = product.uses.filter((use) => use.cropId === cropId);
  const allows = (use: ProductUse) => dose !== null && doseUnit !== null && isDoseOnLabel(dose, doseUnit, use);
  return uses.find(({ id }) => id === useId) ?? uses.find(allows) ?? uses[0];
}

export const breachCodes = ['DOSE_OUTSIDE_LABEL', 'CROP_NOT_ON_LABEL', 'PRODUCT_WITHDRAWN', 'TOO_MANY_APPLICATIONS'] as const;

/** A rule of a label that the use of a product breaks. */
export interface LabelBreach {
  code: (typeof breachCodes)[number];
  /** What was used, and what the label allows: doses with their unit, numbers of applications, or the date of the withdrawal. */
  used: string | null;
  allowed: string | null;
}

/** What the use of a product breaks of its label. A dose that is not known breaks nothing. */
export function breachesOf(check: LabelUse, cropId: string, date: string): LabelBreach[] {
  const { product, dose, doseUnit, otherApplications } = check;
  const breaches: LabelBreach[] = [];
  if (product.withdrawnOn !== null && date >= product.withdrawnOn)
    breaches.push({ code: 'PRODUCT_WITHDRAWN', used: null, allowed: product.withdrawnOn });
  const use = findUse(check, cropId);
  if (use === undefined) return [...breaches, { code: 'CROP_NOT_ON_LABEL', used: null, allowed: null }];
  const { doseMin, doseMax, maxApplications } = use;
  if (dose !== null && doseUnit !== null && !isDoseOnLabel(dose, doseUnit, use))
    breaches.push({ code: 'DOSE_OUTSIDE_LABEL', used: `${dose} ${doseUnit}`, allowed: `${doseMin}–${doseMax} ${use.doseUnit}` });
  if (maxApplications !== null && otherApplications + 1 > maxApplications)
    breaches.push({ code: 'TOO_MANY_APPLICATIONS', used: String(otherApplications + 1), allowed: String(maxApplications) });
  return breaches;
}

const fieldOf: Record<LabelBreach['code'], string> = {
  PRODUCT_WITHDRAWN: 'productId',
  CROP_NOT_ON_LABEL: 'useId',
  DOSE_OUTSIDE_LABEL: 'dose',
  TOO_MANY_APPLICATIONS: 'maxApplications',
};

const messageOf: Record<LabelBreach['code'], (breach: LabelBreach) => string> = {
  PRODUCT_WITHDRAWN: ({ allowed }) => `is withdrawn since ${allowed}`,
  CROP_NOT_ON_LABEL: () => 'has no use for the crop of this order',
  DOSE_OUTSIDE_LABEL: ({ allowed }) => `must be from ${allowed?.replace('–', ' to ')} by the label`,
  TOO_MANY_APPLICATIONS: ({ used, allowed }) => `would be application ${used} of at most ${allowed} in the season`,
};

/** What a mix breaks of the labels, by field. Empty: it follows them. */
export function labelBreaches(checks: readonly LabelCheck[], cropId: string, date: string): FieldError[] {
  return checks.flatMap((check, at) =>
    breachesOf(check, cropId, date).map((breach) => ({
      path: `products.${at}.${fieldOf[breach.code]}`,
      message: messageOf[breach.code](breach),
      code: breach.code,
    })),
  );
}
