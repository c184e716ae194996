import { Type } from 'typebox';
import { type AuditChange, insertAudit } from '../accounts/audit-store.ts';
import { lockMapArea, type MapArea, saveMapArea } from '../catalog/map-area-store.ts';
import { MapAreaSchema, mapAreaExample } from '../catalog/map-schemas.ts';
import { invalid } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Nullable, named } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { AdminContext } from './admin-context.ts';

const MapAreaSettingSchema = named('MapAreaSetting', Exact({ area: Nullable(MapAreaSchema) }));
const MapAreaBody = named('MapAreaChange', Type.Object({ area: Type.Optional(Nullable(MapAreaSchema)) }));

/** Value in the audit trail. */
const areaText = (area: MapArea | null | undefined): string | null =>
  area === null || area === undefined ? null : `${area.south}, ${area.west} – ${area.north}, ${area.east}`;

/** Sets or clears the area in which maps open. */
export function setMapArea({ database, actorId, now }: AdminContext, area: MapArea | null): Promise<void> {
  if (area !== null) {
    const errors = [
      ...(area.west < area.east ? [] : [{ path: 'area.east', message: 'must be east of west' }]),
      ...(area.south < area.north ? [] : [{ path: 'area.north', message: 'must be north of south' }]),
    ];
    if (errors.length > 0) throw invalid(...errors);
  }
  return database.transaction(async (tx) => {
    const before = areaText(await lockMapArea(tx));
    await saveMapArea(tx, area);
    const after = areaText(area);
    const changes: AuditChange[] = [{ field: 'mapArea', from: before, to: after }];
    if (before !== after)
      await insertAudit(tx, { actorId, action: 'setting_update', subjectType: 'setting', subjectId: null, changes }, now);
  });
}

export function mapAreaRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  return [
    route({
      method: 'PUT',
      path: '/api/admin/setting/map-area',
      operationId: 'setMapArea',
      access: 'admin',
      tag: 'admin',
      summary: 'Set the area in which maps open',
      description:
        'The area that the company serves. Without an area, or with null, maps open near the fields that are known, or at the outline of the country.',
      body: MapAreaBody,
      bodyExample: { area: mapAreaExample },
      response: MapAreaSettingSchema,
      example: { area: mapAreaExample },
      async handle({ body, user }) {
        const area = body.area ?? null;
        await setMapArea({ database, actorId: user.id, now: clock() }, area);
        return { area };
      },
    }),
  ];
}
