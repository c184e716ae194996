import { AppError, type FieldError } from '../errors.ts';

export type LocalTimeInput = string | { hour: number; minute: number; second?: number; nano?: number };

/** Returns HH:mm:ss from both input formats. */
export function readLocalTime(time: LocalTimeInput): string {
  if (typeof time === 'string') return time.length === 5 ? `${time}:00` : time;
  return [time.hour, time.minute, time.second ?? 0].map((part) => String(part).padStart(2, '0')).join(':');
}

export function sessionErrors({
  startTime,
  endTime,
  maxArea,
}: {
  startTime: string;
  endTime: string;
  maxArea: number | null;
}): FieldError[] {
  const errors: FieldError[] = [];
  if (startTime >= endTime) errors.push({ path: 'endTime', message: 'must be later than startTime, on the same day' });
  if (maxArea !== null && maxArea < 1) errors.push({ path: 'maxArea', message: 'must be at least 1, or 0 for no limit' });
  return errors;
}

export function priceErrors(price: number): FieldError[] {
  return /^\d+(?:\.\d{1,4})?$/.test(String(price)) ? [] : [{ path: 'price', message: 'must have at most 4 decimals' }];
}

export function checkNotInUse(openOrders: number): void {
  if (openOrders === 0) return;
  const orders = openOrders === 1 ? 'is 1 open order' : `are ${openOrders} open orders`;
  throw new AppError(
    'SESSION_IN_USE',
    `There ${orders} in this session from today on. Please move or cancel them first, or lower the capacity.`,
  );
}

/** Errors of settings that the service does not support. */
export function settingErrors({ currency, timeZone, locale }: { currency: string; timeZone: string; locale: string }): FieldError[] {
  const errors: FieldError[] = [];
  if (!Intl.supportedValuesOf('currency').includes(currency))
    errors.push({ path: 'currency', message: 'is not a currency that we know, like VND' });
  if (!isTimeZone(timeZone)) errors.push({ path: 'timeZone', message: 'is not a time zone that we know, like Asia/Ho_Chi_Minh' });
  if (!isLocale(locale)) errors.push({ path: 'locale', message: 'is not a locale that we know, like vi-VN' });
  return errors;
}

/** Only IANA names like `Area/City` and UTC, because abbreviations are ambiguous. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^(?:UTC|[A-Z][A-Za-z_]+(?:\/[A-Z][\w+-]*)+)$/.test(name);
  } catch {
    return false;
  }
}

/** Instants at which Node and PostgreSQL must show the same time in a zone: every quarter, two years either way. */
export function zoneCheckInstants(now: Date): Date[] {
  const quarterMs = 91 * 86_400_000;
  return Array.from({ length: 17 }, (_, at) => new Date(now.getTime() + (at - 8) * quarterMs));
}

function isLocale(name: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([name]).length === 1;
  } catch {
    return false;
  }
}

/** Decimals of a currency by ISO 4217. */
export function defaultDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
