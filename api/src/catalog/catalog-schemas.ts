import { Type } from 'typebox';
import { CalendarDate, Exact, Id, Int32, named } from '../platform/http/schemas.ts';

export const LocalTimeSchema = named(
  'LocalTime',
  Exact({
    hour: Int32({ minimum: 0, maximum: 23 }),
    minute: Int32({ minimum: 0, maximum: 59 }),
    second: Int32({ minimum: 0, maximum: 59 }),
    nano: Int32({ minimum: 0, maximum: 999_999_999 }),
  }),
);

export const SessionSchema = named(
  'Session',
  Exact({ id: Id(), startTime: LocalTimeSchema, endTime: LocalTimeSchema }, { fragment: 'session' }),
);

export const CropSchema = named('Crop', Exact({ id: Id(), name: Type.String() }, { fragment: 'crop' }));

export const AvailabilitySchema = named(
  'Availability',
  Exact({
    date: CalendarDate(),
    session: SessionSchema,
    capacity: Int32({ minimum: 0 }),
    free: Int32({ minimum: 0, description: 'Places that can still be booked; 0 once the session has begun.' }),
  }),
);

export const CalendarDaySchema = named(
  'CalendarDay',
  Exact({
    date: CalendarDate(),
    lunar: Exact({
      day: Int32({ minimum: 1, maximum: 30 }),
      month: Int32({ minimum: 1, maximum: 12 }),
      leap: Type.Boolean({ description: 'The second of two months with the same number.' }),
      year: Int32(),
    }),
  }),
);

export const QuoteSchema = named(
  'Quote',
  Exact({
    cropType: CropSchema,
    area: Type.Number(),
    unit: Type.String(),
    pricePerUnit: Type.Number(),
    cost: Type.Number(),
    currency: Type.String(),
  }),
);

export const sessionExample = {
  id: 3,
  startTime: { hour: 6, minute: 0, second: 0, nano: 0 },
  endTime: { hour: 7, minute: 0, second: 0, nano: 0 },
};
export const cropExample = { id: 1, name: 'fruit' };

/** In the company's unit: larger than any field, and small enough that sums stay exact. */
export const maxArea = 1_000_000;
