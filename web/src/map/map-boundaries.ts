import type { Map as Leaflet } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { BoundaryLayer, type MapBoundary } from './boundary-layer.ts';

/** Draws thousands of boundaries as one layer. */
export function useBoundaries(map: Leaflet | undefined, boundaries: readonly MapBoundary[], onClick: (id: string) => void): void {
  const click = useRef(onClick);
  click.current = onClick;
  const [layer] = useState(() => new BoundaryLayer((id) => click.current(id)));
  const isUsed = boundaries.length > 0;
  useEffect(() => {
    if (map === undefined || !isUsed) return;
    layer.addTo(map);
    return () => void layer.remove();
  }, [map, layer, isUsed]);
  useEffect(() => layer.show(boundaries), [layer, boundaries]);
}
