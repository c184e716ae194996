import type { Catalog, CatalogFacts } from '../catalog/catalog.ts';
import type { SpraySession } from '../catalog/catalog-store.ts';
import { type FieldError, invalid } from '../errors.ts';
import { addDays, type WallTime, wallTime } from '../platform/time/clock.ts';
import { bookableDaysAhead, checkBookable, findDateError } from './order-rules.ts';
import type { Place } from './place.ts';

type Offer = Pick<CatalogFacts, 'crops' | 'sessions'>;

/** `cropId` only where the crop is chosen as well. */
type Booking = Place & { cropId?: string };

const bookingTime = (date: string, now: WallTime) => ({ date, now, lastDate: addDays(now.date, bookableDaysAhead) });

/** Throws unless the session on this date can be booked; `now` is in the company's time zone. */
export function checkBookableAt(date: string, sessionStart: string, now: WallTime): void {
  checkBookable({ ...bookingTime(date, now), sessionStart });
}

/** The session of a booking. Throws if its date, session or crop cannot be booked; the error names all of them. */
export function getBookableSession(booking: Booking, offer: Offer, now: WallTime): SpraySession {
  const session = getOfferedSession(booking, offer, findDateErrors(booking.date, now));
  checkBookableAt(booking.date, session.startTime, now);
  return session;
}

/** Throws if the session or the crop is not offered; the error has `otherErrors` as well. */
export function getOfferedSession(booking: Booking, offer: Offer, otherErrors: readonly FieldError[] = []): SpraySession {
  const session = offer.sessions.get(booking.sessionId);
  const errors = findOfferErrors(booking, offer);
  if (session === undefined || errors.length > 0) throw invalid(...otherErrors, ...errors);
  return session;
}

function findDateErrors(date: string, now: WallTime): FieldError[] {
  const error = findDateError(bookingTime(date, now));
  return error === undefined ? [] : [error];
}

function findOfferErrors({ sessionId, cropId }: Booking, { crops, sessions }: Offer): FieldError[] {
  const errors: FieldError[] = [];
  if (sessions.get(sessionId)?.active !== true) errors.push({ path: 'session.id', message: 'is not one of our sessions' });
  if (cropId !== undefined && crops.get(cropId)?.active !== true)
    errors.push({ path: 'cropType.id', message: 'is not a crop that we spray' });
  return errors;
}

/** The errors of date, session and crop in a body that does not fit its schema. */
export async function findBookingErrors(catalog: Catalog, now: Date, body: Record<string, unknown>): Promise<FieldError[]> {
  const { date, session, cropType } = body as { date?: unknown; session?: { id?: unknown } | null; cropType?: { id?: unknown } | null };
  // In fields that fit the schema; other values are named already.
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  const facts = await catalog.facts();
  const booking = { date: textOf(date), sessionId: textOf(session?.id), cropId: textOf(cropType?.id) };
  return [...findDateErrors(booking.date, wallTime(now, facts.company.timeZone)), ...findOfferErrors(booking, facts)];
}
