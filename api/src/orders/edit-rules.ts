import { AppError } from '../errors.ts';
import type { OrderDetails, StoredDetails } from './edit-store.ts';
import type { FieldChange } from './order-change-store.ts';

/** Input of an edit: only the given values change. A blank note removes it. */
export interface EditInput {
  location?: string;
  latitude?: number;
  longitude?: number;
  cropType?: { id: string };
  area?: number;
  note?: string;
  /** A field of the farmer: the place follows from it. */
  fieldId?: string;
}

/** The details after an edit, with the cost from before. */
export function applyEdit(before: OrderDetails, { location, latitude, longitude, cropType, area, note }: EditInput): OrderDetails {
  return {
    location: location?.trim() ?? before.location,
    latitude: latitude ?? before.latitude,
    longitude: longitude ?? before.longitude,
    cropId: cropType?.id ?? before.cropId,
    area: area === undefined || area === Number(before.area) ? before.area : String(area),
    note: note === undefined ? before.note : note.trim() || null,
    cost: before.cost,
  };
}

/** Old and new values, with crop names. Latitude and longitude are one field, because they change together. */
export function editChanges(before: OrderDetails, after: OrderDetails, cropName: (id: string) => string): FieldChange[] {
  const point = ({ latitude, longitude }: OrderDetails) => `${latitude}, ${longitude}`;
  const all: FieldChange[] = [
    { field: 'area', from: Number(before.area), to: Number(after.area) },
    { field: 'cropType', from: cropName(before.cropId), to: cropName(after.cropId) },
    { field: 'location', from: before.location, to: after.location },
    { field: 'coordinates', from: point(before), to: point(after) },
    { field: 'note', from: before.note, to: after.note },
    { field: 'cost', from: Number(before.cost), to: Number(after.cost) },
  ];
  return all.filter(({ from, to }) => from !== to);
}

/**
 * The cost of an order that is paid or has an invoice does not change. Its place and note can. An open card payment with the old cost must
 * be cancelled before.
 */
export function checkCostChange({ isPaid, isInvoiced, hasOpenIntent, cost }: StoredDetails, newCost: string): void {
  if (Number(newCost) === Number(cost)) return;
  if (isPaid || isInvoiced) {
    throw new AppError(
      'COST_FIXED',
      `${isPaid ? 'This order is paid' : 'An invoice has been issued for this order'}, so its price cannot change. The place and the note can. To change the area or the crop, cancel the order and book again.`,
    );
  }
  if (hasOpenIntent) throw new AppError('ORDER_CHANGED', 'A card payment for this order has just been opened. Please try again.');
}
