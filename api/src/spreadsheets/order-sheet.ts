import { normalizePhone, phoneKey } from '../accounts/account-rules.ts';
import { releaseNumbers } from '../accounts/release-numbers.ts';
import { maxArea } from '../catalog/catalog-schemas.ts';
import { AppError } from '../errors.ts';
import { isOffice } from '../orders/act-on-order.ts';
import { checkBookableAt } from '../orders/bookable-session.ts';
import type { Actor } from '../orders/order.ts';
import {
  freePlaces,
  type LockedOrder,
  lockOrders,
  lockPlaces,
  type OrderChange,
  saveChanges,
  takePlaces,
} from '../orders/order-change-store.ts';
import { type Change, cancel } from '../orders/order-rules.ts';
import type { Place } from '../orders/place.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { cropNames } from './crop-name-rules.ts';
import { changeOrder, changeOrderBack, changesArea, compareStored, type OrderBefore, type OrderValues } from './order-sheet-changes.ts';
import {
  findOrdersById,
  findOrdersByTime,
  findPlaces,
  listPlacesOfNew,
  type OrderTime,
  placeOrders,
  type StoredOrder,
} from './order-sheet-store.ts';
import { findPersons, insertPersons, type StoredPerson } from './person-sheet-store.ts';
import {
  type AppliedRow,
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
import { listChangedNumbers, listTargets, readRows } from './sheet-import-store.ts';
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
      farmer: reader.line('farmer', 200),
      phoneNumber: phone === null ? null : normalizePhone(phone),
      location: reader.line('location', 500),
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

  async compare(db, rows, context, { memory }) {
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
      const wanted = (memory.get(placeOf(values)) ?? 0) + 1;
      if (isClosed) return refused({ field: 'date', message: 'is a day on which this session is closed' });
      if (taken + wanted > (context.facts.sessions.get(String(values.sessionId))?.capacity ?? 0))
        return refused({ field: 'start', message: 'is a session that is full on this day' });
      memory.set(placeOf(values), wanted);
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

  async lock(tx, importId) {
    await lockOrders(tx, await listTargets(tx, importId));
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
        paymentMethod: values.paymentMethod ?? 'cash',
      }));
    const ids = orders.length === 0 ? [] : await placeOrders(tx, orders, actor.id, wallTime(now, facts.company.timeZone).date, now);
    if (ids.length < orders.length) throw new BlockedImport('stale', []);
    const written: WrittenRow[] = orders.map(({ number }, at) => ({ number, targetId: ids[at] as string, before: null }));
    for (const { number, targetId, before, outcome } of rows)
      if (outcome === 'changed' && targetId !== null && before !== undefined) written.push({ number, targetId, before });
    return written;
  },

  async completeApply(tx, importId, context) {
    const places = await listPlacesOfNew(tx, importId);
    const blocked = await changeInOrder(tx, importId, places, ({ targetId, values, before }) =>
      changeOrder(tx, context, targetId, values, before),
    );
    if (blocked.length > 0)
      throw new BlockedImport(
        'stale',
        blocked.map(({ number }) => changedRow(number)),
      );
    const startOf = ({ sessionId }: Place) => context.facts.sessions.get(sessionId)?.startTime ?? '00:00:00';
    const refused = await takePlaces(
      tx,
      places.map((place) => ({ ...place, sessionStart: startOf(place) })),
    );
    if (refused.size > 0) throw new BlockedImport('stale', []);
  },

  async undo(tx, rows, { actor, now, facts }) {
    const orders = new Map(
      (
        await lockOrders(
          tx,
          rows.map(({ targetId }) => targetId),
        )
      ).map((order) => [order.id, order]),
    );
    const blocked: BlockedRow[] = [];
    const changes: OrderChange[] = [];
    for (const row of rows) {
      const order = orders.get(row.targetId);
      const before = row.before as OrderBefore | null;
      const isUnchanged = order?.version === (before?.version ?? 1);
      const change = isUnchanged && before === null ? cancellationOf(order, actor) : undefined;
      if (change !== undefined) changes.push({ orderId: row.targetId, change });
      else if (!isUnchanged || before === null) blocked.push(changedSince(row));
    }
    if (blocked.length > 0) throw new BlockedImport('blocked', blocked);
    const today = wallTime(now, facts.company.timeZone).date;
    await saveChanges(tx, changes, { actorId: actor.id, receptionistId: isOffice(actor) ? actor.id : null, now, today, reason: undone });
  },

  async completeUndo(tx, importId, context) {
    const places = await listPlacesOfNew(tx, importId);
    const blocked = await changeInOrder(tx, importId, places, ({ targetId, before }) => changeOrderBack(tx, context, targetId, before));
    if (blocked.length > 0) throw new BlockedImport('blocked', blocked.map(changedSince));
    await freePlaces(tx, places);
  },
};

