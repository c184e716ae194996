import { toSingleLine } from '../platform/http/single-line-rules.ts';
import type { Position } from './field.ts';

/** What a file says about a field besides its boundary. */
export interface FoundDetails {
  entryPoint?: Position;
  /** Name of the crop, as the file has it. */
  crop?: string;
  obstacles?: string;
  notes?: string;
}

/** A geometry of a file, not checked yet. */
export interface FoundGeometry extends FoundDetails {
  name: string | undefined;
  geometry: unknown;
}

/** As the columns of a field are stored. */
const maxText = 2000;
const maxCropName = 200;

/** A list of longitude and latitude, or the two in a text. */
function readEntry(value: unknown): Position | undefined {
  const sides = typeof value === 'string' ? value.split(',').map((side) => (side.trim() === '' ? Number.NaN : Number(side))) : value;
  if (!Array.isArray(sides) || sides.length !== 2) return undefined;
  const [lng, lat] = sides as unknown[];
  const isOnMap = typeof lng === 'number' && typeof lat === 'number' && Math.abs(lng) <= 180 && Math.abs(lat) <= 90;
  return isOnMap ? [lng, lat] : undefined;
}

const readText = (value: unknown, longest: number): string | undefined =>
  typeof value === 'string' ? value.trim().slice(0, longest) || undefined : undefined;

/** Details of a field from the properties of a feature, whatever the case of their names. Others are left out. */
export function foundDetails(properties: Record<string, unknown>): FoundDetails {
  const lower = new Map(Object.entries(properties).map(([name, value]) => [name.toLowerCase(), value]));
  const crop = readText(lower.get('crop'), maxCropName);
  const details = {
    entryPoint: readEntry(lower.get('entrypoint')),
    crop: crop === undefined ? undefined : toSingleLine(crop) || undefined,
    obstacles: readText(lower.get('obstacles'), maxText),
    notes: readText(lower.get('notes'), maxText),
  };
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}
