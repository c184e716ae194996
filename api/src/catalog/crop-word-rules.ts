/** Names of the crops that every company begins with, as the web app shows them. Crops that the company added have one name for all languages. */
export const cropWords = {
  en: { fruit: 'Fruit', cereal: 'Cereal', vegetable: 'Vegetables' },
  vi: { fruit: 'Cây ăn trái', cereal: 'Lúa, ngũ cốc', vegetable: 'Rau màu' },
} as const satisfies Record<'en' | 'vi', Record<string, string>>;
