import { normalizePhone, phoneKey } from '../accounts/account-rules.ts';
import { maxArea } from '../catalog/catalog-schemas.ts';
import { AppError } from '../errors.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { bookableDaysAhead, checkBookable } from '../orders/order-rules.ts';
import { type Db, withinTransaction } from '../platform/postgres/database.ts';
import { addDays, wallTime } from '../platform/time/clock.ts';
import { cropNames } from './crop-name-rules.ts';
import { findOrdersById, findOrdersByTime, findPlaces, type OrderTime, placeOrders, type StoredOrder } from './order-sheet-store.ts';
import { findPersons, insertPersons, type StoredPerson } from './person-sheet-store.ts';
import {
  BlockedImport,
  type BlockedRow,
  type Comparison,
  type ReadRow,
  refused,
  type SheetContext,
  type SheetHandler,
} from './sheet-handler.ts';
import type { RowDetail } from './sheet-import.ts';

/** Values of a row with an order. null: the cell is empty. A row without `id` is a new order and has all but the farmer's name. */
export interface OrderValues {
  id: string | null;
  date: string | null;
  start: string | null;
  sessionId: string | null;
  farmer: string | null;
  phoneNumber: string | null;
  location: string | null;
  latitude: number | null;
  longitude: number | null;
  cropId: string | null;
  area: number | null;
  paymentMethod: 'cash' | 'visa' | 'mastercard' | null;
}

const requiredFields = ['date', 'start', 'phoneNumber', 'location', 'latitude', 'longitude', 'cropId', 'area'] as const;
const columnOf = (field: string) => (field === 'cropId' ? 'crop' : field);
const sessionAt = ({ facts }: SheetContext, start: string | null) =>
  [...facts.sessions.values()].find(({ active, startTime }) => active && startTime.slice(0, 5) === start);
const placeOf = ({ date, sessionId }: Pick<OrderValues, 'date' | 'sessionId'>) => `${date} ${sessionId}`;
const twinKey = (phone: string, place: string, location: string | null) => JSON.stringify([phone, place, location?.toLowerCase()]);

/** The fields of a stored order that differ from a row; empty cells do not differ. */
function changesOf(order: StoredOrder, values: OrderValues): RowDetail[] {
  const key = values.phoneNumber === null ? null : phoneKey(values.phoneNumber);
  const pairs: [string, unknown, unknown][] = [
    ['date', order.date, values.date],
    ['start', order.start, values.start],
    ['phoneNumber', order.phoneKey, key],
    ['location', order.location, values.location],
    ['latitude', order.latitude, values.latitude],
    ['longitude', order.longitude, values.longitude],
    ['crop', order.cropId, values.cropId],
    ['area', order.area, values.area],
    ['paymentMethod', order.paymentMethod, values.paymentMethod],
  ];
  return pairs
    .filter(([, from, to]) => to !== null && from !== to)
    .map(([field]) => ({ field, message: 'differs from the order: orders are changed on their page' }));
}

function bookingError(values: OrderValues, { facts, now }: SheetContext): RowDetail | undefined {
  const wall = wallTime(now, facts.company.timeZone);
  const sessionStart = facts.sessions.get(String(values.sessionId))?.startTime ?? '';
  try {
    checkBookable({ date: String(values.date), sessionStart, now: wall, lastDate: addDays(wall.date, bookableDaysAhead) });
    return undefined;
  } catch (error) {
    const [{ path, message } = { path: 'date', message: 'cannot be booked' }] = (error as AppError).facts.errors ?? [];
    return { field: path === 'date' ? 'date' : 'start', message };
  }
}

function farmerError({ farmer }: OrderValues, person: StoredPerson | undefined): RowDetail | undefined {
  if (person === undefined)
    return farmer === null ? { field: 'farmer', message: 'is required: we do not know this number yet' } : undefined;
  if (person.role !== 'farmer') return { field: 'phoneNumber', message: 'is the number of someone who is not a farmer' };
  return person.active ? undefined : { field: 'phoneNumber', message: 'is the number of a farmer who is deactivated' };
}

async function findFarmers(db: Db, rows: readonly { values: OrderValues }[]): Promise<Map<string, StoredPerson>> {
  const keys = rows.flatMap(({ values: { phoneNumber } }) => (phoneNumber === null ? [] : [phoneKey(phoneNumber)]));
  const persons = await findPersons(db, [], [...new Set(keys)], [], false);
  return new Map(persons.map((person) => [String(person.phoneKey), person]));
}

