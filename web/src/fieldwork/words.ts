import { en } from './words.en.ts';
import { vi } from './words.vi.ts';

export const fieldWords = { en, vi };
