import { en } from './caller-words.en.ts';
import { vi } from './caller-words.vi.ts';

export const callerWords = { en, vi };
