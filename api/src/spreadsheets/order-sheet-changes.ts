import { phoneKey } from '../accounts/account-rules.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import { saveOrderField } from '../fields/order-field-store.ts';
import type { CommandContext } from '../orders/act-on-order.ts';
import { editOrder } from '../orders/edit-order.ts';
import type { EditInput } from '../orders/edit-rules.ts';
import { allowedActions } from '../orders/order-rules.ts';
import { followLedger } from '../payments/follow-ledger.ts';
import { type Db, type Tx, withinTransaction } from '../platform/postgres/database.ts';
import { findOrderFacts, type OrderFacts, type StoredOrder } from './order-sheet-store.ts';
import { type Comparison, refused, type SheetContext } from './sheet-handler.ts';
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

/** A stored order as it was before a row changed it, and its version after that. */
export interface OrderBefore extends Pick<StoredOrder, 'location' | 'latitude' | 'longitude' | 'cropId' | 'area'> {
  version: number;
  /** The field that the row has removed. */
  fieldId: string | null;
}

const placeFields = ['location', 'latitude', 'longitude'];
const costFields = ['crop', 'area'];

/** The fields of a stored order that differ from a row; empty cells do not differ. */
function orderChanges(order: StoredOrder, values: OrderValues, { facts }: SheetContext): RowDetail[] {
  const cropName = (id: string | null) => (id === null ? null : (facts.crops.get(id)?.name ?? id));
  const pairs: [string, string | number | null, string | number | null][] = [
    ['date', order.date, values.date],
    ['start', order.start, values.start],
    ['phoneNumber', order.phoneKey, values.phoneNumber === null ? null : phoneKey(values.phoneNumber)],
    ['location', order.location, values.location],
    ['latitude', order.latitude, values.latitude],
    ['longitude', order.longitude, values.longitude],
    ['crop', cropName(order.cropId), cropName(values.cropId)],
    ['area', order.area, values.area],
    ['paymentMethod', order.paymentMethod, values.paymentMethod],
  ];
  return pairs
    .filter(([, from, to]) => to !== null && from !== to)
    .map(([field, from, to]) => ({ field, from: from === null ? null : String(from), to: String(to) }));
}

/** Why a field cannot be changed by a file: the same rules as for an edit by the office. Undefined: it can. */
function changeProblem(field: string, values: OrderValues, facts: OrderFacts, { facts: { crops }, actor }: SheetContext) {
  if (!placeFields.includes(field) && !costFields.includes(field)) return 'differs from the order: change it on the page of the order';
  if (!allowedActions(facts.status, actor.role).includes('edit')) return 'differs from the order, which can no longer be changed';
  if (costFields.includes(field) && facts.isCostFixed) return 'differs from the order, which is paid, invoiced or being paid by card';
  if (placeFields.includes(field) && facts.hasBoundary) return 'differs from the field of the order: change it on the page of the order';
  return field === 'crop' && crops.get(String(values.cropId))?.active !== true ? 'is not a crop that we spray' : undefined;
}

/** Compares rows with the stored orders that they are. */
export async function compareStored(
  db: Db,
  rows: readonly { order: StoredOrder; values: OrderValues }[],
  context: SheetContext,
): Promise<Comparison[]> {
  const details = rows.map(({ order, values }) => orderChanges(order, values, context));
  const differing = rows.filter((_, at) => details[at]?.length !== 0).map(({ order }) => order.id);
  const facts = await findOrderFacts(db, differing);
  return rows.map(({ order, values }, at): Comparison => {
    const changes = details[at] as RowDetail[];
    const known = facts.get(order.id);
    if (changes.length === 0 || known === undefined) return { outcome: 'same', details: [], targetId: order.id };
    const problems: RowDetail[] = changes.flatMap((change) => {
      const message = changeProblem(change.field, values, known, context);
      return message === undefined ? [] : [{ ...change, message }];
    });
    // Orders are applied by place.
    for (const field of ['date', 'start'] as const)
      if (values[field] === null) problems.push({ field, from: null, to: null, message: 'is required' });
    if (problems.length > 0) return refused(...problems);
    const { location, latitude, longitude, cropId, area } = order;
    // Only another place removes the field.
    const fieldId = changes.some(({ field }) => placeFields.includes(field)) ? known.fieldId : null;
    const before: OrderBefore = { location, latitude, longitude, cropId, area, version: order.version + 1, fieldId };
    return { outcome: 'changed', details: changes, targetId: order.id, before };
  });
}

const commandOf = (tx: Tx, { database, catalog, actor, now }: SheetContext, expectedVersion: number): CommandContext => ({
  ...{ database: withinTransaction(database, tx), catalog, actor, now, expectedVersion },
});

const editOf = (
  { location, latitude, longitude, cropId, area }: Pick<OrderValues, 'location' | 'latitude' | 'longitude' | 'cropId' | 'area'>,
  stored: OrderBefore,
): EditInput => ({
  ...(location === null ? {} : { location }),
  latitude: latitude ?? stored.latitude,
  longitude: longitude ?? stored.longitude,
  ...(cropId === null ? {} : { cropType: { id: cropId } }),
  ...(area === null ? {} : { area }),
});

const databaseErrors: ReadonlySet<ErrorCode> = new Set(['OVERLOADED', 'DATABASE_UNAVAILABLE']);

/**
 * Whether a command on an order is possible. If not, the transaction must be rolled back. Errors of the database are thrown, so that the
 * transaction is run again where that may help.
 */
export async function succeeds(command: Promise<unknown>): Promise<boolean> {
  try {
    await command;
    return true;
  } catch (error) {
    if (error instanceof AppError && !databaseErrors.has(error.code)) return false;
    throw error;
  }
}

/** Whether a row changes the area of its order; then the place of the order is locked. */
export const changesArea = ({ area }: OrderValues, before: OrderBefore): boolean => area !== null && area !== before.area;

/** As an edit by the office. False: the order has been changed by someone else. */
export const changeOrder = (tx: Tx, context: SheetContext, id: string, values: OrderValues, before: OrderBefore): Promise<boolean> =>
  succeeds(editOrder(commandOf(tx, context, before.version - 1), id, editOf(values, before), followLedger));

/**
 * False: the order has been changed since, or its field can no longer be chosen. Another place is not the field any more, so the field is
 * chosen again.
 */
export async function changeOrderBack(tx: Tx, context: SheetContext, id: string, before: OrderBefore): Promise<boolean> {
  if (!(await succeeds(editOrder(commandOf(tx, context, before.version), id, editOf(before, before), followLedger)))) return false;
  return before.fieldId === null || saveOrderField(tx, id, before.fieldId);
}
