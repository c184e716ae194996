import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';

export type MapArea = Shape<'MapArea'>;
export type MapSetting = Shape<'MapSetting'>;

export const mapSettingKey = ['map-setting'] as const;

/** Fetched only where a map is open. */
export const mapSettingQuery = queryOptions({
  queryKey: mapSettingKey,
  queryFn: ({ signal }) => read(api.GET('/api/common/map', { signal })),
  staleTime: 10 * 60_000,
});

export const useMapSetting = () => useQuery(mapSettingQuery);
