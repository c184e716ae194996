import type { Language } from '../catalog/catalog-words.ts';
import type { Texts } from './messages.ts';

/** Messages about what is sprayed, for the crew. The note names products and doses. */
export const mixTexts: Record<Language, Partial<Texts>> = {
  en: {
    crew: {
      mix_changed: ({ place, when, note }) => ({ subject: `Products changed: ${place}`, text: `${when} at ${place}: ${note}` }),
    },
  },
  vi: {
    crew: {
      mix_changed: ({ place, when, note }) => ({ subject: `Đổi thuốc: ${place}`, text: `${when}, ${place}: ${note}` }),
    },
  },
};
