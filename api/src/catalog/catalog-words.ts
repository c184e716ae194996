import { cropWords } from './crop-word-rules.ts';

export type Language = 'en' | 'vi';

const unitNames: Record<string, string> = { decare: 'công đất (1.000 m²)' };

/** The crop's name inside a sentence. */
export function cropName(language: Language, crop: string): string {
  const words: Record<string, string> = cropWords[language];
  return Object.hasOwn(words, crop) ? String(words[crop]).toLowerCase() : crop;
}

export const unitName = (language: Language, unit: string): string => (language === 'vi' ? (unitNames[unit] ?? unit) : unit);
