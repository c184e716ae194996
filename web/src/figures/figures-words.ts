import { en } from './figures-words.en.ts';
import { vi } from './figures-words.vi.ts';

export const figuresWords = { en, vi };
