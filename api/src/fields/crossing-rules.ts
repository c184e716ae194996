import type { Position, Ring } from './field.ts';
import { type SweepResult, sweep } from './plane-sweep-rules.ts';

interface RingFaults {
  /** Where the rings cross themselves or each other, or a ring touches itself. Rings may touch each other. */
  crossing: Position | undefined;
  /** Ground is in more than one polygon, or in a hole that is not in its own polygon: polygon and index of each ring beside it. */
  misplaced: { polygon: number; ring: number }[] | undefined;
}

/** Looks for crossings in the polygons of a boundary. If there is none, for ground that is not in one polygon or none. */
export function findRingFaults(polygons: readonly (readonly Ring[])[]): RingFaults {
  const places = polygons.flatMap((rings, polygon) => rings.map((_, ring) => ({ polygon, ring })));
  // Random numbers: a sum tells which polygons are entered more often than left.
  const ids = polygons.map(() => Math.floor(Math.random() * 2 ** 36));
  const known = new Set(ids);
  const swept = places.map(({ polygon, ring }) => {
    const weight = ring === 0 ? 1 : -1;
    return { ring: polygons[polygon]?.[ring] as Ring, first: weight, second: weight * (ids[polygon] as number) };
  });
  const { crossing, fault }: SweepResult = sweep(swept, {
    isDirected: true,
    mayTouchItself: false,
    isFault: (depth, idSum) => (depth === 0 ? idSum !== 0 : depth !== 1 || !known.has(idSum)),
    stopsAtFault: false,
  });
  return { crossing, misplaced: fault?.map((ring) => places[ring] as { polygon: number; ring: number }) };
}
