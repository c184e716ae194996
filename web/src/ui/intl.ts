// Making a formatter takes a browser longer than a hundred uses of it, so each is made once.
function madeOnce<Options, Format>(make: (locale: string, options: Options) => Format): (locale: string, options: Options) => Format {
  const made = new Map<string, Format>();
  return (locale, options) => {
    const alike = locale + JSON.stringify(options);
    const format = made.get(alike) ?? make(locale, options);
    made.set(alike, format);
    return format;
  };
}

export const dateFormat = madeOnce((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
export const numberFormat = madeOnce((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
export const daysAway = madeOnce((locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options));
