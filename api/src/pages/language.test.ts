import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['vi', 'vi'],
  ['vi-VN,vi;q=0.9,en;q=0.8', 'vi'],
  ['en-US,en;q=0.9,vi;q=0.8', 'en'],
  ['fr-FR,fr;q=0.9,vi;q=0.5', 'vi'],
  ['en;q=0.3, VI ;q=0.7', 'vi'],
  ['vi;q=0,en;q=0.1', 'en'],
  ['vi;q=x', 'en'],
  ['visual', 'en'],
  ['fr', 'en'],
])('when the Accept-Language header is %j, then the language is %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});