/** Orders: rows without a number are booked as by phone; stored orders are recognised, and not changed. */
export const orderHandler: SheetHandler<OrderValues> = {
  isAppliedByPlace: true,
  read(reader, context) {
    const phone = reader.phone();
    const start = reader.time('start');
    const sessionId = sessionAt(context, start)?.id ?? null;
    const values: OrderValues = {
      id: reader.id(),
      date: reader.date('date'),
      start,
      sessionId,
      farmer: reader.text('farmer', 200),
      phoneNumber: phone === null ? null : normalizePhone(phone),
      location: reader.text('location', 500),
      latitude: reader.number('latitude', -90, 90),
      longitude: reader.number('longitude', -180, 180),
      cropId: reader.choice('crop', cropNames(context.facts.crops), 'is not a crop that we spray'),
      area: reader.area('area', 1, maxArea),
      paymentMethod: reader.word('paymentMethod', 'paymentMethod'),
    };
    if (values.id !== null) return values;
    for (const field of requiredFields) reader.require(columnOf(field), values[field]);
    if (start !== null && sessionId === null) reader.fail('start', 'is not the start of one of our sessions');
    if (values.cropId !== null && context.facts.crops.get(values.cropId)?.active !== true)
      reader.fail('crop', 'is not a crop that we spray');
    return values;
  },
  labelOf: ({ farmer, location, phoneNumber }) => [farmer ?? phoneNumber, location].filter((text) => text !== null).join(', '),
  keysOf: ({ id, ...values }) => {
    if (id !== null) return [{ field: 'id', key: id }];
    const { phoneNumber, location } = values;
    return [{ field: 'location', key: twinKey(phoneKey(phoneNumber ?? ''), placeOf(values), location) }];
  },

  async compare(db, rows, context, { locks, memory }) {
    // In the transaction of an application, places of earlier rows are taken already.
    const used = locks ? new Map<string, number>() : memory;
    const added = rows.filter(({ values }) => values.id === null);
    const times = added.map(
      ({ values: { phoneNumber, date, sessionId } }): OrderTime => ({
        ...{ phoneKey: phoneKey(phoneNumber ?? ''), date: String(date), sessionId: String(sessionId) },
      }),
    );
    const byId = new Map(
      (
        await findOrdersById(
          db,
          rows.flatMap(({ values: { id } }) => (id === null ? [] : [id])),
        )
      ).map((order) => [order.id, order]),
    );
    const sameTime = new Map<string, StoredOrder>();
    for (const order of await findOrdersByTime(db, times))
      sameTime.set(twinKey(order.phoneKey ?? '', placeOf(order), order.location), order);
    const places = await findPlaces(db, times);
    const farmers = await findFarmers(db, added);

    const compareNew = (values: OrderValues): Comparison => {
      const key = phoneKey(values.phoneNumber ?? '');
      const twin = sameTime.get(twinKey(key, placeOf(values), values.location));
      if (twin !== undefined) return compareWith(twin, values);
      const error = bookingError(values, context) ?? farmerError(values, farmers.get(key));
      if (error !== undefined) return refused(error);
      const { taken = 0, isClosed = false } = places.get(placeOf(values)) ?? {};
      const wanted = (used.get(placeOf(values)) ?? 0) + 1;
      if (isClosed) return refused({ field: 'date', message: 'is a day on which this session is closed' });
      if (taken + wanted > (context.facts.sessions.get(String(values.sessionId))?.capacity ?? 0))
        return refused({ field: 'start', message: 'is a session that is full on this day' });
      used.set(placeOf(values), wanted);
      return { outcome: 'new', details: [], targetId: null };
    };
    return rows.map(({ values }) => {
      if (values.id === null) return compareNew(values);
      const order = byId.get(values.id);
      return order === undefined
        ? refused({ field: 'id', message: 'is not the number of an order: leave the column out for new orders' })
        : compareWith(order, values);
    });
  },

  async write(tx, rows, context) {
    const { actor, now, facts } = context;
    await registerFarmers(tx, rows, context);
    const farmers = await findFarmers(tx, rows);
    const orders = rows
      .toSorted((a, b) => a.number - b.number)
      .map(({ number, values }) => ({
        ...(values as { [K in keyof OrderValues]: NonNullable<OrderValues[K]> }),
        number,
        farmerId: String(farmers.get(phoneKey(values.phoneNumber ?? ''))?.id),
        sessionStart: facts.sessions.get(String(values.sessionId))?.startTime ?? '',
        paymentMethod: values.paymentMethod ?? 'cash',
      }));
    const ids = await placeOrders(tx, orders, actor.id, wallTime(now, facts.company.timeZone).date, now);
    if (ids.length < orders.length) throw new BlockedImport('stale', []);
    return orders.map(({ number }, at) => ({ number, targetId: ids[at] as string, before: null }));
  },

  async undo(tx, rows, { database, catalog, actor, now }) {
    const blocked: BlockedRow[] = [];
    for (const { number, targetId } of rows) {
      const command = { database: withinTransaction(database, tx), catalog, actor, now, expectedVersion: 1 };
      try {
        await cancelOrder(command, targetId, 'The import of this order was undone.');
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        blocked.push({ row: number, message: error.message });
      }
    }
    if (blocked.length > 0) throw new BlockedImport('blocked', blocked);
  },
};

function compareWith(order: StoredOrder, values: OrderValues): Comparison {
  const details = changesOf(order, values);
  return details.length === 0 ? { outcome: 'same', details, targetId: order.id } : refused(...details);
}

/** As for a caller: a farmer whose number is unknown is registered. */
async function registerFarmers(tx: Parameters<typeof insertPersons>[0], rows: readonly ReadRow<OrderValues>[], { now }: SheetContext) {
  const known = await findFarmers(tx, rows);
  const unknown = new Map(
    rows
      .filter(({ values: { phoneNumber } }) => !known.has(phoneKey(phoneNumber ?? '')))
      .map(({ number, values: { phoneNumber, farmer } }) => [phoneKey(phoneNumber ?? ''), { number, phoneNumber, fullName: farmer ?? '' }]),
  );
  const nothing = { email: null, street: null, city: null, province: null, postalCode: null, expertise: null };
  const persons = [...unknown.values()].map((person) => ({ ...nothing, ...person, language: 'vi' as const, role: 'farmer' as const }));
  if (persons.length > 0) await insertPersons(tx, persons, now);
}
