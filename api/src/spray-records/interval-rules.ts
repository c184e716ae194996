import type { RecordProduct } from './record-content.ts';

const hourMs = 3_600_000;

export interface Intervals {
  /** Nobody enters the field before; UTC. */
  reEntryAt: string | null;
  /** First date of the harvest. */
  harvestFrom: string | null;
}

const longest = (values: readonly (number | null)[]): number => values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);

/** The longest intervals of the products, from the end of the work on. `date`: the company's date of that time. */
export function intervalsOf(
  products: readonly Pick<RecordProduct, 'reEntryHours' | 'preHarvestDays'>[],
  finishedAt: Date,
  date: string,
): Intervals {
  const hours = longest(products.map(({ reEntryHours }) => reEntryHours));
  const days = longest(products.map(({ preHarvestDays }) => preHarvestDays));
  return {
    reEntryAt: hours === 0 ? null : new Date(finishedAt.getTime() + hours * hourMs).toISOString(),
    harvestFrom: days === 0 ? null : dateAfter(date, days),
  };
}

const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10);

/** The note of the event about intervals: local time of re-entry, date of the harvest, and whether more is not known; undefined: there are none. */
export function intervalNote(
  { reEntryAt, harvestFrom, intervalsUnknown = false }: Intervals & { intervalsUnknown?: boolean },
  localTimeOf: (time: Date) => string,
): string | undefined {
  if (reEntryAt === null && harvestFrom === null && !intervalsUnknown) return undefined;
  return `${reEntryAt === null ? '' : localTimeOf(new Date(reEntryAt))}|${harvestFrom ?? ''}${intervalsUnknown ? '|unknown' : ''}`;
}
