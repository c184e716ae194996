import { expect, test } from 'vitest';
import { cropName } from './catalog-words.ts';

test.each([
  ['en', 'vegetable', 'vegetables'],
  ['vi', 'cereal', 'lúa, ngũ cốc'],
  ['vi', 'Sầu riêng', 'Sầu riêng'],
  ['en', 'constructor', 'constructor'],
] as const)('inside a sentence in %s, the crop %s is "%s"', (language, crop, name) => {
  expect(cropName(language, crop)).toBe(name);
});
