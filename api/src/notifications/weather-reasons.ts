import type { Language } from '../catalog/catalog-words.ts';

const names: Record<Language, Record<string, string>> = {
  en: {
    wind: 'wind',
    gusts: 'gusts',
    deltaT: 'Delta-T',
    rain: 'rain',
    rainProbability: 'chance of rain',
    rainFast: 'rain in the hours after',
    rainFastProbability: 'chance of rain in the hours after',
    air: 'air temperature',
    inversion: 'inversion',
    bees: 'a product that kills bees, hives at a distance of',
    buffer: 'sensitive place at a distance of',
  },
  vi: {
    wind: 'gió',
    gusts: 'gió giật',
    deltaT: 'Delta-T',
    rain: 'mưa',
    rainProbability: 'khả năng mưa',
    rainFast: 'mưa mấy giờ sau khi phun',
    rainFastProbability: 'khả năng mưa sau khi phun',
    air: 'nhiệt độ',
    inversion: 'nghịch nhiệt',
    bees: 'thuốc độc với ong, trại ong cách',
    buffer: 'chỗ cần tránh cách',
  },
};

/** The note of a weather event (`rain=4 mm;gusts=40 km/h`) in the reader's language. */
export function weatherReasons(language: Language, note: string): string {
  return note
    .split(';')
    .map((reason) => {
      const [factor = '', value = ''] = reason.split('=');
      return `${names[language][factor] ?? factor} ${language === 'vi' ? value.replace('.', ',') : value}`;
    })
    .join(', ');
}
