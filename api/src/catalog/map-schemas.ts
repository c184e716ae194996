import { Type } from 'typebox';
import { Exact, Nullable, NullableText, named } from '../platform/http/schemas.ts';

/** Path of the PMTiles file of `SWATH_BASEMAP` at this service. */
export const basemapPath = '/basemap.pmtiles';

const Longitude = (description: string) => Type.Number({ minimum: -180, maximum: 180, description });
const Latitude = (description: string) => Type.Number({ minimum: -90, maximum: 90, description });

export const MapAreaSchema = named(
  'MapArea',
  Exact({
    west: Longitude('Degrees, west of `east`.'),
    south: Latitude('Degrees, south of `north`.'),
    east: Longitude('Degrees.'),
    north: Latitude('Degrees.'),
  }),
);

export const MapSettingSchema = named(
  'MapSetting',
  Exact({
    area: Nullable(MapAreaSchema),
    basemapUrl: NullableText({ description: 'Address of a PMTiles file with vector tiles at the service itself; null: there is none.' }),
    basemapAttribution: NullableText({ description: 'Attribution to show on a map.' }),
  }),
);

export const mapAreaExample = { west: 105.2, south: 10.35, east: 105.6, north: 10.65 };
export const mapSettingExample = { area: mapAreaExample, basemapUrl: null, basemapAttribution: null };
