import { Type } from 'typebox';
import { PhoneNumber } from '../accounts/account-schemas.ts';
import { UserSchema, userExample } from '../accounts/user.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { CropSchema, cropExample, maxArea, SessionSchema, sessionExample } from '../catalog/catalog-schemas.ts';
import { sessionsJson } from '../catalog/span.ts';
import { paymentMethods } from '../orders/order.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import {
  CalendarDate,
  Exact,
  Id,
  Int32,
  Line,
  Nullable,
  NullableDate,
  NullableText,
  named,
  OneOf,
  TimeOfDay,
  Timestamp,
} from '../platform/http/schemas.ts';
import type { Row } from '../platform/postgres/database.ts';
import { entryStatuses, type WaitingWish, waitingActions } from './waiting.ts';
import { farmerColumnAt } from './waiting-list-store.ts';
import { maxRangeDays } from './waiting-rules.ts';

const NullableId = (description: string) =>
  Type.Unsafe<string | null>({ type: ['integer', 'null'], format: 'int64', minimum: 1, description });

const OfferSchema = named(
  'WaitingOffer',
  Exact({
    id: Id(),
    date: CalendarDate(),
    session: SessionSchema,
    sendAt: Timestamp({ description: 'When the farmer is notified.' }),
    expiresAt: Timestamp({ description: 'The place is held until then.' }),
  }),
);

const entryFields = {
  id: Id(),
  timestamp: Timestamp({ description: 'When the farmer joined.' }),
  location: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  cropType: CropSchema,
  area: Type.Number(),
  cost: Type.Number({ description: "At today's price." }),
  paymentMethod: OneOf(paymentMethods),
  from: CalendarDate(),
  to: CalendarDate(),
  sessions: Type.Array(SessionSchema),
  status: OneOf(entryStatuses),
  orderId: NullableId('The order that was booked.'),
  ahead: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    description: 'Entries that have waited longer for one of the same places; null: the entry has ended.',
  }),
  offer: Nullable(OfferSchema),
};

export const WaitingEntrySchema = named('WaitingEntry', Exact(entryFields));
export const OfficeWaitingEntrySchema = named('OfficeWaitingEntry', Exact({ ...entryFields, farmer: UserSchema }));

export const waitingEntryExample = {
  id: 7,
  timestamp: '2026-11-15T02:30:00.000Z',
  location: 'Ruộng sau đình, xã Long Điền A, Chợ Mới',
  latitude: 10.5312,
  longitude: 105.4551,
  cropType: cropExample,
  area: 12.5,
  cost: 375000,
  paymentMethod: 'cash',
  from: '2026-11-17',
  to: '2026-11-19',
  sessions: [sessionExample],
  status: 'offered',
  orderId: null,
  ahead: 0,
  offer: {
    id: 3,
    date: '2026-11-17',
    session: sessionExample,
    sendAt: '2026-11-15T03:00:00.000Z',
    expiresAt: '2026-11-15T04:00:00.000Z',
  },
};
export const officeWaitingEntryExample = { ...waitingEntryExample, farmer: userExample };

const wishFields = {
  location: Line(500),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  cropType: Type.Object({ id: Id(), name: Type.Optional(Type.String()) }, { description: 'Only the id is used.' }),
  area: Type.Number({ minimum: 1, maximum: maxArea }),
  paymentMethod: OneOf(paymentMethods),
  from: CalendarDate({ description: 'First date, today or later.' }),
  to: CalendarDate({ description: `Last date, at most ${maxRangeDays - 1} days after the first.` }),
  sessionIds: Type.Array(Id(), { minItems: 1, maxItems: 100, uniqueItems: true, description: 'The sessions of each date that suit.' }),
};

