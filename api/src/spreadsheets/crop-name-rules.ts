import type { Crop } from '../catalog/catalog-store.ts';
import { plainText } from './column-rules.ts';
import { valueWords } from './value-word-rules.ts';

/** Ids of crops by the plain text of the names that a file may use. */
export function cropNames(crops: ReadonlyMap<string, Crop>): Map<string, string> {
  const known = cached.get(crops);
  if (known !== undefined) return known;
  const ids = new Map<string, string>();
  const add = (text: string, id: string) => {
    const plain = plainText(text);
    if (plain !== '' && !ids.has(plain)) ids.set(plain, id);
  };
  // Names as they are come before words and parts of words: `Lúa, ngũ cốc` is also `Lúa`.
  for (const { id, name } of crops.values()) add(name, id);
  for (const { id, name } of crops.values())
    for (const language of ['en', 'vi'] as const) {
      const word = (valueWords[language].crop as Record<string, string>)[name] ?? name;
      add(word, id);
      for (const part of word.split(',')) add(part, id);
    }
  cached.set(crops, ids);
  return ids;
}

const cached = new WeakMap<ReadonlyMap<string, Crop>, Map<string, string>>();
