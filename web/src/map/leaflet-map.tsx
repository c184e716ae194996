import 'leaflet/dist/leaflet.css';
import {
  control,
  divIcon,
  type LatLng,
  type LatLngBoundsExpression,
  type Map as Leaflet,
  type Marker,
  map as makeMap,
  marker,
  tileLayer,
} from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { useCompany } from '../api/company.tsx';
import { useWords } from '../ui/language.tsx';
import styles from './field-map.module.css';
import type { FieldMapProps, Pin } from './field-map.tsx';
import { withGestures } from './gestures.ts';
import { mapWords } from './map-words.ts';
import { drawOutline } from './outline.ts';
import { rounded } from './rounded.ts';

/** All of Vietnam: where we look when there is nothing to look at. */
const everywhere: LatLngBoundsExpression = [
  [8.4, 102.2],
  [23.4, 109.5],
];
const sources = 'Natural Earth · GeoNames';
const classOf = (name: string): string => styles[name] ?? '';

/** The part of the map that is fetched when one is shown. */
export function LeafletMap({ pins, height = 240, around, label, onPick, onPinClick }: FieldMapProps) {
  const words = useWords(mapWords);
  const { tileUrl, tileAttribution } = useCompany();
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<Leaflet>();
  const [hint, setHint] = useState<'twoFingers' | 'holdControl'>();
  const canPick = onPick !== undefined;
  // What the listeners of the map call: always the newest.
  const calls = useRef({ onPick, onPinClick });
  calls.current = { onPick, onPinClick };
  const picked = useRef('');

  useEffect(() => {
    if (element.current === null) return;
    const coarse = matchMedia('(pointer: coarse)').matches;
    const made = makeMap(element.current, {
      zoomControl: false,
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
    // Without its outline a map still has its pins.
    drawOutline(
      made,
      { land: classOf('land'), water: classOf('water'), border: classOf('border'), province: classOf('province'), town: classOf('town') },
      () => gone,
    ).catch(() => undefined);
    const stopGestures = withGestures(made, setHint);
    const resized = new ResizeObserver(() => made.invalidateSize());
    resized.observe(element.current);
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

  useEffect(() => {
    if (map === undefined || tileUrl === null) return;
    const tiles = tileLayer(tileUrl, { maxZoom: 19, ...(tileAttribution === null ? {} : { attribution: tileAttribution }) }).addTo(map);
    return () => void tiles.remove();
  }, [map, tileUrl, tileAttribution]);

  useEffect(() => {
    if (map === undefined || !canPick) return;
    const set = ({ lat, lng }: LatLng) => {
      const at = map.wrapLatLng([lat, lng]);
      picked.current = keyOf({ latitude: rounded(at.lat), longitude: rounded(at.lng) });
      calls.current.onPick?.(rounded(at.lat), rounded(at.lng));
    };
    const onClick = ({ latlng }: { latlng: LatLng }) => set(latlng);
    const container = map.getContainer();
    const onKey = (event: KeyboardEvent) => {
      if (event.target !== container || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      set(map.getCenter());
    };
    map.on('click', onClick);
    container.addEventListener('keydown', onKey);
    return () => {
      map.off('click', onClick);
      container.removeEventListener('keydown', onKey);
    };
  }, [map, canPick]);

  useEffect(() => {
    if (map === undefined) return;
    const markers = pins.map((pin) => {
      const made = markerOf(pin, canPick).addTo(map);
      made.getElement()?.setAttribute('aria-label', pin.number === undefined ? pin.label : `${pin.number}: ${pin.label}`);
      made.on('click', () => calls.current.onPinClick?.(pin.id));
      made.on('dragend', () => {
        const { lat, lng } = made.getLatLng().wrap();
        picked.current = keyOf({ latitude: rounded(lat), longitude: rounded(lng) });
        calls.current.onPick?.(rounded(lat), rounded(lng));
      });
      return made;
    });
    return () => {
      for (const made of markers) made.remove();
    };
  }, [map, pins, canPick]);

  // The view follows the pins, but not one that was just set by hand in it.
  const where = pins.map(keyOf).join(';');
  const aroundKey = around === undefined ? '' : keyOf(around);
  useEffect(() => {
    if (map === undefined || (where !== '' && where === picked.current)) return;
    const near = tileUrl === null ? 11 : 14;
    const places = (where === '' ? aroundKey : where)
      .split(';')
      .filter((key) => key !== '')
      .map((key) => key.split(' ').map(Number) as [number, number]);
    if (places.length > 0) map.fitBounds(places, { padding: [48, 48], maxZoom: where === '' ? 9 : near, animate: false });
  }, [map, where, aroundKey, tileUrl]);

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
      <p className={styles.hint} data-shown={hint !== undefined || undefined} aria-hidden>
        {words[hint ?? 'twoFingers']}
      </p>
    </div>
  );
}

const keyOf = ({ latitude, longitude }: { latitude: number; longitude: number }): string => `${latitude} ${longitude}`;

function markerOf({ latitude, longitude, label, number, current = false }: Pin, draggable: boolean): Marker {
  const drop = document.createElement('span');
  drop.className = classOf('drop');
  const inner = document.createElement('span');
  inner.textContent = number?.toString() ?? '';
  drop.append(inner);
  const text = document.createElement('span');
  text.textContent = label;
  const icon = divIcon({
    className: `${classOf('pin')} ${current ? classOf('current') : ''}`,
    html: drop,
    iconSize: [44, 48],
    iconAnchor: [22, 46],
  });
  return marker([latitude, longitude], { icon, draggable, autoPanOnFocus: false, zIndexOffset: current ? 1000 : 0 }).bindTooltip(text, {
    direction: 'top',
    offset: [0, -44],
  });
}
