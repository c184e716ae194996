import { en } from './record-words.en.ts';
import { vi } from './record-words.vi.ts';

export const recordWords = { en, vi };
