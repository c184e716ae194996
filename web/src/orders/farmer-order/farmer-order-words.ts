import { en } from './farmer-order-words.en.ts';
import { vi } from './farmer-order-words.vi.ts';

export const farmerOrderWords = { en, vi };
