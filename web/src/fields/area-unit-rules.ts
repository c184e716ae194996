/** Square metres of the units of area that companies use, as the service has them. */
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

/** undefined: an unknown unit; areas are then shown in m². */
export const squareMetresOf = (unit: string): number | undefined =>
  unitsM2[
    unit
      .trim()
      .toLowerCase()
      .replace(/(?<=[a-z]{3})s$/, '')
  ];
