import { AppError } from '../errors.ts';
import type { Db } from '../platform/postgres/database.ts';
import { type ProfileId, profiles, type RecordField, weatherOrigin, weatherValue } from '../spray-records/profile-rules.ts';
import type { RecordContent, RecordProduct } from '../spray-records/record-content.ts';
import { type ExportedRecord, listRecordsToExport, type RecordPeriod } from '../spray-records/record-export-store.ts';
import type { RecordWords } from '../spray-records/record-words.ts';
import { maxExportRows } from './export-tables.ts';
import type { CellKind, Table } from './table.ts';

/** Records of a period, each with its newest version. */
export async function readRecordsToExport(db: Db, period: RecordPeriod): Promise<ExportedRecord[]> {
  const records = await listRecordsToExport(db, period, maxExportRows + 1);
  if (records.length > maxExportRows)
    throw new AppError('EXPORT_TOO_LARGE', `More than ${maxExportRows.toLocaleString('en')} records. Please choose a shorter period.`);
  return records;
}

interface RecordColumn {
  name: string;
  kind: CellKind;
  /** The column is in the file of a profile that asks for one of these; undefined: in every file. */
  fields?: readonly RecordField[];
  value(content: RecordContent, product: RecordProduct | undefined): string | number | null;
}

function columnsOf(words: RecordWords): RecordColumn[] {
  const of = (name: string, value: RecordColumn['value'], fields?: readonly RecordField[], kind: CellKind = 'text'): RecordColumn => ({
    name,
    kind,
    value,
    ...(fields === undefined ? {} : { fields }),
  });
  const weather = (name: string, field: Parameters<typeof weatherValue>[1], asked: RecordField) => [
    of(name, ({ weather: { start } }) => weatherValue(start, field), [asked], 'number'),
    of(words.sourceOf(name), ({ weather: { start } }) => originText(weatherOrigin(start, field)), [asked]),
  ];
  const originText = (origin: ReturnType<typeof weatherOrigin>) =>
    origin === null || origin === 'measured' ? origin && words.measured : words.forecast(origin.forecast);
  return [
    of(words.number, (content) => content.number),
    of(words.version, (content) => content.version.version, undefined, 'number'),
    of(words.date, (content) => content.date, undefined, 'date'),
    of(words.start, (content) => content.startedAt, ['startTime']),
    of(words.end, (content) => content.finishedAt),
    of(words.operator, ({ operator }) => operator.name, ['operator']),
    of(words.licence, ({ operator }) => operator.licences.map(({ number }) => number).join(', '), ['operatorLicence']),
    of(words.helpers, ({ helpers }) => helpers.map(({ name }) => name).join(', '), ['operator']),
    of(words.customer, ({ customer }) => customer.name, ['customer']),
    of(words.customerAddress, ({ customer }) => customer.address, ['customerAddress']),
    of(words.place, ({ field }) => field.name, ['place']),
    of(words.latitude, ({ field }) => field.latitude, ['place'], 'number'),
    of(words.longitude, ({ field }) => field.longitude, ['place'], 'number'),
    of(words.area, (content) => content.treatedArea, ['treatedArea', 'dose'], 'number'),
    of(words.areaUnit, (content) => content.areaUnit, ['treatedArea', 'dose']),
    of(words.hectares, (content) => content.treatedAreaHa, ['treatedArea', 'dose'], 'number'),
    of(words.crop, ({ crop }) => words.values[crop.name] ?? crop.name, ['crop']),
    of(words.eppoCode, ({ crop }) => crop.eppoCode, ['eppoCode']),
    of(words.bbch, ({ crop }) => crop.bbch, ['bbch'], 'number'),
    of(words.target, (content) => content.target, ['target']),
    of(words.product, (_, product) => product?.name ?? null, ['products']),
    of(words.authorisationNumber, (_, product) => product?.authorisationNumber ?? null, ['authorisationNumber']),
    of(words.activeIngredients, (_, product) => product?.activeIngredients ?? null, ['activeIngredients']),
    of(words.dose, (_, product) => product?.dose ?? null, ['dose'], 'number'),
    of(words.doseUnit, (_, product) => product?.doseUnit ?? null, ['dose']),
    of(words.total, (_, product) => product?.total ?? null, ['total', 'dose'], 'number'),
    of(words.totalUnit, (_, product) => product?.totalUnit ?? null, ['total', 'dose']),
    of(words.water, ({ water }) => water.totalLitres, ['water'], 'number'),
    of(words.equipment, ({ equipment }) => equipment.description ?? equipment.droneModel, ['equipment']),
    of(words.drone, ({ equipment }) => equipment.droneRegistration ?? equipment.droneSerial, ['aircraft']),
    ...weather(words.wind, 'windKmh', 'wind'),
    ...weather(words.windDirection, 'windDirectionDeg', 'windDirection'),
    ...weather(words.temperature, 'temperatureC', 'temperature'),
    ...weather(words.humidity, 'humidityPercent', 'humidity'),
    of(words.reEntryAt, (content) => content.reEntryAt),
    of(words.harvestFrom, (content) => content.harvestFrom, undefined, 'date'),
  ];
}

/** One row for each product of a record; of a record without products one row. Profile undefined: all columns. */
export function recordTable(records: readonly ExportedRecord[], profile: ProfileId | undefined, words: RecordWords): Table {
  const asked = profile === undefined || profile === 'none' ? undefined : profiles[profile].fields;
  const columns = columnsOf(words).filter(
    ({ fields }) => fields === undefined || asked === undefined || fields.some((one) => asked.includes(one)),
  );
  const text = (value: string | number | null) => (value === null || value === '' ? null : String(value));
  return {
    columns: [
      ...columns.map(({ name, kind }) => ({ name, kind })),
      { name: words.missing, kind: 'text' },
      { name: words.hash, kind: 'text' },
    ],
    rows: records.flatMap(({ content, hash, missing }) =>
      (content.products.length === 0 ? [undefined] : content.products).map((product) => [
        ...columns.map(({ value }) => text(value(content, product))),
        text(missing.map((field) => words.fields[field]).join(', ')),
        hash,
      ]),
    ),
  };
}