const undone = 'The import of this order was undone.';
function changedSince({ number, values, targetId }: Pick<AppliedRow<OrderValues>, 'number' | 'values' | 'targetId'>): BlockedRow {
  const name = values.location ?? `#${targetId}`;
  return { row: number, message: `${name} has been changed since the import` };
}
const changedRow = (row: number): BlockedRow => ({ row, message: 'has been changed by someone else since the check' });

/** The cancellation that undoes a new order. Undefined: it can no longer be cancelled. */
function cancellationOf(order: LockedOrder, actor: Actor): Change | undefined {
  try {
    return cancel(order, actor.role, 0);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

interface ChangedRow {
  number: number;
  targetId: string;
  values: OrderValues;
  before: OrderBefore;
}

/**
 * Changes the orders of the changed rows, and locks the places that are taken or freed next. Only another area needs the lock of its place:
 * these changes come last. Returns the rows whose order cannot be changed; if there are any, the caller must roll back.
 */
async function changeInOrder(
  tx: Tx,
  importId: string,
  places: readonly Place[],
  change: (row: ChangedRow) => Promise<boolean>,
): Promise<ChangedRow[]> {
  const stored = await readRows(tx, importId, await listChangedNumbers(tx, importId));
  const rows = stored.map(({ number, input, targetId, before }) => ({ number, values: input, targetId, before }) as ChangedRow);
  const withArea = rows.filter(({ values, before }) => changesArea(values, before));
  const blocked: ChangedRow[] = [];
  const changeAll = async (some: readonly ChangedRow[]) => {
    for (const row of some) if (!(await change(row))) blocked.push(row);
  };
  await changeAll(rows.filter((row) => !withArea.includes(row)));
  const changed = await findOrdersById(
    tx,
    withArea.map(({ targetId }) => targetId),
  );
  await lockPlaces(tx, [...places, ...changed]);
  await changeAll(withArea);
  return blocked;
}

/** As for a caller: a farmer whose number is unknown is registered. */
async function registerFarmers(
  tx: Parameters<typeof insertPersons>[0],
  rows: readonly ReadRow<OrderValues>[],
  { actor, now }: SheetContext,
) {
  const known = await findFarmers(tx, rows);
  const unknown = new Map(
    rows
      .filter(({ values: { phoneNumber } }) => !known.has(phoneKey(phoneNumber ?? '')))
      .map(({ number, values: { phoneNumber, farmer } }) => [phoneKey(phoneNumber ?? ''), { number, phoneNumber, fullName: farmer ?? '' }]),
  );
  const nothing = { email: null, street: null, city: null, province: null, postalCode: null, expertise: null, phoneConfirmed: true };
  const persons = [...unknown.values()].map((person) => ({ ...nothing, ...person, language: 'vi' as const, role: 'farmer' as const }));
  if (persons.length === 0) return;
  await insertPersons(tx, persons, now);
  await releaseNumbers(tx, [...unknown.keys()], actor.id, now);
}
