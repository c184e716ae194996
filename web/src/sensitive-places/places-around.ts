import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MapPlace } from '../map/map-places.ts';
import type { Position } from '../map/position-rules.ts';
import { placesInBoxQuery, toMapPlace } from './place-queries.ts';

/** Beyond the largest field: about 5 km. */
const marginDegrees = 0.05;

/** Part of the map around positions, in steps, so that a small change needs no new request. */
export function boxAround(positions: readonly Position[]): string | undefined {
  if (positions.length === 0) return undefined;
  const [lngs, lats] = [positions.map(({ longitude }) => longitude), positions.map(({ latitude }) => latitude)];
  const down = (value: number, limit: number) => Math.max(-limit, Math.floor((value - marginDegrees) * 20) / 20);
  const up = (value: number, limit: number) => Math.min(limit, Math.ceil((value + marginDegrees) * 20) / 20);
  return [down(Math.min(...lngs), 180), down(Math.min(...lats), 90), up(Math.max(...lngs), 180), up(Math.max(...lats), 90)].join(',');
}

/** The sensitive places in the area of some orders, for the office. */
export function usePlacesAround(positions: readonly Position[]): MapPlace[] {
  const { data } = useQuery(placesInBoxQuery(boxAround(positions)));
  return useMemo(() => data?.content.map(toMapPlace) ?? [], [data]);
}
