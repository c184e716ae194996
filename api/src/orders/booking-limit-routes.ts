import { Type } from 'typebox';
import { differences, insertAudit } from '../accounts/audit-store.ts';
import { AppError } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, Int32, named } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { findBookingLimit, lockBookingLimit, saveBookingLimit } from './booking-limit-store.ts';

const FarmerId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The farmer.'), example: 3 }) });

const OwnLimit = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  format: 'int32',
  minimum: 0,
  maximum: 1_000_000,
  description: "Limit of this farmer; null: the company's limit applies.",
});

const BookingLimitSchema = named(
  'BookingLimit',
  Exact({
    limit: OwnLimit,
    companyLimit: Int32({ description: 'Limit for farmers without an individual limit.' }),
    openBookings: Int32({ description: 'Bookings of the farmer that are not completed or cancelled.' }),
  }),
);
const BookingLimitBody = named('BookingLimitChange', Type.Object({ limit: Type.Optional(OwnLimit) }));
const writeBookingLimit = compileRowWriter(BookingLimitSchema);

const noSuchFarmer = () => new AppError('NOT_FOUND', 'There is no such farmer.');

/** Limit of open bookings of one farmer. */
export function bookingLimitRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  const answer = async (farmerId: string, db = database.read): Promise<string> => {
    const row = await findBookingLimit(db, farmerId);
    if (row === undefined) throw noSuchFarmer();
    return writeBookingLimit(row);
  };
  const shared = {
    path: '/api/receptionist/farmer/{id}/booking-limit',
    access: 'receptionist',
    tag: 'receptionist',
    params: FarmerId,
    response: BookingLimitSchema,
    problems: ['NOT_FOUND'],
  } as const;
  return [
    route({
      ...shared,
      method: 'GET',
      operationId: 'getBookingLimit',
      summary: 'Limit of open bookings of a farmer',
      description: 'Applies to bookings by the farmer. The office is exempt.',
      example: { limit: null, companyLimit: 100, openBookings: 4 },
      handle: ({ params }) => answer(params.id),
    }),
    route({
      ...shared,
      method: 'PUT',
      operationId: 'setBookingLimit',
      summary: 'Set the limit of open bookings of a farmer',
      description: "Without a limit, or with null, the company's limit applies again.",
      body: BookingLimitBody,
      bodyExample: { limit: 300 },
      example: { limit: 300, companyLimit: 100, openBookings: 4 },
      async handle({ params, body, user }) {
        await database.transaction(async (tx) => {
          const limit = body.limit ?? null;
          const before = await lockBookingLimit(tx, params.id);
          if (before === undefined) throw noSuchFarmer();
          await saveBookingLimit(tx, params.id, limit);
          const changes = differences({ openBookingLimit: before.limit }, { openBookingLimit: limit });
          const entry = { actorId: user.id, action: 'user_update', subjectType: 'user', subjectId: params.id, changes } as const;
          if (changes.length > 0) await insertAudit(tx, entry, clock());
        });
        return answer(params.id, database.write);
      },
    }),
  ];
}
