import type { Row } from '../platform/postgres/database.ts';
import type { StoredRecord } from './record-reader-store.ts';

const text = (value: string | null | undefined): string => JSON.stringify(value ?? null);

/** JSON of a row of the list, in the order of RecordItemSchema. Ids keep all their digits. */
export function writeItem(row: Row): string {
  const [id, number, orderId, visit, version, date, finishedAt, farmer, location, operator, products, complete, missing, ...rest] = row;
  const [dueAt, reEntryAt, harvestFrom, unknown] = rest;
  return `{"id":${id},"number":${text(number)},"orderId":${orderId},"visit":${visit},"version":${version},"date":${text(date)},"finishedAt":${text(finishedAt)},"farmer":${text(farmer)},"location":${text(location)},"operator":${text(operator)},"products":${text(products)},"complete":${complete === 't'},"missing":${missing},"dueAt":${text(dueAt)},"reEntryAt":${text(reEntryAt)},"harvestFrom":${text(harvestFrom)},"intervalsUnknown":${unknown === 't'}}`;
}

/** JSON of a record. */
export function writeRecord({ id, number, orderId, ...record }: StoredRecord): string {
  return `{"id":${id},"number":${text(number)},"orderId":${orderId},${JSON.stringify(record).slice(1)}`;
}
