/** Square metres of the units of area that a company can have, by their usual names. */
const squareMetres: Record<string, number> = {
  decare: 1000,
  dekar: 1000,
  dunam: 1000,
  hectare: 10_000,
  ha: 10_000,
  hecta: 10_000,
  are: 100,
  m2: 1,
  'm²': 1,
  acre: 4046.8564224,
};

/** Square metres of one unit, as a decimal; undefined: the name is not known, or means different areas in different regions. */
export function squareMetresOf(unit: string): string | undefined {
  const name = unit.trim().toLowerCase();
  const found = squareMetres[name] ?? squareMetres[name.replace(/s$/, '')];
  return found === undefined ? undefined : String(found);
}
