import { en } from './booking-words.en.ts';
import { vi } from './booking-words.vi.ts';

export const bookingWords = { en, vi };
