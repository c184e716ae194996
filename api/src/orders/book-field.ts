import { areaInUnit } from '../catalog/area-unit-rules.ts';
import { AppError, invalid } from '../errors.ts';
import { saveOrderField } from '../fields/order-field-store.ts';
import { getField, noSuchField } from '../fields/save-field.ts';
import { type Row, withinTransaction } from '../platform/postgres/database.ts';
import { type CommandContext, isOffice } from './act-on-order.ts';
import { type PlaceOrderInput, placeOrder } from './place-order.ts';

export type FieldBooking = Pick<PlaceOrderInput, 'date' | 'session' | 'cropType' | 'paymentMethod' | 'confirmed'> & { area?: number };

/** The contract's smallest area of an order. */
const minArea = 1;

/** Books a spray of a field: place and, if none is given, area follow from it. */
export async function bookField(command: CommandContext, fieldId: string, input: FieldBooking): Promise<Row> {
  const { database, catalog, actor } = command;
  const byOffice = isOffice(actor);
  const { company } = await catalog.facts();
  return database.transaction(async (tx) => {
    const field = await getField({ database: withinTransaction(database, tx), ownerId: byOffice ? undefined : actor.id }, fieldId);
    if (field.archived) throw noSuchField();
    if (!field.isFarmerActive)
      throw new AppError('FARMER_DEACTIVATED', 'The farmer of this field is deactivated. An admin can activate the account again.');
    const measured = field.areaM2 === null ? undefined : areaInUnit(field.areaM2, company.areaUnit);
    const area = input.area ?? (measured === undefined ? undefined : Math.max(minArea, measured));
    if (area === undefined) throw invalid({ path: 'area', message: 'is required: the field has no boundary' });
    const { name: location, latitude, longitude } = field;
    const order = await placeOrder({ ...command, database: withinTransaction(database, tx) }, field.farmerId, {
      ...input,
      ...{ location, latitude, longitude, area },
      confirmed: byOffice || input.confirmed === true,
    });
    if (!(await saveOrderField(tx, String(order[0]), fieldId))) throw noSuchField();
    return order;
  });
}
