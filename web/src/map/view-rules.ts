import type { Position } from './position-rules.ts';

/** More metres than this to a pixel, and a tap could miss the field by a neighbour's. */
const maxMetresPerPixel = 10;
/** At the equator and zoom 0, with tiles of 256 pixels. */
const metresPerPixelAtZero = 156_543.033_92;
/** A tap on a coarse map comes closer by so many levels: enough to see where, few enough to know where one is. */
const closerBy = 3;

export const metresPerPixel = (zoom: number, latitude: number): number =>
  (metresPerPixelAtZero * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom;

/** Whether a tap says which field is meant. */
export const isExact = (zoom: number, latitude: number): boolean => metresPerPixel(zoom, latitude) <= maxMetresPerPixel;

/** The least zoom, in half levels, at which a tap is exact. */
export function exactZoom(latitude: number): number {
  let zoom = 0;
  while (zoom < 18 && !isExact(zoom, latitude)) zoom += 0.5;
  return zoom;
}

/** The zoom after a tap that was not exact. */
export const closerZoom = (zoom: number, latitude: number): number => Math.min(zoom + closerBy, exactZoom(latitude));

type View =
  | { kind: 'area'; south: number; west: number; north: number; east: number }
  | { kind: 'around'; at: Position }
  | { kind: 'outline' };

/** Where a map without pins opens: the company's area, else near the fields that are known, else the whole country. */
export function openingView(area: Omit<Extract<View, { kind: 'area' }>, 'kind'> | null | undefined, around: Position | undefined): View {
  if (area !== null && area !== undefined) return { kind: 'area', ...area };
  return around === undefined ? { kind: 'outline' } : { kind: 'around', at: around };
}
