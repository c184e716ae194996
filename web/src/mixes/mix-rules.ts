/** The area in hectares; undefined: the size of the unit is not known. */
export const hectaresOf = (area: number, unitM2: number | null): number | undefined =>
  unitM2 === null ? undefined : (area * unitM2) / 10_000;

/** A dose on a whole field, in the larger unit from 1,000 on: 1.2 l instead of 1,200 ml. */
export function totalOf(dose: number, unit: string, areaHa: number): { amount: number; unit: string } {
  const [small = unit] = unit.split('/');
  const amount = dose * areaHa;
  const larger = { ml: 'l', g: 'kg' }[small];
  const [value, shown] = larger !== undefined && amount >= 1000 ? [amount / 1000, larger] : [amount, small];
  return { amount: Math.round(value * 1000) / 1000, unit: shown };
}
