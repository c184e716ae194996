import { en } from './audit-words.en.ts';
import { vi } from './audit-words.vi.ts';

export const auditWords = { en, vi };
