import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const attribution = '© OpenStreetMap contributors';

test('when no map is configured, then there is none', () => {
  expect(readConfig({}).tiles).toBeUndefined();
});

test('when a URL template and an attribution are set, then they are used unchanged', () => {
  const url = 'https://tiles.example.com/{z}/{x}/{y}.png?style=plain';
  expect(readConfig({ SWATH_TILE_URL: url, SWATH_TILE_ATTRIBUTION: attribution }).tiles).toEqual({ url, attribution });
});

test.each([
  [{ SWATH_TILE_URL: 'https://tiles.example.com/{z}/{x}/{y}.png' }, /must be set together/],
  [{ SWATH_TILE_ATTRIBUTION: attribution }, /must be set together/],
  [{ SWATH_TILE_URL: 'http://tiles.example.com/{z}/{x}/{y}.png', SWATH_TILE_ATTRIBUTION: attribution }, /https:/],
  [{ SWATH_TILE_URL: 'https://tiles.example.com/{z}/{x}.png', SWATH_TILE_ATTRIBUTION: attribution }, /\{y\}/],
  [{ SWATH_TILE_URL: 'https://tiles.example.com/{z}/{z}/{x}/{y}.png', SWATH_TILE_ATTRIBUTION: attribution }, /\{y\}/],
  [{ SWATH_TILE_URL: 'https://{x}.example.com/{z}/{y}.png', SWATH_TILE_ATTRIBUTION: attribution }, /https:/],
  [{ SWATH_TILE_URL: 'https://me:secret@tiles.example.com/{z}/{x}/{y}.png', SWATH_TILE_ATTRIBUTION: attribution }, /https:/],
  [{ SWATH_TILE_URL: 'tiles {z} {x} {y}', SWATH_TILE_ATTRIBUTION: attribution }, /https:/],
  [{ SWATH_TILE_URL: 'https://tiles.example.com/{z}/{x}/{y}', SWATH_TILE_ATTRIBUTION: 'x'.repeat(301) }, /300/],
])('when the map settings are %j, then the error names what is wrong and contains no password', (env, message) => {
  const read = () => readConfig(env);
  expect(read).toThrow(message);
  expect(read).not.toThrow(/secret/);
});

test('when a basemap is set, then it must be a PMTiles file, and the default attribution is OpenStreetMap', () => {
  const folder = mkdtempSync(join(tmpdir(), 'swath-basemap-'));
  const [good, other] = [join(folder, 'area.pmtiles'), join(folder, 'other.pmtiles')];
  writeFileSync(good, Buffer.concat([Buffer.from('PMTiles'), Buffer.from([3, 0, 0])]));
  writeFileSync(other, 'PMTiles');
  expect(readConfig({}).basemap).toBeUndefined();
  expect(readConfig({ SWATH_BASEMAP: good }).basemap).toEqual({ file: good, attribution });
  expect(readConfig({ SWATH_BASEMAP: good, SWATH_BASEMAP_ATTRIBUTION: 'Us' }).basemap?.attribution).toBe('Us');
  for (const path of [other, folder, join(folder, 'missing')]) expect(() => readConfig({ SWATH_BASEMAP: path })).toThrow(/PMTiles/);
  rmSync(folder, { recursive: true });
});
