import type { FindingCode, RecordContent, RecordWeather, WeatherValues } from './record-content.ts';

/** What a law can ask for. The names are public: they say what a record lacks. */
export const recordFields = [
  'operator',
  'operatorLicence',
  'companyAddress',
  'companyContact',
  'customer',
  'customerAddress',
  'place',
  'treatedArea',
  'crop',
  'eppoCode',
  'bbch',
  'target',
  'products',
  'authorisationNumber',
  'activeIngredients',
  'dose',
  'total',
  'water',
  'equipment',
  'aircraft',
  'startTime',
  'endTime',
  'wind',
  'windDirection',
  'temperature',
  'humidity',
  'registeredProduct',
  'labelNumber',
  'labelDose',
  'labelCrop',
  'labelWithdrawal',
  'labelApplications',
] as const;
export type RecordField = (typeof recordFields)[number];

export const profileIds = ['eu', 'nsw', 'us', 'vn', 'none'] as const;
export type ProfileId = (typeof profileIds)[number];

export interface Profile {
  /** The text of the law; null: none. */
  law: string | null;
  fields: readonly RecordField[];
  /** Hours from the end of the work within which the record must be complete. */
  deadlineHours: number;
}

const day = 24;

/** Each law as this service reads it: docs/decisions/0037-spray-records.md has the texts. */
export const profiles: Record<ProfileId, Profile> = {
  eu: {
    law: 'Regulation (EU) 2023/564',
    fields: ['operator', 'products', 'authorisationNumber', 'dose', 'treatedArea', 'place', 'crop', 'eppoCode', 'bbch', 'startTime'],
    deadlineHours: 30 * day,
  },
  nsw: {
    law: 'Pesticides Regulation 2017 (NSW), clauses 26 and 36',
    fields: [
      ...(['operator', 'companyAddress', 'companyContact', 'products', 'activeIngredients', 'dose', 'total', 'place'] as const),
      ...(['treatedArea', 'crop', 'equipment', 'aircraft', 'startTime', 'endTime'] as const),
      ...(['wind', 'windDirection', 'temperature', 'humidity'] as const),
    ],
    deadlineHours: 48,
  },
  us: {
    law: '40 CFR 171.303',
    fields: [
      ...(['operator', 'operatorLicence', 'customer', 'customerAddress', 'place', 'treatedArea', 'crop'] as const),
      ...(['products', 'authorisationNumber', 'total', 'startTime'] as const),
    ],
    deadlineHours: 14 * day,
  },
  vn: {
    law: 'Luật Bảo vệ và kiểm dịch thực vật 41/2013/QH13',
    fields: ['operator', 'operatorLicence', 'products', 'dose', 'place'],
    deadlineHours: 7 * day,
  },
  none: { law: null, fields: [], deadlineHours: 0 },
};

/** The value that counts: what was measured, else the forecast. */
export const weatherValue = ({ measured, forecast }: RecordWeather, field: keyof WeatherValues): number | null =>
  measured?.[field] ?? forecast?.[field] ?? null;

/** A forecast is no observation: where a law asks for the weather, it must be measured. */
const isObserved = ({ measured }: RecordWeather, field: keyof WeatherValues): boolean => measured !== null && measured[field] !== null;

/** Where the value that counts comes from; null: there is no value. */
export function weatherOrigin({ measured, forecast }: RecordWeather, field: keyof WeatherValues): 'measured' | { forecast: string } | null {
  if (measured?.[field] != null) return 'measured';
  return forecast === null || forecast[field] === null ? null : { forecast: forecast.source };
}

const isText = (text: string | null): boolean => text !== null && text.trim() !== '';
const hasProducts = ({ products }: RecordContent): boolean => products.length > 0 && products.every(({ name }) => isText(name));

const fieldOfFinding: Record<FindingCode, RecordField> = {
  NOT_REGISTERED: 'registeredProduct',
  OTHER_AUTHORISATION_NUMBER: 'labelNumber',
  DOSE_OUTSIDE_LABEL: 'labelDose',
  CROP_NOT_ON_LABEL: 'labelCrop',
  PRODUCT_WITHDRAWN: 'labelWithdrawal',
  TOO_MANY_APPLICATIONS: 'labelApplications',
};

/** What the office has to correct, or an admin to decide, whatever the profile. */
const openFindings = ({ findings = [], findingsReason }: RecordContent): RecordField[] =>
  findingsReason == null ? findings.map(({ code }) => fieldOfFinding[code]) : [];

const checks: Partial<Record<RecordField, (content: RecordContent) => boolean>> = {
  operator: ({ operator }) => isText(operator.name),
  operatorLicence: ({ operator, date }) => operator.licences.some(({ validUntil }) => validUntil === null || validUntil >= date),
  companyAddress: ({ company }) => isText(company.address),
  companyContact: ({ company }) => isText(company.phoneNumber) || isText(company.email),
  customer: ({ customer }) => isText(customer.name),
  customerAddress: ({ customer }) => isText(customer.address),
  place: ({ field }) => isText(field.name),
  treatedArea: ({ treatedArea }) => treatedArea > 0,
  crop: ({ crop }) => isText(crop.name),
  eppoCode: ({ crop }) => crop.eppoCode !== null,
  bbch: ({ crop }) => crop.bbch !== null,
  target: ({ target }) => isText(target),
  products: hasProducts,
  // Without products, the products are what is missing.
  authorisationNumber: ({ products }) => products.every(({ authorisationNumber }) => isText(authorisationNumber)),
  activeIngredients: ({ products }) => products.every(({ activeIngredients }) => isText(activeIngredients)),
  dose: ({ products }) => products.every(({ dose, doseUnit }) => dose !== null && doseUnit !== null),
  total: ({ products }) => products.every(({ total, totalUnit }) => total !== null && totalUnit !== null),
  water: ({ water }) => water.totalLitres !== null || water.litresPerHectare !== null,
  equipment: ({ equipment }) => isText(equipment.description) || isText(equipment.droneModel),
  aircraft: ({ equipment }) => isText(equipment.droneRegistration) || isText(equipment.droneSerial),
  startTime: ({ startedAt }) => startedAt !== null,
  endTime: ({ finishedAt }) => isText(finishedAt),
  wind: ({ weather }) => isObserved(weather.start, 'windKmh'),
  windDirection: ({ weather }) => isObserved(weather.start, 'windDirectionDeg'),
  temperature: ({ weather }) => isObserved(weather.start, 'temperatureC'),
  humidity: ({ weather }) => isObserved(weather.start, 'humidityPercent'),
};

/** What a record lacks for its profile and the labels of its products, in the order of recordFields. An empty list: it is complete. */
export function missingFields(content: RecordContent): RecordField[] {
  const { fields } = profiles[content.profile];
  const open = openFindings(content);
  return recordFields.filter((field) => open.includes(field) || (fields.includes(field) && checks[field]?.(content) === false));
}

/** When the record must be complete. */
export function deadlineOf(content: Pick<RecordContent, 'profile' | 'finishedAt'>): Date {
  return new Date(Date.parse(content.finishedAt) + profiles[content.profile].deadlineHours * 3_600_000);
}
