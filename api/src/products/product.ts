export const doseUnits = ['l/ha', 'ml/ha', 'kg/ha', 'g/ha'] as const;
export type DoseUnit = (typeof doseUnits)[number];

export const beeHazards = ['none', 'moderate', 'high'] as const;
export type BeeHazard = (typeof beeHazards)[number];

/** What the label allows for a crop and a target. */
export interface ProductUse {
  id: string;
  cropId: string;
  target: string;
  doseMin: number;
  doseMax: number;
  doseUnit: DoseUnit;
  /** Litres of water per hectare that the label recommends. null here and below: the label says nothing. */
  waterRate: number | null;
  /** Most applications in a season. */
  maxApplications: number | null;
  /** Days between the work and the harvest. */
  preHarvestDays: number | null;
}

/** A plant protection product with the uses on its label. */
export interface Product {
  id: string;
  name: string;
  authorisationNumber: string;
  activeIngredients: string;
  reEntryHours: number | null;
  rainFastHours: number | null;
  beeHazard: BeeHazard | null;
  bufferMetres: number | null;
  /** From this date on it must not be used. */
  withdrawnOn: string | null;
  version: number;
  uses: ProductUse[];
}

/** The products of the register that a person may mean with a name and an authorisation number. */
export interface ProductMatch {
  /** Empty: none. */
  products: Product[];
  /** They have the number; the name was not compared. */
  byNumber: boolean;
}
