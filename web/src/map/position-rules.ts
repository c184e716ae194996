import { rounded } from './rounded.ts';

export interface Position {
  latitude: number;
  longitude: number;
}

/** Result of parsing a typed or pasted text. */
export type ParsedPosition =
  /** `swapped`: the text had the longitude first. */
  | { kind: 'position'; position: Position; swapped: boolean }
  /** A short link, which only its site can resolve. */
  | { kind: 'short-link' }
  | { kind: 'link-without-position' }
  /** One number only: the other one is missing. */
  | { kind: 'half' }
  | { kind: 'out-of-range' }
  | { kind: 'unreadable' };

/** Parses coordinates in the formats of users, messages and other maps; undefined for blank text. */
export function parsePosition(text: string): ParsedPosition | undefined {
  const plain = normalised(text);
  if (plain === '') return undefined;
  const link = /\b(?:https?:\/\/|geo:)\S+/i.exec(plain)?.[0] ?? /^(?:www\.|maps\.|goo\.gl\/|zalo\.me\/)\S+$/i.exec(plain)?.[0];
  return link === undefined ? parseText(plain) : parseLink(link);
}

/** Formats a position so that `parsePosition` reads it back. */
export const positionText = ({ latitude, longitude }: Position): string => `${latitude}, ${longitude}`;

