import { useEffect, useState } from 'react';
import gazetteerUrl from './gazetteer.json?url';
import { type Gazetteer, nearestPlace, type Place, parseGazetteer } from './gazetteer-rules.ts';
import type { Position } from './position-rules.ts';

let loading: Promise<Place[]> | undefined;

/** Communes and places of Vietnam; fetched once, on first use. */
export function loadPlaces(): Promise<Place[]> {
  loading ??= fetch(gazetteerUrl)
    .then((response) => response.json() as Promise<Gazetteer>)
    .then(parseGazetteer)
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** The nearest known place to a position; undefined while the gazetteer loads. */
export function useNearestPlace(at: Position | undefined) {
  const [found, setFound] = useState<{ key: string; nearest: ReturnType<typeof nearestPlace> }>();
  const key = at === undefined ? '' : `${at.latitude} ${at.longitude}`;
  useEffect(() => {
    if (key === '') return;
    const [latitude = 0, longitude = 0] = key.split(' ').map(Number);
    let isGone = false;
    // Without the gazetteer only the coordinates are shown.
    loadPlaces().then(
      (places) => {
        if (!isGone) setFound({ key, nearest: nearestPlace(places, { latitude, longitude }) });
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [key]);
  return found?.key === key ? found.nearest : undefined;
}
