import { Bounds, DomUtil, Layer, type Map as Leaflet, type LeafletMouseEvent, type Point, point, tooltip } from 'leaflet';
import { type Boundary, ringsOf, shapeColors } from './map-shapes.ts';

/** A boundary of a large map. */
export interface MapBoundary {
  id: string;
  boundary: Boundary;
  /** Shown on hover. */
  label: string;
}

interface Projected extends MapBoundary {
  /** Rings in pixels of the zoom. */
  rings: Point[][];
  box: Bounds;
}

/** Drawn beyond the edges of the map, as a share of its size, so that a short pan shows no gap. */
const padding = 0.3;

/**
 * Thousands of boundaries as one layer: one canvas, one path. While the map is panned, the canvas moves with it and is not drawn again;
 * after a pan only boundaries in view are drawn.
 */
export class BoundaryLayer extends Layer {
  readonly #canvas = document.createElement('canvas');
  readonly #tip = tooltip({ sticky: true });
  readonly #onClick: (id: string) => void;
  #boundaries: readonly MapBoundary[] = [];
  #projected: Projected[] = [];
  #zoom = Number.NaN;

  constructor(onClick: (id: string) => void) {
    super({ pane: 'overlayPane' });
    this.#onClick = onClick;
    DomUtil.addClass(this.#canvas, 'leaflet-zoom-hide');
    this.#canvas.style.pointerEvents = 'none';
  }

  /** Replaces what is drawn. */
  show(boundaries: readonly MapBoundary[]): void {
    this.#boundaries = boundaries;
    this.#zoom = Number.NaN;
    if (this._map !== undefined && this._map !== null) this.#draw();
  }

  override onAdd(map: Leaflet): this {
    map.getPane('overlayPane')?.append(this.#canvas);
    map.on({ moveend: this.#draw, resize: this.#draw, click: this.#click, mousemove: this.#hover, mouseout: this.#leave });
    this.#draw();
    return this;
  }

  override onRemove(map: Leaflet): this {
    map.off({ moveend: this.#draw, resize: this.#draw, click: this.#click, mousemove: this.#hover, mouseout: this.#leave });
    this.#tip.remove();
    this.#canvas.remove();
    return this;
  }

  #project(map: Leaflet): void {
    this.#zoom = map.getZoom();
    this.#projected = this.#boundaries.map((one) => {
      const rings = ringsOf(one.boundary).flatMap((polygon) => polygon.map((ring) => ring.map((at) => map.project(at))));
      return { ...one, rings, box: new Bounds(rings.flat()) };
    });
  }

  readonly #draw = (): void => {
    const map = this._map;
    if (map.getZoom() !== this.#zoom) this.#project(map);
    const size = map.getSize();
    const margin = size.multiplyBy(padding).round();
    const corner = map.containerPointToLayerPoint([0, 0]).subtract(margin).round();
    const [width, height] = [size.x + 2 * margin.x, size.y + 2 * margin.y];
    const scale = window.devicePixelRatio;
    const canvas = this.#canvas;
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    DomUtil.setPosition(canvas, corner);
    const context = canvas.getContext('2d');
    if (context === null) return;
    const origin = map.getPixelOrigin().add(corner);
    const view = new Bounds(origin, origin.add([width, height]));
    const path = new Path2D();
    let drawn = 0;
    for (const { rings, box } of this.#projected) {
      if (!view.intersects(box)) continue;
      drawn++;
      for (const ring of rings) {
        for (const [at, { x, y }] of ring.entries()) {
          if (at === 0) path.moveTo(x - origin.x, y - origin.y);
          else path.lineTo(x - origin.x, y - origin.y);
        }
        path.closePath();
      }
    }
    context.scale(scale, scale);
    context.fillStyle = shapeColors.field;
    context.strokeStyle = shapeColors.field;
    context.globalAlpha = 0.15;
    context.fill(path, 'evenodd');
    context.globalAlpha = 1;
    context.lineWidth = 1.5;
    context.stroke(path);
    canvas.dataset.drawn = String(drawn);
  };

  #at({ latlng }: LeafletMouseEvent): Projected | undefined {
    const pixel = this._map.project(latlng);
    return this.#projected.findLast(
      ({ rings, box }) => box.contains(pixel) && rings.filter((ring) => isInside(pixel, ring)).length % 2 === 1,
    );
  }

  readonly #click = (event: LeafletMouseEvent): void => {
    const found = this.#at(event);
    if (found !== undefined) this.#onClick(found.id);
  };

  readonly #hover = (event: LeafletMouseEvent): void => {
    const found = this.#at(event);
    this._map.getContainer().style.cursor = found === undefined ? '' : 'pointer';
    if (found === undefined) return void this.#tip.remove();
    const text = document.createElement('span');
    text.textContent = found.label;
    this.#tip.setLatLng(event.latlng).setContent(text).addTo(this._map);
  };

  readonly #leave = (): void => void this.#tip.remove();
}

/** By the number of edges that a line to the right crosses. */
function isInside({ x, y }: Point, ring: readonly Point[]): boolean {
  let inside = false;
  for (let at = 1; at < ring.length; at++) {
    const [a, b] = [ring[at - 1] ?? point(0, 0), ring[at] ?? point(0, 0)];
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}
