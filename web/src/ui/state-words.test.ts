import { expect, test } from 'vitest';
import { cropWords } from '../../../api/src/catalog/crop-word-rules.ts';
import { stateWords } from './state-words.ts';

test('when the service names a crop in a message or a file, then it has the name of the app', () => {
  expect({ en: stateWords.en.crop, vi: stateWords.vi.crop }).toEqual(cropWords);
});
