import { squareMetresOf } from '../catalog/area-unit-rules.ts';
import { multiplyDecimals } from './decimal-rules.ts';
import { intervalsOf } from './interval-rules.ts';
import type { ProfileId } from './profile-rules.ts';
import type { Boundary, ForecastValues, RecordContent, RecordPerson, RecordProduct, VersionFacts } from './record-content.ts';
import type { DoseUnit, MeasuredInput, ProductInput, RecordDetails } from './record-details.ts';

/** What the service knows about a visit when the crew reports it. Decimals are text. */
export interface VisitFacts {
  orderId: string;
  visit: number;
  profile: ProfileId;
  company: RecordContent['company'];
  areaUnit: string;
  customer: RecordContent['customer'];
  /** The one who reports is the operator; the others help. */
  operatorId: string;
  crew: RecordPerson[];
  field: { id: string | null; name: string; latitude: number; longitude: number; boundary: Boundary | null; areaM2: number | null };
  treatedArea: string;
  cropName: string;
  mix: { waterRate: string; overrideReason: string | null; products: MixedProduct[] } | null;
  drone: { model: string; serial: string; registration: string } | null;
  startedAt: Date | null;
  finishedAt: Date;
  /** The company's date of the end of the work. */
  date: string;
  start: { measured: MeasuredInput; verdict: string | null; overrideReason: string | null; isUnaware: boolean } | null;
  forecast: { start: ForecastValues | null; end: ForecastValues | null };
  note: string | null;
}

export interface MixedProduct {
  name: string;
  authorisationNumber: string;
  activeIngredients: string;
  target: string | null;
  dose: string;
  doseUnit: DoseUnit;
  reEntryHours: number | null;
  preHarvestDays: number | null;
}

/** The record of a visit with what is known, before the crew's own details. */
export function buildRecord(facts: VisitFacts, number: string, version: VersionFacts): RecordContent {
  const { crew, operatorId, mix, drone, start, forecast } = facts;
  const hectares = hectaresOf(facts.treatedArea, facts.areaUnit);
  const products = (mix?.products ?? []).map((product) => mixedProduct(product, hectares));
  const targets = new Set((mix?.products ?? []).flatMap(({ target }) => target ?? []));
  return {
    format: 'swath-spray-record-1',
    number,
    orderId: facts.orderId,
    visit: facts.visit,
    version,
    profile: facts.profile,
    company: facts.company,
    customer: facts.customer,
    operator: crew.find(({ id }) => id === operatorId) ?? { id: operatorId, name: '', licences: [] },
    helpers: crew.filter(({ id }) => id !== operatorId),
    field: facts.field,
    treatedArea: Number(facts.treatedArea),
    areaUnit: facts.areaUnit,
    treatedAreaHa: hectares === undefined ? null : Number(hectares),
    crop: { name: facts.cropName, eppoCode: null, bbch: null },
    target: targets.size === 0 ? null : [...targets].join(', '),
    products,
    mixOverrideReason: mix?.overrideReason ?? null,
    water: {
      litresPerHectare: mix === null ? null : Number(mix.waterRate),
      totalLitres: mix === null || hectares === undefined ? null : multiplyDecimals(mix.waterRate, hectares),
    },
    equipment: {
      description: null,
      droneModel: drone?.model ?? null,
      droneSerial: drone?.serial ?? null,
      droneRegistration: drone?.registration ?? null,
    },
    date: facts.date,
    startedAt: facts.startedAt?.toISOString() ?? null,
    finishedAt: facts.finishedAt.toISOString(),
    weather: {
      start: { measured: measuredValues(start?.measured), forecast: forecast.start },
      end: { measured: null, forecast: forecast.end },
      verdict: start?.verdict ?? null,
      overrideReason: start?.overrideReason ?? null,
      isUnaware: start?.isUnaware ?? false,
    },
    ...intervalsOf(products, facts.finishedAt, facts.date),
    buffersKept: null,
    note: facts.note,
  };
}

