import { en } from './webhook-words.en.ts';
import { vi } from './webhook-words.vi.ts';

export const webhookWords = { en, vi };
