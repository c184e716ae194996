/** Longitude and latitude in degrees of WGS84, in this order, as in GeoJSON. */
export type Position = readonly [number, number];
/** A closed line: the last position equals the first. */
export type Ring = readonly Position[];

export interface Polygon {
  type: 'Polygon';
  /** The outer ring, then the holes. */
  coordinates: readonly Ring[];
}

export interface MultiPolygon {
  type: 'MultiPolygon';
  coordinates: readonly (readonly Ring[])[];
}

/** Boundary of a field: a GeoJSON geometry. */
export type Boundary = Polygon | MultiPolygon;

/** Smallest box around a boundary, in degrees. */
export interface Extent {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A boundary that has been checked, with what follows from it. */
export interface MeasuredBoundary {
  boundary: Boundary;
  areaM2: number;
  extent: Extent;
}

/** What a farmer or the office enters about a field. */
export interface FieldDetails {
  name: string;
  /** null: only the entry point is known. */
  measured: MeasuredBoundary | null;
  /** Entry point: where a crew drives to. */
  latitude: number;
  longitude: number;
  /** What usually grows there. */
  cropId: string | null;
  obstacles: string | null;
  notes: string | null;
}

export interface Field {
  id: string;
  farmerId: string;
  farmerName: string;
  isFarmerActive: boolean;
  name: string;
  boundary: Boundary | null;
  areaM2: number | null;
  latitude: number;
  longitude: number;
  cropId: string | null;
  obstacles: string | null;
  notes: string | null;
  archived: boolean;
  version: number;
  updatedAt: string;
}
