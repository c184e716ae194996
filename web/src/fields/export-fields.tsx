import { api, read } from '../api/client.ts';
import type { Role } from '../api/session.ts';
import { ListExport } from '../ui/list-export.tsx';

const formats = [
  { format: 'geojson', label: 'GeoJSON', extension: 'geojson' },
  { format: 'kml', label: 'KML', extension: 'kml' },
  { format: 'isoxml', label: 'ISOXML (ZIP)', extension: 'isoxml.zip' },
  { format: 'shapefile', label: 'Shapefile (ZIP)', extension: 'zip' },
] as const;
type Format = (typeof formats)[number]['format'];

function load(role: Role, farmerId: number | undefined, format: Format): Promise<unknown> {
  const options = { params: { path: { format } }, parseAs: 'blob' } as const;
  if (role === 'farmer') return read(api.GET('/api/farmer/field-export/{format}', options));
  const query = farmerId === undefined ? {} : { farmerId };
  return read(api.GET('/api/receptionist/field-export/{format}', { ...options, params: { ...options.params, query } }));
}

interface ExportFieldsProps {
  role: Role;
  farmerId: number | undefined;
  archived: boolean;
}

/** Saves the fields of the list as a table, or all with a boundary as a file of maps. */
export function ExportFields({ role, farmerId, archived }: ExportFieldsProps) {
  const maps = formats.map(({ format, label, extension }) => ({
    label,
    extension,
    load: () => load(role, farmerId, format) as Promise<Blob>,
  }));
  if (role === 'farmer') return <ListExport list="/api/farmer/field" query={{ archived }} others={maps} />;
  return <ListExport list="/api/receptionist/field" query={{ archived, ...(farmerId === undefined ? {} : { farmerId }) }} others={maps} />;
}
