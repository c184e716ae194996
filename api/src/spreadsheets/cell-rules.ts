import { normalizePhone } from '../accounts/account-rules.ts';
import { plainText } from './column-rules.ts';

/** A value of a cell, or why it cannot be used. */
export type Read<T> = { value: T } | { error: string };

/** How a file writes a date with slashes: day or month first. */
export type DateOrder = 'dmy' | 'mdy';

const slashDate = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[ T]+\d{1,2}:\d{2}(?::\d{2})?)?$/;

/** Which order of day and month a text allows. Undefined: it is not a date with separators. */
export function dateOrderOf(text: string): DateOrder | 'both' | undefined {
  const [, first, second] = slashDate.exec(text.trim()) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const [a, b] = [Number(first), Number(second)];
  if (a === b && a <= 12) return undefined;
  if (a > 12) return b <= 12 ? 'dmy' : undefined;
  return b > 12 ? 'mdy' : 'both';
}

const dateError = { error: 'must be a date: 2026-11-17 or 17/11/2026' };
const [firstSerial, lastSerial] = [20_000, 80_000];

/** A date as YYYY-MM-DD, from ISO, day/month/year or the serial number of a spreadsheet. */
export function readDate(text: string, order: DateOrder): Read<string> {
  const trimmed = text.trim();
  const serial = /^\d{5}(\.\d+)?$/.test(trimmed) ? Number(trimmed) : 0;
  if (serial >= firstSerial && serial <= lastSerial)
    return { value: new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10) };
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T].*)?$/.exec(trimmed) ?? [];
  if (year !== undefined) return dateOf(Number(year), Number(month), Number(day));
  const [, first, second, shortYear] = slashDate.exec(trimmed) ?? [];
  if (first === undefined) return dateError;
  const [a, b] = order === 'dmy' ? [first, second] : [second, first];
  return dateOf(Number(shortYear) < 100 ? 2000 + Number(shortYear) : Number(shortYear), Number(b), Number(a));
}

function dateOf(year: number, month: number, day: number): Read<string> {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? { value: date.toISOString().slice(0, 10) } : dateError;
}

/** A time of day as HH:MM. `6h30`, `6:30`, `02:30:00 chiều` and the fraction of a day of a spreadsheet are understood. */
export function readTime(text: string): Read<string> {
  const trimmed = text.normalize('NFC').trim().toLowerCase();
  const error = { error: 'must be a time: 06:00' };
  if (/^0?\.\d+$/.test(trimmed)) {
    const minutes = Math.round(Number(trimmed) * 1440);
    return { value: clockText(Math.floor(minutes / 60), minutes % 60) };
  }
  const [, hours, minutes = '0', half] =
    /^(?:\d{4}-\d{2}-\d{2}[ t])?(\d{1,2})(?:\s*(?:h|:|giờ|g)\s*(\d{2})?)?(?::\d{2})?\s*(am|pm|sa|ch|sáng|trưa|chiều|tối)?(?:\s*-.*)?$/.exec(
      trimmed,
    ) ?? [];
  if (hours === undefined) return error;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon(Number(hours), half) ? 12 : 0);
  return hour < 24 && Number(minutes) < 60 ? { value: clockText(hour, Number(minutes)) } : error;
}

function isAfternoon(hours: number, half: string): boolean {
  // Trưa is about noon: 11 trưa is before it, 1 trưa after it.
  if (half === 'trưa') return hours !== 10 && hours !== 11;
  // 12 tối is midnight.
  if (half === 'tối') return hours % 12 !== 0;
  return !['am', 'sa', 'sáng'].includes(half);
}

const clockText = (hour: number, minute: number) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** A phone number with the leading zero that spreadsheet programs remove from numbers. */
export function readPhone(text: string): Read<string> {
  if (/^\d[.,]?\d*e\+?\d+$/i.test(text.trim())) return { error: 'was shortened by the spreadsheet program: format the column as text' };
  const digits = text.replace(/\p{Cf}/gu, '').replace(/[().\-\u2010-\u2015/]/g, ' ');
  const compact = digits.replace(/[\s\p{Z}]+/gu, '');
  if (/^(?:0|\+84)\d{9,10}$/.test(compact)) return { value: normalizePhone(digits) };
  if (/^[1-9]\d{8}$/.test(compact)) return { value: `0${compact}` };
  if (/^(?:00)?84\d{9}$/.test(compact)) return { value: `+${compact.replace(/^00/, '')}` };
  if (/^[1-9]\d{9}$/.test(compact) && !compact.startsWith('84')) return { value: `0${compact}` };
  return { error: 'must be 0 or +84 followed by 9 or 10 digits' };
}

