import type { Language } from './catalog-words.ts';

interface AreaUnitFacts {
  squareMetres: number;
  /** For one, and for other numbers in English. */
  en: [one: string, other: string];
  vi: string;
}

/** The units of area that a company can have. Units of one name and several sizes have the size in their code. */
const facts = {
  decare: { squareMetres: 1000, en: ['decare', 'decares'], vi: 'công đất (1.000 m²)' },
  cong: { squareMetres: 1000, en: ['công', 'công'], vi: 'công (1.000 m²)' },
  cong_1296: { squareMetres: 1296, en: ['công (1,296 m²)', 'công (1,296 m²)'], vi: 'công tầm lớn (1.296 m²)' },
  sao_360: { squareMetres: 360, en: ['sào (360 m²)', 'sào (360 m²)'], vi: 'sào Bắc Bộ (360 m²)' },
  sao_500: { squareMetres: 500, en: ['sào (500 m²)', 'sào (500 m²)'], vi: 'sào Trung Bộ (500 m²)' },
  sao_1000: { squareMetres: 1000, en: ['sào (1,000 m²)', 'sào (1,000 m²)'], vi: 'sào (1.000 m²)' },
  mau_3600: { squareMetres: 3600, en: ['mẫu (3,600 m²)', 'mẫu (3,600 m²)'], vi: 'mẫu Bắc Bộ (3.600 m²)' },
  mau_5000: { squareMetres: 5000, en: ['mẫu (5,000 m²)', 'mẫu (5,000 m²)'], vi: 'mẫu Trung Bộ (5.000 m²)' },
  mau_10000: { squareMetres: 10_000, en: ['mẫu (10,000 m²)', 'mẫu (10,000 m²)'], vi: 'mẫu (10.000 m²)' },
  hectare: { squareMetres: 10_000, en: ['hectare', 'hectares'], vi: 'ha' },
  m2: { squareMetres: 1, en: ['m²', 'm²'], vi: 'm²' },
  are: { squareMetres: 100, en: ['are', 'ares'], vi: 'a (100 m²)' },
  dunam: { squareMetres: 1000, en: ['dunam', 'dunams'], vi: 'dunam (1.000 m²)' },
  acre: { squareMetres: 4046.8564224, en: ['acre', 'acres'], vi: 'mẫu Anh (4.047 m²)' },
} as const satisfies Record<string, AreaUnitFacts>;

export type AreaUnitCode = keyof typeof facts;
export const areaUnitCodes = Object.keys(facts) as AreaUnitCode[];

/** Other ways to write a unit that has one size everywhere. */
const aliases: Record<string, AreaUnitCode> = {
  ...{ công: 'cong', 'cong dat': 'cong', 'công đất': 'cong', ha: 'hectare', hecta: 'hectare', 'héc-ta': 'hectare', hec: 'hectare' },
  ...{ 'm²': 'm2', 'square metre': 'm2', 'mét vuông': 'm2', dekar: 'decare', daa: 'decare' },
};

const isCode = (text: string): text is AreaUnitCode => Object.hasOwn(facts, text);

/** The unit that a text names; undefined: unknown, or of several sizes (sào, mẫu). */
export function areaUnitOf(text: string): AreaUnitCode | undefined {
  const name = text.normalize('NFC').trim().toLowerCase();
  for (const each of [name, name.replace(/(?<=[a-z]{3})s$/, '')]) {
    if (isCode(each)) return each;
    const alias = Object.hasOwn(aliases, each) ? aliases[each] : undefined;
    if (alias !== undefined) return alias;
  }
  return undefined;
}

/** undefined: an unknown unit, so that areas cannot be converted. */
export function squareMetresOf(unit: string): number | undefined {
  const code = areaUnitOf(unit);
  return code === undefined ? undefined : facts[code].squareMetres;
}

/** Area in a unit, with two decimals. */
export function areaInUnit(areaM2: number, unit: string): number | undefined {
  const size = squareMetresOf(unit);
  return size === undefined ? undefined : Math.round((areaM2 / size) * 100) / 100;
}

/** The unit after a number. A text that is not in the list is shown as it is. */
export function unitName(language: Language, unit: string, count = 1): string {
  const code = areaUnitOf(unit);
  if (code === undefined) return unit;
  return language === 'vi' ? facts[code].vi : facts[code].en[count === 1 ? 0 : 1];
}

/** An order keeps its unit. A text from before the list means the unit that the company has chosen for it since. */
export const unitOfOrder = (stored: string | null | undefined, companyUnit: string): string =>
  stored == null || areaUnitOf(stored) === undefined ? companyUnit : stored;

/** Whether the company can change its unit: to a word for the same size, or while there are no areas. An unknown unit is named once. */
export const isUnitChangeable = (before: string, after: AreaUnitCode, hasAreas: boolean): boolean => {
  const size = squareMetresOf(before);
  return !hasAreas || size === undefined || size === squareMetresOf(after);
};
