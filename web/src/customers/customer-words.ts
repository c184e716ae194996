import { en } from './customer-words.en.ts';
import { vi } from './customer-words.vi.ts';

export const customerWords = { en, vi };
