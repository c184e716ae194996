import type { Format } from '../ui/format-rules.ts';

/** Tue 17 Nov, or 17–21 Nov. */
export const daysText = (format: Format, { from, to }: { from: string; to: string }): string =>
  from === to ? format.date(from) : format.dateRange(from, to);
