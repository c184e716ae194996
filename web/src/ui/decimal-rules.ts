interface Separators {
  /** undefined: the field has no decimals, and both separators group digits. */
  decimal: string | undefined;
  /** undefined: the field shows no thousands separator. */
  thousands: string | undefined;
}

/** A number that was pasted or filled in, with the decimal separator of the field: both "0,8" and "0.8" are 0.8. */
export function withDecimalSeparator(text: string, { decimal, thousands }: Separators): string {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const last = text[at];
  if (last === undefined) return text;
  const withoutSeparators = (part: string) => part.replace(/[.,]/g, '');
  if (decimal === undefined) return withoutSeparators(text);
  const isRepeated = text.indexOf(last) < at;
  const isGrouped = last === thousands && /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text);
  if (isRepeated || isGrouped) return withoutSeparators(text);
  return `${withoutSeparators(text.slice(0, at))}${decimal}${text.slice(at + 1)}`;
}