export const NewWaitingEntrySchema = named('NewWaitingEntry', Type.Object(wishFields));
export const NewCallerWaitingEntrySchema = named(
  'NewCallerWaitingEntry',
  Type.Object({
    farmer: Type.Object({
      phoneNumber: PhoneNumber,
      fullName: Type.Optional(Line(200, { description: 'Required if the phone number is unknown.' })),
    }),
    ...wishFields,
  }),
);
export const newWaitingEntryExample = {
  location: waitingEntryExample.location,
  latitude: waitingEntryExample.latitude,
  longitude: waitingEntryExample.longitude,
  cropType: { id: 1 },
  area: 12.5,
  paymentMethod: 'cash',
  from: '2026-11-17',
  to: '2026-11-19',
  sessionIds: [3, 4],
};
export const newCallerWaitingEntryExample = {
  farmer: { phoneNumber: '0901 234 561', fullName: 'Nguyễn Văn Lúa' },
  ...newWaitingEntryExample,
};

type WishBody = Omit<WaitingWish, 'cropId'> & { cropType: { id: string } };

export const wishOf = ({ location, latitude, longitude, cropType, area, paymentMethod, from, to, sessionIds }: WishBody): WaitingWish => ({
  location,
  latitude,
  longitude,
  cropId: cropType.id,
  area,
  paymentMethod,
  from,
  to,
  sessionIds,
});

export const WaitingStepSchema = named(
  'WaitingStep',
  Exact({
    id: Id(),
    timestamp: Timestamp(),
    action: OneOf(waitingActions),
    date: NullableDate({ description: 'The date of the place.' }),
    session: Nullable(SessionSchema),
    reason: NullableText({ description: 'Why the entry was passed over (a code), or why the office removed it.' }),
    by: NullableText({ description: 'Name of the user; null: the service itself.' }),
  }),
);
export const waitingStepExample = {
  id: 12,
  timestamp: '2026-11-15T02:30:00.000Z',
  action: 'skipped',
  date: '2026-11-17',
  session: sessionExample,
  reason: 'area_too_large',
  by: null,
};

export const WaitingEntryId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The entry.'), example: 7 }) });
export const WaitingOfferId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The offer.'), example: 3 }) });

const settingFields = {
  offerMinutes: Int32({ minimum: 10, maximum: 1440, description: 'How long an offer holds a place.' }),
  quietFrom: TimeOfDay('No offers are sent from this time …'),
  quietTo: TimeOfDay('… to this time; those of the night are sent then.'),
};

export const WaitingSettingSchema = named('WaitingSetting', Exact(settingFields));
export const NewWaitingSettingSchema = named('NewWaitingSetting', Type.Object(settingFields));
export const waitingSettingExample = { offerMinutes: 60, quietFrom: '21:00', quietTo: '04:30' };

const writeFarmer = compileRowWriter(UserSchema);

/** JSON of entries. */
export class WaitingWriter {
  readonly #catalog: Catalog;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  async entries(rows: Row[], withFarmer: boolean): Promise<string[]> {
    const sessionIds = rows.flatMap((row) => [
      ...String(row[11]).split(','),
      ...(row[17] === null || row[17] === undefined ? [] : [row[17]]),
    ]);
    await this.#catalog.ensureLoaded(
      rows.map((row) => String(row[5])),
      sessionIds,
    );
    return rows.map((row) => this.#entry(row, withFarmer));
  }

  #entry(row: Row, withFarmer: boolean): string {
    const { crop, session } = this.#catalog.fragments;
    const [id, timestamp, location, latitude, longitude, cropId, area, cost, method, from, to, sessions, status, orderId, ahead] = row;
    const [offerId, date, sessionId, sendAt, expiresAt] = row.slice(15);
    const offer =
      offerId === null
        ? 'null'
        : `{"id":${offerId},"date":"${date}","session":${session?.(String(sessionId))},"sendAt":"${sendAt}","expiresAt":"${expiresAt}"}`;
    const farmer = withFarmer ? `,"farmer":${writeFarmer(row.slice(farmerColumnAt))}` : '';
    return `{"id":${id},"timestamp":"${timestamp}","location":${JSON.stringify(location)},"latitude":${latitude},"longitude":${longitude},"cropType":${crop?.(String(cropId))},"area":${area},"cost":${cost},"paymentMethod":"${method}","from":"${from}","to":"${to}","sessions":${sessionsJson(this.#catalog, String(sessions).split(','))},"status":"${status}","orderId":${orderId},"ahead":${ahead},"offer":${offer}${farmer}}`;
  }
}
