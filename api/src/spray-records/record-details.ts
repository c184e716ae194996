/** A product as a person enters it. What is left out is not known. */
export interface ProductInput {
  name: string;
  authorisationNumber?: string | undefined;
  activeIngredients?: string | undefined;
  dose?: number | undefined;
  doseUnit?: DoseUnit | undefined;
  /** Default: dose times area. */
  total?: number | undefined;
  reEntryHours?: number | undefined;
  preHarvestDays?: number | undefined;
}

export const doseUnits = ['l/ha', 'ml/ha', 'kg/ha', 'g/ha'] as const;
export type DoseUnit = (typeof doseUnits)[number];

export interface MeasuredInput {
  windKmh?: number | undefined;
  gustKmh?: number | undefined;
  windDirectionDeg?: number | undefined;
  temperatureC?: number | undefined;
  humidityPercent?: number | undefined;
}

/** What the crew or the office says about a record. A field that is left out stays; a blank text or null clears it. */
export interface RecordDetails {
  operatorLicence?: string | undefined;
  customerAddress?: string | undefined;
  companyAddress?: string | undefined;
  companyContact?: string | undefined;
  place?: string | undefined;
  treatedArea?: number | undefined;
  crop?: string | undefined;
  eppoCode?: string | undefined;
  bbch?: number | null | undefined;
  target?: string | undefined;
  products?: ProductInput[] | undefined;
  waterLitres?: number | null | undefined;
  equipment?: string | undefined;
  droneSerial?: string | undefined;
  droneRegistration?: string | undefined;
  startedAt?: string | undefined;
  finishedAt?: string | undefined;
  weatherStart?: MeasuredInput | undefined;
  weatherEnd?: MeasuredInput | undefined;
  buffersKept?: string | undefined;
  note?: string | undefined;
  /** Why findings are left as they are; only by an admin. */
  findingsReason?: string | undefined;
}
