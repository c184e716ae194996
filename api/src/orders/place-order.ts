import type { Catalog } from '../catalog/catalog.ts';
import type { SpraySession } from '../catalog/catalog-store.ts';
import { AppError } from '../errors.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { type CommandContext, isOffice } from './act-on-order.ts';
import { getBookableSession, getOfferedSession } from './bookable-session.ts';
import type { PaymentMethod } from './order.ts';
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

/** The session, date and crop of a request, which have to be offered. */
export const bookingOf = ({ date, session, cropType }: Pick<PlaceOrderInput, 'date' | 'session' | 'cropType'>) => ({
  date,
  sessionId: session.id,
  cropId: cropType.id,
});

/** Places an order and takes a place of the session. Without `receptionistId`, the receptionist with the fewest open orders gets it. */
export async function placeOrder(
  { database, catalog, actor, now }: CommandContext,
  farmerId: string,
  input: PlaceOrderInput,
  receptionistId: string | null = isOffice(actor) ? actor.id : null,
): Promise<Row> {
  const facts = await catalog.facts();
  const wall = wallTime(now, facts.company.timeZone);
  const session = getBookableSession(bookingOf(input), facts, wall);
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

/** The reason may also be that the cached catalogue is outdated: the crop or session was withdrawn or moved. */
async function reasonNotPlaced(db: Db, catalog: Catalog, input: PlaceOrderInput, tried: SpraySession): Promise<AppError> {
  catalog.invalidate();
  const facts = await catalog.facts();
  const { startTime } = getOfferedSession(bookingOf(input), facts);
  if (startTime !== tried.startTime) return sessionMoved(startTime);
  const place = { date: input.date, sessionId: tried.id };
  return (await findAreaError(db, place, String(input.area), facts.company)) ?? sessionUnavailable(db, place, startTime);
}
