import type { Catalog, CatalogFacts } from '../catalog/catalog.ts';
import type { SpraySession } from '../catalog/catalog-store.ts';
import { AppError, type FieldError, invalid } from '../errors.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { addDays, type WallTime, wallTime } from '../platform/time/clock.ts';
import { type CommandContext, isOffice } from './act-on-order.ts';
import type { PaymentMethod } from './order.ts';
import { bookableDaysAhead, checkBookable, findDateError } from './order-rules.ts';
import { insertOrder } from './order-store.ts';
import { sessionMoved, sessionUnavailable } from './reschedule-order.ts';
import { findAreaError } from './session-area.ts';

export interface PlaceOrderInput {
  date: string;
  session: { id: string };
  location: string;
  latitude: number;
  longitude: number;
  cropType: { id: string };
  area: number;
  confirmed?: boolean;
  paymentMethod: PaymentMethod;
}

/** Places an order and takes a place of the session. Without `receptionistId`, the receptionist with the fewest open orders gets it. */
export async function placeOrder(
  { database, catalog, actor, now }: CommandContext,
  farmerId: string,
  input: PlaceOrderInput,
  receptionistId: string | null = isOffice(actor) ? actor.id : null,
): Promise<Row> {
  const facts = await catalog.facts();
  const wall = wallTime(now, facts.company.timeZone);
  const session = getBookableSession(input, facts, wall);
  const order = await insertOrder(
    database.write,
    {
      farmerId,
      actorId: actor.id,
      receptionistId,
      date: input.date,
      sessionId: session.id,
      sessionStart: session.startTime,
      location: input.location.trim(),
      latitude: input.latitude,
      longitude: input.longitude,
      cropId: input.cropType.id,
      area: input.area,
      paymentMethod: input.paymentMethod,
      confirmed: input.confirmed === true,
      creationDate: wall.date,
      isExemptFromLimit: isOffice(actor),
    },
    now,
  );
  if (order === 'too many open bookings') {
    throw new AppError(
      'TOO_MANY_OPEN_BOOKINGS',
      'You have as many open bookings as one farmer may have. Please wait until one is done, cancel one, or call the office.',
    );
  }
  if (order === 'no place') throw await reasonNotPlaced(database.write, catalog, input, session);
  return order;
}

/** The session of a booking. Throws if its date, session or crop cannot be booked. */
export function getBookableSession(
  input: Pick<PlaceOrderInput, 'date' | 'session' | 'cropType'>,
  facts: Pick<CatalogFacts, 'crops' | 'sessions'>,
  now: WallTime,
): SpraySession {
  const time = bookingTime(input.date, now);
  const session = getOfferedSession(input, facts, findDateError(time));
  checkBookable({ ...time, sessionStart: session.startTime });
  return session;
}

const bookingTime = (date: string, now: WallTime) => ({ date, now, lastDate: addDays(now.date, bookableDaysAhead) });

/** Throws if the session or the crop is not offered; the error names the one of the date as well. */
function getOfferedSession(
  input: Pick<PlaceOrderInput, 'session' | 'cropType'>,
  { crops, sessions }: Pick<CatalogFacts, 'crops' | 'sessions'>,
  dateError?: FieldError,
): SpraySession {
  const session = sessions.get(input.session.id);
  const errors = findOfferErrors(input.session.id, input.cropType.id, { crops, sessions });
  if (session === undefined || errors.length > 0) throw invalid(...(dateError === undefined ? [] : [dateError]), ...errors);
  return session;
}

function findOfferErrors(sessionId: string, cropId: string, { crops, sessions }: Pick<CatalogFacts, 'crops' | 'sessions'>): FieldError[] {
  const errors: FieldError[] = [];
  if (sessions.get(sessionId)?.active !== true) errors.push({ path: 'session.id', message: 'is not one of our sessions' });
  if (crops.get(cropId)?.active !== true) errors.push({ path: 'cropType.id', message: 'is not a crop that we spray' });
  return errors;
}

/** The errors of date, session and crop in a body that does not fit its schema. */
export async function findBookingErrors(catalog: Catalog, now: Date, body: Record<string, unknown>): Promise<FieldError[]> {
  const { date, session, cropType } = body as { date?: unknown; session?: { id?: unknown } | null; cropType?: { id?: unknown } | null };
  // In fields that fit the schema; other values are named already.
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  const facts = await catalog.facts();
  const dateError = findDateError(bookingTime(textOf(date), wallTime(now, facts.company.timeZone)));
  return [...(dateError === undefined ? [] : [dateError]), ...findOfferErrors(textOf(session?.id), textOf(cropType?.id), facts)];
}

/** The reason may also be that the cached catalogue is outdated: the crop or session was withdrawn or moved. */
async function reasonNotPlaced(db: Db, catalog: Catalog, input: PlaceOrderInput, tried: SpraySession): Promise<AppError> {
  catalog.invalidate();
  const facts = await catalog.facts();
  const { startTime } = getOfferedSession(input, facts);
  if (startTime !== tried.startTime) return sessionMoved(startTime);
  const place = { date: input.date, sessionId: tried.id };
  return (await findAreaError(db, place, String(input.area), facts.company)) ?? sessionUnavailable(db, place, startTime);
}
