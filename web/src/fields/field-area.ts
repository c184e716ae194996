import { useCompany } from '../api/company.tsx';
import { useFormat } from '../ui/format.ts';

/** Writes an area in the company's unit, or in m² if the size of the unit is not known. */
export function useAreaText(): (areaM2: number) => string {
  const format = useFormat();
  const { areaUnitM2 } = useCompany();
  return (areaM2) =>
    areaUnitM2 === null ? `${format.number(Math.round(areaM2))} m²` : format.area(Math.round((areaM2 / areaUnitM2) * 100) / 100);
}
