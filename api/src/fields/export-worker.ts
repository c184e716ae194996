import { zipSync } from 'fflate';
import { type Ask, serveWorker } from '../platform/workers/serve-worker.ts';
import { type ExportedField, toGeoJson, toIsoxml, toKml, toShapefile } from './export-rules.ts';
import type { StoredField } from './field-export-store.ts';

/** The thread that writes fields to a file. Started by export-in-worker.ts. */

export type ExportFormat = 'geojson' | 'kml' | 'isoxml' | 'shapefile';

const text = new TextEncoder();

function writeFile(fields: readonly ExportedField[], format: ExportFormat): Uint8Array {
  if (format === 'geojson') return text.encode(toGeoJson(fields));
  if (format === 'kml') return text.encode(toKml(fields));
  if (format === 'isoxml') return zipSync({ 'TASKDATA/TASKDATA.XML': text.encode(toIsoxml(fields)) });
  return zipSync(toShapefile(fields));
}

serveWorker(async (format: ExportFormat, ask: Ask<'more fields', StoredField[] | undefined>): Promise<Uint8Array> => {
  const fields: ExportedField[] = [];
  for (;;) {
    const more = await ask('more fields');
    if (more === undefined) return writeFile(fields, format);
    for (const { boundaryJson, longitude, latitude, ...field } of more)
      fields.push({ ...field, entryPoint: [longitude, latitude], boundary: JSON.parse(boundaryJson) });
  }
});
