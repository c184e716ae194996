import { en } from './users-words.en.ts';
import { vi } from './users-words.vi.ts';

export const usersWords = { en, vi };
