import { DomUtil, GridLayer, type Layer } from 'leaflet';
import { leafletLayer } from 'protomaps-leaflet';

interface BasemapOptions {
  url: string;
  attribution: string;
  isDark: boolean;
  language: string;
}

/** Basemap from a PMTiles file, rendered on canvas: many cheap phones lack WebGL. */
export async function basemapLayer({ url, attribution, isDark, language }: BasemapOptions): Promise<Layer> {
  // The library expects Leaflet as a global variable.
  (globalThis as { L?: unknown }).L ??= { GridLayer, DomUtil };
  const maxDataZoom = await readMaxZoom(url);
  return leafletLayer({ url, attribution, flavor: isDark ? 'dark' : 'light', lang: language, maxDataZoom }) as unknown as Layer;
}

/** Byte 101 of a PMTiles header: beyond this zoom the library scales tiles up instead of requesting missing ones. */
async function readMaxZoom(url: string): Promise<number> {
  const response = await fetch(url, { headers: { range: 'bytes=0-126' } });
  if (response.status !== 206) throw new Error('The basemap cannot be read in parts.');
  return new DataView(await response.arrayBuffer()).getUint8(101);
}
