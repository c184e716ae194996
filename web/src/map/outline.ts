import {
  divIcon,
  type LatLngTuple,
  type LayerGroup,
  type Map as LeafletMap,
  latLngBounds,
  layerGroup,
  marker,
  polygon,
  polyline,
  svg,
} from 'leaflet';
import outlineUrl from './outline.json?url';

interface Outline {
  box: [west: number, south: number, east: number, north: number];
  world: { land: string[]; borders: string[] };
  near: { land: string[]; borders: string[]; provinces: string[] };
  towns: string[];
}

interface Classes {
  land: string;
  water: string;
  border: string;
  province: string;
  town: string;
}

let asked: Promise<Outline> | undefined;

function outline(): Promise<Outline> {
  asked ??= fetch(outlineUrl)
    .then((response) => response.json() as Promise<Outline>)
    .catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
  return asked;
}

/** Steps in thousandths of a degree, longitude before latitude. */
function points(text: string): LatLngTuple[] {
  const steps = text.split(' ').map(Number);
  let [x, y] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, n): LatLngTuple => {
    x += steps[2 * n] ?? 0;
    y += steps[2 * n + 1] ?? 0;
    return [y / 1000, x / 1000];
  });
}

/** Draws land, borders and towns as the lowest layer, from a bundled file: a map without a network. */
export async function drawOutline(map: LeafletMap, classes: Classes, isGone: () => boolean): Promise<void> {
  const { box, world, near, towns } = await outline();
  if (isGone()) return;
  const paneAt = (pane: string, zIndex: string) => {
    map.createPane(pane).style.zIndex = zIndex;
    const drawn = { pane, renderer: svg({ pane, padding: 0.5 }), interactive: false };
    return { shape: { ...drawn, stroke: false, fillOpacity: 1 }, line: { ...drawn, fill: false } };
  };
  const { shape, line } = paneAt('outline', '150');
  const [west, south, east, north] = box;
  const corners: LatLngTuple[] = [
    [south, west],
    [north, west],
    [north, east],
    [south, east],
  ];
  const provinces = polyline([], { ...line, className: classes.province });
  const drawProvinces = () => (map.getZoom() < provincesFrom ? provinces.remove() : provinces.addTo(map));
  const rings = (texts: string[]) => texts.map((ring) => [points(ring)]);
  // Inside the box the detailed outline covers the coarse one, which is drawn when the view first leaves the box.
  const drawFar = () => {
    if (latLngBounds(corners).contains(map.getBounds())) return;
    map.off('moveend', drawFar);
    const far = paneAt('outline-far', '140');
    polygon(rings(world.land), { ...far.shape, className: classes.land }).addTo(map);
    polyline(world.borders.map(points), { ...far.line, className: classes.border }).addTo(map);
  };
  // In several tasks, so that a slow phone can handle input in between.
  const steps = [
    () => {
      map.on('moveend', drawFar);
      drawFar();
    },
    () => polygon(corners, { ...shape, className: classes.water }).addTo(map),
    () => polygon(rings(near.land), { ...shape, className: classes.land }).addTo(map),
    () => {
      provinces.setLatLngs(near.provinces.map(points));
      map.on('zoomend', drawProvinces);
      drawProvinces();
    },
    () => polyline(near.borders.map(points), { ...line, className: classes.border }).addTo(map),
    () => nameTowns(map, towns, classes.town),
  ];
  for (const step of steps) {
    step();
    await new Promise((resolve) => setTimeout(resolve));
    if (isGone()) return;
  }
}

/** Below this zoom the borders are too dense. */
const provincesFrom = 6.5;

/** Minimum zoom for the name of a town, by rank. */
const namedFrom = [0, 4, 7, 10];
const apart = { x: 96, y: 28 };

/** Shows the names of large towns in view, without overlaps. */
function nameTowns(map: LeafletMap, rows: string[], className: string): void {
  const towns = rows.map((row) => {
    const [latitude, longitude, rank, ...name] = row.split(' ');
    return { at: [Number(latitude), Number(longitude)] as LatLngTuple, rank: Number(rank), name: name.join(' ') };
  });
  const pane = map.createPane('towns');
  pane.style.zIndex = '160';
  pane.style.pointerEvents = 'none';
  pane.ariaHidden = 'true';
  const names: LayerGroup = layerGroup().addTo(map);
  const draw = () => {
    names.clearLayers();
    const view = map.getBounds().pad(0.1);
    const taken: { x: number; y: number }[] = [];
    for (const { at, rank, name } of towns) {
      if (map.getZoom() < (namedFrom[rank] ?? 0) || !view.contains(at)) continue;
      const here = map.latLngToLayerPoint(at);
      if (taken.some(({ x, y }) => Math.abs(x - here.x) < apart.x && Math.abs(y - here.y) < apart.y)) continue;
      taken.push(here);
      const label = document.createElement('span');
      label.textContent = name;
      marker(at, { pane: 'towns', interactive: false, keyboard: false, icon: divIcon({ className, html: label, iconSize: [8, 8] }) }).addTo(
        names,
      );
    }
  };
  map.on('moveend', draw);
  draw();
}
