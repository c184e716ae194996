/// <reference path="./shpjs.d.ts" />
import { gpx, kml } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import proj4 from 'proj4';
import shp from 'shpjs';
import { toSingleLine } from '../platform/http/single-line-rules.ts';
import { toStorableText } from '../platform/http/storable-text.ts';
import { type FoundGeometry, foundDetails } from './found-details-rules.ts';
import { unreadable } from './import-errors.ts';
import { importLimits } from './import-limits.ts';
import { readIsoxml } from './isoxml-rules.ts';
import { unzip } from './unzip.ts';
import { readCoordinateList, vn2000Projection } from './vn2000-rules.ts';

interface FeatureGeometry {
  type?: string;
  coordinates?: unknown;
  geometries?: unknown[];
}

interface Feature {
  geometry?: FeatureGeometry | null;
  properties?: Record<string, unknown> | null;
}

const maxProjectionLength = 10_000;
const parts = ['Polygon', 'MultiPolygon'];

/** All areas of a file: GeoJSON, KML, KMZ, GPX, ISOXML TASKDATA, zipped shapefile, or a list of VN-2000 coordinates with a meridian. */
export async function readFieldFile(file: Buffer, fileName: string, meridian?: number): Promise<FoundGeometry[]> {
  if (file.length === 0) throw unreadable('The file is empty.');
  const found =
    file.readUInt8(0) === 0x50 && file.readUInt8(1) === 0x4b
      ? await readArchive(unzip(file), fileName)
      : readText(file, fileName, meridian);
  if (found.length === 0) throw unreadable('There is no area in this file: only points and open lines.');
  if (found.length > importLimits.fields) throw tooManyFields(found.length);
  return found.map(withStorableTexts);
}

/** Without characters that the database cannot store. */
function withStorableTexts<T extends FoundGeometry>(found: T): T {
  const texts = (['crop', 'obstacles', 'notes'] as const).flatMap((key) => {
    const text = found[key];
    return text === undefined ? [] : [[key, toStorableText(text)] as const];
  });
  return { ...found, ...Object.fromEntries(texts) };
}

const tooManyFields = (count: number) => unreadable(`The file has ${count} areas; at most ${importLimits.fields} are possible.`);

async function readArchive(files: Map<string, Buffer>, fileName: string): Promise<FoundGeometry[]> {
  const found: FoundGeometry[] = [];
  const byLowerName = new Map([...files].map(([name, content]) => [name.toLowerCase(), content]));
  let layers = 0;
  for (const [name, content] of files) {
    const lower = name.toLowerCase();
    const isShapefile = lower.endsWith('.shp');
    if (!isShapefile && !/\.(kml|geojson|json|gpx)$|(^|\/)taskdata\.xml$/.test(lower)) continue;
    if (++layers > importLimits.layers) throw unreadable(`The ZIP file has more than ${importLimits.layers} files with fields.`);
    for (const geometry of isShapefile ? await readShapefile(byLowerName, name) : readText(content, name)) found.push(geometry);
    if (found.length > importLimits.fields) throw tooManyFields(found.length);
  }
  if (found.length === 0) throw unreadable(`There is no KML, GeoJSON, GPX, TASKDATA.XML or shapefile in ${fileName}.`);
  return found;
}

async function readShapefile(byLowerName: ReadonlyMap<string, Buffer>, name: string): Promise<FoundGeometry[]> {
  const part = (extension: string) => byLowerName.get(`${name.slice(0, -4)}.${extension}`.toLowerCase());
  const prj = part('prj')?.toString('utf8');
  if (prj === undefined) throw unreadable(`${name} has no .prj file, so its projection is not known.`);
  if (prj.length > maxProjectionLength) throw unreadable(`The .prj file of ${name} is too long for a projection.`);
  try {
    proj4(prj);
  } catch {
    throw unreadable(`The projection in the .prj file of ${name} is not known.`);
  }
  try {
    const [dbf, cpg] = [part('dbf'), part('cpg')];
    // Degrees of WGS84 stay as they are, to the last digit.
    const isWgs84 = /^\s*GEOGCS\["[^"]*WGS[ _]?(19)?84/i.test(prj);
    const read = await shp({
      shp: part('shp') as Buffer,
      ...(isWgs84 ? {} : { prj }),
      ...(dbf === undefined ? {} : { dbf }),
      ...(cpg === undefined ? {} : { cpg }),
    });
    return [read].flat().flatMap((collection) => fromFeatures(collection.features as Feature[]));
  } catch {
    throw unreadable(`The shapefile ${name} is damaged.`);
  }
}

function readText(file: Buffer, fileName: string, meridian?: number): FoundGeometry[] {
  const text = decode(file).trimStart();
  if (text.startsWith('{') || text.startsWith('[')) return readGeoJson(text);
  if (text.startsWith('<')) return readXml(text);
  if (meridian === undefined)
    throw unreadable(`${fileName} is not GeoJSON, KML, GPX, TASKDATA.XML or ZIP. For a list of VN-2000 coordinates, choose the meridian.`);
  const list = readCoordinateList(text);
  if ('line' in list) throw unreadable(`Line ${list.line} is not a pair of VN-2000 coordinates.`);
  const ring = list.points.map(([east, north]) => proj4(vn2000Projection(meridian), 'WGS84', [east, north]).slice(0, 2));
  return [{ name: undefined, geometry: { type: 'Polygon', coordinates: [ring] } }];
}

function decode(file: Buffer): string {
  const isUtf16 = file[0] === 0xff && file[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(file);
  } catch {
    throw unreadable('The file is not text in UTF-8.');
  }
}

