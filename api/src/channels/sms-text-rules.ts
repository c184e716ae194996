// GSM 03.38: the characters that an SMS of 160 characters can have.
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
// Each takes two characters: an escape and itself.
const extension = '\f^{}\\[~]|€';

const isBasic = new Set(basic);
const isExtension = new Set(extension);

export interface SmsParts {
  encoding: 'gsm7' | 'ucs2';
  /** Messages that are billed. */
  parts: number;
}

/** A character may not be split between two parts, so parts are filled one after another. */
function partsOf(sizes: readonly number[], single: number, concatenated: number): number {
  if (sizes.reduce((total, size) => total + size, 0) <= single) return 1;
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > concatenated) {
      parts++;
      used = 0;
    }
    used += size;
  }
  return parts;
}

/** Into how many parts a text is split, and in which encoding. */
export function countParts(text: string): SmsParts {
  const characters = [...text];
  if (characters.every((character) => isBasic.has(character) || isExtension.has(character))) {
    const sizes = characters.map((character) => (isExtension.has(character) ? 2 : 1));
    return { encoding: 'gsm7', parts: partsOf(sizes, 160, 153) };
  }
  return {
    encoding: 'ucs2',
    parts: partsOf(
      characters.map((character) => character.length),
      70,
      67,
    ),
  };
}

const typographic: Record<string, string> = {
  '–': '-',
  '—': '-',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '…': '...',
  '×': 'x',
  '₫': 'd',
  '·': '-',
};

/** Vietnamese without marks, and without typographic characters that GSM 03.38 does not have. */
export function withoutMarks(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'D')
    .replace(/[–—“”‘’…×₫·]/gu, (character) => typographic[character] ?? character)
    .replace(/[\u00a0\u202f\u2009]/gu, ' ')
    .normalize('NFC');
}

/** The text to send: without marks only if the person agreed and it saves a part. */
export function smsText(text: string, wantsPlain: boolean): { text: string; parts: number } {
  const composed = text.normalize('NFC').trim();
  const { parts } = countParts(composed);
  if (!wantsPlain) return { text: composed, parts };
  const plain = withoutMarks(composed);
  const plainParts = countParts(plain).parts;
  return plainParts < parts ? { text: plain, parts: plainParts } : { text: composed, parts };
}

/** A text with more is cut: after 268 characters with Vietnamese marks, or 612 without. Almost all texts of the service are shorter. */
export const maxSmsParts = 4;

const ellipsis = '...';
const maxDroppedForWord = 20;

export interface MoreText {
  /** The page with the whole text. */
  link: string;
  /** The text always ends with the link. Otherwise only a text that is cut has it. */
  isNeeded: boolean;
}

/** The text to send: if it would have too many parts, its beginning and the link. */
export function limitedSmsText(text: string, { link, isNeeded }: MoreText, wantsPlain: boolean): { text: string; parts: number } {
  const whole = smsText(isNeeded ? `${text} ${link}` : text, wantsPlain);
  if (whole.parts <= maxSmsParts) return whole;
  const characters = [...smsText(text, wantsPlain).text];
  const cut = (length: number) => `${characters.slice(0, length).join('').trimEnd()}${ellipsis} ${link}`;
  let [fitting, tooLong] = [0, characters.length];
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (countParts(cut(middle)).parts <= maxSmsParts) fitting = middle;
    else tooLong = middle;
  }
  const lastSpace = characters.lastIndexOf(' ', fitting);
  const shortened = cut(lastSpace >= fitting - maxDroppedForWord && lastSpace > 0 ? lastSpace : fitting);
  return { text: shortened, parts: countParts(shortened).parts };
}

const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'HUY', 'DUNG', 'NGUNG', 'TUCHOI']);
const startWords = new Set(['START', 'YES', 'UNSTOP', 'BAT', 'TIEPTUC', 'NHAN']);

/** What an incoming SMS asks for. Case, marks, spaces and punctuation do not matter. */
export function readReply(text: string): 'stop' | 'start' | undefined {
  const word = withoutMarks(text)
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
  if (stopWords.has(word)) return 'stop';
  return startWords.has(word) ? 'start' : undefined;
}

/** A Vietnamese number in international form: +84912345678. */
export function internationalNumber(phoneKey: string): string {
  return phoneKey.startsWith('0') ? `+84${phoneKey.slice(1)}` : phoneKey;
}
