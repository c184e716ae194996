import type { Role } from '../platform/http/auth.ts';
import type { ProfileId } from './profile-rules.ts';

/** The state of a licence when the work was done. */
export interface RecordLicence {
  number: string;
  /** null here and below: entered by hand, not from the register. */
  class: string | null;
  issuer: string | null;
  validUntil: string | null;
}

export interface RecordPerson {
  id: string;
  name: string;
  licences: RecordLicence[];
}

export interface RecordProduct {
  name: string;
  authorisationNumber: string | null;
  activeIngredients: string | null;
  dose: number | null;
  /** For example l/ha. */
  doseUnit: string | null;
  /** Used on the whole treated area. */
  total: number | null;
  totalUnit: string | null;
  /** From the label; null: it says nothing. */
  reEntryHours: number | null;
  preHarvestDays: number | null;
  /** In the register of products; null: it is not there. undefined: the record was made before products were compared with it. */
  productId?: string | null;
}

export const findingCodes = [
  'NOT_REGISTERED',
  'OTHER_AUTHORISATION_NUMBER',
  'DOSE_OUTSIDE_LABEL',
  'CROP_NOT_ON_LABEL',
  'PRODUCT_WITHDRAWN',
  'TOO_MANY_APPLICATIONS',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** How the use of a product differs from the register and its label. The work has happened, so it refuses nothing. */
export interface RecordFinding {
  product: string;
  code: FindingCode;
  used: string | null;
  allowed: string | null;
}

export interface WeatherValues {
  windKmh: number | null;
  gustKmh: number | null;
  /** Where the wind comes from, in degrees. */
  windDirectionDeg: number | null;
  temperatureC: number | null;
  humidityPercent: number | null;
}

export interface ForecastValues extends WeatherValues {
  source: string;
  fetchedAt: string;
}

/** Weather at one time. A measured value counts before that of the forecast. */
export interface RecordWeather {
  measured: WeatherValues | null;
  forecast: ForecastValues | null;
}

/** GeoJSON geometry in WGS84. */
export interface Boundary {
  type: 'Polygon' | 'MultiPolygon';
  coordinates: unknown[];
}

/** Why a version exists: the work ended, something missing was added, or something wrong was corrected. */
export type VersionCause = 'finish' | 'completion' | 'correction';

export interface VersionFacts {
  version: number;
  cause: VersionCause;
  /** UTC. */
  madeAt: string;
  /** null: the service itself. */
  madeBy: { id: string; name: string; role: Role } | null;
  reason: string | null;
}

/** A spray record: what the law asks about one visit, as it was. Its canonical JSON is stored and hashed. Times are in UTC. */
export interface RecordContent {
  format: 'swath-spray-record-1';
  number: string;
  orderId: string;
  visit: number;
  version: VersionFacts;
  profile: ProfileId;
  company: {
    name: string;
    address: string | null;
    phoneNumber: string | null;
    email: string | null;
    taxCode: string | null;
    timeZone: string;
  };
  customer: { id: string; name: string; phoneNumber: string | null; address: string | null };
  operator: RecordPerson;
  helpers: RecordPerson[];
  field: {
    id: string | null;
    name: string;
    latitude: number;
    longitude: number;
    boundary: Boundary | null;
    areaM2: number | null;
  };
  treatedArea: number;
  /** Label of the company's unit. */
  areaUnit: string;
  /** null: the unit of the company is not a known one. */
  treatedAreaHa: number | null;
  crop: { name: string; eppoCode: string | null; bbch: number | null };
  target: string | null;
  products: RecordProduct[];
  /** Why an admin allowed what the label does not. */
  mixOverrideReason: string | null;
  /** Without those that an admin has allowed in the mix. undefined here and below: the record was made before products were compared. */
  findings?: RecordFinding[];
  /** Why an admin leaves the findings as they are; null: nobody has decided. */
  findingsReason?: string | null;
  /** The intervals of a product are not known, so those below may be too short. */
  intervalsUnknown?: boolean;
  water: { litresPerHectare: number | null; totalLitres: number | null };
  equipment: {
    /** Way of application. */
    description: string | null;
    droneModel: string | null;
    droneSerial: string | null;
    droneRegistration: string | null;
  };
  /** On the company's calendar. */
  date: string;
  startedAt: string | null;
  finishedAt: string;
  weather: {
    start: RecordWeather;
    end: RecordWeather;
    verdict: string | null;
    overrideReason: string | null;
    /** The crew was offline and did not know that the weather said stop. */
    isUnaware: boolean;
  };
  /** null: no product has an interval. */
  reEntryAt: string | null;
  harvestFrom: string | null;
  buffersKept: string | null;
  note: string | null;
}
