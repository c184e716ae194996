import { en } from './payments-words.en.ts';
import { vi } from './payments-words.vi.ts';

export const paymentsWords = { en, vi };
