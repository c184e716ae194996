import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { type ExportedField, toGeoJson, toIsoxml, toKml, toShapefile } from './export-rules.ts';
import type { Boundary, Ring } from './field.ts';
import { measureBoundary } from './measure-boundary.ts';
import { readFieldFile } from './read-field-file.ts';
import { readCoordinateList } from './vn2000-rules.ts';

const square = (west: number, south: number, side: number): Ring => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];
const fields: ExportedField[] = [
  {
    id: '1',
    name: 'Ruộng <sau> đình & "chùa"',
    areaM2: 1,
    boundary: { type: 'Polygon', coordinates: [square(105.4, 10.5, 0.01), square(105.402, 10.502, 0.002)] },
    entryPoint: [105.4, 10.505],
    crop: 'Lúa & nếp',
    obstacles: 'Đường điện <22 kV>\nphía bắc',
    notes: 'Gọi chú Ba, "cổng sau"',
  },
  {
    id: '2',
    name: 'Hai phần',
    areaM2: 1,
    boundary: { type: 'MultiPolygon', coordinates: [[square(105.5, 10.5, 0.01)], [square(105.6, 10.5, 0.01)]] },
    ...{ entryPoint: [105.5, 10.5], crop: null, obstacles: null, notes: null },
  },
];
const bytes = (text: string) => Buffer.from(text);
/** As some programs write it: every element of KML with a prefix. */
const prefixed = (kml: string) => bytes(kml.replace(/<(\/?)(?=[A-Za-z])/g, '<$1kml:').replace('xmlns=', 'xmlns:kml='));
const zip = (files: Record<string, Uint8Array>) => Buffer.from(zipSync(files));
const text = (value: string) => new TextEncoder().encode(value);
/** Corners without the order and the start of the rings. */
const cornersOf = ({ type, coordinates }: Boundary) =>
  (type === 'Polygon' ? [coordinates] : coordinates).map((rings) => rings.map((ring) => [...new Set(ring.map(String))].sort()));
const reason = (file: Buffer, name = 'a.kml', meridian?: number) =>
  readFieldFile(file, name, meridian).then(
    () => undefined,
    ({ code, message }) => `${code}: ${message}`,
  );

