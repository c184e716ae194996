import type { Basemap } from '../platform/config/map-config.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { Database } from '../platform/postgres/database.ts';
import { findMapArea } from './map-area-store.ts';
import { basemapPath, MapSettingSchema, mapSettingExample } from './map-schemas.ts';

/** Map settings, read only by pages with a map. */
export function mapRoutes(database: Database, basemap: Basemap | undefined): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/common/map',
      operationId: 'getMapSetting',
      access: 'signed-in',
      tag: 'common',
      summary: 'Where maps open, and their vector basemap',
      description: 'The area is the one that the company serves; null until an admin has set it.',
      response: MapSettingSchema,
      example: mapSettingExample,
      handle: async () => ({
        area: (await findMapArea(database.read)) ?? null,
        basemapUrl: basemap === undefined ? null : basemapPath,
        basemapAttribution: basemap?.attribution ?? null,
      }),
    }),
  ];
}
