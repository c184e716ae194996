import type { Row } from '../platform/postgres/database.ts';
import type { CommandContext } from './act-on-order.ts';
import { editOrder } from './edit-order.ts';

/** Sets the field of an order, whose place follows from it, and not its cost. The order must belong to the same farmer. */
export const chooseOrderField = (command: CommandContext, orderId: string, fieldId: string): Promise<Row> =>
  editOrder(command, orderId, { fieldId }, async () => {});
