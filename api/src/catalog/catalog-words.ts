export type Language = 'en' | 'vi';

const cropNames: Record<string, string> = { fruit: 'cây ăn trái', cereal: 'lúa, bắp', vegetable: 'rau màu' };
const unitNames: Record<string, string> = { decare: 'công đất (1.000 m²)' };

/** The crop's name in a language. Crops that the company added have one name for all languages. */
export const cropName = (language: Language, crop: string): string => (language === 'vi' ? (cropNames[crop] ?? crop) : crop);

export const unitName = (language: Language, unit: string): string => (language === 'vi' ? (unitNames[unit] ?? unit) : unit);
