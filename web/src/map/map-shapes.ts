import { divIcon, type LatLng, type LatLngTuple, type Map as Leaflet, latLng, latLngBounds, marker, polygon } from 'leaflet';
import { useEffect, useRef } from 'react';
import styles from './field-map.module.css';
import { canvasOf } from './map-canvas.ts';
import type { Position } from './position-rules.ts';
import { findSnap } from './snap-rules.ts';
import { isExact } from './view-rules.ts';

/** A GeoJSON geometry: rings of longitude and latitude. */
export interface Boundary {
  type: 'Polygon' | 'MultiPolygon';
  coordinates: unknown[];
}

/** An area on the map, such as the boundary of a field. */
export interface MapShape {
  id: string;
  boundary: Boundary;
  /** Shown on a tap or hover. */
  label?: string;
  kind?: 'field' | 'drawn';
  /** Default: that of its kind. */
  color?: string;
}

/** Corners of the ring that is being drawn. */
export interface MapCorners {
  points: Position[];
  /** Accessible name of a corner. */
  label(index: number): string;
  onMove(index: number, to: Position): void;
  /** Boundaries to whose corners and edges a new or moved corner snaps. */
  snapTo?: readonly Boundary[] | undefined;
}

export const shapeColors = { field: '#2f7d32', drawn: '#b45309', sensitive: '#b3261e' };

const toLatLng = (position: unknown): LatLngTuple => {
  const [lng = 0, lat = 0] = position as number[];
  return [lat, lng];
};

/** Polygons, each with its outer ring and holes. */
export function ringsOf({ type, coordinates }: Boundary): LatLngTuple[][][] {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as unknown[][][];
  return polygons.map((rings) => rings.map((ring) => ring.map(toLatLng)));
}

/** Draws areas on one canvas, which stays smooth with thousands of them. The first areas are brought into view. */
export function useShapes(map: Leaflet | undefined, shapes: readonly MapShape[], onClick: (id: string) => void, fits: boolean): void {
  const isFitted = useRef(false);
  const click = useRef(onClick);
  click.current = onClick;
  useEffect(() => {
    if (map === undefined || shapes.length === 0) return;
    const renderer = canvasOf(map);
    const drawn = shapes.map(({ id, boundary, label, color, kind = 'field' }) => {
      const layer = polygon(ringsOf(boundary), {
        renderer,
        color: color ?? shapeColors[kind],
        weight: kind === 'drawn' ? 3 : 2,
        fillOpacity: kind === 'drawn' ? 0.25 : 0.15,
        smoothFactor: 1.5,
        // A tap inside the ring that is drawn adds a corner.
        interactive: kind !== 'drawn',
        bubblingMouseEvents: false,
      }).addTo(map);
      if (kind === 'drawn') return layer;
      layer.on('click', () => click.current(id));
      if (label !== undefined) {
        const text = document.createElement('span');
        text.textContent = label;
        layer.bindTooltip(text, { sticky: true });
      }
      return layer;
    });
    if (fits && !isFitted.current) {
      isFitted.current = true;
      const bounds = latLngBounds([]);
      for (const layer of drawn) bounds.extend(layer.getBounds());
      // A boundary that is being drawn is in view already, on a map that is exact enough to draw on.
      const isInView = map.getBounds().contains(bounds) && isExact(map.getZoom(), bounds.getCenter().lat);
      if (!isInView) map.fitBounds(bounds, { padding: [32, 32], maxZoom: 17, animate: false });
    }
    return () => {
      for (const layer of drawn) layer.remove();
    };
  }, [map, shapes, fits]);
}

/** Radius in which a corner snaps, about half a fingertip. */
const snapPixels = 14;

/** The corner or the point of an edge near a position; undefined: none. */
export function snapped(map: Leaflet, at: LatLng, boundaries: readonly Boundary[] | undefined): LatLng | undefined {
  if (boundaries === undefined || boundaries.length === 0) return undefined;
  const to = map.latLngToLayerPoint(at);
  const near = latLngBounds(
    map.layerPointToLatLng(to.subtract([snapPixels, snapPixels])),
    map.layerPointToLatLng(to.add([snapPixels, snapPixels])),
  );
  const rings = boundaries.flatMap((boundary) => ringsOf(boundary).flat()).filter((ring) => near.intersects(latLngBounds(ring)));
  const found = findSnap(
    to,
    rings.map((ring) => ring.map((corner) => map.latLngToLayerPoint(corner))),
    snapPixels,
  );
  if (found === undefined) return undefined;
  if (found.kind === 'corner') return latLng(rings[found.ring]?.[found.index] ?? [0, 0]);
  const { lat, lng } = map.layerPointToLatLng([found.at.x, found.at.y]);
  // A centimetre.
  return latLng(Number(lat.toFixed(7)), Number(lng.toFixed(7)));
}

/** Corners that can be dragged with a mouse or a thumb. */
export function useCorners(map: Leaflet | undefined, corners: MapCorners | undefined): void {
  const latest = useRef(corners);
  latest.current = corners;
  const key = corners?.points.map(({ latitude, longitude }) => `${latitude} ${longitude}`).join(';');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the points are in the key
  useEffect(() => {
    const { current } = latest;
    if (map === undefined || current === undefined) return;
    const markers = current.points.map(({ latitude, longitude }, index) => {
      const icon = divIcon({ className: styles.corner ?? '', iconSize: [44, 44], iconAnchor: [22, 22] });
      const made = marker([latitude, longitude], { icon, draggable: true, title: current.label(index), autoPanOnFocus: false }).addTo(map);
      made.getElement()?.setAttribute('aria-label', current.label(index));
      made.on('drag', () => {
        const to = snapped(map, made.getLatLng(), latest.current?.snapTo);
        if (to !== undefined) made.setLatLng(to);
      });
      made.on('dragend', () => {
        const at = made.getLatLng();
        // Wrapping changes the last digit, and a corner that snapped must stay exact.
        const { lat, lng } = Math.abs(at.lng) <= 180 ? at : at.wrap();
        latest.current?.onMove(index, { latitude: lat, longitude: lng });
      });
      return made;
    });
    return () => {
      for (const made of markers) made.remove();
    };
  }, [map, key]);
}
