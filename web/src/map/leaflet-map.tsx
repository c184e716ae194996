import 'leaflet/dist/leaflet.css';
import { useComputedColorScheme } from '@mantine/core';
import { control, type LatLng, type LatLngBoundsExpression, type Map as Leaflet, map as makeMap, polyline, tileLayer } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useCompany } from '../api/company.tsx';
import { useLanguage, useWords } from '../ui/language.tsx';
import type { MapBoundary } from './boundary-layer.ts';
import styles from './field-map.module.css';
import type { FieldMapProps, MapLine, MapTarget } from './field-map.tsx';
import { withGestures } from './gestures.ts';
import { useBoundaries } from './map-boundaries.ts';
import { type PinHandlers, usePins } from './map-pins.ts';
import { type MapPlace, usePlaces } from './map-places.ts';
import { useMapSetting } from './map-setting.ts';
import { type MapShape, snapped, useCorners, useShapes } from './map-shapes.ts';
import { mapWords } from './map-words.ts';
import { drawOutline } from './outline.ts';
import type { Position } from './position-rules.ts';
import { rounded } from './rounded.ts';
import { closerZoom, isExact, openingView } from './view-rules.ts';

/** All of Vietnam: the default view. */
const everywhere: LatLngBoundsExpression = [
  [8.4, 102.2],
  [23.4, 109.5],
];
const sources = 'Natural Earth · GeoNames';
const noLines: MapLine[] = [];
const noShapes: MapShape[] = [];
const noPlaces: MapPlace[] = [];
const noBoundaries: MapBoundary[] = [];
const classOf = (name: string): string => styles[name] ?? '';

interface LeafletMapProps extends FieldMapProps {
  target?: MapTarget | undefined;
}

