import { type FieldError, invalid } from '../errors.ts';
import { addDays, wallTime } from '../platform/clock.ts';
import type { Row } from '../platform/db.ts';
import { type Acting, isOffice } from './act-on-order.ts';
import type { PaymentMethod } from './order.ts';
import { bookableDaysAhead, checkBookable } from './order-rules.ts';
import { insertOrder } from './order-store.ts';
import { sessionFull } from './reschedule-order.ts';

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

/** A spray is booked: a place in the session is the farmer's, or the session is full. Without a receptionist, the least busy one gets it. */
export async function placeOrder(
  { database, catalog, actor, now }: Acting,
  farmerId: string,
  input: PlaceOrderInput,
  receptionistId: string | null = isOffice(actor) ? actor.id : null,
): Promise<Row> {
  const { company, crops, sessions } = await catalog.facts();
  const session = sessions.get(input.session.id);
  const errors: FieldError[] = [];
  if (session?.active !== true) errors.push({ path: 'session.id', message: 'is not one of our sessions' });
  if (crops.get(input.cropType.id)?.active !== true) errors.push({ path: 'cropType.id', message: 'is not a crop that we spray' });
  if (session === undefined || errors.length > 0) throw invalid(...errors);
  const wall = wallTime(now, company.timeZone);
  checkBookable({ date: input.date, sessionStart: session.startTime, now: wall, lastDate: addDays(wall.date, bookableDaysAhead) });
  const order = await insertOrder(
    database.write,
    {
      farmerId,
      actorId: actor.id,
      keeperId: receptionistId,
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
    },
    now,
  );
  if (order === undefined) throw sessionFull(input.date, session.startTime);
  return order;
}
