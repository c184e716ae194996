import { polygonsOf } from './boundary-rules.ts';
import type { Boundary, Position, Ring } from './field.ts';

/** A field as it is written to a file. */
export interface ExportedField {
  id: string;
  name: string;
  areaM2: number;
  boundary: Boundary;
  /** Where a crew drives to. */
  entryPoint: Position;
  /** Name of the usual crop. */
  crop: string | null;
  obstacles: string | null;
  notes: string | null;
}

export function toGeoJson(fields: readonly ExportedField[]): string {
  const features = fields.map(({ id, boundary, ...properties }) => ({
    type: 'Feature',
    id: Number(id),
    properties,
    geometry: boundary,
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** XML 1.0 has no way to write control characters. */
const isWritable = (character: string): boolean => character >= ' ' || character === '\n' || character === '\t';

const xml = (text: string): string =>
  [...text]
    .filter(isWritable)
    .join('')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '');

const kmlRing = (ring: Ring): string =>
  `<LinearRing><coordinates>${ring.map(([lng, lat]) => `${lng},${lat}`).join(' ')}</coordinates></LinearRing>`;

export function toKml(fields: readonly ExportedField[]): string {
  const placemarks = fields.map(({ name, boundary, entryPoint, crop, obstacles, notes }) => {
    const polygons = polygonsOf(boundary).map(
      ([outer = [], ...holes]) =>
        `<Polygon><outerBoundaryIs>${kmlRing(outer)}</outerBoundaryIs>${holes.map((hole) => `<innerBoundaryIs>${kmlRing(hole)}</innerBoundaryIs>`).join('')}</Polygon>`,
    );
    const geometry = polygons.length === 1 ? polygons[0] : `<MultiGeometry>${polygons.join('')}</MultiGeometry>`;
    const data = Object.entries({ entryPoint: entryPoint.join(), crop, obstacles, notes })
      .flatMap(([key, value]) => (value === null ? [] : [`<Data name="${key}"><value>${xml(value)}</value></Data>`]))
      .join('');
    return `<Placemark><name>${xml(name)}</name><ExtendedData>${data}</ExtendedData>${geometry}</Placemark>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks.join('')}</Document></kml>\n`;
}

const isoRing = (ring: Ring, type: 1 | 2): string =>
  `<LSG A="${type}">${ring
    .slice(0, -1)
    .map(([lng, lat]) => `<PNT A="10" C="${lat}" D="${lng}"/>`)
    .join('')}</LSG>`;

/**
 * Part fields of ISO 11783-10 task data, version 4, with their crop type, and the entry point as field access (point type 3). Names have at
 * most 32 characters there, and there is no place for obstacles and notes.
 */
export function toIsoxml(fields: readonly ExportedField[]): string {
  const crops = [...new Set(fields.flatMap(({ crop }) => crop ?? []))];
  const cropTypes = crops.map((crop, at) => `<CTP A="CTP${at + 1}" B="${xml(crop.slice(0, 32))}"/>`);
  const partFields = fields.map(({ name, areaM2, boundary, entryPoint: [lng, lat], crop }, at) => {
    const polygons = polygonsOf(boundary).map(
      ([outer = [], ...holes]) => `<PLN A="1">${isoRing(outer, 1)}${holes.map((hole) => isoRing(hole, 2)).join('')}</PLN>`,
    );
    const cropType = crop === null ? '' : ` G="CTP${crops.indexOf(crop) + 1}"`;
    const entry = `<PNT A="3" C="${lat}" D="${lng}"/>`;
    return `<PFD A="PFD${at + 1}" C="${xml(name.slice(0, 32))}" D="${Math.round(areaM2)}"${cropType}>${polygons.join('')}${entry}</PFD>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ISO11783_TaskData VersionMajor="4" VersionMinor="0" ManagementSoftwareManufacturer="Swath" ManagementSoftwareVersion="1" DataTransferOrigin="1">${cropTypes.join('')}${partFields.join('')}</ISO11783_TaskData>\n`;
}

const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const polygonType = 5;
const maxTextBytes = 254;

/** The files of a shapefile: outer rings run clockwise, holes the other way round. */
export function toShapefile(fields: readonly ExportedField[]): Record<string, Uint8Array> {
  const records = fields.map(({ boundary }) => shapeRecord(boundary));
  const total = records.reduce((sum, record) => sum + 8 + record.length, 100);
  const [shp, shx] = [new DataView(new ArrayBuffer(total)), new DataView(new ArrayBuffer(100 + 8 * records.length))];
  const bounds = fields.length === 0 ? [0, 0, 0, 0] : boundsOf(fields.flatMap(({ boundary }) => polygonsOf(boundary).flat(2)));
  for (const [view, bytes] of [
    [shp, total],
    [shx, shx.byteLength],
  ] as const) {
    view.setInt32(0, 9994);
    view.setInt32(24, bytes / 2);
    view.setInt32(28, 1000, true);
    view.setInt32(32, polygonType, true);
    for (const [n, bound] of bounds.entries()) view.setFloat64(36 + 8 * n, bound, true);
  }
  let at = 100;
  for (const [n, record] of records.entries()) {
    shx.setInt32(100 + 8 * n, at / 2);
    shx.setInt32(104 + 8 * n, record.length / 2);
    shp.setInt32(at, n + 1);
    shp.setInt32(at + 4, record.length / 2);
    new Uint8Array(shp.buffer).set(record, at + 8);
    at += 8 + record.length;
  }
  const text = new TextEncoder();
  return {
    'fields.shp': new Uint8Array(shp.buffer),
    'fields.shx': new Uint8Array(shx.buffer),
    'fields.dbf': attributeTable(fields),
    'fields.prj': text.encode(wgs84),
    'fields.cpg': text.encode('UTF-8'),
  };
}

function boundsOf(points: readonly Position[]): number[] {
  const bounds = [180, 90, -180, -90];
  for (const [lng, lat] of points) {
    bounds[0] = Math.min(bounds[0] as number, lng);
    bounds[1] = Math.min(bounds[1] as number, lat);
    bounds[2] = Math.max(bounds[2] as number, lng);
    bounds[3] = Math.max(bounds[3] as number, lat);
  }
  return bounds;
}

const isClockwise = (ring: Ring): boolean =>
  ring.reduce((sum, [x, y], at) => {
    const [x2, y2] = ring[(at + 1) % ring.length] as Position;
    return sum + (x2 - x) * (y2 + y);
  }, 0) > 0;

function shapeRecord(boundary: Boundary): Uint8Array {
  const rings = polygonsOf(boundary).flatMap((polygon) =>
    polygon.map((ring, at) => (isClockwise(ring) === (at === 0) ? ring : [...ring].reverse())),
  );
  const points = rings.flat();
  const view = new DataView(new ArrayBuffer(44 + 4 * rings.length + 16 * points.length));
  view.setInt32(0, polygonType, true);
  for (const [n, bound] of boundsOf(points).entries()) view.setFloat64(4 + 8 * n, bound, true);
  view.setInt32(36, rings.length, true);
  view.setInt32(40, points.length, true);
  let start = 0;
  for (const [n, ring] of rings.entries()) {
    view.setInt32(44 + 4 * n, start, true);
    start += ring.length;
  }
  for (const [n, [lng, lat]] of points.entries()) {
    view.setFloat64(44 + 4 * rings.length + 16 * n, lng, true);
    view.setFloat64(52 + 4 * rings.length + 16 * n, lat, true);
  }
  return new Uint8Array(view.buffer);
}

/** Columns of the dBASE table; names have at most 10 characters, texts at most 254 bytes. */
const columns: { name: string; bytes: number; read(field: ExportedField): string }[] = [
  { name: 'name', bytes: maxTextBytes, read: ({ name }) => name },
  { name: 'entrypoint', bytes: 48, read: ({ entryPoint }) => entryPoint.join() },
  { name: 'crop', bytes: maxTextBytes, read: ({ crop }) => crop ?? '' },
  { name: 'obstacles', bytes: maxTextBytes, read: ({ obstacles }) => obstacles ?? '' },
  { name: 'notes', bytes: maxTextBytes, read: ({ notes }) => notes ?? '' },
];

/** A dBASE table of texts in UTF-8. Longer ones are cut between two characters. */
function attributeTable(fields: readonly ExportedField[]): Uint8Array {
  const header = 33 + 32 * columns.length;
  const row = 1 + columns.reduce((sum, { bytes }) => sum + bytes, 0);
  const table = new Uint8Array(header + row * fields.length + 1).fill(0x20, header);
  const view = new DataView(table.buffer);
  const text = new TextEncoder();
  table.set([3, 126, 1, 1]);
  view.setUint32(4, fields.length, true);
  view.setUint16(8, header, true);
  view.setUint16(10, row, true);
  for (const [n, { name, bytes }] of columns.entries()) {
    const at = 32 + 32 * n;
    table.set(text.encode(name), at);
    table[at + 11] = 'C'.charCodeAt(0);
    table[at + 16] = bytes;
  }
  table[header - 1] = 0x0d;
  for (const [n, field] of fields.entries()) {
    let at = header + row * n + 1;
    for (const { bytes, read } of columns) {
      text.encodeInto(read(field), table.subarray(at, at + bytes));
      at += bytes;
    }
  }
  table[table.length - 1] = 0x1a;
  return table;
}
