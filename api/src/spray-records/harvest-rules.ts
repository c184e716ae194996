/** What is known about the harvest of a field. Dates are those of the company's calendar. */
export interface HarvestFacts {
  /** null: none is planned. */
  harvestDate: string | null;
  /** First date of the harvest after the sprays so far; null: no interval runs. */
  harvestFrom: string | null;
  /** Days to the harvest of the products of the last spray here; null: there was none, or they have no interval. */
  lastPreHarvestDays: number | null;
}

/** The planned harvest comes before the end of an interval. */
export const isHarvestTooEarly = ({ harvestDate, harvestFrom }: HarvestFacts): boolean =>
  harvestDate !== null && harvestFrom !== null && harvestDate < harvestFrom;

/**
 * A spray on this date comes too late for the planned harvest, if it uses the products of the last one. A spray after the harvest belongs
 * to the next crop.
 */
export function isSprayTooLate({ harvestDate, lastPreHarvestDays }: HarvestFacts, date: string): boolean {
  if (harvestDate === null || date > harvestDate) return false;
  const days = Math.round((Date.parse(harvestDate) - Date.parse(date)) / 86_400_000);
  return days < Math.max(lastPreHarvestDays ?? 0, 1);
}
