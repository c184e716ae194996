import type { Language } from '../catalog/catalog-words.ts';
import type { Texts } from './messages.ts';

const locales: Record<Language, string> = { en: 'en-GB', vi: 'vi-VN' };

/** The note of the event: local time of re-entry and date of the harvest, either may be empty, and whether an interval is not known. */
function readNote(note: string, language: Language): { enter: string | undefined; harvest: string | undefined; isUnknown: boolean } {
  const [enter = '', harvest = '', unknown = ''] = note.split('|');
  const format = (text: string, options: Intl.DateTimeFormatOptions) =>
    text === '' ? undefined : new Intl.DateTimeFormat(locales[language], { timeZone: 'UTC', ...options }).format(new Date(`${text}Z`));
  return {
    enter: format(enter, { dateStyle: 'full', timeStyle: 'short' }),
    harvest: harvest === '' ? undefined : format(`${harvest}T00:00:00`, { dateStyle: 'full' }),
    isUnknown: unknown !== '',
  };
}

/** Messages about intervals after a spray, for the farmer. */
export const intervalTexts: Record<Language, Partial<Texts>> = {
  en: {
    farmer: {
      spray_intervals: ({ place, note }) => {
        const { enter, harvest, isUnknown } = readNote(note, 'en');
        const rules = [
          enter === undefined ? [] : [`Do not enter the field before ${enter}.`],
          harvest === undefined ? [] : [`Do not harvest before ${harvest}.`],
          isUnknown
            ? ['For a product that was sprayed the waiting time is not known yet: ask the office before you enter or harvest.']
            : [],
        ].flat();
        return { subject: `After the spray: ${place}`, text: `${place}: ${rules.join(' ')}` };
      },
    },
  },
  vi: {
    farmer: {
      spray_intervals: ({ place, note }) => {
        const { enter, harvest, isUnknown } = readNote(note, 'vi');
        const rules = [
          enter === undefined ? [] : [`Không vào ruộng trước ${enter}.`],
          harvest === undefined ? [] : [`Không thu hoạch trước ${harvest}.`],
          isUnknown ? ['Chưa rõ thời gian cách ly của một loại thuốc đã phun: hỏi văn phòng trước khi vào ruộng hoặc thu hoạch.'] : [],
        ].flat();
        return { subject: `Sau khi phun: ${place}`, text: `${place}: ${rules.join(' ')}` };
      },
    },
  },
};
