import type { Shape } from '../api/client.ts';

export type Question = Shape<'SprayRecordForm'>['asked'][number];
export type Details = NonNullable<Shape<'Finish'>['sprayRecord']>;

/** A product as it is typed. */
export interface TypedProduct {
  key: number;
  name: string;
  authorisationNumber: string;
  activeIngredients: string;
  dose: string;
  doseUnit: string;
  reEntryHours?: number | undefined;
  preHarvestDays?: number | undefined;
}

/** Answers as they are typed; empty: not known. */
export interface Answers {
  products: TypedProduct[];
  texts: Partial<Record<TextField, string>>;
}

export const textFields = [
  'target',
  'eppoCode',
  'equipment',
  'droneRegistration',
  'droneSerial',
  'operatorLicence',
  'buffersKept',
] as const;
export const numberFields = {
  bbch: [0, 99],
  waterLitres: [0, 10_000_000],
  windKmh: [0, 200],
  windDirectionDeg: [0, 360],
  temperatureC: [-40, 60],
  humidityPercent: [0, 100],
  endWindKmh: [0, 200],
  endWindDirectionDeg: [0, 360],
  endTemperatureC: [-40, 60],
  endHumidityPercent: [0, 100],
} as const;
export type NumberField = keyof typeof numberFields;
export type TextField = (typeof textFields)[number] | NumberField;

/** The fields of a question. */
export const fieldsOf: Record<Exclude<Question, 'products'>, readonly TextField[]> = {
  target: ['target'],
  eppoCode: ['eppoCode'],
  bbch: ['bbch'],
  water: ['waterLitres'],
  equipment: ['equipment'],
  aircraft: ['droneRegistration', 'droneSerial'],
  operatorLicence: ['operatorLicence'],
  wind: ['windKmh'],
  windDirection: ['windDirectionDeg'],
  temperature: ['temperatureC'],
  humidity: ['humidityPercent'],
};

export const isNumberField = (field: TextField): field is NumberField => field in numberFields;
const numberOf = (text: string): number => Number(text.trim().replace(',', '.'));
const isCode = (text: string) => /^[0-9A-Za-z]{5,6}$/.test(text.trim());

export const emptyProduct = (key: number): TypedProduct => ({
  key,
  name: '',
  authorisationNumber: '',
  activeIngredients: '',
  dose: '',
  doseUnit: 'l/ha',
});

/** What is wrong with a typed answer; undefined: nothing. */
export function problemOf(field: TextField, text: string): 'number' | 'code' | undefined {
  if (text.trim() === '') return undefined;
  if (field === 'eppoCode') return isCode(text) ? undefined : 'code';
  if (!isNumberField(field)) return undefined;
  const [from, to] = numberFields[field];
  const value = numberOf(text);
  const isWhole = field !== 'bbch' || Number.isInteger(value);
  return value >= from && value <= to && isWhole ? undefined : 'number';
}

export const isBadDose = (text: string): boolean => text.trim() !== '' && !(numberOf(text) >= 0 && numberOf(text) <= 1_000_000);

/** Whether the answers can be sent. Empty ones can: the office adds them. */
export const areSendable = ({ products, texts }: Answers): boolean =>
  products.every(({ dose }) => !isBadDose(dose)) &&
  (Object.entries(texts) as [TextField, string][]).every(([field, text]) => problemOf(field, text) === undefined);

type Measured = NonNullable<Details['weatherStart']>;
const startFields = {
  windKmh: 'windKmh',
  windDirectionDeg: 'windDirectionDeg',
  temperatureC: 'temperatureC',
  humidityPercent: 'humidityPercent',
} as const;
/** Weather at the end of the work, as typed. */
export const endFields = {
  windKmh: 'endWindKmh',
  windDirectionDeg: 'endWindDirectionDeg',
  temperatureC: 'endTemperatureC',
  humidityPercent: 'endHumidityPercent',
} as const;

/** Only what was answered. */
export function detailsOf({ products, texts }: Answers): Details {
  const details: Details = {};
  const text = (field: TextField) => (texts[field] ?? '').trim();
  for (const field of textFields) if (text(field) !== '') details[field] = text(field);
  for (const field of ['bbch', 'waterLitres'] as const) if (text(field) !== '') details[field] = numberOf(text(field));
  const measured = (fields: Partial<Record<keyof Measured, TextField>>): Measured | undefined => {
    const typed = Object.entries(fields).flatMap(([name, field]) => (text(field) === '' ? [] : [[name, numberOf(text(field))] as const]));
    return typed.length === 0 ? undefined : (Object.fromEntries(typed) as Measured);
  };
  const start = measured(startFields);
  const end = measured(endFields);
  if (start !== undefined) details.weatherStart = start;
  if (end !== undefined) details.weatherEnd = end;
  const named = products.filter(({ name }) => name.trim() !== '');
  if (named.length > 0) details.products = named.map(productOf);
  return details;
}

function productOf({ key: _, name, authorisationNumber, activeIngredients, dose, doseUnit, ...intervals }: TypedProduct) {
  return {
    name: name.trim(),
    ...(authorisationNumber.trim() === '' ? {} : { authorisationNumber: authorisationNumber.trim() }),
    ...(activeIngredients.trim() === '' ? {} : { activeIngredients: activeIngredients.trim() }),
    ...(dose.trim() === '' ? {} : { dose: numberOf(dose), doseUnit: doseUnit as 'l/ha' }),
    ...Object.fromEntries(Object.entries(intervals).filter(([, value]) => value !== undefined)),
  };
}

interface KnownProduct {
  name: string;
  authorisationNumber: string | null;
  activeIngredients: string | null;
  dose: number | null;
  doseUnit: string | null;
  reEntryHours: number | null;
  preHarvestDays: number | null;
}

export const typedProducts = (products: readonly KnownProduct[]): TypedProduct[] =>
  products.map((product, key) => ({
    key,
    name: product.name,
    authorisationNumber: product.authorisationNumber ?? '',
    activeIngredients: product.activeIngredients ?? '',
    dose: product.dose === null ? '' : String(product.dose),
    doseUnit: product.doseUnit ?? 'l/ha',
    reEntryHours: product.reEntryHours ?? undefined,
    preHarvestDays: product.preHarvestDays ?? undefined,
  }));

/** The form as it opens: filled in with what the last visit suggests, and the buffer of the labels in the mix. */
export function suggestedAnswers({ asked, suggested }: Shape<'SprayRecordForm'>, bufferMetres = 0): Answers {
  const texts: Answers['texts'] = {};
  for (const field of textFields) {
    const text = field === 'buffersKept' ? null : suggested[field];
    if (text !== null) texts[field] = text;
  }
  if (bufferMetres > 0) texts.buffersKept = `${bufferMetres} m`;
  const products = typedProducts(suggested.products);
  return { products: asked.includes('products') && products.length === 0 ? [emptyProduct(0)] : products, texts };
}
