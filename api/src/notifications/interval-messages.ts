import type { Language } from '../catalog/catalog-words.ts';
import type { Texts } from './messages.ts';

const locales: Record<Language, string> = { en: 'en-GB', vi: 'vi-VN' };

/** The note of the event: local time of re-entry and date of the harvest, either may be empty. */
function readNote(note: string, language: Language): { enter: string | undefined; harvest: string | undefined } {
  const [enter = '', harvest = ''] = note.split('|');
  const format = (text: string, options: Intl.DateTimeFormatOptions) =>
    text === '' ? undefined : new Intl.DateTimeFormat(locales[language], { timeZone: 'UTC', ...options }).format(new Date(`${text}Z`));
  return {
    enter: format(enter, { dateStyle: 'full', timeStyle: 'short' }),
    harvest: harvest === '' ? undefined : format(`${harvest}T00:00:00`, { dateStyle: 'full' }),
  };
}

/** Messages about intervals after a spray, for the farmer. */
export const intervalTexts: Record<Language, Partial<Texts>> = {
  en: {
    farmer: {
      spray_intervals: ({ place, note }) => {
        const { enter, harvest } = readNote(note, 'en');
        const rules = [
          enter === undefined ? [] : [`Do not enter the field before ${enter}.`],
          harvest === undefined ? [] : [`Do not harvest before ${harvest}.`],
        ].flat();
        return { subject: `After the spray: ${place}`, text: `${place}: ${rules.join(' ')}` };
      },
    },
  },
  vi: {
    farmer: {
      spray_intervals: ({ place, note }) => {
        const { enter, harvest } = readNote(note, 'vi');
        const rules = [
          enter === undefined ? [] : [`Không vào ruộng trước ${enter}.`],
          harvest === undefined ? [] : [`Không thu hoạch trước ${harvest}.`],
        ].flat();
        return { subject: `Sau khi phun: ${place}`, text: `${place}: ${rules.join(' ')}` };
      },
    },
  },
};
