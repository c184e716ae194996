import { en } from './import-words.en.ts';
import { vi } from './import-words.vi.ts';

export const importWords = { en, vi };