describe('each format', () => {
  test.each([
    ['GeoJSON', bytes(toGeoJson(fields)), 500],
    ['KML', bytes(toKml(fields)), 500],
    ['KMZ', zip({ 'doc.kml': text(toKml(fields)) }), 500],
    ['KML with prefixes', prefixed(toKml(fields)), 500],
    ['ISOXML', bytes(toIsoxml(fields)), 32],
    ['ISOXML in a ZIP', zip({ 'TASKDATA/TASKDATA.XML': text(toIsoxml(fields)) }), 32],
    ['shapefile', zip(toShapefile(fields)), 254],
  ])('when fields are written as %s and read again, then everything that the format has is the same', async (format, file) => {
    const read = await readFieldFile(file, 'fields');
    expect(read.map(({ name }) => name)).toEqual(fields.map(({ name }) => name));
    for (const [at, { geometry, name: _, ...details }] of read.entries()) {
      const { entryPoint, crop, obstacles, notes } = fields[at] as ExportedField;
      const written = { entryPoint, crop, ...(format.startsWith('ISOXML') ? {} : { obstacles, notes }) };
      expect(details).toEqual(Object.fromEntries(Object.entries(written).filter(([, value]) => value !== null)));
      const measured = measureBoundary(geometry);
      if ('error' in measured) throw new Error(measured.error.message);
      expect(cornersOf(measured.boundary)).toEqual(cornersOf(fields[at]?.boundary as Boundary));
    }
  });

  test('when details have characters that cannot be stored, or are no details, then they are replaced or left out', async () => {
    const feature = (properties: object) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Polygon', coordinates: [square(105, 10, 0.01)] },
    });
    const broken = { name: 'A', crop: 'Lúa\nnếp', notes: 'x\u0000y\ud800', obstacles: 7, entryPoint: 'somewhere,else' };
    const features = [feature(broken), feature({ entryPoint: [200, 10], NOTES: ' ' }), feature({ ENTRYPOINT: '105.1, 10.2' })];
    const [first, second, third] = await readFieldFile(bytes(JSON.stringify({ type: 'FeatureCollection', features })), 'a.geojson');
    expect(first).toMatchObject({ crop: 'Lúa nếp' });
    expect(['\u0000', '\ud800'].some((part) => first?.notes?.includes(part))).toBe(false);
    expect(Object.keys(first ?? {})).not.toContain('obstacles');
    expect([Object.keys(second ?? {}).sort(), third?.entryPoint]).toEqual([
      ['geometry', 'name'],
      [105.1, 10.2],
    ]);
  });

  test('when names have several lines or parts of characters, then they become one line', async () => {
    const named = (name: string) => bytes(toGeoJson(fields).replaceAll(/"name": *"Hai phần"/g, `"name":${JSON.stringify(name)}`));
    for (const [name, read] of [
      ['Bờ\nđông\u202e', 'Bờ đông'],
      ['Bờ\0 đông \ud83c', 'Bờ đông \ufffd'],
    ] as const)
      expect((await readFieldFile(named(name), 'fields'))[1]?.name).toBe(read);
  });

  test('when a shapefile declares UTM, then its coordinates become degrees', async () => {
    const utm48 =
      'PROJCS["WGS_1984_UTM_Zone_48N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",0.017453292519943295]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",105],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["Meter",1]]';
    const inMetres: ExportedField = {
      id: '1',
      name: 'UTM',
      areaM2: 1,
      boundary: { type: 'Polygon', coordinates: [square(500_000, 1_105_412.49, 100)] },
      ...{ entryPoint: [105, 10], crop: null, obstacles: null, notes: null },
    };
    const [read] = await readFieldFile(zip({ ...toShapefile([inMetres]), 'fields.prj': text(utm48) }), 'utm.zip');
    const measured = measureBoundary(read?.geometry);
    expect(measured).toMatchObject({
      areaM2: expect.closeTo(10_008, -1),
      extent: { west: expect.closeTo(105, 5), south: expect.closeTo(10, 5) },
    });
  });

  test('when a track runs around a field, then it is an area', async () => {
    const points = square(105.4, 10.5, 0.001).map(([lng, lat]) => `<trkpt lat="${lat}" lon="${lng}"/>`);
    const gpx = `<gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Bờ</name><trkseg>${points.join('')}</trkseg></trk><wpt lat="1" lon="1"/></gpx>`;
    const read = await readFieldFile(bytes(gpx), 'track.gpx');
    expect(read.map(({ name }) => name)).toEqual(['Bờ']);
    expect(measureBoundary(read[0]?.geometry)).toMatchObject({ areaM2: expect.closeTo(12_107, -1) });
  });

  test('when a land certificate lists VN-2000 coordinates, then they become WGS84', async () => {
    const list =
      'STT X(m) Y(m)\n1 1109187.399 530498.055\n2 1.109.287,399 530.498,055\n3 1109287.399 530598.055\n4 1109187.399 530598.055\n';
    const [read] = await readFieldFile(bytes(list), 'so-do.txt', 105.5);
    const measured = measureBoundary(read?.geometry);
    expect(measured).toMatchObject({
      areaM2: expect.closeTo(10_002, -1),
      extent: { west: expect.closeTo(105.78, 6), south: expect.closeTo(10.03, 5) },
    });
    expect(readCoordinateList('1 1109187 530498\n2 here')).toEqual({ line: 2 });
  });

  test('when geometries are mixed, then only areas are read', async () => {
    const mixed = {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { NAME: 7 }, geometry: { type: 'Polygon', coordinates: [square(105, 10, 0.001)] } },
        { type: 'Feature', properties: null, geometry: { type: 'Point', coordinates: [105, 10] } },
        { type: 'Feature', geometry: null },
        {
          type: 'Feature',
          properties: {},
          geometry: { type: 'GeometryCollection', geometries: [{ type: 'Polygon', coordinates: [square(105, 10, 0.001)] }] },
        },
      ],
    };
    expect((await readFieldFile(bytes(JSON.stringify(mixed)), 'x')).map(({ name }) => name)).toEqual(['7', undefined]);
  });
});

