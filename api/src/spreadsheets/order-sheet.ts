import { normalizePhone, phoneKey } from '../accounts/account-rules.ts';
import { maxArea } from '../catalog/catalog-schemas.ts';
import type { AppError } from '../errors.ts';
import { checkBookableAt } from '../orders/bookable-session.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { lockOrders } from '../orders/order-change-store.ts';
import { type Db, withinTransaction } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { cropNames } from './crop-name-rules.ts';
import { changeOrder, changeOrderBack, compareStored, type OrderBefore, type OrderValues, succeeds } from './order-sheet-changes.ts';
import {
  findOrdersById,
  findOrdersByTime,
  findPlaces,
  lockPlaces,
  type OrderTime,
  placeOrders,
  type StoredOrder,
} from './order-sheet-store.ts';
import { findPersons, insertPersons, type StoredPerson } from './person-sheet-store.ts';
import {
  BlockedImport,
  type BlockedRow,
  type Comparison,
  type ReadRow,
  refused,
  type SheetContext,
  type SheetHandler,
  type WrittenRow,
} from './sheet-handler.ts';
import type { RowDetail } from './sheet-import.ts';
import { sheetLimits } from './sheet-limits.ts';

const requiredFields = ['date', 'start', 'phoneNumber', 'location', 'latitude', 'longitude', 'cropId', 'area'] as const;
const columnOf = (field: string) => (field === 'cropId' ? 'crop' : field);
const sessionAt = ({ facts }: SheetContext, start: string | null) =>
  [...facts.sessions.values()].find(({ active, startTime }) => active && startTime.slice(0, 5) === start);
const placeOf = ({ date, sessionId }: Pick<OrderValues, 'date' | 'sessionId'>) => `${date} ${sessionId}`;
const twinKey = (phone: string, place: string, location: string | null) => JSON.stringify([phone, place, location?.toLowerCase()]);

function bookingError(values: OrderValues, { facts, now }: SheetContext): RowDetail | undefined {
  const wall = wallTime(now, facts.company.timeZone);
  const sessionStart = facts.sessions.get(String(values.sessionId))?.startTime ?? '';
  try {
    checkBookableAt(String(values.date), sessionStart, wall);
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

/** Refuses changes beyond the limit of a file. */
function withinLimit(compared: Comparison, memory: Map<string, number>): Comparison {
  if (compared.outcome !== 'changed') return compared;
  const changed = (memory.get('changed orders') ?? 0) + 1;
  memory.set('changed orders', changed);
  if (changed <= sheetLimits.changedOrders) return compared;
  const [first] = compared.details;
  return refused({
    ...(first as RowDetail),
    message: `differs from the order, but a file may change at most ${sheetLimits.changedOrders} orders: put this row into another file`,
  });
}

/** Orders: new ones are booked as by phone; stored orders are recognised by number, or by farmer, time and place, and changed as by the office. */
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

    const storedOf = (values: OrderValues): StoredOrder | undefined =>
      values.id === null
        ? sameTime.get(twinKey(phoneKey(values.phoneNumber ?? ''), placeOf(values), values.location))
        : byId.get(values.id);
    const compareNew = (values: OrderValues): Comparison => {
      const error = bookingError(values, context) ?? farmerError(values, farmers.get(phoneKey(values.phoneNumber ?? '')));
      if (error !== undefined) return refused(error);
      const { taken = 0, isClosed = false } = places.get(placeOf(values)) ?? {};
      const wanted = (used.get(placeOf(values)) ?? 0) + 1;
      if (isClosed) return refused({ field: 'date', message: 'is a day on which this session is closed' });
      if (taken + wanted > (context.facts.sessions.get(String(values.sessionId))?.capacity ?? 0))
        return refused({ field: 'start', message: 'is a session that is full on this day' });
      used.set(placeOf(values), wanted);
      return { outcome: 'new', details: [], targetId: null };
    };
    const known = rows.flatMap(({ number, values }) => {
      const order = storedOf(values);
      return order === undefined ? [] : [{ number, order, values }];
    });
    const compared = await compareStored(db, known, context);
    const byNumber = new Map<number, Comparison>();
    for (const [at, { number, order }] of known.entries()) {
      const earlier = memory.get(`order ${order.id}`) ?? number;
      memory.set(`order ${order.id}`, earlier);
      if (earlier !== number) byNumber.set(number, refused({ field: 'location', message: `is also in row ${earlier}` }));
      else byNumber.set(number, withinLimit(compared[at] as Comparison, memory));
    }
    return rows.map(({ number, values }) => {
      if (values.id !== null && !byNumber.has(number))
        return refused({ field: 'id', message: 'is not the number of an order: leave the column out for new orders' });
      return byNumber.get(number) ?? compareNew(values);
    });
  },

  async lock(tx, targetIds) {
    await lockOrders(tx, targetIds);
  },

  async write(tx, rows, context) {
    const { actor, now, facts } = context;
    const added = rows.filter(({ outcome }) => outcome === 'new');
    await registerFarmers(tx, added, context);
    const farmers = await findFarmers(tx, added);
    const orders = added
      .toSorted((a, b) => a.number - b.number)
      .map(({ number, values }) => ({
        ...(values as { [K in keyof OrderValues]: NonNullable<OrderValues[K]> }),
        number,
        farmerId: String(farmers.get(phoneKey(values.phoneNumber ?? ''))?.id),
        sessionStart: facts.sessions.get(String(values.sessionId))?.startTime ?? '',
        paymentMethod: values.paymentMethod ?? 'cash',
      }));
    const changedIds = rows.flatMap(({ outcome, targetId }) => (outcome === 'changed' && targetId !== null ? [targetId] : []));
    if (changedIds.length > 0) await lockPlaces(tx, orders, changedIds);
    const ids = orders.length === 0 ? [] : await placeOrders(tx, orders, actor.id, wallTime(now, facts.company.timeZone).date, now);
    if (ids.length < orders.length) throw new BlockedImport('stale', []);
    const written: WrittenRow[] = orders.map(({ number }, at) => ({ number, targetId: ids[at] as string, before: null }));
    for (const { number, values, targetId, before, outcome } of rows) {
      if (outcome !== 'changed' || targetId === null || before === undefined) continue;
      if (!(await changeOrder(tx, context, targetId, values, before as OrderBefore)))
        throw new BlockedImport('stale', [changedRow(number)]);
      written.push({ number, targetId, before });
    }
    return written;
  },

  async undo(tx, rows, context) {
    const { database, catalog, actor, now } = context;
    const blocked: BlockedRow[] = [];
    for (const { number, targetId, before, values } of rows) {
      const isUndone =
        before === null
          ? await succeeds(
              cancelOrder({ database: withinTransaction(database, tx), catalog, actor, now, expectedVersion: 1 }, targetId, undone),
            )
          : await changeOrderBack(tx, context, targetId, before as OrderBefore);
      const place = values.location ?? `#${targetId}`;
      if (!isUndone) blocked.push({ row: number, message: `${place} has been changed since the import` });
    }
    if (blocked.length > 0) throw new BlockedImport('blocked', blocked);
  },
};

const undone = 'The import of this order was undone.';
const changedRow = (row: number): BlockedRow => ({ row, message: 'has been changed by someone else since the check' });

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
