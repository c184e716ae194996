import { en } from './api-key-words.en.ts';
import { vi } from './api-key-words.vi.ts';

export const apiKeyWords = { en, vi };
