import { closeSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError, readText } from './environment.ts';

/** Raster map tiles and their attribution. */
export interface MapTiles {
  /** Template with {z}, {x} and {y}. */
  url: string;
  attribution: string;
}

/** Vector map tiles in one file. */
export interface Basemap {
  /** Path of a PMTiles file. */
  file: string;
  attribution: string;
}

/** Tile providers require attribution, so both settings must be set. */
export function readTiles(env: NodeJS.ProcessEnv): MapTiles | undefined {
  const url = readText(env, 'SWATH_TILE_URL');
  const attribution = readText(env, 'SWATH_TILE_ATTRIBUTION');
  if ((url === undefined) !== (attribution === undefined)) {
    throw new ConfigError('SWATH_TILE_URL and SWATH_TILE_ATTRIBUTION must be set together: set both or neither.');
  }
  if (url === undefined || attribution === undefined) return undefined;
  const isTemplate = ['{z}', '{x}', '{y}'].every((part) => url.split(part).length === 2);
  const parsed = isTemplate && URL.canParse(url) ? new URL(url) : undefined;
  // The URL is public: it must not contain credentials.
  if (parsed?.protocol !== 'https:' || parsed.hostname.includes('{') || parsed.username !== '' || parsed.hash !== '' || /\s/.test(url)) {
    throw new ConfigError('SWATH_TILE_URL must be an address like https://tiles.example.com/{z}/{x}/{y}.png.');
  }
  if (attribution.length > 300) throw new ConfigError('SWATH_TILE_ATTRIBUTION must have at most 300 characters.');
  return { url, attribution };
}

/** Most basemaps are made from OpenStreetMap, whose licence requires attribution. */
export function readBasemap(env: NodeJS.ProcessEnv): Basemap | undefined {
  const path = readText(env, 'SWATH_BASEMAP');
  if (path === undefined) return undefined;
  const attribution = readText(env, 'SWATH_BASEMAP_ATTRIBUTION') ?? '© OpenStreetMap contributors';
  if (attribution.length > 300) throw new ConfigError('SWATH_BASEMAP_ATTRIBUTION must have at most 300 characters.');
  const file = resolve(path);
  if (!isPmtiles(file))
    throw new ConfigError(`SWATH_BASEMAP must be the path of a PMTiles file (version 3) that the service can read, not "${path}".`);
  return { file, attribution };
}

function isPmtiles(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    const head = Buffer.alloc(8);
    const count = readSync(file, head);
    closeSync(file);
    return count === 8 && head.toString('latin1', 0, 7) === 'PMTiles' && head[7] === 3;
  } catch {
    return false;
  }
}
