/** Hectares of a unit of area; other units are not known. */
const hectares: Record<string, number> = { hectare: 1, ha: 1, decare: 0.1, acre: 0.404_685_642_24 };

/** The area in hectares; undefined: the company's unit is not known. */
export function hectaresOf(area: number, unit: string): number | undefined {
  const factor = hectares[unit.toLowerCase()];
  return factor === undefined ? undefined : area * factor;
}

/** A dose on a whole field, in the larger unit from 1,000 on: 1.2 l instead of 1,200 ml. */
export function totalOf(dose: number, unit: string, areaHa: number): { amount: number; unit: string } {
  const [small = unit] = unit.split('/');
  const amount = dose * areaHa;
  const larger = { ml: 'l', g: 'kg' }[small];
  const [value, shown] = larger !== undefined && amount >= 1000 ? [amount / 1000, larger] : [amount, small];
  return { amount: Math.round(value * 1000) / 1000, unit: shown };
}
