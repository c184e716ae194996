import {
  circle,
  circleMarker,
  featureGroup,
  type LatLngTuple,
  type Map as Leaflet,
  latLng,
  latLngBounds,
  type Polygon,
  polygon,
} from 'leaflet';
import { useEffect, useRef } from 'react';
import { canvasOf } from './map-canvas.ts';
import { type Boundary, ringsOf, shapeColors } from './map-shapes.ts';

/** A sensitive place with its buffer. */
export interface MapPlace {
  id: string;
  /** GeoJSON geometry: a point or an area. */
  geometry: { type: 'Point' | Boundary['type']; coordinates: unknown[] };
  bufferM: number;
  /** Shown on a tap or hover. */
  label: string;
}

const equatorM = 40_075_016.686;
const pixelsOf = (map: Leaflet, metres: number, latitude: number): number =>
  (metres * 2 ** (map.getZoom() + 8)) / (equatorM * Math.cos((latitude * Math.PI) / 180));

/** Draws sensitive places with their buffers. Without pins and shapes, they are brought into view. */
export function usePlaces(map: Leaflet | undefined, places: readonly MapPlace[], onClick: (id: string) => void, fits: boolean): void {
  const isFitted = useRef(false);
  const click = useRef(onClick);
  click.current = onClick;
  useEffect(() => {
    if (map === undefined || places.length === 0) return;
    const style = { renderer: canvasOf(map), color: shapeColors.sensitive, bubblingMouseEvents: false };
    const buffers: { layer: Polygon; bufferM: number }[] = [];
    const bounds = latLngBounds([]);
    const drawn = places.map(({ id, geometry, bufferM, label }) => {
      const group = featureGroup();
      if (geometry.type === 'Point') {
        const [lng = 0, lat = 0] = geometry.coordinates as number[];
        const at: LatLngTuple = [lat, lng];
        group.addLayer(circle(at, { ...style, radius: bufferM, weight: 1, dashArray: '4 4', fillOpacity: 0.12 }));
        group.addLayer(circleMarker(at, { ...style, radius: 6, weight: 2, fillOpacity: 0.9 }));
        bounds.extend(latLng(at).toBounds(2 * Math.max(bufferM, 50)));
      } else {
        const rings = ringsOf(geometry as Boundary);
        // The outer half of a line as wide as twice the buffer covers what is nearer than the buffer.
        const layer = polygon(rings, { ...style, fill: false, opacity: 0.18, lineJoin: 'round', interactive: false });
        buffers.push({ layer, bufferM });
        group.addLayer(layer);
        group.addLayer(polygon(rings, { ...style, weight: 2, fillOpacity: 0.3 }));
        bounds.extend(layer.getBounds());
      }
      const text = document.createElement('span');
      text.textContent = label;
      group.bindTooltip(text, { sticky: true });
      group.on('click', () => click.current(id));
      return group.addTo(map);
    });
    const widen = () => {
      for (const { layer, bufferM } of buffers) layer.setStyle({ weight: 2 * pixelsOf(map, bufferM, layer.getBounds().getCenter().lat) });
    };
    widen();
    map.on('zoomend', widen);
    if (fits && !isFitted.current) {
      isFitted.current = true;
      map.fitBounds(bounds, { padding: [32, 32], maxZoom: 15, animate: false });
    }
    return () => {
      map.off('zoomend', widen);
      for (const layer of drawn) layer.remove();
    };
  }, [map, places, fits]);
}
