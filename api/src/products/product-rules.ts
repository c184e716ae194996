import type { FieldError } from '../errors.ts';
import type { Product, ProductUse } from './product.ts';

export type UseInput = Omit<ProductUse, 'id'>;
/** A product as it is entered or imported. */
export interface ProductInput extends Omit<Product, 'id' | 'version' | 'uses'> {
  uses: UseInput[];
}

/** Smallest and largest values of numbers. */
export const productBounds = {
  reEntryHours: [0, 8760],
  rainFastHours: [0, 720],
  bufferMetres: [0, 10_000],
  doseMin: [0.0001, 1_000_000],
  doseMax: [0.0001, 1_000_000],
  waterRate: [0.0001, 10_000],
  maxApplications: [1, 100],
  preHarvestDays: [0, 3650],
} as const;
export type BoundedField = keyof typeof productBounds;

export const wholeFields: readonly BoundedField[] = ['reEntryHours', 'bufferMetres', 'maxApplications', 'preHarvestDays'];
export const maxUses = 200;

/** Why a number is not possible; undefined: it is, or there is none. */
export function numberError(field: BoundedField, value: number | null): string | undefined {
  if (value === null) return undefined;
  const [least, most] = productBounds[field];
  if (wholeFields.includes(field) && !Number.isInteger(value)) return 'must be a whole number';
  if (!(value >= least)) return `must be at least ${least}`;
  if (value > most) return `must be at most ${most}`;
  return Number.isInteger(value * 10_000) || /^\d+(\.\d{1,4})?$/.test(String(value)) ? undefined : 'must have at most 4 decimals';
}

/** Errors of a use; `path` is where it is. */
export function useErrors(use: UseInput, path: (field: keyof UseInput) => string): FieldError[] {
  const errors: FieldError[] = [];
  for (const field of ['doseMin', 'doseMax', 'waterRate', 'maxApplications', 'preHarvestDays'] as const) {
    const message = numberError(field, use[field]);
    if (message !== undefined) errors.push({ path: path(field), message });
  }
  if (use.doseMax < use.doseMin) errors.push({ path: path('doseMax'), message: 'must not be below the smallest dose' });
  return errors;
}

/** What identifies a use of a product. */
export const useKey = ({ cropId, target }: Pick<UseInput, 'cropId' | 'target'>): string => `${cropId} ${target.toLowerCase()}`;

export function productErrors(input: ProductInput, isCrop: (id: string) => boolean): FieldError[] {
  const errors: FieldError[] = [];
  for (const field of ['reEntryHours', 'rainFastHours', 'bufferMetres'] as const) {
    const message = numberError(field, input[field]);
    if (message !== undefined) errors.push({ path: field, message });
  }
  const keys = new Set<string>();
  for (const [at, use] of input.uses.entries()) {
    const path = (field: string) => `uses.${at}.${field}`;
    errors.push(...useErrors(use, path));
    if (!isCrop(use.cropId)) errors.push({ path: path('cropId'), message: 'is not a crop that we spray' });
    if (keys.has(useKey(use))) errors.push({ path: path('target'), message: 'is there twice for this crop' });
    keys.add(useKey(use));
  }
  return errors;
}

export const productFields = [
  'name',
  'authorisationNumber',
  'activeIngredients',
  'reEntryHours',
  'rainFastHours',
  'beeHazard',
  'bufferMetres',
  'withdrawnOn',
] as const;
export const useFields = ['target', 'doseMin', 'doseMax', 'doseUnit', 'waterRate', 'maxApplications', 'preHarvestDays'] as const;

/** Fields in which a product differs from what is entered; `uses` if any of its uses does. */
export function changedFields(before: ProductInput, after: ProductInput): string[] {
  const changed: string[] = productFields.filter((field) => before[field] !== after[field]);
  const old = new Map(before.uses.map((use) => [useKey(use), use]));
  const isSame = (use: UseInput): boolean => useFields.every((field) => old.get(useKey(use))?.[field] === use[field]);
  if (before.uses.length !== after.uses.length || !after.uses.every(isSame)) changed.push('uses');
  return changed;
}