/** The lazily loaded part of the map. */
export function LeafletMap({
  pins,
  lines = noLines,
  shapes = noShapes,
  places = noPlaces,
  boundaries = noBoundaries,
  corners,
  height = 240,
  around,
  label,
  target,
  onPick,
  onPinClick,
  onShapeClick,
  onPlaceClick,
  onBoundaryClick,
  onView,
}: LeafletMapProps) {
  const words = useWords(mapWords);
  const { tileUrl } = useCompany();
  const { data: setting } = useMapSetting();
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<Leaflet>();
  const [hint, setHint] = useState<'twoFingers' | 'holdControl'>();
  const [isCoarse, setIsCoarse] = useState(true);
  const canPick = onPick !== undefined;
  const hasDetail = tileUrl !== null || (setting?.basemapUrl ?? null) !== null;
  const picked = useRef('');
  /** The user has moved the map: it no longer follows the pins. */
  const isMoved = useRef(false);
  /** False: the zoom is too low for an exact position, and the map zooms in instead. */
  const pick = (at: LatLng): boolean => {
    if (map === undefined) return false;
    const { lat, lng } = map.wrapLatLng(at);
    if (!isExact(map.getZoom(), lat)) {
      map.setView(at, closerZoom(map.getZoom(), lat));
      return false;
    }
    const snap = snapped(map, at, corners?.snapTo);
    const position = snap === undefined ? { latitude: rounded(lat), longitude: rounded(lng) } : { latitude: snap.lat, longitude: snap.lng };
    picked.current = keyOf(position);
    onPick?.(position.latitude, position.longitude);
    return true;
  };
  // Latest callbacks, for the listeners of the map.
  const calls = useRef({ pick, onView });
  calls.current = { pick, onView };
  const pinHandlers: PinHandlers = {
    canMove: canPick,
    onClick: (id) => onPinClick?.(id),
    onMoved: (latitude, longitude) => (map === undefined ? false : pick(map.wrapLatLng([latitude, longitude]))),
  };
  const handlers = useRef(pinHandlers);
  handlers.current = pinHandlers;

  useEffect(() => {
    const container = element.current;
    if (container === null) return;
    const coarse = matchMedia('(pointer: coarse)').matches;
    // Leaflet waits for the end of its transitions, which then do not run.
    const isAnimated = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    const made = makeMap(container, {
      zoomControl: false,
      zoomAnimation: isAnimated,
      fadeAnimation: isAnimated,
      markerZoomAnimation: isAnimated,
      dragging: !coarse,
      minZoom: 2,
      maxZoom: 18,
      keyboardPanDelta: 40,
      zoomSnap: 0.5,
    });
    made.fitBounds(everywhere);
    made.attributionControl.setPrefix(false).addAttribution(sources);
    control.scale({ imperial: false, maxWidth: 96 }).addTo(made);
    let gone = false;
    // Without the outline the pins are still shown.
    drawOutline(
      made,
      { land: classOf('land'), water: classOf('water'), border: classOf('border'), province: classOf('province'), town: classOf('town') },
      () => gone,
    ).catch(() => undefined);
    const stopGestures = withGestures(made, setHint);
    const resized = new ResizeObserver(() => made.invalidateSize());
    resized.observe(container);
    const onMoved = () => {
      setIsCoarse(!isExact(made.getZoom(), made.getCenter().lat));
      const bounds = made.getBounds();
      calls.current.onView?.(
        {
          west: Math.max(-180, rounded(bounds.getWest())),
          south: Math.max(-90, rounded(bounds.getSouth())),
          east: Math.min(180, rounded(bounds.getEast())),
          north: Math.min(90, rounded(bounds.getNorth())),
        },
        made.getZoom(),
      );
    };
    made.on('moveend', onMoved);
    onMoved();
    const touched = () => {
      isMoved.current = true;
    };
    for (const event of ['pointerdown', 'wheel', 'keydown']) container.addEventListener(event, touched, { passive: true });
    setMap(made);
    return () => {
      gone = true;
      resized.disconnect();
      stopGestures();
      made.remove();
      setMap(undefined);
    };
  }, []);

  useEffect(() => {
    if (map === undefined) return;
    const zoom = control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut, zoomInText: '+', zoomOutText: '−' }).addTo(map);
    return () => void zoom.remove();
  }, [map, words]);

  useBackground(map);

  useEffect(() => {
    if (map === undefined || !canPick) return;
    const onClick = ({ latlng }: { latlng: LatLng }) => void calls.current.pick(latlng);
    const container = map.getContainer();
    const onKey = (event: KeyboardEvent) => {
      if (event.target !== container || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      calls.current.pick(map.getCenter());
    };
    map.on('click', onClick);
    container.addEventListener('keydown', onKey);
    return () => {
      map.off('click', onClick);
      container.removeEventListener('keydown', onKey);
    };
  }, [map, canPick]);

  const icons = usePins(map, pins, handlers);

  useEffect(() => {
    if (map === undefined) return;
    const drawn = lines.map(({ points, color }) =>
      polyline(points.map(latLng), { color, weight: 4, opacity: 0.85, interactive: false }).addTo(map),
    );
    return () => {
      for (const line of drawn) line.remove();
    };
  }, [map, lines]);

  // With one pin, zooming by button keeps it in the centre.
  const only = pins.length === 1 && pins[0] !== undefined ? keyOf(pins[0]) : undefined;
  useEffect(() => {
    if (map === undefined || only === undefined) return;
    const zoomBy = (by: number) => map.setView(placeOf(only), map.getZoom() + by);
    Object.assign(map, { zoomIn: (by = 1) => zoomBy(by), zoomOut: (by = 1) => zoomBy(-by) });
    return () => {
      const own = map as Partial<Pick<Leaflet, 'zoomIn' | 'zoomOut'>>;
      delete own.zoomIn;
      delete own.zoomOut;
    };
  }, [map, only]);

  // The view follows the pins, except for a pin that the user has just set in it.
  const where = pins.map(keyOf).join(';');
  const aroundKey = around === undefined ? '' : keyOf(around);
  const areaKey = JSON.stringify(setting?.area ?? null);
  const hasBoundary = shapes.length > 0;
  const hasShapes = hasBoundary || places.length > 0;
  /** The pins that the view was set for. */
  const viewed = useRef('');
  useEffect(() => {
    if (map === undefined || (where !== '' && where === picked.current)) return;
    const points = where === '' ? [] : where.split(';').map(placeOf);
    if (points.length > 0) {
      // A boundary around the pin has been brought into view, or will be.
      if (hasBoundary && points.length === 1 && viewed.current === where) return;
      viewed.current = where;
      if (points.length > 1 && isMoved.current) return;
      map.fitBounds(points, { padding: [48, 48], maxZoom: canPick || hasDetail ? 15 : 11, animate: false });
      return;
    }
    if (isMoved.current || hasShapes) return;
    const [latitude, longitude] = aroundKey === '' ? [] : placeOf(aroundKey);
    const near = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
    const view = openingView(JSON.parse(areaKey) as NonNullable<typeof setting>['area'], near);
    if (view.kind === 'area')
      map.fitBounds(
        [
          [view.south, view.west],
          [view.north, view.east],
        ],
        { animate: false },
      );
    else if (view.kind === 'around') map.setView(latLng(view.at), 11, { animate: false });
    else map.fitBounds(everywhere, { animate: false });
  }, [map, where, aroundKey, areaKey, canPick, hasDetail, hasBoundary, hasShapes]);

  // After the view of the pins: the first shapes are brought into view.
  useShapes(map, shapes, (id) => onShapeClick?.(id), pins.length <= 1);
  usePlaces(map, places, (id) => onPlaceClick?.(id), pins.length === 0 && shapes.length === 0);
  useBoundaries(map, boundaries, (id) => onBoundaryClick?.(id));
  useCorners(map, corners);

  useEffect(() => {
    if (map === undefined || target === undefined) return;
    isMoved.current = true;
    map.setView(latLng(target), target.zoom);
  }, [map, target]);

  const [zoomHint, tapHint] = corners === undefined ? [words.zoomToPick, words.tapToPick] : [words.zoomToDraw, words.tapToDraw];
  const hasPicked = corners === undefined ? pins.length > 0 : hasBoundary;
  const pickHint = isCoarse ? zoomHint : hasPicked ? null : tapHint;
  return (
    <div className={styles.frame}>
      <div
        ref={element}
        className={styles.map}
        style={{ height }}
        role="application"
        aria-label={label ?? (canPick ? words.mapToPick : words.map)}
        data-picking={canPick || undefined}
      />
      {canPick ? <span className={styles.crosshair} aria-hidden /> : null}
      {canPick ? (
        <p className={styles.notice} role="status">
          {pickHint}
        </p>
      ) : null}
      <p className={styles.hint} data-shown={hint !== undefined || undefined} aria-hidden>
        {words[hint ?? 'twoFingers']}
      </p>
      {icons.map(({ id, element: into, Icon }) => createPortal(<Icon size={18} />, into, id))}
    </div>
  );
}

