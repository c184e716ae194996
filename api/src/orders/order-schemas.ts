import { Type } from 'typebox';
import { PhoneNumber } from '../accounts/account-schemas.ts';
import { receptionistExample, UserSchema, userExample } from '../accounts/user.ts';
import { CropSchema, cropExample, maxArea, SessionSchema, sessionExample } from '../catalog/catalog-schemas.ts';
import { CalendarDate, Exact, Id, Line, Nullable, NullableDate, named, OneOf } from '../platform/http/schemas.ts';
import { orderStatuses, paymentMethods, paymentStatuses } from './order.ts';

const afterFarmer = {
  receptionist: Nullable(UserSchema),
  date: CalendarDate(),
  session: SessionSchema,
  location: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  cropType: CropSchema,
  area: Type.Number(),
  cost: Type.Number(),
  orderStatus: OneOf(orderStatuses),
  paymentStatus: OneOf(paymentStatuses),
  paymentMethod: OneOf(paymentMethods),
  completionDate: NullableDate(),
  confirmed: Type.Boolean(),
  creationDate: CalendarDate(),
};

/** An order for staff, and inside feedback and notifications. */
export const OrderSchema = named('Order', Exact({ id: Id(), farmer: UserSchema, ...afterFarmer }));

/** An order for its farmer: without the farmer. */
export const FarmerOrderSchema = named('FarmerOrder', Exact({ id: Id(), ...afterFarmer }));

// Clients may send a complete session with times in several formats; only the id is used.
const TimeInput = Type.Union([
  Type.Partial(Type.Object({ hour: Type.Integer(), minute: Type.Integer(), second: Type.Integer(), nano: Type.Integer() })),
  Type.String({ pattern: '^\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?$', patternHint: 'must be a time: an object, or HH:mm, or HH:mm:ss' }),
]);

export const SessionInput = Type.Object(
  { id: Id(), startTime: Type.Optional(TimeInput), endTime: Type.Optional(TimeInput) },
  { description: 'Only the id is used.' },
);

export const bookingFields = {
  date: CalendarDate({ description: "On the company's calendar: today or later, at most 365 days ahead." }),
  session: SessionInput,
  location: Line(500),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  cropType: Type.Object({ id: Id(), name: Type.Optional(Type.String()) }, { description: 'Only the id is used.' }),
  area: Type.Number({ minimum: 1, maximum: maxArea }),
  paymentMethod: OneOf(paymentMethods),
};

export const NewOrderSchema = named(
  'NewOrder',
  Type.Object({
    ...bookingFields,
    confirmed: Type.Optional(
      Type.Boolean({ description: 'true: the order is confirmed at once. Default: it is pending until it is confirmed.' }),
    ),
  }),
);

/** A booking by phone: the booking and the caller. */
export const CallerOrderSchema = named(
  'CallerOrder',
  Type.Object({
    farmer: Type.Object({
      phoneNumber: PhoneNumber,
      fullName: Type.Optional(Line(200, { description: 'Required if the phone number is unknown.' })),
      street: Type.Optional(Line(200)),
      city: Type.Optional(Line(100)),
      province: Type.Optional(Line(100)),
      postalCode: Type.Optional(Line(20)),
    }),
    ...bookingFields,
  }),
);

export const newOrderExample = {
  date: '2026-11-17',
  session: { id: 3 },
  location: 'Ruộng sau đình, xã Long Điền A, Chợ Mới',
  latitude: 10.5312,
  longitude: 105.4551,
  cropType: { id: 1 },
  area: 12.5,
  confirmed: true,
  paymentMethod: 'cash',
};

const { confirmed: _, ...bookingExample } = newOrderExample;
export const callerOrderExample = { farmer: { phoneNumber: '0901 234 561', fullName: 'Nguyễn Văn Lúa' }, ...bookingExample };

export const farmerOrderExample = {
  id: 42,
  receptionist: receptionistExample,
  date: '2026-11-17',
  session: sessionExample,
  location: newOrderExample.location,
  latitude: newOrderExample.latitude,
  longitude: newOrderExample.longitude,
  cropType: cropExample,
  area: 12.5,
  cost: 375000,
  orderStatus: 'confirmed',
  paymentStatus: 'pending',
  paymentMethod: 'cash',
  completionDate: null,
  confirmed: true,
  creationDate: '2026-11-15',
};

const { id, ...rest } = farmerOrderExample;
export const orderExample = { id, farmer: userExample, ...rest };
