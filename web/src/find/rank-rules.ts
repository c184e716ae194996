import { plainText } from '../ui/plain-text.ts';

/** What ranks a result: the order number, and the name and phone number of the person. Other matches are of places. */
export interface Found {
  orderId?: number;
  name: string;
  phoneNumber?: string | null;
}

/** Position of a result; smaller ones come first. */
export const rank = { exact: 0, nameBegins: 1, name: 2, other: 3 } as const;

const wordsOf = (text: string): string[] =>
  plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^84(?=\d{9})/, '0');
const minPhoneDigits = 9;

/** The order number that the text may be: digits, or `#` and digits. */
export function orderNumberIn(text: string): number | undefined {
  const [, digits] = /^#?\s*(\d{1,15})$/.exec(text.trim()) ?? [];
  return digits === undefined || digits.startsWith('0') ? undefined : Number(digits);
}

/** An order number or phone number that was typed in full comes first, then names that begin with the text, other names, and places. */
export function rankOf(text: string, { orderId, name, phoneNumber }: Found): number {
  const typedDigits = /^[\s\d+().-]+$/.test(text) ? digitsOf(text) : '';
  const isNumber = orderId !== undefined && orderNumberIn(text) === orderId;
  const isPhone = typedDigits.length >= minPhoneDigits && phoneNumber != null && digitsOf(phoneNumber) === typedDigits;
  if (isNumber || isPhone) return rank.exact;
  const [typed, words] = [wordsOf(text), wordsOf(name)];
  if (typed.length === 0) return rank.other;
  if (words.join(' ').startsWith(typed.join(' '))) return rank.nameBegins;
  return typed.every((part) => words.some((word) => word.startsWith(part))) ? rank.name : rank.other;
}

/** Sorted by rank; equal ones keep their order. */
export const ranked = <T>(items: readonly T[], rankOfItem: (item: T) => number): T[] =>
  items.toSorted((a, b) => rankOfItem(a) - rankOfItem(b));