/** Vector tiles of the service, below the raster tiles of `SWATH_TILE_URL`. */
function useBackground(map: Leaflet | undefined): void {
  const { tileUrl, tileAttribution } = useCompany();
  const { data: setting } = useMapSetting();
  const { language } = useLanguage();
  const isDark = useComputedColorScheme('light') === 'dark';
  const url = setting?.basemapUrl ?? null;
  const attribution = setting?.basemapAttribution ?? '';
  useEffect(() => {
    if (map === undefined || url === null) return;
    let gone = false;
    let remove = () => {};
    const add = async () => {
      const { basemapLayer } = await import('./basemap-layer.ts');
      const layer = await basemapLayer({ url, attribution, isDark, language });
      if (gone) return;
      layer.addTo(map);
      remove = () => void layer.remove();
    };
    // Without the basemap the outline is still shown.
    add().catch(() => undefined);
    return () => {
      gone = true;
      remove();
    };
  }, [map, url, attribution, isDark, language]);

  useEffect(() => {
    if (map === undefined || tileUrl === null) return;
    const tiles = tileLayer(tileUrl, { maxZoom: 19, ...(tileAttribution === null ? {} : { attribution: tileAttribution }) }).addTo(map);
    return () => void tiles.remove();
  }, [map, tileUrl, tileAttribution]);
}

const latLng = ({ latitude, longitude }: Position): [number, number] => [latitude, longitude];
const keyOf = ({ latitude, longitude }: Position): string => `${latitude} ${longitude}`;
const placeOf = (key: string): [number, number] => key.split(' ').map(Number) as [number, number];
