import { en } from './report-words.en.ts';
import { vi } from './report-words.vi.ts';

export const figuresWords = { en, vi };