/** A number with a decimal point or comma. Groups of three digits are understood where they are unambiguous, as far as `largest` shows it. */
export function readNumber(text: string, largest = Number.POSITIVE_INFINITY): Read<number> {
  const compact = text.replace(/[\s\p{Z}\u2019']/gu, '');
  const error = { error: 'must be a number' };
  if (/^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i.test(compact)) return { value: Number(compact) };
  if (/^-?\d+,\d+$/.test(compact)) {
    // One comma before three digits may separate thousands or decimals.
    const isGroup = /^-?[1-9]\d{0,2},\d{3}$/.test(compact) && Math.abs(Number(compact.replace(',', ''))) <= largest;
    if (isGroup) return { error: 'can be read in two ways: write it without the comma' };
    return { value: Number(compact.replace(',', '.')) };
  }
  if (/^-?\d{1,3}(?:\.\d{3})+,\d+$|^-?\d{1,3}(?:\.\d{3}){2,}$/.test(compact))
    return { value: Number(compact.replaceAll('.', '').replace(',', '.')) };
  if (/^-?\d{1,3}(?:,\d{3})+\.\d+$|^-?\d{1,3}(?:,\d{3}){2,}$/.test(compact)) return { value: Number(compact.replaceAll(',', '')) };
  return error;
}

export const areaUnits = ['m2', 'cong', 'sao', 'mau', 'decare', 'ha', 'acre'] as const;
export type AreaUnit = (typeof areaUnits)[number];

/** Sizes that vary by region in square metres, the most frequent first. */
export const regionalSizes = { cong: [1000, 1296], sao: [360, 500, 1000], mau: [10_000, 3600, 5000] } as const;
export type RegionalUnit = keyof typeof regionalSizes;

const fixedSizes: Record<Exclude<AreaUnit, RegionalUnit>, number> = { m2: 1, decare: 1000, ha: 10_000, acre: 4046.8564224 };

const unitNames: Record<string, AreaUnit> = {
  ...{ m2: 'm2', 'm²': 'm2', 'met vuong': 'm2', cong: 'cong', sao: 'sao', mau: 'mau', decare: 'decare', decares: 'decare', daa: 'decare' },
  ...{ dunam: 'decare', ha: 'ha', hecta: 'ha', hectare: 'ha', hectares: 'ha', hec: 'ha', acre: 'acre', acres: 'acre' },
};

/** The unit of area that a text names as a whole: `công`, `ha`. */
export const areaUnitNamed = (text: string): AreaUnit | undefined => unitNames[plainText(text.replace('²', '2'))];

/** The unit in a title: `Diện tích (ha)`, `Số công`. */
export function areaUnitOfTitle(title: string): AreaUnit | undefined {
  const inside = /[([]([^)\]]*)[)\]]/.exec(title)?.[1];
  return (inside === undefined ? undefined : areaUnitNamed(inside)) ?? areaUnitNamed(plainText(title).replace(/^so /, ''));
}

/** The unit in a cell: `12,5 công`. Undefined: there is none. */
export function areaUnitOfCell(text: string): AreaUnit | undefined {
  const unit = /^[-\d.,\s\p{Z}]+([^\d\s].*)$/u.exec(text.trim())?.[1];
  return unit === undefined ? undefined : areaUnitNamed(unit);
}

/** The sizes of units that were chosen for a file. */
export type UnitSizes = Partial<Record<RegionalUnit, number>>;

export interface AreaContext {
  /** Size of the company's unit; undefined: it is not known, and no other unit can be converted. */
  companySizeM2: number | undefined;
  companyUnit: AreaUnit | undefined;
  /** The unit of cells without one; undefined: the company's. */
  unit: AreaUnit | undefined;
  sizes: UnitSizes;
}

/** An area in the company's unit with two decimals. */
export function readArea(text: string, { companySizeM2, companyUnit, unit, sizes }: AreaContext): Read<number> {
  const [, digits = '', named] = /^([-\d.,\s\p{Z}]+)([^\d\s].*)?$/u.exec(text.trim()) ?? [];
  if (digits.trim() === '') return { error: 'must be a number' };
  const cellUnit = named === undefined ? unit : areaUnitNamed(named);
  if (named !== undefined && cellUnit === undefined) return { error: 'has a unit that we do not know: use công, sào, ha or m²' };
  const number = readNumber(digits);
  if ('error' in number || cellUnit === undefined || cellUnit === companyUnit) return number;
  const size = cellUnit in regionalSizes ? sizes[cellUnit as RegionalUnit] : fixedSizes[cellUnit as keyof typeof fixedSizes];
  if (size === undefined) return { error: 'is in a unit whose size is not chosen yet' };
  if (companySizeM2 === undefined) return { error: 'is in another unit than ours, and cannot be converted' };
  return { value: Math.round(((number.value * size) / companySizeM2) * 100) / 100 };
}
