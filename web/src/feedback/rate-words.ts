import { en } from './rate-words.en.ts';
import { vi } from './rate-words.vi.ts';

export const rateWords = { en, vi };
