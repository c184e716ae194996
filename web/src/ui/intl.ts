// Creating a formatter costs more than a hundred uses of it.
function memoizeFormat<Options, Format>(make: (locale: string, options: Options) => Format): (locale: string, options: Options) => Format {
  const cache = new Map<string, Format>();
  return (locale, options) => {
    const key = locale + JSON.stringify(options);
    const format = cache.get(key) ?? make(locale, options);
    cache.set(key, format);
    return format;
  };
}

export const dateFormat = memoizeFormat((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
export const numberFormat = memoizeFormat((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
export const relativeTimeFormat = memoizeFormat(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

/** With a capital first letter: formatters write words such as "tomorrow" and "tháng 10" as within a sentence. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
