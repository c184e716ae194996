import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { api, read } from '../api/client.ts';
import { useMe } from '../api/session.ts';
import type { MapBoundary } from '../map/boundary-layer.ts';
import type { MapArea } from '../map/map-setting.ts';
import { type LoadedPart, partOf } from './field-map-rules.ts';
import { bookableFieldsQuery, fieldsKey } from './field-queries.ts';

/** On a coarser map nothing is drawn, so nothing snaps. */
const leastZoom = 13;
/** Boundaries in their full detail. */
const exactZoom = 22;

const neighboursQuery = (part: LoadedPart | undefined) =>
  queryOptions({
    queryKey: [...fieldsKey, 'neighbours', part?.box],
    queryFn: ({ signal }) =>
      read(api.GET('/api/receptionist/field-map', { params: { query: { box: part?.box ?? '', zoom: exactZoom } }, signal })),
    placeholderData: keepPreviousData,
  });

/** Other fields around the one that is drawn: those in view for the office, the own ones for a farmer. */
export function useNeighbours(fieldId: number | undefined): { neighbours: MapBoundary[]; onView(area: MapArea, zoom: number): void } {
  const { role } = useMe();
  const isFarmer = role === 'farmer';
  const [part, setPart] = useState<LoadedPart>();
  const own = useQuery({ ...bookableFieldsQuery('farmer'), enabled: isFarmer });
  const inView = useQuery({ ...neighboursQuery(part), enabled: !isFarmer && part !== undefined });
  const neighbours = useMemo(() => {
    const fields = isFarmer ? own.data?.content : inView.data?.fields;
    return (fields ?? []).flatMap(({ id, name, boundary }) =>
      boundary === null || id === fieldId ? [] : [{ id: String(id), boundary, label: name }],
    );
  }, [isFarmer, own.data, inView.data, fieldId]);
  const onView = useCallback((area: MapArea, zoom: number) => {
    if (zoom < leastZoom) return;
    const next = partOf(area, zoom);
    setPart((before) => (before?.box === next.box ? before : next));
  }, []);
  return { neighbours, onView };
}