describe('a file is refused with the reason', () => {
  test.each([
    ['empty', bytes(''), /The file is empty/],
    ['without areas', bytes('{"type":"Point","coordinates":[105,10]}'), /no area in this file/],
    ['damaged JSON', bytes('{"type":'), /damaged or cut off/],
    ['other JSON', bytes('{"fields":[]}'), /not GeoJSON/],
    ['another projection', bytes('{"type":"FeatureCollection","crs":{"properties":{"name":"EPSG:32648"}},"features":[]}'), /EPSG:32648/],
    ['damaged XML', bytes('<kml><Placemark>'), /XML is damaged/],
    ['entities', bytes('<!DOCTYPE x [<!ENTITY a "aaaa">]><kml>&a;</kml>'), /DOCTYPE or entities/],
    ['unknown XML', bytes('<html/>'), /“html” is not known/],
    ['a list without a meridian', bytes('1 1109187 530498'), /choose the meridian/],
    ['no text', Buffer.from([0xc3, 0x28]), /not text in UTF-8/],
    ['a damaged ZIP', Buffer.from('PK\u0003\u0004 and more that is not an archive'), /file is damaged/],
    ['a ZIP of other files', zip({ 'a.txt': text('x') }), /no KML, GeoJSON/],
    ['a shapefile without projection', zip({ 'a.shp': new Uint8Array(120) }), /no \.prj file/],
    [
      'a shapefile with an unknown projection',
      zip({ 'a.shp': new Uint8Array(120), 'a.prj': text('PROJCS["Nowhere"]') }),
      /projection in the \.prj file/,
    ],
    ['too many areas', bytes(toGeoJson(Array.from({ length: 5001 }, () => fields[0] as ExportedField))), /at most 5000/],
  ])('%s', async (_, file, expected) => {
    const refused = await reason(file);
    expect(refused).toMatch(/^FIELD_FILE_UNREADABLE/);
    expect(refused).toMatch(expected);
  });

  test('when a ZIP unpacks to more than 100 MB, then it is refused before it is unpacked', async () => {
    expect(await reason(zip({ 'a.kml': new Uint8Array(101_000_000) }))).toMatch(/more than 100 MB/);
  });
});

describe('files that take quadratic time', () => {
  test('when an archive has thousands of layers, then it is refused', async () => {
    const empty = Object.entries(toShapefile([]));
    const layers = Array.from({ length: 600 }, (_, n) => empty.map(([name, part]) => [name.replace('fields', String(n)), part]));
    expect(await reason(zip(Object.fromEntries(layers.flat())), 'a.zip')).toContain('more than 500 files');
  });

  test('when elements of a KML file lie inside each other thousands of times, then it is refused', async () => {
    const nested = `<kml>${'<Placemark>'.repeat(3000)}${'</Placemark>'.repeat(3000)}</kml>`;
    expect(await reason(bytes(nested))).toContain('more than 50 levels');
  });

  test('when every character of a KML file is an error, then the first one ends the reading', async () => {
    expect(await reason(bytes(`<kml>${'<'.repeat(2_000_000)}`))).toContain('damaged');
  });

  test('when the entries of an archive share their bytes, then it is refused', async () => {
    const file = Buffer.from(zipSync({ 'a.kml': text('x'.repeat(100)), 'b.kml': text('y') }, { level: 0 }));
    // Both entries of the directory show the first file.
    const second = file.indexOf('PK\u0001\u0002', file.indexOf('PK\u0001\u0002') + 1, 'latin1');
    file.writeUInt32LE(0, second + 42);
    file.writeUInt32LE(file.length - 40, second + 20);
    expect(await reason(file, 'a.zip')).toContain('damaged');
  });
});
