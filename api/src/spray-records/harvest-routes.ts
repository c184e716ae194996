import { Type } from 'typebox';
import { differences, insertAudit } from '../accounts/audit-store.ts';
import { FieldId } from '../fields/field-schemas.ts';
import { lockField } from '../fields/field-store.ts';
import { getField, noSuchField } from '../fields/save-field.ts';
import type { OrderDeps } from '../orders/order-http.ts';
import { type Route, route } from '../platform/http/route.ts';
import { CalendarDate, Exact, NullableDate, named } from '../platform/http/schemas.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { isHarvestTooEarly, isSprayTooLate } from './harvest-rules.ts';
import { readHarvest, saveHarvestDate } from './harvest-store.ts';

const HarvestSchema = named(
  'FieldHarvest',
  Exact({
    harvestDate: NullableDate({ description: 'When the farmer plans to harvest.' }),
    harvestFrom: NullableDate({ description: 'First date of the harvest after the sprays so far.' }),
    reEntryAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'Nobody enters the field before.',
    }),
    lastPreHarvestDays: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Days to the harvest of the products of the last spray here.',
    }),
    intervalsUnknown: Type.Boolean({ description: 'The intervals of a product of an earlier spray are not known.' }),
    isHarvestTooEarly: Type.Boolean({ description: 'The planned harvest comes before the end of an interval.' }),
    isSprayTooLate: Type.Boolean({
      description: 'A spray on the asked date with the products of the last one would be too close to the planned harvest.',
    }),
  }),
);
const harvestExample = {
  harvestDate: '2026-11-25',
  harvestFrom: '2026-12-01',
  reEntryAt: '2026-11-17T23:40:00.000Z',
  lastPreHarvestDays: 14,
  intervalsUnknown: false,
  isHarvestTooEarly: true,
  isSprayTooLate: false,
};
const HarvestBody = named('NewFieldHarvest', Type.Object({ harvestDate: Type.Optional(CalendarDate({ description: 'Left out: none.' })) }));
const DateQuery = Type.Object({
  date: Type.Optional(CalendarDate({ description: 'Date of a spray that is to be booked.', example: '2026-11-20' })),
});
const shared = { params: FieldId, response: HarvestSchema, example: harvestExample, problems: ['NOT_FOUND'] } as const;
const description = 'Intervals that have not ended, and the planned harvest. Warnings prevent nothing.';

/** The planned harvest of a field, and the intervals that run on it. */
export function harvestRoutes({ database, catalog, clock }: OrderDeps): Route[] {
  const read = async (db: Db, fieldId: string, date?: string) => {
    const now = clock();
    const { company } = await catalog.facts();
    const harvest = await readHarvest(db, fieldId, now, wallTime(now, company.timeZone).date);
    return {
      ...harvest,
      isHarvestTooEarly: isHarvestTooEarly(harvest),
      isSprayTooLate: date !== undefined && isSprayTooLate(harvest, date),
    };
  };
  const plan = (through: Database, fieldId: string, actorId: string, ownerId: string | undefined, date: string | null) =>
    through.transaction(async (tx) => {
      const field = await lockField(tx, fieldId);
      if (field === undefined || (ownerId !== undefined && field.farmerId !== ownerId)) throw noSuchField();
      const before = (await read(tx, fieldId)).harvestDate;
      await saveHarvestDate(tx, fieldId, date);
      const changes = differences({ harvestDate: before }, { harvestDate: date });
      if (changes.length > 0)
        await insertAudit(tx, { actorId, action: 'field_update', subjectType: 'field', subjectId: fieldId, changes }, clock());
      return read(tx, fieldId);
    });
  return (['farmer', 'receptionist'] as const).flatMap((access): Route[] => {
    const isFarmer = access === 'farmer';
    const ownerOf = ({ id }: { id: string }) => (isFarmer ? id : undefined);
    return [
      route({
        ...shared,
        method: 'GET',
        path: `/api/${access}/field/{id}/harvest`,
        operationId: isFarmer ? 'getFarmerFieldHarvest' : 'getFieldHarvest',
        access,
        tag: access,
        summary: isFarmer ? 'Harvest and intervals of one of my fields' : 'Harvest and intervals of a field',
        description,
        query: DateQuery,
        async handle({ params, query, user }) {
          await getField({ database, ownerId: ownerOf(user) }, params.id);
          return read(database.read, params.id, query.date);
        },
      }),
      route({
        ...shared,
        method: 'PUT',
        path: `/api/${access}/field/{id}/harvest`,
        operationId: isFarmer ? 'planFarmerFieldHarvest' : 'planFieldHarvest',
        access,
        tag: access,
        summary: isFarmer ? 'Plan the harvest of one of my fields' : 'Plan the harvest of a field',
        description,
        body: HarvestBody,
        bodyExample: { harvestDate: '2026-11-25' },
        handle: ({ database: through, params, body, user }) => plan(through, params.id, user.id, ownerOf(user), body.harvestDate ?? null),
      }),
    ];
  });
}
