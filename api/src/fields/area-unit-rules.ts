/** Square metres of the units of area that companies use. Regional units are those of southern Vietnam. */
const unitsM2: Record<string, number> = {
  m2: 1,
  'm²': 1,
  'square metre': 1,
  are: 100,
  decare: 1000,
  dunam: 1000,
  công: 1000,
  hectare: 10_000,
  ha: 10_000,
  acre: 4046.8564224,
  mẫu: 10_000,
};

/** undefined: an unknown unit, so areas of boundaries cannot be converted. */
export const squareMetresOf = (unit: string): number | undefined =>
  unitsM2[
    unit
      .trim()
      .toLowerCase()
      .replace(/(?<=[a-z]{3})s$/, '')
  ];

/** Area in the company's unit, with two decimals. */
export function areaInUnit(areaM2: number, unit: string): number | undefined {
  const size = squareMetresOf(unit);
  return size === undefined ? undefined : Math.round((areaM2 / size) * 100) / 100;
}
