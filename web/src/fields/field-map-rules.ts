import type { MapArea } from '../map/map-setting.ts';

/** A part of the map whose boundaries are loaded together. */
export interface LoadedPart {
  /** West, south, east, north. */
  box: string;
  zoom: number;
}

/** Tiles per side: a part is a few tiles, so that a short pan needs no request. */
const degreesPerTile = (zoom: number): number => 360 / 2 ** zoom;

/** The part to load for a view: its box, extended to whole tiles of the zoom. */
export function partOf({ west, south, east, north }: MapArea, zoom: number): LoadedPart {
  const whole = Math.min(22, Math.max(0, Math.round(zoom)));
  const tile = degreesPerTile(whole);
  const down = (value: number, limit: number) => Math.max(-limit, Math.floor(value / tile) * tile);
  const up = (value: number, limit: number) => Math.min(limit, Math.ceil(value / tile) * tile);
  const box = [down(west, 180), down(south, 90), up(east, 180), up(north, 90)].map((side) => Number(side.toFixed(6)));
  return { box: box.join(','), zoom: whole };
}
