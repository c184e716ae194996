/** Appends the pressed key to the number, if the result is valid. */
export function pressed(text: string, key: string, decimals: number): string {
  if (key === 'back') return text.slice(0, -1);
  const next = key === '.' ? `${text === '' ? '0' : text}.` : `${text === '0' ? '' : text}${key}`.replace(/^0+(?=\d)/, '');
  const [whole = '', fraction, ...rest] = next.split('.');
  const fits = rest.length === 0 && whole.length <= 12 && (fraction === undefined || (decimals > 0 && fraction.length <= decimals));
  return fits ? next : text;
}
