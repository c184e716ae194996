export type Language = 'en' | 'vi';

/** The preferred supported language of an Accept-Language header; English by default. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const accepted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.split(';').map((word) => word.trim().toLowerCase());
      const quality = Number(/^q=([\d.]+)$/.exec(rest[0] ?? 'q=1')?.[1] ?? 0);
      return { language: tag.split('-')[0], quality };
    })
    .filter(({ language, quality }) => (language === 'en' || language === 'vi') && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return accepted[0]?.language === 'vi' ? 'vi' : 'en';
}
