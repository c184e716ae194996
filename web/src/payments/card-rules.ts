const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Formats a card number with spaces while it is typed. */
export function spacedNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19);
  const groups = /^3[47]/.test(digits) ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)] : (digits.match(/.{1,4}/g) ?? []);
  return groups.filter((group) => group !== '').join(' ');
}

/** Formats MM/YY while it is typed; a first digit from 2 to 9 can only be a month. */
export function slashedExpiry(text: string): string {
  const typed = digitsOf(text);
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

/** Luhn check: detects mistyped digits. */
export function isCardNumber(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length < 12 || digits.length > 19) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export type ExpiryFault = 'incomplete' | 'expired' | null;

/** A card is valid until the end of its month. `today`: YYYY-MM-DD. */
export function expiryFault(text: string, today: string): ExpiryFault {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(text) ?? [];
  if (month === undefined || year === undefined) return 'incomplete';
  return `20${year}-${month}` < today.slice(0, 7) ? 'expired' : null;
}

export const isCvc = (text: string): boolean => /^\d{3,4}$/.test(text);
