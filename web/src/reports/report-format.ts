import { toQuery } from '../api/client.ts';
import type { Period } from './period.ts';

export const csvOf = (name: string, period: Period) => `/api/admin/figure/${name}.csv?${toQuery({ ...period })}`;
export const formatOrDash = (value: number | null, format: (value: number) => string) => (value === null ? '–' : format(value));
/** The first item with the largest value. */
export const largest = <Item>(items: Item[], number: (item: Item) => number) =>
  items.reduce<Item | undefined>((best, item) => (best === undefined || number(item) > number(best) ? item : best), undefined);