/** Normalises characters that keyboards and other maps write differently. */
const normalised = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u2212\u2012-\u2015]/g, '-')
    .replace(/[º˚]/g, '°')
    .replace(/[\u2018\u2019\u2032\u00b4`]/g, "'")
    .replace(/[\u201c\u201d\u2033]|''/g, '"')
    .replace(/[，、]/g, ', ')
    .replace(/；/g, ';')
    .replace(/[\s\u200b-\u200f\u202a-\u202e\u2060\ufeff]+/g, ' ')
    .trim();

/** Parts of a link in order of precedence: pin, search, map view. */
const number = '(-?\\d{1,3}(?:\\.\\d+)?)';
const linkPatterns = [
  new RegExp(`!3d${number}!4d${number}`),
  new RegExp(`[?&#]m?lat(?:itude)?=${number}&m?(?:lng|lon|long|longitude)=${number}(?![\\d.])`, 'i'),
  new RegExp(
    `[?&](?:q|query|ll|sll|destination|daddr|center|viewpoint|cp|loc|location|point|pt)=(?:loc:)?${number}[,~]\\s?${number}(?![\\d.])`,
    'i',
  ),
  new RegExp(`/(?:place|search|dir)/(?:[^/@]*/)*?${number},\\s?${number}(?![\\d.])`),
  new RegExp(`#map=[\\d.]+/${number}/${number}(?![\\d.])`),
  new RegExp(`@${number},${number}(?![\\d.])`),
  new RegExp(`^geo:${number},${number}(?![\\d.])`, 'i'),
  new RegExp(`/${number},${number}(?:[,/?]|$)`),
];
const shortLink =
  /^(?:https?:\/\/)?(?:maps\.app\.goo\.gl|goo\.gl|g\.co|(?:\w+\.)?zalo\.me|osm\.org\/go|(?:www\.)?openstreetmap\.org\/go|bit\.ly|tinyurl\.com)\//i;

function parseLink(link: string): ParsedPosition {
  const decoded = decodedLink(link).replaceAll('+', ' ');
  for (const pattern of linkPatterns) {
    const [, first, second] = pattern.exec(decoded) ?? [];
    // geo:0,0?q=… has the position in the query.
    if (first === undefined || second === undefined || (Number(first) === 0 && Number(second) === 0)) continue;
    return ofNumbers(Number(first), Number(second));
  }
  // Google writes a dropped pin as /place/10°28'16.3"N 105°27'18.4"E/.
  const [, written] = /(?:\/(?:place|search)\/|[?&](?:q|query)=)([^/?&@]+)/.exec(decoded) ?? [];
  const inWords = written === undefined ? undefined : parseText(normalised(written));
  if (inWords?.kind === 'position') return inWords;
  return { kind: shortLink.test(link) ? 'short-link' : 'link-without-position' };
}

function decodedLink(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

function parseText(text: string): ParsedPosition {
  const plain = text
    .replace(/^[([{]\s*(.*?)\s*[)\]}]\.?$/, '$1')
    .replace(/^(?!lat|lng|lon|vĩ|kinh)[^\d:°]{2,}:\s*(?=[-\d(])/i, '')
    .replace(/[.,;]$/, '');
  const bare = plain.replace(latitudeWord, ' ').replace(longitudeWord, ' ').replace(/\s+/g, ' ').trim();
  const [latitudeAt, longitudeAt] = [plain.search(latitudeWord), plain.search(longitudeWord)];
  const isLongitudeFirst = longitudeAt !== -1 && latitudeAt > longitudeAt;
  return parseDecimals(bare, isLongitudeFirst) ?? parseAngles(bare) ?? { kind: 'unreadable' };
}

const latitudeWord = /vĩ (?:độ|tuyến)[:=]?|(?<!\p{L})lat(?:itude)?(?!\p{L})[:=]?/iu;
const longitudeWord = /kinh (?:độ|tuyến)[:=]?|(?<!\p{L})(?:longitude|long|lng|lon)(?!\p{L})[:=]?/iu;

/** Two decimals, with a point or with a comma; undefined if the text is something else. */
function parseDecimals(text: string, isLongitudeFirst: boolean): ParsedPosition | undefined {
  const inOrder = (first: number, second: number) => (isLongitudeFirst ? ofAxes(second, first, true) : ofNumbers(first, second));
  const points = /^([-+]?\d+(?:\.\d+)?) ?([,;/| ]) ?([-+]?\d+(?:\.\d+)?)$/.exec(text);
  if (points !== null) {
    const [all, first = '', separator, second = ''] = points;
    // "10,45" is one number with a decimal comma, "10, 105" is two.
    const isOne = separator === ',' && !all.includes(' ') && /^[-+]?\d+$/.test(first) && /^\d+$/.test(second);
    return isOne ? { kind: 'half' } : inOrder(Number(first), Number(second));
  }
  const commas = /^([-+]?\d+[.,]\d+)(?: ?[;/|] ?|, | ,? ?|(?<=,\d+),(?=\d+,))([-+]?\d+[.,]\d+)$/.exec(text);
  if (commas !== null) return inOrder(decimal(commas[1]), decimal(commas[2]));
  return /^[-+]?\d+(?:[.,]\d+)?$/.test(text) ? { kind: 'half' } : undefined;
}

const decimal = (text: string | undefined): number => Number(text?.replace(',', '.'));

interface Angle {
  degrees: number;
  /** Sign by hemisphere; undefined: not given. */
  axis: 'latitude' | 'longitude' | undefined;
}

const directionWords: [RegExp, string][] = [
  [/độ/giu, '°'],
  [/phút/giu, "'"],
  [/giây/giu, '"'],
  [/bắc/giu, 'B'],
  [/nam/giu, 'N'],
  [/đông/giu, 'Đ'],
  [/tây/giu, 'T'],
  [/north/giu, 'N'],
  [/south/giu, 'S'],
  [/east/giu, 'E'],
  [/west/giu, 'W'],
];

/** Degrees with a hemisphere, minutes and seconds, in English or Vietnamese. */
function parseAngles(text: string): ParsedPosition | undefined {
  // N is north in English and "nam", south, in Vietnamese: the other direction of the text, or a whole word, decides.
  const isVietnamese =
    /nam|bắc|đông|tây/iu.test(text) ||
    (/[\dº°'"\s][BĐDT](?![\p{L}])|(?<!\p{L})[BĐDT] ?\d/iu.test(text) && !/[\d°'" ][SEW](?!\p{L})|(?<!\p{L})[SEW] ?\d/iu.test(text));
  let plain = text;
  for (const [word, letter] of directionWords) plain = plain.replace(word, letter);
  if (/\dd ?\d/.test(plain))
    plain = plain
      .replace(/(?<=\d)d/g, '°')
      .replace(/(?<=\d)m/g, "'")
      .replace(/(?<=\d)s/g, '"');
  plain = plain.replace(/\s+/g, ' ').trim().toUpperCase();
  const halves = splitAngles(plain);
  if (halves === undefined) return undefined;
  const angles = halves.map((half) => parseAngle(half, isVietnamese));
  const [first, second] = angles;
  if (first === undefined || second === undefined) return undefined;
  if (first.axis !== undefined && first.axis === second.axis) return undefined;
  const isSwapped = first.axis === 'longitude' || second.axis === 'latitude';
  if (first.axis === undefined && second.axis === undefined) return ofNumbers(first.degrees, second.degrees);
  return isSwapped ? ofAxes(second.degrees, first.degrees, true) : ofAxes(first.degrees, second.degrees, false);
}

const hemisphere = '[NSEWBĐDT]';

/** Splits at the hemisphere, at a separator, or in the middle of four or six numbers. */
function splitAngles(text: string): [string, string] | undefined {
  const leading = new RegExp(`^(${hemisphere}[^A-ZĐ]+?)[,;/]? ?(${hemisphere}[^A-ZĐ]+)$`).exec(text);
  const trailing = new RegExp(`^([^A-ZĐ]+${hemisphere}) ?[,;/]? ?([^A-ZĐ]+${hemisphere}?)$`).exec(text);
  const marked = /^([^A-ZĐ]+[°'"]) ?[,;/]? ?(-?[^A-ZĐ°]+°[^A-ZĐ°]*)$/.exec(text);
  const [, first, second] = leading ?? trailing ?? marked ?? [];
  if (first !== undefined && second !== undefined) return [first, second];
  if (!/^-?\d[\d., -]*$/.test(text)) return undefined;
  const numbers = text.split(/(?:, | )/).filter((part) => part !== '');
  if (numbers.length !== 4 && numbers.length !== 6) return undefined;
  const middle = numbers.length / 2;
  return [numbers.slice(0, middle).join(' '), numbers.slice(middle).join(' ')];
}

function parseAngle(text: string, isVietnamese: boolean): Angle | undefined {
  const value = '(\\d+(?:[.,]\\d+)?)';
  const shape = new RegExp(`^(${hemisphere})? ?([-+])?${value} ?[°:]?(?: ?${value} ?[':]?)?(?: ?${value} ?"?)? ?,?(${hemisphere})?$`);
  const [, before, sign, ...rest] = shape.exec(text.trim()) ?? [];
  if (rest.length === 0) return undefined;
  const [degrees, minutes, seconds, after] = rest;
  const parts = [degrees, minutes, seconds].filter((part) => part !== undefined);
  // Only the last of degrees, minutes and seconds has decimals, and sixty minutes are a degree.
  if (parts.slice(0, -1).some((part) => /[.,]/.test(part)) || parts.slice(1).some((part) => decimal(part) >= 60)) return undefined;
  const letter = before ?? after;
  if ((before !== undefined && after !== undefined) || (sign === '-' && letter !== undefined)) return undefined;
  const size = parts.reduce((sum, part, n) => sum + decimal(part) / 60 ** n, 0);
  const isNegative = sign === '-' || letter === 'S' || letter === 'W' || letter === 'T' || (letter === 'N' && isVietnamese);
  const axis = letter === undefined ? undefined : /[NSB]/.test(letter) ? 'latitude' : 'longitude';
  return { degrees: isNegative ? -size : size, axis };
}

/** Without a hemisphere the latitude comes first, unless the first number can only be a longitude. */
function ofNumbers(first: number, second: number): ParsedPosition {
  return Math.abs(first) > 90 && Math.abs(second) <= 90 ? ofAxes(second, first, true) : ofAxes(first, second, false);
}

function ofAxes(latitude: number, longitude: number, swapped: boolean): ParsedPosition {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return { kind: 'out-of-range' };
  return { kind: 'position', position: { latitude: rounded(latitude), longitude: rounded(longitude) }, swapped };
}
