import { useCompany } from '../api/company.tsx';
import { useFormat } from '../ui/format.ts';
import { squareMetresOf } from './area-unit-rules.ts';

/** Writes an area in the company's unit, or in m² if the size of the unit is not known. */
export function useAreaText(): (areaM2: number) => string {
  const format = useFormat();
  const unit = squareMetresOf(useCompany().areaUnit);
  return (areaM2) =>
    unit === undefined ? `${format.number(Math.round(areaM2))} m²` : format.area(Math.round((areaM2 / unit) * 100) / 100);
}
