import { en } from './pay-card-words.en.ts';
import { vi } from './pay-card-words.vi.ts';

export const payCardWords = { en, vi };