/** `dateOf`: the company's date of a time. */
export function applyDetails(content: RecordContent, details: RecordDetails, dateOf: (time: Date) => string): RecordContent {
  const treatedArea = details.treatedArea ?? content.treatedArea;
  const hectares = hectaresOf(String(treatedArea), content.areaUnit);
  const finishedAt = new Date(details.finishedAt ?? content.finishedAt);
  const date = details.finishedAt === undefined ? content.date : dateOf(finishedAt);
  const sizeChanged = treatedArea !== content.treatedArea;
  const products =
    details.products?.map((one) => enteredProduct(one, hectares)) ?? content.products.map((one) => resized(one, sizeChanged, hectares));
  const { company, customer, operator, field, crop, water, equipment, weather } = content;
  return {
    ...content,
    company: {
      ...company,
      address: chosen(details.companyAddress, company.address),
      phoneNumber: chosen(details.companyContact, company.phoneNumber),
    },
    customer: { ...customer, address: chosen(details.customerAddress, customer.address) },
    operator: { ...operator, licences: licencesWith(details.operatorLicence, operator) },
    field: { ...field, name: chosen(details.place, field.name) ?? '' },
    treatedArea,
    treatedAreaHa: hectares === undefined ? null : Number(hectares),
    crop: {
      name: chosen(details.crop, crop.name) ?? '',
      eppoCode: chosen(details.eppoCode, crop.eppoCode)?.toUpperCase() ?? null,
      bbch: details.bbch === undefined ? crop.bbch : details.bbch,
    },
    target: chosen(details.target, content.target),
    products,
    water: {
      litresPerHectare: details.waterLitres === undefined ? water.litresPerHectare : null,
      totalLitres: details.waterLitres === undefined ? resizedWater(water, sizeChanged, hectares) : details.waterLitres,
    },
    equipment: {
      ...equipment,
      description: chosen(details.equipment, equipment.description),
      droneSerial: chosen(details.droneSerial, equipment.droneSerial),
      droneRegistration: chosen(details.droneRegistration, equipment.droneRegistration),
    },
    date,
    startedAt: details.startedAt === undefined ? content.startedAt : new Date(details.startedAt).toISOString(),
    finishedAt: finishedAt.toISOString(),
    weather: {
      ...weather,
      start: details.weatherStart === undefined ? weather.start : { ...weather.start, measured: measuredValues(details.weatherStart) },
      end: details.weatherEnd === undefined ? weather.end : { ...weather.end, measured: measuredValues(details.weatherEnd) },
    },
    ...intervalsOf(products, finishedAt, date),
    buffersKept: chosen(details.buffersKept, content.buffersKept),
    note: chosen(details.note, content.note),
    ...(details.findingsReason === undefined ? {} : { findingsReason: details.findingsReason.trim() || null }),
  };
}

/** Blank text clears a value; undefined leaves it unchanged. */
const chosen = (text: string | undefined, before: string | null): string | null => (text === undefined ? before : text.trim() || null);

/** As a decimal; undefined: the unit is not a known one. */
function hectaresOf(area: string, unit: string): string | undefined {
  const squareMetres = squareMetresOf(unit);
  return squareMetres === undefined ? undefined : String(multiplyDecimals(area, String(squareMetres), 10_000));
}

const totalOf = (dose: string, hectares: string | undefined): number | null =>
  hectares === undefined ? null : multiplyDecimals(dose, hectares);
const totalUnitOf = (doseUnit: string): string => doseUnit.slice(0, doseUnit.indexOf('/'));

function mixedProduct({ target: _, dose, doseUnit, ...product }: MixedProduct, hectares: string | undefined): RecordProduct {
  return { ...product, dose: Number(dose), doseUnit, total: totalOf(dose, hectares), totalUnit: totalUnitOf(doseUnit) };
}

function enteredProduct(product: ProductInput, hectares: string | undefined): RecordProduct {
  const { dose, doseUnit } = product;
  const calculated = dose === undefined ? null : totalOf(String(dose), hectares);
  return {
    name: product.name.trim(),
    authorisationNumber: product.authorisationNumber?.trim() || null,
    activeIngredients: product.activeIngredients?.trim() || null,
    dose: dose ?? null,
    doseUnit: doseUnit ?? null,
    total: product.total ?? calculated,
    totalUnit: doseUnit === undefined ? null : totalUnitOf(doseUnit),
    reEntryHours: product.reEntryHours ?? null,
    preHarvestDays: product.preHarvestDays ?? null,
  };
}

/** Another area was treated with the same dose. */
function resized(product: RecordProduct, sizeChanged: boolean, hectares: string | undefined): RecordProduct {
  if (!sizeChanged || product.dose === null) return product;
  return { ...product, total: totalOf(String(product.dose), hectares) };
}

function resizedWater(
  { litresPerHectare, totalLitres }: RecordContent['water'],
  sizeChanged: boolean,
  hectares: string | undefined,
): number | null {
  return sizeChanged && litresPerHectare !== null ? totalOf(String(litresPerHectare), hectares) : totalLitres;
}

function licencesWith(number: string | undefined, { licences }: RecordPerson): RecordPerson['licences'] {
  if (number === undefined) return licences;
  return number.trim() === '' ? [] : [{ number: number.trim(), class: null, issuer: null, validUntil: null }];
}

function measuredValues(measured: MeasuredInput | undefined): RecordContent['weather']['start']['measured'] {
  const { windKmh = null, gustKmh = null, windDirectionDeg = null, temperatureC = null, humidityPercent = null } = measured ?? {};
  const values = { windKmh, gustKmh, windDirectionDeg, temperatureC, humidityPercent };
  return Object.values(values).every((value) => value === null) ? null : values;
}
