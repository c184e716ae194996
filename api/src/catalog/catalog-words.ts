import { cropWords } from './crop-word-rules.ts';

export type Language = 'en' | 'vi';

/** The crop's name inside a sentence. */
export function cropName(language: Language, crop: string): string {
  const words: Record<string, string> = cropWords[language];
  return Object.hasOwn(words, crop) ? String(words[crop]).toLowerCase() : crop;
}
