import type { RecordContent } from './record-content.ts';

/** Whether a revised record has another value, or none, where the record had one. To add what was missing is no correction. */
export function isCorrection(before: RecordContent, after: RecordContent): boolean {
  return replacesValue(statements(before), statements(after));
}

/** What people say about a spray, without what is calculated from it. */
const statements = ({ company, customer, operator, field, crop, water, equipment, weather, ...content }: RecordContent) => ({
  companyAddress: company.address,
  companyContact: company.phoneNumber,
  customerAddress: customer.address,
  licences: operator.licences,
  place: field.name,
  treatedArea: content.treatedArea,
  crop,
  target: content.target,
  products: content.products,
  waterLitres: water.totalLitres,
  equipment,
  startedAt: content.startedAt,
  finishedAt: content.finishedAt,
  weatherStart: weather.start.measured,
  weatherEnd: weather.end.measured,
  buffersKept: content.buffersKept,
  note: content.note,
});

function replacesValue(before: unknown, after: unknown): boolean {
  if (before === null || before === undefined || before === '') return false;
  if (typeof before !== 'object') return before !== after;
  if (typeof after !== 'object' || after === null) return Object.values(before).some((value) => replacesValue(value, undefined));
  return Object.entries(before).some(([key, value]) => replacesValue(value, (after as Record<string, unknown>)[key]));
}
