import { divIcon, type Map as Leaflet, type Marker, marker } from 'leaflet';
import { type ComponentType, useEffect, useState } from 'react';
import styles from './field-map.module.css';
import type { Pin } from './field-map.tsx';

const classOf = (name: string): string => styles[name] ?? '';

/** An element on the map into which React renders the icon of a pin. */
export interface PinIcon {
  id: string;
  element: HTMLElement;
  Icon: ComponentType<{ size: number }>;
}

export interface PinHandlers {
  canMove: boolean;
  onClick(id: string): void;
  /** False: the pin returns to its position. */
  onMoved(latitude: number, longitude: number): boolean;
}

/** Adds pins to the map. Returns the elements for their icons. */
export function usePins(map: Leaflet | undefined, pins: Pin[], handlers: { current: PinHandlers }): PinIcon[] {
  const [icons, setIcons] = useState<PinIcon[]>([]);
  const { canMove } = handlers.current;
  useEffect(() => {
    if (map === undefined) return;
    const withIcons: PinIcon[] = [];
    const markers = pins.map((pin) => {
      const { made, inner } = markerOf(pin, canMove);
      made.addTo(map);
      const element = made.getElement();
      element?.setAttribute('aria-label', pin.number === undefined ? pin.label : `${pin.number}: ${pin.label}`);
      if (element !== undefined && pin.state !== undefined) element.dataset.state = pin.state;
      if (pin.icon !== undefined) withIcons.push({ id: pin.id, element: inner, Icon: pin.icon });
      made.on('click', () => handlers.current.onClick(pin.id));
      made.on('dragend', () => {
        const { lat, lng } = made.getLatLng().wrap();
        if (!handlers.current.onMoved(lat, lng)) made.setLatLng([pin.latitude, pin.longitude]);
      });
      return made;
    });
    setIcons((before) => (before.length === 0 && withIcons.length === 0 ? before : withIcons));
    return () => {
      for (const made of markers) made.remove();
    };
  }, [map, pins, canMove, handlers]);
  return icons;
}

function markerOf({ latitude, longitude, label, number, current = false }: Pin, draggable: boolean): { made: Marker; inner: HTMLElement } {
  const drop = document.createElement('span');
  drop.className = classOf('drop');
  const inner = document.createElement('span');
  const digits = document.createElement('b');
  digits.textContent = number?.toString() ?? '';
  inner.append(digits);
  drop.append(inner);
  const text = document.createElement('span');
  text.textContent = label;
  const icon = divIcon({
    className: `${classOf('pin')} ${current ? classOf('current') : ''}`,
    html: drop,
    iconSize: [44, 48],
    iconAnchor: [22, 46],
  });
  const made = marker([latitude, longitude], { icon, draggable, autoPanOnFocus: false, zIndexOffset: current ? 1000 : 0 });
  made.bindTooltip(text, { direction: 'top', offset: [0, -44] });
  return { made, inner };
}
