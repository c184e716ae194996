import { en } from './field-words.en.ts';
import { vi } from './field-words.vi.ts';

export const fieldWords = { en, vi };
