import type { Product } from './product-queries.ts';

/** Numbers are text while they are typed; an empty one is left out. */
export interface UseValues {
  key: string;
  cropId: string;
  target: string;
  doseMin: number | string;
  doseMax: number | string;
  doseUnit: Product['uses'][number]['doseUnit'];
  waterRate: number | string;
  maxApplications: number | string;
  preHarvestDays: number | string;
}

export interface ProductValues {
  name: string;
  authorisationNumber: string;
  activeIngredients: string;
  reEntryHours: number | string;
  rainFastHours: number | string;
  beeHazard: '' | 'none' | 'moderate' | 'high';
  bufferMetres: number | string;
  withdrawnOn: string;
  uses: UseValues[];
}

export const newUse = (key: string): UseValues => ({
  key,
  cropId: '',
  target: '',
  doseMin: '',
  doseMax: '',
  doseUnit: 'l/ha',
  waterRate: '',
  maxApplications: '',
  preHarvestDays: '',
});

export const valuesOf = (product: Product | undefined): ProductValues => ({
  name: product?.name ?? '',
  authorisationNumber: product?.authorisationNumber ?? '',
  activeIngredients: product?.activeIngredients ?? '',
  reEntryHours: product?.reEntryHours ?? '',
  rainFastHours: product?.rainFastHours ?? '',
  beeHazard: product?.beeHazard ?? '',
  bufferMetres: product?.bufferMetres ?? '',
  withdrawnOn: product?.withdrawnOn ?? '',
  uses: (product?.uses ?? []).map((use) => ({
    key: String(use.id),
    cropId: String(use.cropId),
    target: use.target,
    doseMin: use.doseMin,
    doseMax: use.doseMax,
    doseUnit: use.doseUnit,
    waterRate: use.waterRate ?? '',
    maxApplications: use.maxApplications ?? '',
    preHarvestDays: use.preHarvestDays ?? '',
  })),
});

const given = <Name extends string>(name: Name, value: number | string): Partial<Record<Name, number>> =>
  value === '' ? {} : ({ [name]: Number(value) } as Record<Name, number>);

/** The request body for what is entered. */
/** Fields that a change clears if the form leaves them empty. */
export const nothing = { reEntryHours: null, rainFastHours: null, beeHazard: null, bufferMetres: null, withdrawnOn: null };

export const bodyOf = (values: ProductValues) => ({
  name: values.name.trim(),
  authorisationNumber: values.authorisationNumber.trim(),
  activeIngredients: values.activeIngredients.trim(),
  ...given('reEntryHours', values.reEntryHours),
  ...given('rainFastHours', values.rainFastHours),
  ...(values.beeHazard === '' ? {} : { beeHazard: values.beeHazard }),
  ...given('bufferMetres', values.bufferMetres),
  ...(values.withdrawnOn === '' ? {} : { withdrawnOn: values.withdrawnOn }),
  uses: values.uses.map((use) => ({
    cropId: Number(use.cropId),
    target: use.target.trim(),
    doseMin: Number(use.doseMin),
    doseMax: Number(use.doseMax),
    doseUnit: use.doseUnit,
    ...given('waterRate', use.waterRate),
    ...given('maxApplications', use.maxApplications),
    ...given('preHarvestDays', use.preHarvestDays),
  })),
});
