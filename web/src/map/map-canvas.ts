import { type Canvas, canvas, type Map as Leaflet } from 'leaflet';

const canvases = new WeakMap<Leaflet, Canvas>();

/** The canvas of a map. Its shapes share it, because only the topmost canvas gets clicks. */
export function canvasOf(map: Leaflet): Canvas {
  const known = canvases.get(map);
  if (known !== undefined) return known;
  const made = canvas({ padding: 0.3 });
  canvases.set(map, made);
  return made;
}
