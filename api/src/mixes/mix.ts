import type { DoseUnit } from '../products/product.ts';

/** A product of a mix with what its label says now. */
export interface MixProduct {
  productId: string;
  name: string;
  authorisationNumber: string;
  activeIngredients: string;
  /** null: the crop is not on the label, and an admin allowed it. */
  useId: string | null;
  target: string | null;
  dose: number;
  doseUnit: DoseUnit;
  reEntryHours: number | null;
  rainFastHours: number | null;
  beeHazard: string | null;
  bufferMetres: number | null;
  preHarvestDays: number | null;
}

/** What an order is sprayed with. */
export interface Mix {
  orderId: string;
  /** Litres of water per hectare. */
  waterRate: number;
  version: number;
  setBy: { id: string; fullName: string };
  /** UTC */
  setAt: string;
  override: { reason: string; by: { id: string; fullName: string } } | null;
  products: MixProduct[];
}
