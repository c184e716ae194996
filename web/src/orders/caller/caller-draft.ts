import type { Shape } from '../../api/client.ts';
import { isArea } from '../../catalog/area-rules.ts';
import { type Draft, type Field, orderOf } from '../booking/booking-draft.ts';
import type { Position } from '../booking/place-picker.tsx';

export type CallerOrder = Shape<'CallerOrder'>;
type Farmer = Shape<'User'>;

/** What a caller has said so far, as the office types it. */
export interface CallerDraft extends Draft {
  phone?: string | undefined;
  /** Whoever has that number, if we know them. */
  farmer?: Farmer | undefined;
  /** Whose last order has been filled in, so that it is done once. */
  filledFor?: number | undefined;
  name?: string | undefined;
  /** The earlier order whose field it is; undefined: a new field. */
  knownId?: number | undefined;
  place?: string | undefined;
  position?: Position | undefined;
}

/** In the order in which they stand on the page. */
export const parts = ['phone', 'name', 'place', 'position', 'crop', 'area', 'slot'] as const;
export type Part = (typeof parts)[number];

/** As the service compares numbers. */
export const plainPhone = (phone: string): string => phone.replace(/[\s().-]/g, '').replace(/^\+84/, '0');
export const isPhone = (phone: string): boolean => /^0\d{9,10}$/.test(plainPhone(phone));

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === '';

/** What has to be asked yet. */
export function missingIn({ phone = '', farmer, name, knownId, place, position, cropId, area, slot }: CallerDraft): Part[] {
  const isMissing: Record<Part, boolean> = {
    phone: !isPhone(phone),
    name: farmer === undefined && isBlank(name),
    place: knownId === undefined && isBlank(place),
    position: knownId === undefined && position === undefined,
    crop: cropId === undefined,
    area: !isArea(area),
    slot: slot === undefined,
  };
  return parts.filter((part) => isMissing[part]);
}

/** Where to spray: a field that we know, or the one that was just named and marked. */
export function fieldOf({ field, knownId, place = '', position }: CallerDraft): Field | undefined {
  if (knownId !== undefined) return field;
  return isBlank(place) || position === undefined ? undefined : { location: place.trim(), ...position };
}

/** The order that a draft makes; undefined as long as something is missing. */
export function callerOrderOf(draft: CallerDraft): CallerOrder | undefined {
  const order = orderOf({ ...draft, field: fieldOf(draft) });
  if (order === undefined || missingIn(draft).length > 0) return undefined;
  const { confirmed: _, ...asked } = order;
  const { phone = '', farmer, name = '' } = draft;
  return {
    farmer: { phoneNumber: plainPhone(phone), ...(farmer === undefined ? { fullName: name.trim() } : {}) },
    ...asked,
  };
}

/** Everything about an earlier order that is likely to be the same again. A crop that is not sprayed any more has to be chosen anew. */
export function likeBefore(last: Shape<'Order'>, cropIds: readonly number[] | undefined, takesCards: boolean): CallerDraft {
  const { id, location, latitude, longitude, cropType, area, paymentMethod } = last;
  const isOffered = cropIds?.includes(cropType.id) !== false;
  return {
    knownId: id,
    field: { location, latitude, longitude },
    cropId: isOffered ? cropType.id : undefined,
    area,
    method: takesCards ? paymentMethod : 'cash',
  };
}
