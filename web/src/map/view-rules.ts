import type { Position } from './position-rules.ts';

/** Above this number of metres per pixel, a tap is too inaccurate for a field. */
const maxMetresPerPixel = 10;
/** At the equator and zoom 0, with tiles of 256 pixels. */
const metresPerPixelAtZero = 156_543.033_92;
/** Zoom levels that a tap on a coarse map zooms in. */
const closerBy = 3;

export const metresPerPixel = (zoom: number, latitude: number): number =>
  (metresPerPixelAtZero * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom;

/** Whether a tap is accurate enough to identify a field. */
export const isExact = (zoom: number, latitude: number): boolean => metresPerPixel(zoom, latitude) <= maxMetresPerPixel;

/** The least zoom, in half levels, at which a tap is exact. */
export function exactZoom(latitude: number): number {
  let zoom = 0;
  while (zoom < 18 && !isExact(zoom, latitude)) zoom += 0.5;
  return zoom;
}

/** The zoom after a tap that was not accurate. */
export const closerZoom = (zoom: number, latitude: number): number => Math.min(zoom + closerBy, exactZoom(latitude));

type View =
  | { kind: 'area'; south: number; west: number; north: number; east: number }
  | { kind: 'around'; at: Position }
  | { kind: 'outline' };

/** Initial view without pins: the company's area, otherwise near known fields, otherwise the whole country. */
export function openingView(area: Omit<Extract<View, { kind: 'area' }>, 'kind'> | null | undefined, around: Position | undefined): View {
  if (area !== null && area !== undefined) return { kind: 'area', ...area };
  return around === undefined ? { kind: 'outline' } : { kind: 'around', at: around };
}