function readGeoJson(text: string): FoundGeometry[] {
  let value: { type?: string; features?: unknown; crs?: { properties?: { name?: unknown } } };
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable('The GeoJSON is damaged or cut off.');
  }
  const declared = String(value?.crs?.properties?.name ?? 'CRS84');
  if (!/CRS84|4326|WGS ?84/i.test(declared))
    throw unreadable(`GeoJSON in the projection ${declared.slice(0, 60)} is not possible. Export it in WGS84.`);
  if (value?.type === 'FeatureCollection' && Array.isArray(value.features)) return fromFeatures(value.features as Feature[]);
  if (value?.type === 'Feature') return fromFeatures([value as Feature]);
  if (typeof value?.type === 'string') return fromFeatures([{ geometry: value as NonNullable<Feature['geometry']> }]);
  throw unreadable('This JSON is not GeoJSON.');
}

function readXml(text: string): FoundGeometry[] {
  // Entities can expand without limit or read other files.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw unreadable('XML with a DOCTYPE or entities is not accepted.');
  const parser = new DOMParser({
    onError: (level) => {
      // A file can have an error in every character.
      if (level !== 'warning') throw new Error('The XML has an error.');
    },
  });
  let document: ReturnType<typeof parser.parseFromString>;
  try {
    document = parser.parseFromString(text, 'text/xml');
  } catch {
    throw unreadable('The XML is damaged or cut off.');
  }
  // Elements are looked for in each placemark, also in those inside others.
  if (isDeeperThan(document, maxXmlDepth)) throw unreadable(`XML with more than ${maxXmlDepth} levels is not accepted.`);
  const root = document.documentElement?.localName ?? '';
  if (root === 'ISO11783_TaskData') return readIsoxml(document.documentElement as never);
  if (root === 'kml' || root === 'gpx') removePrefixes(document as unknown as XmlNode, document.documentElement?.namespaceURI);
  const input = document as unknown as Parameters<typeof kml>[0];
  if (root === 'kml') return fromFeatures(kml(input).features as Feature[]);
  if (root === 'gpx') return fromFeatures(gpx(input).features.map(closeLine) as Feature[]);
  throw unreadable(`XML of the kind “${root.slice(0, 60)}” is not known. KML, GPX and TASKDATA.XML are.`);
}

const maxXmlDepth = 50;

interface XmlNode {
  firstChild: XmlNode | null;
  nextSibling: XmlNode | null;
  parentNode: XmlNode | null;
  localName?: string | null;
  namespaceURI?: string | null;
  nodeName?: string;
  tagName?: string;
  prefix?: string | null;
}

/** `<kml:Placemark>` is looked for as `<Placemark>`. Names of other namespaces (`gx:Track`) keep their prefix. */
function removePrefixes(root: XmlNode, namespace: string | null | undefined): void {
  for (const node of nodesOf(root)) {
    if (node.tagName?.includes(':') !== true || node.localName == null || node.namespaceURI !== namespace) continue;
    node.tagName = node.localName;
    node.nodeName = node.localName;
    node.prefix = null;
  }
}

/** In the order of the document, without recursion, which could exhaust the stack. */
function* nodesOf(root: XmlNode): Generator<XmlNode> {
  for (let node: XmlNode | null = root; node !== null; ) {
    yield node;
    if (node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    while (node !== null && node !== root && node.nextSibling === null) node = node.parentNode;
    node = node === null || node === root ? null : node.nextSibling;
  }
}

/** Without recursion, which could exhaust the stack. */
function isDeeperThan(root: XmlNode, limit: number): boolean {
  let depth = 0;
  for (let node: XmlNode | null = root; node !== null; ) {
    if (node.firstChild !== null) {
      node = node.firstChild;
      if (++depth > limit) return true;
      continue;
    }
    while (node !== null && node !== root && node.nextSibling === null) {
      node = node.parentNode;
      depth--;
    }
    node = node === null || node === root ? null : node.nextSibling;
  }
  return false;
}

/** A track or route around a field is an area. */
function closeLine(feature: unknown): Feature {
  const { geometry, properties = null } = feature as Feature;
  const lines =
    geometry?.type === 'LineString' ? [geometry.coordinates] : geometry?.type === 'MultiLineString' ? geometry.coordinates : undefined;
  return { properties, geometry: lines === undefined ? null : { type: 'Polygon', coordinates: [(lines as unknown[][]).flat()] } };
}

function fromFeatures(features: readonly (Feature | null)[]): FoundGeometry[] {
  return features.flatMap((feature) => {
    const geometry = feature?.geometry;
    const { type = '', geometries = [] } = geometry ?? {};
    const properties = feature?.properties ?? {};
    const found = { name: nameOf(properties), ...foundDetails(properties) };
    if (type === 'GeometryCollection') {
      const coordinates = (geometries as FeatureGeometry[]).flatMap(polygonsIn);
      return coordinates.length === 0 ? [] : [{ ...found, geometry: { type: 'MultiPolygon', coordinates } }];
    }
    return parts.includes(type) ? [{ ...found, geometry }] : [];
  });
}

function polygonsIn({ type, coordinates }: FeatureGeometry): unknown[] {
  if (type === 'Polygon') return [coordinates];
  return type === 'MultiPolygon' && Array.isArray(coordinates) ? coordinates : [];
}

function nameOf(properties: Record<string, unknown>): string | undefined {
  const key = ['name', 'field_name', 'fieldname', 'field', 'ten', 'label', 'title', 'id'].find((wanted) =>
    Object.keys(properties).some((own) => own.toLowerCase() === wanted),
  );
  const value = Object.entries(properties).find(([own]) => own.toLowerCase() === key)?.[1];
  return typeof value === 'string' || typeof value === 'number'
    ? toSingleLine(toStorableText(String(value).trim().slice(0, 500))) || undefined
    : undefined;
}
