import type { Language } from '../catalog/catalog-words.ts';
import type { Extent } from '../fields/field.ts';
import type { Geometry } from '../fields/measure-distance.ts';

export const placeKinds = ['hives', 'house', 'school', 'water', 'organic_field'] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** The person to speak to about a place. */
export interface PlaceContact {
  name: string | null;
  phoneNumber: string | null;
  email: string | null;
  /** Of the notices. */
  language: Language;
  /** Asked to be notified of work within the buffer. */
  asksNotice: boolean;
}

export interface PlaceDetails {
  kind: PlaceKind;
  name: string;
  geometry: Geometry;
  bufferMetres: number;
  contact: PlaceContact;
  notes: string | null;
}

/** Details that have been checked, with the box around place and buffer. */
export interface CheckedPlace extends PlaceDetails {
  extent: Extent;
}

/** A place near fields that needs care. */
export interface SensitivePlace extends PlaceDetails {
  id: string;
  version: number;
  updatedAt: string;
}
