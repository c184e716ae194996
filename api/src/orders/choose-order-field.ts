import { invalid } from '../errors.ts';
import { findField } from '../fields/field-store.ts';
import { saveOrderField } from '../fields/order-field-store.ts';
import { type Row, withinTransaction } from '../platform/postgres/database.ts';
import type { CommandContext } from './act-on-order.ts';
import { editOrder } from './edit-order.ts';

export const notFieldOfFarmer = () => invalid({ path: 'fieldId', message: 'is not a field of this farmer' });

/** Sets the field of an order, whose place follows from it. The order must belong to the same farmer. */
export function chooseOrderField(command: CommandContext, orderId: string, fieldId: string): Promise<Row> {
  const { database } = command;
  return database.transaction(async (tx) => {
    const field = await findField(tx, fieldId);
    const { name, latitude, longitude } = field ?? {};
    const place = name === undefined || latitude === undefined || longitude === undefined ? {} : { location: name, latitude, longitude };
    // Locks the order, and refuses what the user may not see or change, whatever the field.
    const order = await editOrder({ ...command, database: withinTransaction(database, tx) }, orderId, place);
    if (!(await saveOrderField(tx, orderId, fieldId))) throw notFieldOfFarmer();
    return order;
  });
}
