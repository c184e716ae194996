import type { Shape } from '../../api/client.ts';
import { isArea } from '../../catalog/area-rules.ts';
import type { Position } from '../../map/position-rules.ts';
import { type Draft, type Field, orderOf } from '../booking/booking-draft.ts';

export type CallerOrder = Shape<'CallerOrder'>;
type Farmer = Shape<'User'>;

/** Draft of a booking for a caller. */
export interface CallerDraft extends Draft {
  phone?: string | undefined;
  /** The farmer with that phone number, if there is one. */
  farmer?: Farmer | undefined;
  /** The farmer whose last order has been filled in, so that it happens once. */
  filledFor?: number | undefined;
  name?: string | undefined;
  /** The earlier order whose field it is; undefined: a new field. */
  knownId?: number | undefined;
  place?: string | undefined;
  position?: Position | undefined;
  /** The time was proposed and not chosen. */
  isProposed?: boolean | undefined;
}

/** In page order. */
export const parts = ['phone', 'name', 'place', 'position', 'crop', 'area', 'slot'] as const;
export type Part = (typeof parts)[number];

/** Normalised like the service compares phone numbers. */
export const plainPhone = (phone: string): string => phone.replace(/[\s().-]/g, '').replace(/^\+840?/, '0');
export const isPhone = (phone: string): boolean => /^0\d{9,10}$/.test(plainPhone(phone));

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === '';

/** Parts that are still missing. */
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

/** Place of the order: a known field, or the new one with name and position. */
export function fieldOf({ field, knownId, place = '', position }: CallerDraft): Field | undefined {
  if (knownId !== undefined) return field;
  return isBlank(place) || position === undefined ? undefined : { location: place.trim(), ...position };
}

/** Where the field is, as soon as it is known: for the weather a new field needs no name. */
export const placeOf = ({ knownId, field, position }: CallerDraft): Position | undefined => (knownId === undefined ? position : field);

/** Whether somebody has typed something: the time is proposed by itself. */
export const isBegun = ({ phone = '', name = '', place = '', farmer, position, area }: CallerDraft): boolean =>
  [phone, name, place].some((text) => text.trim() !== '') || farmer !== undefined || position !== undefined || area !== undefined;

/** The request body of a complete draft; undefined while something is missing. */
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

/** A field of the caller: of an earlier order, or of the registry without an order yet, with a negative id. */
export interface CallerField extends Field {
  id: number;
  cropType: Shape<'Crop'> | null;
  area: number | null;
  /** Date of the last order there. */
  date?: string | undefined;
  paymentMethod?: CallerOrder['paymentMethod'] | undefined;
}

/** Values of an earlier order that are reused. An inactive crop is not reused. */
export function likeBefore(last: CallerField, cropIds: readonly number[] | undefined, takesCards: boolean): CallerDraft {
  const { id, location, latitude, longitude, fieldId, cropType, area, paymentMethod = 'cash' } = last;
  const isOffered = cropType !== null && cropIds?.includes(cropType.id) !== false;
  return {
    knownId: id,
    field: { location, latitude, longitude, fieldId },
    cropId: isOffered ? cropType.id : undefined,
    area: area === null ? undefined : Math.max(1, area),
    method: takesCards ? paymentMethod : 'cash',
  };
}
