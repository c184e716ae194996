import { en } from './farmer-words.en.ts';
import { vi } from './farmer-words.vi.ts';

export const farmerWords = { en, vi };
